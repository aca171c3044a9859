-- What devices said, one row a message of the record.
CREATE TABLE IF NOT EXISTS $db.observations $cluster
(
    hall       LowCardinality(String),
    sitting    LowCardinality(String),
    seq        UInt64 CODEC(Delta, ZSTD),
    since      UInt64 CODEC(DoubleDelta, ZSTD),
    id         String CODEC(ZSTD),
    type       LowCardinality(String),
    source     LowCardinality(String),
    source_seq UInt64 CODEC(Delta, ZSTD),
    device     LowCardinality(String),
    observed   DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    recorded   DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    stored     DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    data       String CODEC(ZSTD)
)
ENGINE = $replacing(seq)
PARTITION BY (hall, sitting)
ORDER BY (hall, sitting, device, seq)
