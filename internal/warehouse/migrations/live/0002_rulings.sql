-- Rulings as they were stated. Player, result and detail are of those that have them.
CREATE TABLE IF NOT EXISTS $db.rulings $cluster
(
    hall       LowCardinality(String),
    sitting    LowCardinality(String),
    seq        UInt64 CODEC(Delta, ZSTD),
    since      UInt64 CODEC(DoubleDelta, ZSTD),
    tournament LowCardinality(String),
    round      LowCardinality(String),
    board      UInt16,
    game       LowCardinality(String),
    id         String CODEC(ZSTD),
    kind       LowCardinality(String),
    author     LowCardinality(String),
    request    String CODEC(ZSTD),
    article    LowCardinality(String),
    saw        String CODEC(ZSTD),
    player     LowCardinality(String),
    result     LowCardinality(String),
    detail     LowCardinality(String),
    recorded   DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    stored     DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    data       String CODEC(ZSTD)
)
ENGINE = $replacing(seq)
PARTITION BY tournament
ORDER BY (hall, sitting, seq)
