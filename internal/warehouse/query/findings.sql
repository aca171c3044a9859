-- What asked a human to look: how often, and how long until its cause was gone.
SELECT kind, act, count() AS findings, countIf(cleared IS NULL) AS open,
    round(quantileExactOrNull(0.5)(dateDiff('millisecond', raised, cleared)) / 1000, 1) AS seconds_p50
FROM $db.findings_now
WHERE ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})
GROUP BY kind, act
ORDER BY findings DESC, kind, act
