-- How good the data of each board are.
-- All of it is of the sitting that the game is told from; moves that an adjourned game brought along are not counted.
-- board: seen, not seen (not one message came from it in that sitting: nothing is known of it), or none where no board serves the table.
-- missing are messages of the source before one of this board that never came; taken_back are moves.
-- score is the share of plies, in percent, that the board showed by itself and whose time is known from the clock.
SELECT g.game AS game, g.device AS device, multiIf(g.device = '', 'none', o.messages = 0, 'not seen', 'seen') AS board, p.plies AS plies,
    if(o.messages = 0, NULL, round(100 * p.sound / nullIf(p.plies, 0), 1)) AS score,
    p.unseen AS unseen, t.taken_back AS taken_back, p.untimed AS untimed,
    o.messages AS messages, if(o.messages = 0, NULL, o.missing) AS missing,
    if(o.messages = 0, NULL, h.lost) AS lost, if(o.messages = 0, NULL, h.seen) AS seen,
    if(o.messages = 0, NULL, u.episodes) AS unexplained, if(o.messages = 0, NULL, u.seconds) AS unexplained_seconds,
    if(o.messages = 0, NULL, h.clock_absent) AS clock_absent, if(o.messages = 0, NULL, h.battery_low) AS battery_low,
    if(o.messages = 0, NULL, c.odd) AS clock_odd
FROM (SELECT * FROM $db.games_now WHERE NOT gone AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})) AS g
LEFT JOIN
(
    SELECT hall, game, count() AS plies, countIf(origin = '' AND quality IN ('clock', 'first', 'period', 'delay')) AS sound,
        countIf(origin != '') AS unseen, countIf(clk IS NULL) AS untimed
    FROM $db.plies_now WHERE origin != 'carried' AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String}) GROUP BY hall, game
) AS p ON p.hall = g.hall AND p.game = g.game
LEFT JOIN
(
    SELECT hall, sitting, game, countIf(type = 'move.v1.withdrawn') AS taken_back FROM $db.facts_now WHERE ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String}) GROUP BY hall, sitting, game
) AS t ON t.hall = g.hall AND t.sitting = g.sitting AND t.game = g.game
LEFT JOIN
(
    SELECT hall, sitting, device, sum(messages) AS messages, sum(missing) AS missing
    FROM
    (
        SELECT hall, sitting, device, source, count() AS messages,
            sumIf(source_seq - previous - 1, previous > 0) AS missing
        FROM
        (
            SELECT hall, sitting, device, source, source_seq, lagInFrame(source_seq) OVER (PARTITION BY hall, source ORDER BY source_seq ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
            FROM $db.observations FINAL
        )
        GROUP BY hall, sitting, device, source
    )
    GROUP BY hall, sitting, device
) AS o ON o.hall = g.hall AND o.sitting = g.sitting AND o.device = g.device
LEFT JOIN
(
    SELECT hall, sitting, device, countIf(kind = 'lost') AS lost, countIf(kind = 'seen') AS seen,
        countIf(kind = 'clock_absent') AS clock_absent, countIf(kind = 'battery_low') AS battery_low
    FROM $db.device_health FINAL GROUP BY hall, sitting, device
) AS h ON h.hall = g.hall AND h.sitting = g.sitting AND h.device = g.device
LEFT JOIN
(
    SELECT hall, sitting, game, countIf(begins) AS episodes, round(sumIf(dateDiff('millisecond', in_time, until), begins) / 1000, 1) AS seconds
    FROM
    (
        SELECT hall, sitting, game, in_time, NOT JSONExtractBool(data, 'explained') AS begins,
            leadInFrame(in_time, 1, in_time) OVER (PARTITION BY hall, sitting, game ORDER BY seq ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING) AS until
        FROM $db.facts_now
        WHERE type = 'board.v1.unexplained' AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})
    )
    GROUP BY hall, sitting, game
) AS u ON u.hall = g.hall AND u.sitting = g.sitting AND u.game = g.game
LEFT JOIN
(
    SELECT hall, sitting, game, countIf(hasAny(JSONExtract(data, 'changes', 'Array(String)'), ['adjusted', 'reset', 'drifted', 'unplugged'])) AS odd
    FROM $db.facts_now WHERE type = 'clock.v1.changed' AND ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String}) GROUP BY hall, sitting, game
) AS c ON c.hall = g.hall AND c.sitting = g.sitting AND c.game = g.game
ORDER BY g.tournament, g.round, g.board, g.hall
