-- What asked a human to look, and when its cause was gone.
CREATE TABLE IF NOT EXISTS $db.findings $cluster
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
    kind       LowCardinality(String),
    device     LowCardinality(String),
    ply        UInt16,
    act        LowCardinality(String),
    articles   Array(String),
    text       String CODEC(ZSTD),
    raised     DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    cleared    Nullable(DateTime64(6, 'UTC')) CODEC(Delta, ZSTD)
)
ENGINE = $replacing(seq)
PARTITION BY tournament
ORDER BY (game, hall, sitting, gen, id)
