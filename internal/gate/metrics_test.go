package gate_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
)

func TestWhatWaitsShows(t *testing.T) {
	v := newVenue(t)
	reg := prometheus.NewRegistry()
	v.cfg.Registry = reg
	v.restart()
	shows := func() map[string]float64 {
		t.Helper()
		all, err := reg.Gather()
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]float64{}
		for _, f := range all {
			for _, m := range f.Metric {
				for _, l := range m.Label {
					if l.GetValue() == "public" {
						got[f.GetName()[len("boardwire_gate_"):]] = m.GetGauge().GetValue() + m.GetCounter().GetValue() + m.GetHistogram().GetSampleSum()
					}
				}
			}
		}
		return got
	}
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
