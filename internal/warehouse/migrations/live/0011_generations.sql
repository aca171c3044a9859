-- The generation of facts that questions are answered from.
CREATE TABLE IF NOT EXISTS $db.generations $cluster
(
    hall    LowCardinality(String),
    sitting LowCardinality(String),
    gen     UInt32
)
ENGINE = $replacing(gen)
ORDER BY (hall, sitting)
