package daemon_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"boardwire/internal/daemon"
)

func TestMain(m *testing.M) {
	if os.Getenv("BOARDWIRE_TEST_DAEMON") != "" {
		os.Exit(daemon.Main("child", daemon.Options{}, func(ctx context.Context, d *daemon.Daemon) error {
			d.Started("waiting for a signal")
			fmt.Println("up")
			<-ctx.Done()
			fmt.Println("drained")
			return ctx.Err()
		}))
	}
	goleak.VerifyTestMain(m)
}

func TestExitCodes(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want int
	}{
		"done":            {nil, 0},
		"failed":          {errors.New("the disk is gone"), 1},
		"wrong flag":      {daemon.Usage(errors.New("--speed: not a number")), 2},
		"wrong file":      {fmt.Errorf("start: %w", daemon.Config(errors.New("line 3"))), 78},
		"canceled itself": {context.Canceled, 1},
	} {
		var log bytes.Buffer
		got := daemon.Main("test", daemon.Options{Stderr: &log}, func(context.Context, *daemon.Daemon) error { return c.err })
		if got != c.want {
			t.Errorf("%s: exit code %d, want %d", name, got, c.want)
		}
		if c.err != nil && !strings.Contains(log.String(), c.err.Error()) {
			t.Errorf("%s: the log does not say why: %s", name, &log)
		}
	}
}

func TestFirstSignalDrainsSecondLeaves(t *testing.T) {
	signals := make(chan os.Signal, 2)
	drained := make(chan struct{})
	code := daemon.Main("test", daemon.Options{Stderr: io.Discard, Signals: signals}, func(ctx context.Context, _ *daemon.Daemon) error {
		signals <- syscall.SIGTERM
		<-ctx.Done()
		close(drained)
		return fmt.Errorf("reader: %w", ctx.Err())
	})
	select {
	case <-drained:
	default:
		t.Error("it left before it had drained")
	}
	if code != 0 {
		t.Errorf("after draining: exit code %d, want 0", code)
	}

	code = daemon.Main("test", daemon.Options{Stderr: io.Discard, Signals: signals}, func(ctx context.Context, _ *daemon.Daemon) error {
		signals <- syscall.SIGTERM
		<-ctx.Done()
		return errors.New("the outbox cannot be written")
	})
	if code != 1 {
		t.Errorf("draining failed: exit code %d, want 1", code)
	}

	hang := make(chan struct{})
	defer close(hang)
	code = daemon.Main("test", daemon.Options{Stderr: io.Discard, Signals: signals}, func(ctx context.Context, _ *daemon.Daemon) error {
		signals <- syscall.SIGINT
		signals <- syscall.SIGINT
		<-hang
		return nil
	})
	if code != 1 {
		t.Errorf("second signal: exit code %d, want 1", code)
	}
	code = daemon.Main("test", daemon.Options{Stderr: io.Discard, Signals: signals, DrainLimit: time.Millisecond}, func(ctx context.Context, _ *daemon.Daemon) error {
		signals <- syscall.SIGINT
		<-hang
		return nil
	})
	if code != 1 {
		t.Errorf("drain limit: exit code %d, want 1", code)
	}
}

func TestSignalsOfARealProcess(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "notify")
	manager, err := net.ListenPacket("unixgram", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "BOARDWIRE_TEST_DAEMON=1", "NOTIFY_SOCKET="+socket, "WATCHDOG_USEC=20000")
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	told := func() string {
		b := make([]byte, 256)
		manager.SetReadDeadline(time.Now().Add(20 * time.Second))
		n, _, err := manager.ReadFrom(b)
		if err != nil {
			t.Fatal(err)
		}
		return string(b[:n])
	}
	// The watchdog begins before the run does.
	first := told()
	for first == "WATCHDOG=1" {
		first = told()
	}
	if first != "READY=1\nSTATUS=waiting for a signal" {
		t.Errorf("the manager was told %q", first)
	}
	if next := told(); next != "WATCHDOG=1" {
		t.Errorf("then %q", next)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for next := told(); next != "STOPPING=1"; next = told() {
		if next != "WATCHDOG=1" {
			t.Errorf("while stopping: %q", next)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ended with %v\n%s", err, &log)
	}
	if out.String() != "up\ndrained\n" {
		t.Errorf("it said %q", &out)
	}
	if !strings.Contains(log.String(), `"msg":"stopped"`) {
		t.Errorf("the log is not JSON: %s", &log)
	}
}

// get asks the admin listener.
func get(t *testing.T, d *daemon.Daemon, path, host string) (int, string) {
	t.Helper()
	req, err := http.NewRequest("GET", "http://"+d.AdminAddr()+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = host
	req.Close = true
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

func TestAdminListener(t *testing.T) {
	code := daemon.Main("test", daemon.Options{AdminListen: "127.0.0.1:0", Stderr: io.Discard}, func(ctx context.Context, d *daemon.Daemon) error {
		fold := d.Health.Loop("fold", time.Hour)
		d.Health.Ready("outbox", func(context.Context) error { return nil })
		if code, body := get(t, d, "/healthz", ""); code != 200 || body != "ok fold\n" {
			t.Errorf("healthz: %d %q", code, body)
		}
		if code, body := get(t, d, "/readyz", ""); code != 200 || body != "ok outbox\n" {
			t.Errorf("readyz: %d %q", code, body)
		}
		d.Health.Ready("log", func(context.Context) error { return errors.New("no answer\nfrom the server") })
		d.Health.Ready("hangs", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		if code, body := get(t, d, "/readyz", ""); code != 503 || body != "not hangs: context deadline exceeded\nnot log: no answer from the server\nok outbox\n" {
			t.Errorf("readyz: %d %q", code, body)
		}
		d.Health.Loop("gate", 0)
		fold.Turned()
		time.Sleep(time.Millisecond)
		if code, body := get(t, d, "/healthz", ""); code != 503 || !strings.HasPrefix(body, "ok fold\nstuck gate: turned ") {
			t.Errorf("healthz: %d %q", code, body)
		}
		d.Health.Done("gate")
		if code, _ := get(t, d, "/healthz", ""); code != 200 {
			t.Errorf("healthz after the loop ended: %d", code)
		}
		code, body := get(t, d, "/metrics", "")
		for _, want := range []string{"\nboardwire_build_info{", "\ngo_goroutines ", "\nprocess_open_fds "} {
			if code != 200 || !strings.Contains(body, want) {
				t.Errorf("metrics: %d, without %q", code, want)
			}
		}
		if code, body := get(t, d, "/debug/pprof/", ""); code != 200 || !strings.Contains(body, "goroutine") {
			t.Errorf("pprof: %d", code)
		}
		for host, want := range map[string]int{"localhost:9": 200, "127.0.0.1": 200, "[::1]:80": 200, "evil.example": 403, "evil.example:80": 403} {
			if code, _ := get(t, d, "/healthz", host); code != want {
				t.Errorf("asked as %s: %d, want %d", host, code, want)
			}
		}
		return nil
	})
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestAdminAddressInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var log bytes.Buffer
	code := daemon.Main("test", daemon.Options{AdminListen: l.Addr().String(), Stderr: &log}, func(context.Context, *daemon.Daemon) error {
		t.Error("it runs without its listener")
		return nil
	})
	if code != 1 || !strings.Contains(log.String(), "--admin-listen") {
		t.Errorf("exit code %d, log %s", code, &log)
	}
}

func TestLogIsTextOnATerminalOnly(t *testing.T) {
	var b bytes.Buffer
	daemon.NewLogger(&b, slog.LevelInfo).Info("board lost", "board", "dgt-31415")
	if !strings.HasPrefix(b.String(), `{"time":`) {
		t.Errorf("not a terminal: %s", &b)
	}
	if l, err := daemon.ParseLevel("warn"); err != nil || l != slog.LevelWarn {
		t.Errorf("level warn: %v, %v", l, err)
	}
	if _, err := daemon.ParseLevel("loud"); err == nil {
		t.Error("level loud: no error")
	}
}
