package warehouse

import (
	"context"
	"fmt"
	"strings"
	"sync"
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

// inserts writes blocks, and knows the tables' columns so that they are not asked
// for before each, as the driver does over HTTP. It is safe for concurrent use.
type inserts struct {
	mu    sync.Mutex
	known map[string][]clickhouse.ColumnNameAndType
}

// insert writes one block. It is written whole or not at all; after an error
// nobody knows which, and writing it again does no harm.
func (n *inserts) insert(ctx context.Context, conn driver.Conn, b block) error {
	ctx, cancel := context.WithTimeout(ctx, insertWithin)
	defer cancel()
	columns, err := n.columns(ctx, conn, b)
	if err != nil {
		return fmt.Errorf("%s.%s: %w", b.database, b.table, err)
	}
	err = send(ctx, conn, b, columns)
	if err != nil { // the table may not be what it was
		n.mu.Lock()
		delete(n.known, b.database+"."+b.table)
		n.mu.Unlock()
	}
	return err
}

// columns returns the types of a block's columns, in its order; nil where the
// table does not show them, so that the driver asks.
func (n *inserts) columns(ctx context.Context, conn driver.Conn, b block) ([]clickhouse.ColumnNameAndType, error) {
	name := b.database + "." + b.table
	n.mu.Lock()
	columns, ok := n.known[name]
	n.mu.Unlock()
	if ok {
		return columns, nil
	}
	rows, err := conn.Query(ctx, "SELECT name, type FROM system.columns WHERE database = ? AND table = ?", b.database, b.table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	types := map[string]string{}
	for rows.Next() {
		var column, kind string
		if err := rows.Scan(&column, &kind); err != nil {
			return nil, err
		}
		types[column] = kind
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	for _, column := range b.names {
		kind, ok := types[column]
		if !ok {
			return nil, nil
		}
		columns = append(columns, clickhouse.ColumnNameAndType{Name: column, Type: kind})
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.known == nil {
		n.known = map[string][]clickhouse.ColumnNameAndType{}
	}
	n.known[name] = columns
	return columns, nil
}

func send(ctx context.Context, conn driver.Conn, b block, columns []clickhouse.ColumnNameAndType) error {
	// No server-side buffer: what is acknowledged is written.
	ctx = clickhouse.Context(ctx, clickhouse.WithSettings(clickhouse.Settings{"async_insert": 0}), clickhouse.WithColumnNamesAndTypes(columns))
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
