-- What devices and clocks said of themselves: seen, lost, battery_low, clock_absent, drained.
CREATE TABLE IF NOT EXISTS $db.device_health $cluster
(
    hall     LowCardinality(String),
    sitting  LowCardinality(String),
    seq      UInt64 CODEC(Delta, ZSTD),
    since    UInt64 CODEC(DoubleDelta, ZSTD),
    id       String CODEC(ZSTD),
    device   LowCardinality(String),
    kind     LowCardinality(String),
    source   LowCardinality(String),
    port     LowCardinality(String),
    reason   LowCardinality(String),
    detail   String CODEC(ZSTD),
    observed DateTime64(6, 'UTC') CODEC(Delta, ZSTD),
    stored   DateTime64(6, 'UTC') CODEC(Delta, ZSTD)
)
ENGINE = $replacing(seq)
PARTITION BY (hall, sitting)
ORDER BY (hall, sitting, device, seq)
