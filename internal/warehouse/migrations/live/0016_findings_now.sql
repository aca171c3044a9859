-- The findings of the generations that hold.
CREATE OR REPLACE VIEW $db.findings_now $cluster AS
SELECT f.* FROM $db.findings AS f FINAL
WHERE (hall, sitting, gen) IN (SELECT hall, sitting, gen FROM $db.generations FINAL)
