-- The delays, each as it was in force from a moment on.
CREATE TABLE IF NOT EXISTS $db.audiences $cluster
(
    hall     LowCardinality(String),
    audience LowCardinality(String),
    kind     LowCardinality(String),
    delay_ms Int64,
    since    DateTime64(6, 'UTC')
)
ENGINE = $replacing()
ORDER BY (hall, audience, since)
