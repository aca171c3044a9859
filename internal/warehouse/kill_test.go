package warehouse

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/google/go-cmp/cmp"

	"boardwire/internal/bus/js"
	"boardwire/internal/failpoint"
	"boardwire/internal/warehouse/engine"
	"boardwire/internal/warehouse/engine/enginetest"
)

// asWriter makes this program, started again, the writer's process: it names the
// folder that says how to reach the engine.
const (
	asWriter   = "BOARDWIRE_TEST_WAREHOUSE_WRITER"
	asDatabase = "BOARDWIRE_TEST_WAREHOUSE_DATABASE"
	asURL      = "BOARDWIRE_TEST_WAREHOUSE_NATS"
	password   = "a-password-of-tests"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(asWriter); dir != "" {
		if err := writerProcess(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	enginetest.Main(m)
}

// writerProcess writes until its standard input ends.
func writerProcess(dir string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	o, ok, err := Running(ctx, dir, engine.Live)
	for ; err == nil && !ok; o, ok, err = Running(ctx, dir, engine.Live) {
		if !sleep(ctx, 20*time.Millisecond) {
			return nil
		}
	}
	if err != nil {
		return err
	}
	conn, err := Connect(o)
	if err != nil {
		return err
	}
	store, err := js.Connect(ctx, js.Config{URL: os.Getenv(asURL), User: js.Gate, Password: password, Unproved: true, Name: "writer"})
	if err != nil {
		return err
	}
	cfg := Config{Hall: "h", Live: os.Getenv(asDatabase)}
	w, err := New(cfg, Deps{Live: store, LiveDB: conn, Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))})
	if err != nil {
		return err
	}
	return w.Run(ctx)
}

// A writer that is killed in the middle of its batches, and an engine that is
// killed under it, neither lose a row nor count one twice.
func TestKillsLoseNothingAndDoubleNothing(t *testing.T) {
	const kills = 20
	cfg := enginetest.Config(t)
	cfg.LiveOnly = true
	var err error
	if cfg.Dir, err = os.MkdirTemp("", "bw-"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(cfg.Dir) })
	dir := t.TempDir()
	var e *engine.Engine
	// An engine that dies again and again is started with longer and longer
	// pauses: a fresh one is not.
	fresh := func() *clickhouse.Options {
		if e != nil {
			e.Close()
		}
		if e, err = engine.Start(context.Background(), cfg); err != nil {
			t.Fatal(err)
		}
		o := e.Options(engine.Live, "default")
		if err := (Reach{Socket: e.Socket(engine.Live), User: engine.Live, Secret: o.Auth.Password}).Save(dir); err != nil {
			t.Fatal(err)
		}
		return o
	}
	t.Cleanup(func() { e.Close() })
	server, err := js.StartServer(t.Context(), js.ServerConfig{Dir: t.TempDir(), Listen: "127.0.0.1:0", Passwords: map[js.User]string{js.Gate: password}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	live, err := server.Store("test", js.Live)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { live.Close() })

	at := current{Hall: "h", Sitting: "s0001", Gen: 1}
	pointTo(t, live, at)
	games := classical(t)[:40]
	s := newScribe(t, live, at)
	writers, engines := 0, 0
	random := rand.New(rand.NewPCG(1, 2))
	for i := range kills {
		for j := 2 * i; j < 2*i+2; j++ {
			s.play(fmt.Sprintf("wc.1.%d", j+1), worldCup, games[j])
		}
		s.store(t.Context())
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), asWriter+"="+dir, asDatabase+"=killed_live", asURL+"="+server.URL())
		armed := i%2 == 0
		if armed {
			fresh()
			// Between two inserts of one batch.
			cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%s:%d", failpoint.Variable, failpoint.BetweenInserts, 1+random.IntN(3)))
		}
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stderr = t.Output()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		if !armed {
			time.Sleep(time.Duration(200+random.IntN(500)) * time.Millisecond)
			if pid := e.PID(engine.Live); pid > 0 && syscall.Kill(pid, syscall.SIGKILL) == nil {
				engines++
			}
			time.Sleep(time.Duration(random.IntN(1000)) * time.Millisecond)
			cmd.Process.Kill()
		}
		select {
		case <-ended:
		case <-time.After(time.Minute): // of a machine with much else to do
			cmd.Process.Kill()
			<-ended
			t.Errorf("writer %d never came between two inserts", i)
		}
		in.Close()
		if state := cmd.ProcessState.Sys().(syscall.WaitStatus); state.Signaled() && state.Signal() == syscall.SIGKILL {
			writers++
		}
	}
	if writers < kills || engines < kills/2-1 {
		t.Errorf("%d writers and %d engines were killed", writers, engines)
	}
	conn, err := Connect(fresh())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	w, stop := running(t, Config{Hall: "h", Live: "killed_live"}, Deps{Live: live, LiveDB: conn})
	defer func() { stop() }()
	drained(t, w)
	if diff := cmp.Diff(totals(games), kept(t, conn, "killed_live")); diff != "" {
		t.Errorf("after %d kills (-file +warehouse):\n%s", kills, diff)
	}
	if n, all := ask[uint64](t, conn, "SELECT count() FROM killed_live.facts FINAL"), s.n; n != all {
		t.Errorf("%d facts, want %d", n, all)
	}
	t.Logf("%d facts; %d rows were written twice", s.n, ask[uint64](t, conn, "SELECT count() FROM killed_live.facts")-s.n)
}
