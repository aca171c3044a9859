package warehouse

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"boardwire/internal/warehouse/engine"
	"boardwire/internal/warehouse/engine/enginetest"
)

// options returns how to reach ClickHouse: the server that CLICKHOUSE_DSN names,
// or an embedded engine of the test's own.
func options(t testing.TB) *clickhouse.Options {
	t.Helper()
	if dsn := os.Getenv("CLICKHOUSE_DSN"); dsn != "" {
		o, err := clickhouse.ParseDSN(dsn)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	return embedded(t).Options(engine.Live, "default")
}

// embedded starts an engine of the test's own.
func embedded(t testing.TB) *engine.Engine {
	t.Helper()
	cfg := enginetest.Config(t)
	cfg.LiveOnly = true
	return enginetest.Start(t, cfg)
}

var databases atomic.Int64

// ours returns a connection and two databases of the test's own, which go with it.
func ours(t testing.TB) (driver.Conn, Config) {
	t.Helper()
	conn, err := Connect(options(t))
	if err != nil {
		t.Fatal(err)
	}
	n := fmt.Sprintf("%d_%d", os.Getpid(), databases.Add(1))
	cfg := Config{Hall: "h", Live: "t" + n + "_live", Public: "t" + n + "_public"}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		for _, db := range []string{cfg.Live, cfg.Public} {
			if err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+db+" SYNC"); err != nil {
				t.Error(err)
			}
		}
		conn.Close()
	})
	return conn, cfg
}

// ask returns one value.
func ask[T any](t testing.TB, conn driver.Conn, query string, args ...any) (v T) {
	t.Helper()
	if err := conn.QueryRow(t.Context(), query, args...).Scan(&v); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return v
}
