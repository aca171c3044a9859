-- Every move with the time it took and the clock after it.
-- quality says how far the time can be trusted: clock, first, period, delay, adjusted, unseen or none.
SELECT game, intDiv(ply + 1, 2) AS move, side, player, san, emt, clk, quality, phase
FROM $db.plies_now
WHERE ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})
ORDER BY tournament, round, board, hall, ply
