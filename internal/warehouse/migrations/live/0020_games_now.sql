-- Each game once: that of the latest sitting in which something happened, in the generation that holds. Sittings are in the order of their numbers.
CREATE OR REPLACE VIEW $db.games_now $cluster AS
SELECT g.* FROM $db.games AS g FINAL
WHERE (hall, sitting, gen) IN (SELECT hall, sitting, gen FROM $db.generations FINAL)
ORDER BY hall, game, (begun IS NOT NULL) OR result != '*' DESC, toUInt64OrZero(substring(sitting, 2)) DESC
LIMIT 1 BY hall, game
