-- Games with their plies, times used and results.
-- Times are seconds of the clock over the moves whose time is known.
-- Points are those of a final result, with the event's own count and penalties; the public is not told of them.
SELECT g.game AS game, g.white AS white, g.black AS black, g.kind AS kind, g.control AS control,
    p.plies AS plies, ifNull(p.white_seconds, 0) AS white_seconds, ifNull(p.black_seconds, 0) AS black_seconds,
    g.status AS status, g.result AS result, g.reason AS reason, g.source AS source,
    g.white_half / 2 AS white_points, g.black_half / 2 AS black_points
FROM $db.games_now AS g
LEFT JOIN
(
    SELECT hall, game, count() AS plies, sumIf(emt, side = 'white') AS white_seconds, sumIf(emt, side = 'black') AS black_seconds
    FROM $db.plies_now
    WHERE ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})
    GROUP BY hall, game
) AS p ON p.hall = g.hall AND p.game = g.game
WHERE NOT g.gone AND ({tournament:String} = '' OR g.tournament = {tournament:String}) AND ({round:String} = '' OR g.round = {round:String}) AND ({game:String} = '' OR g.game = {game:String})
ORDER BY g.tournament, g.round, g.board, g.hall
