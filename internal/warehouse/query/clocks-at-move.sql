-- Both clocks at a move, and White's lead.
-- param move UInt16 40 The number of the move.
SELECT game, any(white) AS white_clock, any(black) AS black_clock, any(white) - any(black) AS lead
FROM
(
    SELECT hall, tournament, round, board, game, if(side = 'white', clk, NULL) AS white, if(side = 'black', clk, NULL) AS black
    FROM $db.plies_now
    WHERE intDiv(ply + 1, 2) = {move:UInt16} AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})
)
GROUP BY hall, tournament, round, board, game
ORDER BY tournament, round, board, hall
