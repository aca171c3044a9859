-- Half-moves as an audience has seen them; delay_ms is from the record's time to the release.
CREATE TABLE IF NOT EXISTS $db.plies $cluster
(
    hall       LowCardinality(String),
    audience   LowCardinality(String),
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
    phase      LowCardinality(String),
    edition    LowCardinality(String),
    clk        Nullable(Int32) CODEC(T64, ZSTD),
    other_clk  Nullable(Int32) CODEC(T64, ZSTD),
    emt        Nullable(Int32) CODEC(T64, ZSTD),
    quality    LowCardinality(String),
    made       DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    completed  Nullable(DateTime64(6, 'UTC')) CODEC(Delta, ZSTD),
    released   Nullable(DateTime64(6, 'UTC')) CODEC(Delta, ZSTD),
    delay_ms   Nullable(Int64) CODEC(T64, ZSTD)
)
ENGINE = $replacing(seq)
PARTITION BY tournament
ORDER BY (game, hall, audience, ply)
