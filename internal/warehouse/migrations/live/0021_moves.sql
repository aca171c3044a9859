-- The half-moves that stand of one game, moves(game='open.1.3'): what plies_now says of it, without looking at any other game.
-- What a question costs here is planning it, by the table: the sitting of each hall is one aggregate, with whether the game is gone in it,
-- and the game alone is what the index is asked for.
CREATE OR REPLACE VIEW $db.moves $cluster AS
SELECT p.* FROM $db.plies AS p FINAL
PREWHERE game = {game:String}
WHERE standing AND (hall, (sitting, gen, false)) IN (
    SELECT hall, argMax((sitting, gen, gone), ((begun IS NOT NULL) OR result != '*', toUInt64OrZero(substring(sitting, 2))))
    FROM $db.games FINAL
    PREWHERE game = {game:String}
    WHERE (hall, sitting, gen) IN (SELECT hall, sitting, gen FROM $db.generations FINAL)
    GROUP BY hall)
SETTINGS use_index_for_in_with_subqueries = 0
