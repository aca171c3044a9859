-- Time used by each side in each phase of its game.
-- Opening: the first 12 moves each; endgame: pieces of both sides worth 26 or less (queen 9, rook 5, bishop and knight 3).
SELECT game, side, player, phase, count() AS moves, count(emt) AS timed, sum(emt) AS seconds,
    round(avg(emt), 1) AS average, max(emt) AS longest,
    round(100 * sum(emt) / nullIf(sum(sum(emt)) OVER (PARTITION BY hall, game, side), 0), 1) AS share
FROM $db.plies_now
WHERE ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})
GROUP BY hall, tournament, round, board, game, side, player, phase
ORDER BY tournament, round, board, hall, side DESC, indexOf(['opening', 'middlegame', 'endgame'], phase)
