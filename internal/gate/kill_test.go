package gate_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
	"boardwire/internal/bus/js"
	"boardwire/internal/failpoint"
	"boardwire/internal/gate"
	"boardwire/internal/twin/story"
)

// childDir, where set, makes this test's program a hall that is to be killed.
const childDir = "BOARDWIRE_TEST_GATE_DIR"

const childFacts = 10

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		if err := child(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var childAudiences = []feeds.Audience{
	{Name: "desk", Kind: feeds.Arbiter}, {Name: "public", Kind: feeds.Public, Delay: time.Second}}

// child writes some facts once, and runs a gate until all of them are out.
func child(dir string) error {
	ctx, stop := context.WithTimeout(context.Background(), 30*time.Second)
	defer stop()
	server, err := js.StartServer(ctx, js.ServerConfig{Dir: filepath.Join(dir, "js")})
	if err != nil {
		return err
	}
	defer server.Close()
	var stores [3]*js.Store
	for i, user := range []js.User{js.Live, js.Gate, js.Publisher} {
		if stores[i], err = server.Store("test", user); err != nil {
			return err
		}
		defer stores[i].Close()
	}
	if _, err := stores[0].Open(ctx, "FACT-main-s0001-g1"); errors.Is(err, bus.ErrNoStream) {
		scribe, err := story.NewScribe(ctx, stores[0], "main")
		if err != nil {
			return err
		}
		now := time.Now()
		for n := range childFacts {
			cause := events.Event{ID: events.ID(fmt.Sprintf("desk-main.%d", n+1)), Observed: now, Recorded: now}
			fact := events.Derive(cause, 0, events.TableScope("demo.1.1"), made(n+1, "e2e4"))
			if err := scribe.Write(ctx, story.Told{Fact: fact, InTime: now, InSeq: uint64(n + 1)}); err != nil {
				return err
			}
		}
	}
	key, err := gate.LoadKey(filepath.Join(dir, "key"))
	if err != nil {
		return err
	}
	running, done := context.WithCancel(ctx)
	go func() {
		defer done()
		for _, a := range childAudiences {
			for last := uint64(0); last < childFacts && ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
				if l, err := stores[2].Open(ctx, "PUB-"+a.Name); err == nil {
					last, _ = l.Last(ctx)
				}
			}
		}
		time.Sleep(1200 * time.Millisecond) // for what might come twice
	}()
	err = gate.Run(running, gate.Config{Hall: "main", Audiences: childAudiences, Key: key,
		State: gate.FileState(filepath.Join(dir, "state"))}, stores[1], stores[2])
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// TestKilledBetweenReleaseAndPub kills a gate with SIGKILL after it let facts
// go and before they are published, once for each audience, and lets it start
// again on the same server's files.
func TestKilledBetweenReleaseAndPub(t *testing.T) {
	if testing.Short() {
		t.Skip("runs in real time")
	}
	dir := t.TempDir()
	for _, count := range []int{1, 1, 2, 0} {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), childDir+"="+dir)
		if count > 0 {
			cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%s:%d", failpoint.Variable, failpoint.BetweenReleaseAndPub, count))
		}
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		killed := errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL
		if killed != (count > 0) || err != nil && !killed {
			t.Fatalf("run with count %d: %v\n%s", count, err, out)
		}
	}
	server, err := js.StartServer(t.Context(), js.ServerConfig{Dir: filepath.Join(dir, "js")})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	store, err := server.Store("test", js.Publisher)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for _, a := range childAudiences {
		all := messages(t, store, "PUB-"+a.Name)
		if len(all) != childFacts {
			t.Errorf("%s: %d messages, want %d", a.Name, len(all), childFacts)
		}
		for i, m := range all {
			f, err := feeds.ParseFrame(m.Data)
			if err != nil {
				t.Fatal(err)
			}
			if b, ok := f.Body.(feeds.Made); !ok || b.Ply != i+1 {
				t.Errorf("%s: message %d is %s", a.Name, i+1, m.Data)
			}
		}
	}
}
