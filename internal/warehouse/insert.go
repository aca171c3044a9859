package warehouse

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
)

// insertWithin bounds one insert: a batch takes milliseconds.
const insertWithin = 20 * time.Second

// Connect opens connections with the bounds that suit a writer: a peer that
// vanished is noticed within seconds, and no connection lives long.
func Connect(o *clickhouse.Options) (driver.Conn, error) {
	opts := *o
	opts.DialTimeout = 2 * time.Second
	opts.ReadTimeout = 10 * time.Second
	opts.ConnMaxLifetime = time.Minute
	opts.MaxOpenConns, opts.MaxIdleConns = 8, 4
	conn, err := clickhouse.Open(&opts)
	if err != nil {
		return nil, fmt.Errorf("warehouse: %w", err)
	}
	return conn, nil
}

// insert writes one block. It is written whole or not at all; after an error
// nobody knows which, and writing it again does no harm.
func insert(ctx context.Context, conn driver.Conn, b block) error {
	ctx, cancel := context.WithTimeout(ctx, insertWithin)
	defer cancel()
	// No server-side buffer: what is acknowledged is written.
	ctx = clickhouse.Context(ctx, clickhouse.WithSettings(clickhouse.Settings{"async_insert": 0}))
	query := "INSERT INTO " + b.database + "." + b.table + " (" + strings.Join(b.names, ", ") + ")"
	batch, err := conn.PrepareBatch(ctx, query)
	if err != nil {
		return fmt.Errorf("%s.%s: %w", b.database, b.table, err)
	}
	defer batch.Close()
	for i, data := range b.data {
		if err := batch.Column(i).Append(data); err != nil {
			return fmt.Errorf("%s.%s, column %s: %w", b.database, b.table, b.names[i], err)
		}
	}
	if err := batch.Send(); err != nil {
		return fmt.Errorf("%s.%s: %d rows: %w", b.database, b.table, b.rows, err)
	}
	return nil
}
