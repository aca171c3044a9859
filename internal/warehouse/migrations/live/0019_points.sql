-- What a final result gives each side, in half points; no value while there is none, and in rows that were written before this.
ALTER TABLE $db.games $cluster
    ADD COLUMN IF NOT EXISTS white_half Nullable(Int16),
    ADD COLUMN IF NOT EXISTS black_half Nullable(Int16)
