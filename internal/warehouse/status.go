package warehouse

import (
	"context"
	"fmt"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
)

// TableStatus is what one table holds.
type TableStatus struct {
	Table string
	// Rows are those that count: a row that was replaced does not.
	Rows uint64
	// Parts and Bytes are those on disk, merged or not.
	Parts, Bytes uint64
}

// StreamStatus is how far one stream is written, as the writer last said.
type StreamStatus struct {
	Stream string
	// Written is the last message that is in, Last what the stream held then.
	Written, Last uint64
	// Error is what went wrong last; empty where all goes well.
	Error string
	// Told is when the writer said so: a writer that runs says so each minute.
	Told time.Time
}

// Behind is how many messages are missing.
func (s StreamStatus) Behind() uint64 { return s.Last - min(s.Last, s.Written) }

// Status says what a database holds and how far its writer is.
func Status(ctx context.Context, conn driver.Conn, database string) (tables []TableStatus, streams []StreamStatus, err error) {
	if !plainName.MatchString(database) {
		return nil, nil, fmt.Errorf("warehouse: database %q: a name has a-z, 0-9 and _, and begins with a letter", database)
	}
	rows, err := conn.Query(ctx, `SELECT t.name, toUInt64(count(p.name)), sum(p.bytes_on_disk)
FROM system.tables AS t LEFT JOIN (SELECT table, name, bytes_on_disk FROM system.parts WHERE active AND database = ?) AS p ON p.table = t.name
WHERE t.database = ? AND t.engine LIKE '%ReplacingMergeTree' AND NOT endsWith(t.name, ?) GROUP BY t.name ORDER BY t.name`, database, database, newSuffix)
	if err != nil {
		return nil, nil, fmt.Errorf("warehouse: tables of %s: %w", database, err)
	}
	defer rows.Close()
	for rows.Next() {
		var s TableStatus
		if err := rows.Scan(&s.Table, &s.Parts, &s.Bytes); err != nil {
			return nil, nil, err
		}
		tables = append(tables, s)
	}
	if err := rows.Err(); err != nil {
		return nil, nil, err
	}
	if len(tables) == 0 {
		return nil, nil, fmt.Errorf("warehouse: there is no database %s, or nothing in it; the writer makes it when it first runs", database)
	}
	for i := range tables {
		if err := conn.QueryRow(ctx, "SELECT count() FROM "+database+"."+tables[i].Table+" FINAL").Scan(&tables[i].Rows); err != nil {
			return nil, nil, fmt.Errorf("warehouse: rows of %s: %w", tables[i].Table, err)
		}
	}
	told, err := conn.Query(ctx, "SELECT stream, seq, last, error, at FROM "+database+".positions FINAL ORDER BY hall, stream")
	if err != nil {
		return nil, nil, fmt.Errorf("warehouse: positions: %w", err)
	}
	defer told.Close()
	for told.Next() {
		var s StreamStatus
		if err := told.Scan(&s.Stream, &s.Written, &s.Last, &s.Error, &s.Told); err != nil {
			return nil, nil, err
		}
		streams = append(streams, s)
	}
	return tables, streams, told.Err()
}
