-- What each audience got, and how much later than its delay asks.
-- at is the record's time in whole seconds where the audience is delayed, so that up to a second of late_ms is the grid's. early counts messages before their time; it must be 0. delay_ms is the longest that was in force.
SELECT d.audience AS audience, max(a.delay_ms) AS delay_ms, count() AS messages,
    quantileExact(0.5)(dateDiff('millisecond', d.at, d.released)) AS after_p50, min(dateDiff('millisecond', d.at, d.released)) AS after_least,
    quantileExact(0.5)(dateDiff('millisecond', d.at, d.released) - a.delay_ms) AS late_p50,
    quantileExact(0.99)(dateDiff('millisecond', d.at, d.released) - a.delay_ms) AS late_p99,
    max(dateDiff('millisecond', d.at, d.released) - a.delay_ms) AS late_most,
    countIf(dateDiff('millisecond', d.at, d.released) < a.delay_ms) AS early
FROM (SELECT * FROM $db.deliveries FINAL WHERE ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})) AS d
ASOF LEFT JOIN (SELECT hall, audience, delay_ms, since FROM $db.audiences FINAL) AS a
ON a.hall = d.hall AND a.audience = d.audience AND d.released >= a.since
GROUP BY d.audience
ORDER BY d.audience
