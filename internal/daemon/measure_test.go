package daemon_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardwire/internal/bus"
	"boardwire/internal/daemon"
)

type link struct {
	up bool
	n  uint64
}

func (l link) Connected() bool    { return l.up }
func (l link) Reconnects() uint64 { return l.n }

// scrape returns the lines of the project's own metrics.
func scrape(t *testing.T, d *daemon.Daemon) string {
	t.Helper()
	all, err := d.Registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range all {
		for _, m := range f.Metric {
			labels := ""
			for _, l := range m.Label {
				labels += l.GetName() + "=" + l.GetValue()
			}
			fmt.Fprintln(&b, f.GetName(), labels, m.GetGauge().GetValue()+m.GetCounter().GetValue())
		}
	}
	return b.String()
}

func TestConnectionsAndDisksShow(t *testing.T) {
	d := daemon.New("test", daemon.NewLogger(io.Discard, 0))
	d.Link("live", link{false, 0})
	d.Link("live", link{true, 3}) // made anew
	d.Link("sys", link{false, 1})
	d.Disk("outbox", t.TempDir())
	d.Disk("data", t.TempDir()+"/not-there-yet")
	got := scrape(t, d)
	for _, want := range []string{
		"boardwire_nats_connected user=live 1\n", "boardwire_nats_reconnects_total user=live 3\n",
		"boardwire_nats_connected user=sys 0\n", "boardwire_sequence_holes_total  0\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if m := regexp.MustCompile(`boardwire_disk_free_bytes folder=outbox [1-9]`).FindString(got); m == "" {
		t.Errorf("the disk of the outbox has no room:\n%s", got)
	}
	if strings.Contains(got, "folder=data") {
		t.Errorf("a folder that is not there has a disk:\n%s", got)
	}
}

// A store that is damaged ends the process again and again: what collects
// metrics gets the time to see it, and a signal does not wait.
func TestDamageIsSeenBeforeTheProcessEnds(t *testing.T) {
	damage := fmt.Errorf("projector: %w", &bus.GapError{Stream: "IN-main-s0001", After: 6, Got: 8})
	signals := make(chan os.Signal, 1)
	admin := make(chan string, 1)
	ended := make(chan int, 1)
	go func() {
		ended <- daemon.Main("test", daemon.Options{
			Stderr: io.Discard, AdminListen: "127.0.0.1:0", Signals: signals, Linger: time.Minute,
		}, func(_ context.Context, d *daemon.Daemon) error {
			admin <- d.AdminAddr()
			return damage
		})
	}()
	at := <-admin
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		resp, err := http.Get("http://" + at + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if strings.Contains(string(body), "\nboardwire_sequence_holes_total 1\n") {
			break
		}
		if time.Now().After(end) {
			t.Fatal("the hole does not show")
		}
	}
	http.DefaultClient.CloseIdleConnections()
	signals <- syscall.SIGTERM
	if code := <-ended; code != daemon.ExitFailed {
		t.Errorf("exit code %d, want %d", code, daemon.ExitFailed)
	}
}
