-- What a result gives each side, in half points, where the audience was told: points would tell of penalties, so that the public is not.
ALTER TABLE $db.games $cluster
    ADD COLUMN IF NOT EXISTS white_half Nullable(Int16),
    ADD COLUMN IF NOT EXISTS black_half Nullable(Int16)
