-- The games that were not taken back.
CREATE OR REPLACE VIEW $db.games_now $cluster AS
SELECT g.* FROM $db.games AS g FINAL WHERE NOT gone
