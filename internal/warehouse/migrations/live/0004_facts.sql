-- What follows from the record, one row a fact. in_seq and in_time are of the message that caused it.
CREATE TABLE IF NOT EXISTS $db.facts $cluster
(
    hall       LowCardinality(String),
    sitting    LowCardinality(String),
    gen        UInt32,
    seq        UInt64 CODEC(Delta, ZSTD),
    since      UInt64 CODEC(DoubleDelta, ZSTD),
    tournament LowCardinality(String),
    round      LowCardinality(String),
    board      UInt16,
    game       LowCardinality(String),
    id         String CODEC(ZSTD),
    type       LowCardinality(String),
    cause      String CODEC(ZSTD),
    device     LowCardinality(String),
    in_seq     UInt64 CODEC(Delta, ZSTD),
    observed   DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    recorded   DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    in_time    DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    stored     DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    data       String CODEC(ZSTD)
)
ENGINE = $replacing(seq)
PARTITION BY tournament
ORDER BY (game, hall, sitting, gen, seq)
