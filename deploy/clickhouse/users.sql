-- Databases and users of a warehouse on a ClickHouse server (23.3 or later), to
-- be run once by its administrator:
--
--   sed -e "s/LIVE_SHA256/$live/; s/PUBLIC_SHA256/$public/; s/DESK_SHA256/$desk/" users.sql | clickhouse-client --multiquery
--
-- where each variable is the SHA-256 of a password in hex:
--
--   live=$(printf %s "$PASSWORD" | sha256sum | cut -c1-64)
--
-- The writers' passwords go into BOARDWIRE_WAREHOUSE_PASSWORD and
-- BOARDWIRE_WAREHOUSE_PUBLIC_PASSWORD. On a cluster add ON CLUSTER to each line.

CREATE DATABASE IF NOT EXISTS boardwire_live ENGINE = Atomic;
CREATE DATABASE IF NOT EXISTS boardwire_public ENGINE = Atomic;

-- Writes record, facts and deliveries. It sees nothing of the public database.
CREATE USER IF NOT EXISTS boardwire_live IDENTIFIED WITH sha256_hash BY 'LIVE_SHA256'
    SETTINGS async_insert = 0;
GRANT SELECT, INSERT, ALTER, CREATE TABLE, CREATE VIEW, DROP TABLE, DROP VIEW, OPTIMIZE ON boardwire_live.* TO boardwire_live;

-- Writes what the public was shown, from the released streams alone. It sees
-- nothing of the live database.
CREATE USER IF NOT EXISTS boardwire_public IDENTIFIED WITH sha256_hash BY 'PUBLIC_SHA256'
    SETTINGS async_insert = 0;
GRANT SELECT, INSERT, ALTER, CREATE TABLE, CREATE VIEW, DROP TABLE, DROP VIEW, OPTIMIZE ON boardwire_public.* TO boardwire_public;

-- Asks questions of the live database: operators, arbiters, dashboards of the
-- hall. It is ahead of what is released.
CREATE USER IF NOT EXISTS boardwire_desk IDENTIFIED WITH sha256_hash BY 'DESK_SHA256'
    SETTINGS readonly = 2, max_execution_time = 30, max_memory_usage = 2000000000;
GRANT SELECT ON boardwire_live.* TO boardwire_desk;

-- Asks the public database: anybody who may know what everybody knows. Its
-- tables tell nothing of the live ones; system tables would, and are not granted.
CREATE USER IF NOT EXISTS boardwire_visitor IDENTIFIED WITH no_password
    SETTINGS readonly = 1, max_execution_time = 10, max_memory_usage = 500000000;
GRANT SELECT ON boardwire_public.* TO boardwire_visitor;
