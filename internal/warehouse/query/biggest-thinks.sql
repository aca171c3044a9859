-- The longest thinks whose time is known from the clock.
-- Where the control has a delay, up to its bonus more was used.
-- param limit UInt32 20 How many.
SELECT game, intDiv(ply + 1, 2) AS move, side, player, san, emt AS seconds, clk, fen
FROM $db.plies_now
WHERE emt IS NOT NULL AND quality IN ('clock', 'first', 'delay') AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})
ORDER BY emt DESC, tournament, round, board, hall, ply
LIMIT {limit:UInt32}
