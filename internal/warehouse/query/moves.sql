-- The moves of one game with the clock after each and the time it took: name it with --game.
-- completed_by says how a move was completed: press, end or next; empty, it was not.
SELECT ply, side, san, clk, emt, quality, completed_by, made, completed
FROM $db.moves(game = {game:String})
ORDER BY hall, ply
