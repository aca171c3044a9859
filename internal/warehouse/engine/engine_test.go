package engine_test

import (
	"context"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"boardwire/internal/warehouse/engine"
	"boardwire/internal/warehouse/engine/enginetest"
)

func TestMain(m *testing.M) { enginetest.Main(m) }

// open is a connection of the unmodified driver.
func open(t testing.TB, o *clickhouse.Options) driver.Conn {
	t.Helper()
	c, err := clickhouse.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func run(t testing.TB, c driver.Conn, sql ...string) {
	t.Helper()
	for _, s := range sql {
		if err := c.Exec(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func TestDriverWritesAndReads(t *testing.T) {
	e := enginetest.Start(t, enginetest.Config(t))
	c := open(t, e.Options(engine.Live, "default"))
	if err := c.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	run(t, c, "CREATE DATABASE games", "CREATE TABLE games.plies (game LowCardinality(String), ply UInt32, at DateTime64(6, 'UTC')) ENGINE = ReplacingMergeTree ORDER BY (game, ply)")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	b, err := c.PrepareBatch(ctx, "INSERT INTO games.plies")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 29, 15, 0, 0, 123456000, time.UTC)
	for i := range 10000 {
		if err := b.Append("demo.1.1", uint32(i), at.Add(time.Duration(i)*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Send(); err != nil {
		t.Fatal(err)
	}
	var n uint64
	var last time.Time
	if err := c.QueryRow(ctx, "SELECT count(), max(at) FROM games.plies FINAL WHERE game = {g:String}", clickhouse.Named("g", "demo.1.1")).Scan(&n, &last); err != nil {
		t.Fatal(err)
	}
	if want := at.Add(9999 * time.Second); n != 10000 || !last.Equal(want) {
		t.Errorf("read %d rows up to %v, want 10000 up to %v", n, last, want)
	}
}
