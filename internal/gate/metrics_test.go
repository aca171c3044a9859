package gate_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"boardwire/internal/gate"
)

// shown are the gate's figures for an audience.
func shown(t *testing.T, reg *prometheus.Registry, audience string) map[string]float64 {
	t.Helper()
	all, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, f := range all {
		for _, m := range f.Metric {
			for _, l := range m.Label {
				if l.GetValue() == audience {
					got[f.GetName()[len("boardwire_gate_"):]] = m.GetGauge().GetValue() + m.GetCounter().GetValue() + m.GetHistogram().GetSampleSum()
				}
			}
		}
	}
	return got
}

// What an append that was not answered holds is still inside, and late.
func TestWhatCannotBePublishedWaits(t *testing.T) {
	v := newVenue(t)
	reg := prometheus.NewRegistry()
	v.cfg.Registry = reg
	cut := true
	pub := &faulty{v.pub, func(stream string) (before, after bool) { return cut && stream == "PUB-public", false }}
	g, err := gate.New(v.cfg, v.live, pub)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	step := func() error { return g.Step(t.Context(), v.now) }
	if err := step(); err != nil {
		t.Fatal(err)
	}
	v.tell(made(1, "e2e4"))
	for range 15 {
		v.pass(time.Second)
		_ = step() // fails when it is due
	}
	if got := shown(t, reg, "public"); got["oldest_held_timestamp_seconds"] != float64(noon.Unix()) || got["held"] != 1 || got["released_total"] != 0 {
		t.Errorf("while it cannot be published: %v", got)
	}
	cut = false
	for range 10 {
		v.pass(time.Second)
		_ = step()
	}
	if got := shown(t, reg, "public"); got["oldest_held_timestamp_seconds"] != 0 || got["held"] != 0 || got["released_total"] != 1 {
		t.Errorf("when it is out: %v", got)
	}
}

func TestWhatWaitsShows(t *testing.T) {
	v := newVenue(t)
	reg := prometheus.NewRegistry()
	v.cfg.Registry = reg
	v.restart()
	shows := func() map[string]float64 { return shown(t, reg, "public") }
	v.step()
	v.tell(made(1, "e2e4"))
	v.step()
	v.steps(3 * time.Second)
	if diff := cmp.Diff(map[string]float64{
		"held": 1, "oldest_held_timestamp_seconds": float64(noon.Unix()), "delay_seconds": 10, "released_total": 0, "last_sequence": 0, "lateness_seconds": 0,
	}, shows()); diff != "" {
		t.Errorf("while it waits (-want +shown):\n%s", diff)
	}
	v.pass(20 * time.Second) // the gate stood still
	v.step()
	if diff := cmp.Diff(map[string]float64{
		"held": 0, "oldest_held_timestamp_seconds": 0, "delay_seconds": 10, "released_total": 1, "lateness_seconds": 13, "last_sequence": 1,
	}, shows()); diff != "" {
		t.Errorf("when it is out (-want +shown):\n%s", diff)
	}
}
