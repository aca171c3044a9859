-- The half-moves that stand, of each game once.
CREATE OR REPLACE VIEW $db.plies_now $cluster AS
SELECT p.* FROM $db.plies AS p FINAL
WHERE standing AND (hall, sitting, gen, game) IN (SELECT hall, sitting, gen, game FROM $db.games_now WHERE NOT gone)
