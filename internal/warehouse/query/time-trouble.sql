-- Who was short of time: moves after which the mover had less than a limit.
-- The limits are 5 minutes in a standard game, 1 minute in rapid and 10 seconds in blitz, unless another is given.
-- param below Int32 0 Seconds; 0 takes the limit of the kind of game.
SELECT p.game AS game, p.side AS side, any(p.player) AS player, count() AS moves,
    intDiv(min(p.ply) + 1, 2) AS first_move, min(p.clk) AS least_clock, any(below) AS limit
FROM
(
    SELECT hall, tournament, round, board, game, side, player, ply, clk FROM $db.plies_now WHERE clk IS NOT NULL AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})
) AS p
INNER JOIN
(
    SELECT hall, game, if({below:Int32} > 0, {below:Int32}, multiIf(kind = 'blitz', 10, kind = 'rapid', 60, 300)) AS below
    FROM $db.games_now
) AS g ON g.hall = p.hall AND g.game = p.game
WHERE p.clk < g.below
GROUP BY p.hall, p.tournament, p.round, p.board, p.game, p.side
ORDER BY p.tournament, p.round, p.board, p.hall, p.side DESC
