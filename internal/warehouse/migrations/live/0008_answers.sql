-- How rulings were answered.
CREATE TABLE IF NOT EXISTS $db.answers $cluster
(
    hall       LowCardinality(String),
    sitting    LowCardinality(String),
    gen        UInt32,
    seq        UInt64,
    since      UInt64,
    tournament LowCardinality(String),
    round      LowCardinality(String),
    board      UInt16,
    game       LowCardinality(String),
    id         String CODEC(ZSTD),
    ruling     String CODEC(ZSTD),
    request    String CODEC(ZSTD),
    answer     LowCardinality(String),
    verdict    LowCardinality(String),
    articles   Array(String),
    text       String CODEC(ZSTD),
    in_time    DateTime64(6, 'UTC') CODEC(Delta, ZSTD)
)
ENGINE = $replacing(seq)
PARTITION BY tournament
ORDER BY (game, hall, sitting, gen, seq)
