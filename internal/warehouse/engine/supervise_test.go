package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"boardwire/internal/warehouse/engine"
	"boardwire/internal/warehouse/engine/enginetest"
)

// gone reports whether a process has ended.
func gone(pid int) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(b), ") Z ")
}

// send writes one batch of a thousand rows.
func send(ctx context.Context, c driver.Conn, batch int) error {
	b, err := c.PrepareBatch(ctx, "INSERT INTO plies")
	if err != nil {
		return err
	}
	defer b.Close()
	for n := range 1000 {
		if err := b.Append(uint32(batch), uint32(n)); err != nil {
			return err
		}
	}
	return b.Send()
}

// TestKillsLoseNothingThatWasAcknowledged: the process is killed ten times
// while batches are written; a batch is there whole or not at all, and every
// one whose Send returned is there. Sent again, it is there once (the table
// replaces).
func TestKillsLoseNothingThatWasAcknowledged(t *testing.T) {
	cfg := only(enginetest.Config(t))
	cfg.Log = slog.New(slog.DiscardHandler)
	e := enginetest.Start(t, cfg)
	c := open(t, e.Options(engine.Live, "default"))
	run(t, c, "CREATE TABLE plies (batch UInt32, n UInt32) ENGINE = ReplacingMergeTree ORDER BY (batch, n)")
	sent := map[int]bool{}
	batch, failed := 0, 0
	for kill := range 10 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		pid := e.PID(engine.Live)
		// The kill comes after some batches, in the middle of whatever then is.
		timer := time.AfterFunc(time.Duration(kill*6+1)*time.Millisecond, func() { syscall.Kill(pid, syscall.SIGKILL) })
		for {
			if err := send(ctx, c, batch); err != nil {
				failed++
				break
			}
			sent[batch] = true
			batch++
		}
		timer.Stop()
		until(t, "the engine is back", func() bool { return e.PID(engine.Live) != pid && c.Ping(ctx) == nil })
		rows, err := all(t, c, "SELECT batch, count() FROM plies FINAL GROUP BY batch HAVING count() != 1000")
		if err != nil || rows != "" {
			t.Fatalf("after kill %d there are parts of batches: %s %v", kill, rows, err)
		}
		if err := send(ctx, c, batch); err != nil { // as a writer does
			t.Fatal(err)
		}
		sent[batch] = true
		batch++
		cancel()
	}
	got, err := all(t, c, "SELECT uniqExact(batch), count() FROM plies FINAL")
	if want := fmt.Sprintf("%d\t%d\t\n", len(sent), 1000*len(sent)); got != want || err != nil {
		t.Errorf("%q after the kills, want %q (%v)", got, want, err)
	}
	if failed == 0 {
		t.Error("no kill met a batch")
	}
}

// TestItIsStartedAgainWithItsData, and one side's death is not the other's.
func TestItIsStartedAgainWithItsData(t *testing.T) {
	cfg := enginetest.Config(t)
	cfg.Log = slog.New(slog.DiscardHandler)
	e := enginetest.Start(t, cfg)
	live, public := open(t, e.Options(engine.Live, "default")), open(t, e.Options(engine.Public, "default"))
	run(t, live, "CREATE TABLE t (a Int32) ENGINE = MergeTree ORDER BY a", "INSERT INTO t VALUES (7)")
	before, other := e.PID(engine.Live), e.PID(engine.Public)
	syscall.Kill(before, syscall.SIGKILL)
	until(t, "the engine is back", func() bool { return live.Ping(t.Context()) == nil && e.PID(engine.Live) != before })
	if got, err := all(t, live, "SELECT * FROM t"); got != "7\t\n" || err != nil {
		t.Errorf("after a kill read %q, %v", got, err)
	}
	if err := public.Ping(t.Context()); err != nil || e.PID(engine.Public) != other {
		t.Errorf("the public side did not stay: %v", err)
	}
	pids := []int{e.PID(engine.Live), e.PID(engine.Public)}
	e.Close()
	for _, pid := range pids {
		if !gone(pid) {
			t.Errorf("process %d is still there after Close", pid)
		}
	}
	// A second start finds the data.
	again := enginetest.Start(t, only(cfg))
	if got, err := all(t, open(t, again.Options(engine.Live, "default")), "SELECT * FROM t"); got != "7\t\n" || err != nil {
		t.Errorf("a second start read %q, %v", got, err)
	}
}

// TestAHungProcessIsEnded when its time comes, whatever it does.
func TestAHungProcessIsEnded(t *testing.T) {
	cfg := only(enginetest.Config(t))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	e, err := engine.Start(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	pid := e.PID(engine.Live)
	c := open(t, e.Options(engine.Live, "default"))
	asked := make(chan error, 1)
	go func() { asked <- c.Exec(t.Context(), "SELECT sum(sipHash64(number)) FROM numbers(1000000000000)") }()
	until(t, "the statement runs", func() bool {
		got, err := all(t, c, "SELECT count() FROM system.processes WHERE query LIKE '%1000000000000%' AND query NOT LIKE '%processes%'")
		return err == nil && got == "1\t\n"
	})
	cancel()
	e.Wait()
	if !gone(pid) {
		t.Errorf("process %d outlived its context", pid)
	}
	if err := <-asked; err == nil {
		t.Error("the statement came to an end")
	}
}

// TestNoEngineIsLeftBehind when whoever started it is killed.
func TestNoEngineIsLeftBehind(t *testing.T) {
	enginetest.Lib(t)
	if os.Getenv("BOARDWIRE_TEST_ORPHAN") != "" {
		cfg := enginetest.Config(t)
		cfg.Data = os.Getenv("BOARDWIRE_TEST_ORPHAN")
		e := enginetest.Start(t, cfg)
		fmt.Println("engines", e.PID(engine.Live), e.PID(engine.Public))
		select {}
	}
	var out bytes.Buffer
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestNoEngineIsLeftBehind$", "-test.timeout=60s")
	cmd.Env = append(os.Environ(), "BOARDWIRE_TEST_ORPHAN="+t.TempDir())
	cmd.Stdout, cmd.Stderr = w, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	var live, public int
	if _, err := fmt.Fscanf(r, "engines %d %d", &live, &public); err != nil {
		t.Fatalf("%v: %s", err, out.String())
	}
	cmd.Process.Kill()
	cmd.Wait()
	until(t, "the engines have ended", func() bool { return gone(live) && gone(public) })
}

// TestWhatKeepsItFromStartingIsSaid.
func TestWhatKeepsItFromStartingIsSaid(t *testing.T) {
	cfg := only(enginetest.Config(t))
	cfg.Log = slog.New(slog.DiscardHandler)
	noLibrary := filepath.Join(t.TempDir(), "libchdb.so")
	if err := os.WriteFile(noLibrary, []byte("no library"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		change func(*engine.Config)
		want   string
	}{
		"no file":       {func(c *engine.Config) { c.Lib = "/nowhere/libchdb.so" }, "make warehouse-engine"},
		"no library":    {func(c *engine.Config) { c.Lib = noLibrary }, "load the warehouse engine"},
		"long path":     {func(c *engine.Config) { c.Dir = filepath.Join(t.TempDir(), strings.Repeat("x", 100)) }, "too long for a socket"},
		"no program":    {func(c *engine.Config) { c.Command = []string{"/nowhere/boardwire"} }, "no such file"},
		"another one's": {func(c *engine.Config) { c.Command = []string{"/bin/true"} }, "ended by itself"},
	} {
		t.Run(name, func(t *testing.T) {
			bad := cfg
			tt.change(&bad)
			e, err := engine.Start(t.Context(), bad)
			if err == nil {
				e.Close()
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
	// A folder is one engine's.
	first := enginetest.Start(t, cfg)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if e, err := engine.Start(ctx, cfg); err == nil {
		e.Close()
		t.Error("a second engine has the same data")
	}
	if err := open(t, first.Options(engine.Live, "default")).Ping(t.Context()); err != nil {
		t.Error(err)
	}
}
