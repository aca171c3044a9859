-- Clocks that were set, with no ruling about the clock within five minutes.
SELECT f.game AS game, f.in_time AS at, f.changes AS changes, f.white AS white, f.black AS black
FROM
(
    SELECT hall, tournament, round, board, game, in_time,
        JSONExtract(data, 'changes', 'Array(String)') AS changes, JSONExtractInt(data, 'white') AS white, JSONExtractInt(data, 'black') AS black
    FROM $db.facts_now
    WHERE type = 'clock.v1.changed' AND hasAny(changes, ['adjusted', 'reset']) AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})
) AS f
LEFT JOIN (SELECT hall, game, groupArray(stored) AS ruled FROM $db.rulings FINAL WHERE kind = 'clock' GROUP BY hall, game) AS r ON r.hall = f.hall AND r.game = f.game
WHERE NOT arrayExists(t -> abs(dateDiff('second', t, f.in_time)) <= 300, r.ruled)
ORDER BY f.tournament, f.round, f.board, f.hall, f.in_time
