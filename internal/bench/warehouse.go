package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	chdriver "github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"boardwire/events"
	"boardwire/internal/bus"
	"boardwire/internal/bus/js"
	"boardwire/internal/warehouse"
	"boardwire/internal/warehouse/engine"
	"boardwire/internal/warehouse/query"
)

// engineLibrary names the embedded engine; the Makefile sets it.
const engineLibrary = "BOARDWIRE_WAREHOUSE_LIB"

// kept is what the warehouse part measures.
type kept struct {
	start         time.Duration // of the engine's process
	messages      int
	rows          uint64
	catchUp       time.Duration
	used          share // hall: the engine
	resident      int64
	visible, game spread
	bytes         []tableBytes
}

type tableBytes struct {
	table       string
	rows, bytes uint64
}

// keep writes the streams of a long record into an embedded engine and asks it.
func keep(ctx context.Context, out io.Writer, long *recorded) error {
	lib := os.Getenv(engineLibrary)
	if _, err := os.Stat(lib); lib == "" || err != nil {
		fmt.Fprintf(out, "\nWarehouse: not measured, the engine is not there (make warehouse-engine)\n")
		return nil
	}
	fmt.Fprintf(out, "\nWarehouse: a record of %d events with %d facts into the embedded engine\n", len(long.record), len(long.facts))
	k, err := warehoused(ctx, long, lib)
	if err != nil {
		return err
	}
	k.print(out)
	return nil
}

func warehoused(ctx context.Context, long *recorded, lib string) (k kept, err error) {
	dir, err := os.MkdirTemp("", "boardwire-bench-")
	if err != nil {
		return k, err
	}
	defer os.RemoveAll(dir)
	self, err := os.Executable()
	if err != nil {
		return k, err
	}
	began := time.Now()
	e, err := engine.Start(ctx, engine.Config{
		Lib: lib, Data: filepath.Join(dir, "warehouse"), LiveOnly: true,
		Command: []string{self, "warehouse", "engine"},
	})
	if err != nil {
		return k, err
	}
	defer e.Close()
	k.start = time.Since(began)
	conn, err := warehouse.Connect(e.Options(engine.Live, "default"))
	if err != nil {
		return k, err
	}
	defer conn.Close()
	server, err := js.StartServer(ctx, js.ServerConfig{Dir: filepath.Join(long.dir, "data", "nats")})
	if err != nil {
		return k, err
	}
	defer server.Close()
	live, err := server.Store("boardwire-bench", js.Live)
	if err != nil {
		return k, err
	}
	defer live.Close()
	w, err := warehouse.New(warehouse.Config{Hall: "main"}, warehouse.Deps{Live: live, LiveDB: conn})
	if err != nil {
		return k, err
	}
	ctx, stop := context.WithCancel(ctx)
	done := make(chan error, 1)
	before, err := spent(e.PID(engine.Live))
	if err != nil {
		stop()
		return k, err
	}
	began = time.Now()
	go func() { done <- w.Run(ctx) }()
	defer func() { <-done }()
	defer stop()
	if err := w.Drained(ctx); err != nil {
		return k, err
	}
	k.catchUp, k.messages = time.Since(began), len(long.record)+len(long.facts)
	after, err := spent(e.PID(engine.Live))
	if err != nil {
		return k, err
	}
	k.used = after.since(before)
	if err := k.ask(ctx, conn); err != nil {
		return k, err
	}
	if k.visible, err = visible(ctx, live, conn); err != nil {
		return k, err
	}
	k.resident, _, err = memory(e.PID(engine.Live))
	return k, err
}

// ask counts rows and bytes, and the time to ask for a game's moves.
func (k *kept) ask(ctx context.Context, conn chdriver.Conn) error {
	const db = warehouse.DefaultLive
	if err := conn.QueryRow(ctx, "SELECT sum(rows) FROM system.parts WHERE active AND database = ?", db).Scan(&k.rows); err != nil {
		return err
	}
	moves, err := query.Get("moves")
	if err != nil {
		return err
	}
	var times []time.Duration
	for i := range 500 {
		game := fmt.Sprintf("bench.1.%d", 1+i%recordBoards)
		began := time.Now()
		answer, err := moves.Run(ctx, conn, db, map[string]string{"game": game})
		if err != nil {
			return err
		}
		if len(answer.Rows) == 0 {
			return fmt.Errorf("game %s has no moves in the warehouse", game)
		}
		times = append(times, time.Since(began))
	}
	k.game = spreadOf(times)
	for _, table := range []string{"observations", "facts", "plies", "games"} {
		if err := conn.Exec(ctx, "OPTIMIZE TABLE "+db+"."+table+" FINAL"); err != nil {
			return err
		}
		b := tableBytes{table: table}
		if err := conn.QueryRow(ctx, "SELECT sum(rows), sum(bytes_on_disk) FROM system.parts WHERE active AND database = ? AND table = ?", db, table).Scan(&b.rows, &b.bytes); err != nil {
			return err
		}
		k.bytes = append(k.bytes, b)
	}
	return nil
}

// visible measures from the append of an observation to a query that sees it.
func visible(ctx context.Context, live bus.Store, conn chdriver.Conn) (spread, error) {
	log, err := live.Open(ctx, "IN-main-s0001")
	if err != nil {
		return spread{}, err
	}
	chain := events.Chain{Source: "ingest-main-bench-0000"}
	var times []time.Duration
	for range 60 {
		// At any point of the writer's half second.
		if err := wait(ctx, time.Duration(rand.IntN(1000))*time.Millisecond); err != nil {
			return spread{}, err
		}
		now := events.Stamp(time.Now())
		e := events.Event{Type: events.TypeDeviceQuiet, Scope: events.DeviceScope("bench"), Observed: now, Recorded: now, Data: events.DeviceQuiet{Since: now, MS: 600}}
		chain.Next(&e)
		b, err := events.Encode(e)
		if err != nil {
			return spread{}, err
		}
		chain.Stored(b)
		began := time.Now()
		if _, err := log.Append(ctx, bus.Guard{}, bus.Msg{Subject: events.Subject("main", "s0001", e), Data: b}); err != nil {
			return spread{}, err
		}
		for n := uint64(0); n == 0; {
			if err := conn.QueryRow(ctx, "SELECT count() FROM "+warehouse.DefaultLive+".observations WHERE device = 'bench' AND id = ?", string(e.ID)).Scan(&n); err != nil {
				return spread{}, err
			}
			if n == 0 {
				if err := wait(ctx, 5*time.Millisecond); err != nil {
					return spread{}, err
				}
			}
			if time.Since(began) > time.Minute {
				return spread{}, fmt.Errorf("observation %s did not come into the warehouse within a minute", e.ID)
			}
		}
		times = append(times, time.Since(began))
	}
	return spreadOf(times), nil
}

func (k kept) print(out io.Writer) {
	seconds := k.catchUp.Seconds()
	fmt.Fprintf(out, "  engine answers after %.2f s; resident %.0f MiB at the end\n", k.start.Seconds(), mib(k.resident))
	fmt.Fprintf(out, "  catch-up: %d messages, %d rows in %.2f s: %.0f rows/s (engine %.2f, writer and streams %.2f, others %.2f processors)\n",
		k.messages, k.rows, seconds, float64(k.rows)/seconds, k.used.hall, k.used.own, k.used.foreign)
	fmt.Fprintf(out, "  an hour away at 400 messages a second would take %.0f s\n", 400*3600/(float64(k.messages)/seconds))
	fmt.Fprintf(out, "  from append to query (%d): p50 %.0f ms, p99 %.0f ms, max %.0f ms\n", k.visible.n, ms(k.visible.p50), ms(k.visible.p99), ms(k.visible.max))
	fmt.Fprintf(out, "  a game's moves (%d): p50 %.1f ms, p99 %.1f ms, max %.1f ms\n", k.game.n, ms(k.game.p50), ms(k.game.p99), ms(k.game.max))
	for _, b := range k.bytes {
		fmt.Fprintf(out, "  %-12s %8d rows, %5.1f bytes a row\n", b.table, b.rows, float64(b.bytes)/float64(b.rows))
	}
}
