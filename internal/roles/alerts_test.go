package roles

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"boardwire/internal/bus/js"
	"boardwire/internal/metricstest"
)

// What alerts are for is done to real processes, and a real Prometheus with the
// rules that are shipped sees it: the server is away, boards are gone, something
// else writes an audience's stream, a process ends, a store is damaged, a disk
// is short. Here an alert counts from the moment at which its expression holds;
// that it fires after its time, and is quiet otherwise, promtool tries
// (deploy/prometheus).
func TestAlertsOnRealFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: -short, so no fault was made")
	}
	r := newRig(t)
	small := r.smallDisk("ingest")
	r.nats()
	r.listens("nats")
	sim := r.sim()
	r.ingest()
	projector := r.projector()
	gate := r.gate()
	r.web()
	targets := map[string]string{}
	for _, p := range []string{"ingest", "projector", "gate", "web"} {
		targets[p] = r.at(p)
	}
	prom := metricstest.Prometheus(t, "../../deploy/prometheus/alerts.yml", targets)
	alert := func(name, labels string) {
		t.Helper()
		prom.Until(t, 90*time.Second, `ALERTS{alertname="`+name+`"`+labels+`}`)
	}
	r.eventually("the first moves", 60*time.Second, r.plies(r.at("public"), "two.1.1", 2))
	prom.Until(t, 20*time.Second, `boardwire_projector_lag_events`)
	for _, name := range prom.Fired(t) {
		if name != "DiskShort" {
			t.Errorf("%s fires before anything was done", name)
		}
	}
	if small {
		alert("DiskShort", `,process="ingest"`)
	}

	// The server is away while boards play and something is held.
	prom.Until(t, 60*time.Second, `boardwire_gate_held{audience="public"} > 0`)
	r.find("nats").kill()
	prom.Until(t, 30*time.Second, `boardwire_ingest_record_up == 0`)
	prom.Until(t, 30*time.Second, `boardwire_nats_connected == 0`)
	alert("NatsAway", `,process="ingest"`)
	alert("OutboxGrowing", "")
	alert("GateLate", "")
	r.nats()
	prom.Until(t, 60*time.Second, `boardwire_ingest_record_up == 1`)
	prom.Until(t, 60*time.Second, `boardwire_ingest_outbox_age_seconds < 1`)
	prom.Until(t, 60*time.Second, `boardwire_nats_reconnects_total{process="ingest"} > 0`)

	// All boards are pulled out: one is missed, the other's game is over by mate.
	prom.Until(t, 60*time.Second, `boardwire_projector_board_in_play{board="dgt-31401"} == 1`)
	prom.Until(t, 60*time.Second, `boardwire_projector_board_in_play{board="dgt-31402"} == 0`)
	sim.kill()
	alert("BoardSilent", `,board="dgt-31401"`)
	prom.Until(t, 20*time.Second, `count(boardwire_ingest_board_up == 0) == 2 unless on () ALERTS{alertname="BoardSilent",board="dgt-31402"}`)

	// Something else than the gate writes what the public reads.
	nc, err := nats.Connect("nats://"+r.at("nats"), nats.UserInfo(string(js.Publisher), "pw-publisher-0123456789abcdef"), nats.CustomInboxPrefix("_INBOX.publisher"))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if _, err := nc.Request("bw.pub.public.two.1.1.made", []byte("{}"), 10*time.Second); err != nil {
		t.Fatal(err)
	}
	alert("ViewersRefused", `,audience="public"`)

	// A process ends.
	gate.kill()
	alert("ProcessDown", `,process="gate"`)

	// A bit of the record turns over.
	projector.stop()
	nc.Close()
	r.find("nats").kill()
	r.damage("nats")
	r.nats()
	r.listens("nats")
	r.projector()
	alert("SequenceHole", `,process="projector"`)
}

// find returns the last process of a kind.
func (r *rig) find(kind string) *process {
	for i := len(r.started) - 1; i >= 0; i-- {
		if r.started[i].name == kind {
			return r.started[i]
		}
	}
	r.t.Fatalf("no %s was started", kind)
	return nil
}

// smallDisk mounts one under a folder of the rig; false where nobody may.
func (r *rig) smallDisk(name string) bool {
	dir := r.path(name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=300m"); err != nil {
		r.t.Logf("no small disk can be mounted here (%v): DiskShort is tried by promtool alone", err)
		return false
	}
	r.t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return true
}

// damage turns over one bit of a move in the record.
func (r *rig) damage(dir string) {
	r.t.Helper()
	done := false
	err := filepath.Walk(r.path(dir), func(path string, info os.FileInfo, err error) error {
		if err != nil || done || info.IsDir() || filepath.Ext(path) != ".blk" || !strings.Contains(path, "IN-main-s0001") {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		at := bytes.Index(b, []byte(`"board.v1.square"`))
		if at < 0 {
			return nil
		}
		b[at+3] ^= 1
		done = true
		return os.WriteFile(path, b, 0o600)
	})
	if err != nil || !done {
		r.t.Fatalf("nothing of the record was found to damage: %v", err)
	}
}
