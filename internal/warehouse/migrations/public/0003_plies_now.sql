-- The half-moves that stand.
CREATE OR REPLACE VIEW $db.plies_now $cluster AS
SELECT p.* FROM $db.plies AS p FINAL WHERE standing
