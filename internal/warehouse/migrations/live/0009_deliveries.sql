-- What the gate has let go, to whom and when. at is the record's time of the cause, in whole seconds where the audience is delayed.
CREATE TABLE IF NOT EXISTS $db.deliveries $cluster
(
    hall       LowCardinality(String),
    audience   LowCardinality(String),
    seq        UInt64 CODEC(Delta, ZSTD),
    since      UInt64 CODEC(DoubleDelta, ZSTD),
    tournament LowCardinality(String),
    round      LowCardinality(String),
    board      UInt16,
    game       LowCardinality(String),
    kind       LowCardinality(String),
    ply        UInt16,
    at         DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    released   DateTime64(6, 'UTC') CODEC(Delta, ZSTD)
)
ENGINE = $replacing(seq)
PARTITION BY tournament
ORDER BY (hall, audience, seq)
