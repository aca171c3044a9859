package ingest

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"boardwire/adapters/serial"
	"boardwire/adapters/serial/dgt"
	"boardwire/adapters/serial/serialtest"
	"boardwire/events"
	"boardwire/internal/bus"
	"boardwire/internal/bus/js"
	"boardwire/internal/failpoint"
	"boardwire/internal/spool"
)

// TestMain is also the ingest that gets killed.
func TestMain(m *testing.M) {
	if text := os.Getenv("INGEST_CHILD"); text != "" {
		if err := child(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

type childConfig struct{ URL, Password, Dir, Glob string }

func child(text string) error {
	var c childConfig
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	ctx, stop = context.WithTimeout(ctx, time.Minute) // whatever becomes of the parent
	defer stop()
	return Run(ctx, Config{
		Hall: hall, Host: "venue", Dir: c.Dir, OutboxSize: 1 << 20, Globs: []string{c.Glob}, Poll: 10 * time.Millisecond,
		Line: serial.Options{ReadWait: 10 * time.Millisecond, RetryMin: 10 * time.Millisecond, RetryMax: 50 * time.Millisecond},
	}, Deps{
		Driver: func() serial.Protocol { return dgt.New() },
		Connect: func(ctx context.Context) (bus.Store, error) {
			return js.Connect(ctx, js.Config{URL: c.URL, User: js.Live, Password: c.Password, Unproved: true})
		},
		Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
}

// TestAKilledIngestLosesNothingThatWasSafeAndWritesNothingTwice kills a real
// process over a real server at each failpoint, many times.
func TestAKilledIngestLosesNothingThatWasSafeAndWritesNothingTwice(t *testing.T) {
	const password = "a-password-of-some-length"
	server, err := js.StartServer(t.Context(), js.ServerConfig{
		Dir: t.TempDir(), Listen: "127.0.0.1:0", Passwords: map[js.User]string{js.Live: password}, MinFree: 1,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	store, err := server.Store("test", js.Live)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for _, id := range []string{"s0001", "s0002"} {
		if _, err := store.Create(t.Context(), recordSpec(id)); err != nil {
			t.Fatal(err)
		}
	}
	point(t, store, "s0001")

	board := serialtest.OpenDGT(t, "31415")
	links := t.TempDir()
	if err := os.Symlink(board.Path, filepath.Join(links, "a")); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	config, err := json.Marshal(childConfig{URL: server.URL(), Password: password, Dir: dir, Glob: filepath.Join(links, "*")})
	if err != nil {
		t.Fatal(err)
	}
	spawn := func(point string) *exec.Cmd {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "INGEST_CHILD="+string(config), failpoint.Variable+"="+point)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	// A hand that never rests: the pawn goes to and fro.
	stop := make(chan struct{})
	rested := make(chan struct{})
	go func() {
		defer close(rested)
		for i := 0; ; i++ {
			board.Set(52, byte(i%2))
			select {
			case <-stop:
				return
			case <-time.After(3 * time.Millisecond):
			}
		}
	}()
	rounds := []string{
		failpoint.AfterOutboxFsync + ":1", failpoint.AfterPublishBeforeTrim + ":1",
		failpoint.AfterOutboxFsync + ":7", failpoint.AfterPublishBeforeTrim + ":5",
		failpoint.AfterOutboxFsync + ":40", failpoint.AfterPublishBeforeTrim + ":30",
	}
	for i, fp := range rounds {
		cmd := spawn(fp)
		if i == 3 {
			point(t, store, "s0002") // and the sitting changes meanwhile
		}
		err := cmd.Wait()
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGKILL {
			t.Fatalf("%s: ended with %v, want a kill", fp, err)
		}
	}
	close(stop)
	<-rested
	board.Set(52, 0)
	board.Set(36, 1)
	cmd := spawn("")
	awaitLine(t, store, "s0002", "dgt-31415 quiet 5000")
	_ = cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err != nil {
		t.Fatalf("the last run: %v", err)
	}

	box, err := spool.Open(filepath.Join(dir, "outbox"), spool.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	// Both records together are the source's one chain, whole and once.
	first := recorded(t, store, "s0001", events.Chain{Source: box.Source()})
	if got := recorded(t, store, "s0002", first); got != box.Chain() {
		t.Errorf("the records end in %+v, the outbox in %+v", got, box.Chain())
	}
	old, open := record(t, store, "s0001"), record(t, store, "s0002")
	if n := len(old); n == 0 || old[n-1] != "hall source.v1.drained" || slices.Contains(old[:n-1], "hall source.v1.drained") {
		t.Errorf("the first sitting ends with %q", old[max(0, len(old)-3):])
	}
	lastSurface := ""
	for _, l := range open {
		if strings.Contains(l, "surface") {
			lastSurface = l
		}
	}
	if want := "dgt-31415 surface rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"; lastSurface != want {
		t.Errorf("the last surface is %q, want %q", lastSurface, want)
	}
	if first.Seq < 20 {
		t.Errorf("only %d events in the first sitting: the test shows little", first.Seq)
	}
}
