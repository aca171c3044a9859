-- The facts of the generations that hold.
CREATE OR REPLACE VIEW $db.facts_now $cluster AS
SELECT f.* FROM $db.facts AS f FINAL
WHERE (hall, sitting, gen) IN (SELECT hall, sitting, gen FROM $db.generations FINAL)
