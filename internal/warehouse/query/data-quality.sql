-- How good the data of each board are.
-- missing are messages of the source before one of this board that never came; taken_back are moves.
-- score is the share of plies, in percent, that the board showed by itself and whose time is known from the clock.
SELECT g.game AS game, g.device AS device, p.plies AS plies,
    round(100 * p.sound / nullIf(p.plies, 0), 1) AS score,
    p.unseen AS unseen, t.taken_back AS taken_back, p.untimed AS untimed,
    o.messages AS messages, o.missing AS missing, h.lost AS lost, h.seen AS seen,
    u.episodes AS unexplained, u.seconds AS unexplained_seconds,
    h.clock_absent AS clock_absent, h.battery_low AS battery_low, c.odd AS clock_odd
FROM (SELECT * FROM $db.games_now WHERE NOT gone AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})) AS g
LEFT JOIN
(
    SELECT hall, game, count() AS plies, countIf(origin = '' AND quality IN ('clock', 'first', 'period', 'delay')) AS sound,
        countIf(origin != '') AS unseen, countIf(clk IS NULL) AS untimed
    FROM $db.plies_now WHERE ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String}) GROUP BY hall, game
) AS p ON p.hall = g.hall AND p.game = g.game
LEFT JOIN
(
    SELECT hall, game, countIf(type = 'move.v1.withdrawn') AS taken_back FROM $db.facts_now WHERE ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String}) GROUP BY hall, game
) AS t ON t.hall = g.hall AND t.game = g.game
LEFT JOIN
(
    SELECT hall, device, sum(messages) AS messages, sum(missing) AS missing
    FROM
    (
        SELECT hall, device, source, count() AS messages,
            sumIf(source_seq - previous - 1, previous > 0) AS missing
        FROM
        (
            SELECT hall, device, source, source_seq, lagInFrame(source_seq) OVER (PARTITION BY hall, source ORDER BY source_seq ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
            FROM $db.observations FINAL
        )
        GROUP BY hall, device, source
    )
    GROUP BY hall, device
) AS o ON o.hall = g.hall AND o.device = g.device
LEFT JOIN
(
    SELECT hall, device, countIf(kind = 'lost') AS lost, countIf(kind = 'seen') AS seen,
        countIf(kind = 'clock_absent') AS clock_absent, countIf(kind = 'battery_low') AS battery_low
    FROM $db.device_health FINAL GROUP BY hall, device
) AS h ON h.hall = g.hall AND h.device = g.device
LEFT JOIN
(
    SELECT hall, game, countIf(begins) AS episodes, round(sumIf(dateDiff('millisecond', in_time, until), begins) / 1000, 1) AS seconds
    FROM
    (
        SELECT hall, game, in_time, NOT JSONExtractBool(data, 'explained') AS begins,
            leadInFrame(in_time, 1, in_time) OVER (PARTITION BY hall, sitting, game ORDER BY seq ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING) AS until
        FROM $db.facts_now
        WHERE type = 'board.v1.unexplained' AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})
    )
    GROUP BY hall, game
) AS u ON u.hall = g.hall AND u.game = g.game
LEFT JOIN
(
    SELECT hall, game, countIf(hasAny(JSONExtract(data, 'changes', 'Array(String)'), ['adjusted', 'reset', 'drifted', 'unplugged'])) AS odd
    FROM $db.facts_now WHERE type = 'clock.v1.changed' AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String}) GROUP BY hall, game
) AS c ON c.hall = g.hall AND c.game = g.game
ORDER BY g.tournament, g.round, g.board, g.hall
