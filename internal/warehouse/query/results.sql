-- Results by how the games ended.
SELECT tournament, round, result, reason, source, status, count() AS games
FROM $db.games_now
WHERE NOT gone AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})
GROUP BY tournament, round, result, reason, source, status
ORDER BY tournament, round, games DESC, result, reason, source, status
