-- Half-moves as they stand (standing = 1) or stood before they were taken back. Clocks are seconds, times are the record's.
CREATE TABLE IF NOT EXISTS $db.plies $cluster
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
    ply        UInt16 CODEC(Delta, ZSTD),
    side       LowCardinality(String),
    player     LowCardinality(String),
    uci        LowCardinality(String),
    san        LowCardinality(String),
    fen        String CODEC(ZSTD),
    standing   Bool,
    illegal    Bool,
    origin     LowCardinality(String),
    completed_by LowCardinality(String),
    phase      LowCardinality(String),
    edition    LowCardinality(String),
    clk        Nullable(Int32) CODEC(T64, ZSTD),
    other_clk  Nullable(Int32) CODEC(T64, ZSTD),
    emt        Nullable(Int32) CODEC(T64, ZSTD),
    quality    LowCardinality(String),
    wall_ms    Nullable(Int64) CODEC(T64, ZSTD),
    made       DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    completed  Nullable(DateTime64(6, 'UTC')) CODEC(Delta, ZSTD)
)
ENGINE = $replacing(seq)
PARTITION BY tournament
ORDER BY (game, hall, sitting, gen, ply)
