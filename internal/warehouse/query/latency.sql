-- Milliseconds from hop to hop, for moves made and completed.
-- The release is that to audiences without delay; host clocks decide the first hop.
SELECT hop, count() AS events, round(quantileExact(0.5)(ms), 3) AS p50, round(quantileExact(0.95)(ms), 3) AS p95,
    round(quantileExact(0.99)(ms), 3) AS p99, round(max(ms), 3) AS longest
FROM
(
    SELECT arrayJoin([('1 device to outbox', dateDiff('microsecond', observed, recorded)),
        ('2 outbox to record', dateDiff('microsecond', recorded, in_time)),
        ('3 record to fact', dateDiff('microsecond', in_time, stored))]) AS pair, pair.1 AS hop, pair.2 / 1000 AS ms
    FROM $db.facts_now
    WHERE type IN ('move.v1.made', 'move.v1.completed') AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})
    UNION ALL
    SELECT (hop, toInt64(0)) AS pair, '4 fact to release' AS hop, dateDiff('microsecond', f.stored, d.released) / 1000 AS ms
    FROM
    (
        SELECT hall, game, if(type = 'move.v1.made', 'made', 'completed') AS kind, in_time, stored
        FROM $db.facts_now
        WHERE type IN ('move.v1.made', 'move.v1.completed') AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})
    ) AS f
    INNER JOIN
    (
        SELECT hall, game, kind, at, released FROM $db.deliveries FINAL
        WHERE (hall, audience) IN (SELECT hall, audience FROM $db.audiences FINAL GROUP BY hall, audience HAVING max(delay_ms) = 0)
    ) AS d ON d.hall = f.hall AND d.game = f.game AND d.kind = f.kind AND d.at = f.in_time
)
GROUP BY hop
ORDER BY hop
