-- The moves of one game with the clock after each and the time it took: name it with --game.
-- completed_by says how a move was completed: press, end or next; empty, it was not.
-- It says what the view moves of the live database says, without that view: ClickHouse plans a view with parameters once more for its columns.
SELECT ply, side, san, clk, emt, quality, completed_by, made, completed
FROM $db.plies FINAL
PREWHERE game = {game:String}
WHERE standing AND (hall, (sitting, gen, false)) IN
(
    SELECT hall, argMax((sitting, gen, gone), ((begun IS NOT NULL) OR result != '*', toUInt64OrZero(substring(sitting, 2))))
    FROM $db.games FINAL
    PREWHERE game = {game:String}
    WHERE (hall, sitting, gen) IN (SELECT hall, sitting, gen FROM $db.generations FINAL)
    GROUP BY hall
)
ORDER BY hall, ply
SETTINGS use_index_for_in_with_subqueries = 0
