-- Games as an audience has seen them.
CREATE TABLE IF NOT EXISTS $db.games $cluster
(
    hall       LowCardinality(String),
    audience   LowCardinality(String),
    seq        UInt64,
    since      UInt64,
    tournament LowCardinality(String),
    round      LowCardinality(String),
    board      UInt16,
    game       LowCardinality(String),
    white      LowCardinality(String),
    black      LowCardinality(String),
    edition    LowCardinality(String),
    kind       LowCardinality(String),
    control    LowCardinality(String),
    fen_start  LowCardinality(String),
    rate       UInt16,
    gone       Bool,
    status     LowCardinality(String),
    result     LowCardinality(String),
    reason     LowCardinality(String),
    source     LowCardinality(String),
    articles   Array(String),
    paired     DateTime64(6, 'UTC'),
    begun      Nullable(DateTime64(6, 'UTC')),
    ended      Nullable(DateTime64(6, 'UTC'))
)
ENGINE = $replacing(seq)
PARTITION BY tournament
ORDER BY (game, hall, audience)
