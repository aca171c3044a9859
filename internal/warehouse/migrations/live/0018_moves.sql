-- The half-moves that stand of one game, moves(game='open.1.3'): what plies_now says of it, without looking at any other game.
CREATE OR REPLACE VIEW $db.moves $cluster AS
SELECT p.* FROM $db.plies AS p FINAL
WHERE standing AND game = {game:String} AND (hall, sitting, gen) IN (
    SELECT hall, sitting, gen FROM (
        SELECT hall, sitting, gen, gone FROM $db.games FINAL
        WHERE game = {game:String} AND (hall, sitting, gen) IN (SELECT hall, sitting, gen FROM $db.generations FINAL)
        ORDER BY hall, (begun IS NOT NULL) OR result != '*' DESC, sitting DESC
        LIMIT 1 BY hall)
    WHERE NOT gone)
