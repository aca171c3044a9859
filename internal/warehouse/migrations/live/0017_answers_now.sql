-- The answers of the generations that hold.
CREATE OR REPLACE VIEW $db.answers_now $cluster AS
SELECT a.* FROM $db.answers AS a FINAL
WHERE (hall, sitting, gen) IN (SELECT hall, sitting, gen FROM $db.generations FINAL)
