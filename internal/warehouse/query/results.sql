-- Results by how the games ended.
-- Points are what each side got, with the event's own count and penalties; the public is not told of them.
SELECT tournament, round, result, reason, source, status, white_half / 2 AS white_points, black_half / 2 AS black_points, count() AS games
FROM $db.games_now
WHERE NOT gone AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})
GROUP BY tournament, round, result, reason, source, status, white_points, black_points
ORDER BY tournament, round, games DESC, result, reason, source, status, white_points, black_points
