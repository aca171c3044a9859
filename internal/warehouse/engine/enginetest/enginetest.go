// Package enginetest gives tests a real engine.
package enginetest

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardwire/internal/warehouse/engine"
	"boardwire/internal/warehouse/engine/process"
)

// Variable names the engine's shared library; `make test` sets it.
const Variable = "BOARDWIRE_WAREHOUSE_LIB"

const asProcess = "BOARDWIRE_TEST_ENGINE_PROCESS"

// Main is for TestMain of a package whose tests call Start: the test program,
// started again, is the engine's process.
func Main(m *testing.M) {
	if os.Getenv(asProcess) == "" {
		os.Exit(m.Run())
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	cfg := process.Config{Parent: os.Stdin, Ready: os.Stdout, Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	f := flag.NewFlagSet("engine", flag.ExitOnError)
	f.StringVar(&cfg.Library, "lib", "", "")
	f.StringVar(&cfg.Data, "data", "", "")
	f.StringVar(&cfg.Socket, "socket", "", "")
	f.StringVar(&cfg.User, "user", "", "")
	f.Int64Var(&cfg.Memory, "memory", 0, "")
	f.Parse(os.Args[1:])
	if err := process.Run(ctx, cfg); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Lib is the shared library, or the test is skipped loudly.
func Lib(tb testing.TB) string {
	tb.Helper()
	lib := os.Getenv(Variable)
	if lib == "" {
		tb.Skipf("SKIPPED: %s is not set, so nothing was tested against an embedded ClickHouse; run `make test`", Variable)
	}
	if _, err := os.Stat(lib); err != nil {
		tb.Skipf("SKIPPED: there is no embedded ClickHouse (%v); run `make warehouse-engine`", err)
	}
	return lib
}

// Config is for a test of its own, with the data in a temporary folder.
func Config(tb testing.TB) engine.Config {
	tb.Helper()
	lib := Lib(tb)
	// The program's flags would be taken for its own by the testing package,
	// so it learns from the environment what it is.
	return engine.Config{
		Lib: lib, Data: tb.TempDir(), Command: []string{"/usr/bin/env", asProcess + "=1", os.Args[0]},
		MaxPause: 200 * time.Millisecond, // a test may kill it often
		Log:      slog.New(slog.NewTextHandler(writer{tb}, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
}

// Start starts an engine that ends with the test.
func Start(tb testing.TB, cfg engine.Config) *engine.Engine {
	tb.Helper()
	e, err := engine.Start(context.Background(), cfg)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(e.Close)
	return e
}

type writer struct{ tb testing.TB }

func (w writer) Write(p []byte) (int, error) {
	fmt.Fprintln(w.tb.Output(), strings.TrimSpace(string(p)))
	return len(p), nil
}
