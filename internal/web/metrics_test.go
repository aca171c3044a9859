package web

import (
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"boardwire/feeds"
)

// figures are a registry's values by name.
func figures(t *testing.T, reg *prometheus.Registry) map[string]float64 {
	t.Helper()
	all, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, f := range all {
		for _, m := range f.Metric {
			for _, l := range m.Label {
				if l.GetName() != "audience" && l.GetName() != "transport" && l.GetName() != "reason" {
					t.Errorf("%s has a label %s: what serves an audience shows no board and no game", f.GetName(), l.GetName())
				}
			}
			out[f.GetName()] += m.GetGauge().GetValue() + m.GetCounter().GetValue()
		}
	}
	return out
}

func TestFiguresAreOfWhatWasReleased(t *testing.T) {
	s := newStage(t, feeds.Public, 0)
	s.pair("demo.1.1", "p1", "p2")
	s.move("demo.1.1", "e4", 10)
	_ = s.site.Take(s.seq+1, "bw.pub.public.demo.1.1.lifted", []byte(`{"kind":"lifted"}`), s.now) // refused
	reg := prometheus.NewRegistry()
	s.site.Measure(reg)
	New(Config{Audience: feeds.Audience{Name: "press", Kind: feeds.Commentary}}).Measure(reg) // beside it
	want := map[string]float64{
		"boardwire_broadcast_viewers": 0, "boardwire_broadcast_drops_total": 0, "boardwire_broadcast_games": 1,
		"boardwire_broadcast_messages_total": float64(s.seq) + 1, "boardwire_broadcast_refused_total": 1,
	}
	if diff := cmp.Diff(want, figures(t, reg)); diff != "" {
		t.Errorf("(-want +shown):\n%s", diff)
	}
}

// Metrics tell of live play: what an audience is served on has none.
func TestPagesServeNoMetrics(t *testing.T) {
	for _, kind := range []feeds.AudienceKind{feeds.Public, feeds.Commentary, feeds.Arbiter} {
		s := newStage(t, kind, 0)
		s.site.Measure(prometheus.NewRegistry())
		for _, path := range []string{"/metrics", "/metrics/", "/debug/pprof/", "/healthz", "/readyz", "/assets/metrics"} {
			w := httptest.NewRecorder()
			s.site.Handler().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
			if w.Code != 404 || w.Body.String() != notFoundBody {
				t.Errorf("%s to the %s audience: %d %.60s", path, kind, w.Code, w.Body)
			}
		}
	}
}
