-- What the writer last said of itself.
CREATE TABLE IF NOT EXISTS $db.positions $cluster
(
    hall   LowCardinality(String),
    stream LowCardinality(String),
    seq    UInt64,
    last   UInt64,
    error  String,
    at     DateTime64(3, 'UTC')
)
ENGINE = $replacing(at)
ORDER BY (hall, stream)
