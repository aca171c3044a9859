package roles

import (
	"flag"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwire/internal/metricstest"
	"boardwire/internal/push/pushtest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// live are the labels and the words of metrics that tell of play as it is.
var live = []string{"_ingest_", "_projector_", "_gate_", "_desk_"}

// Each daemon shows what its golden file lists, in names that promtool likes.
// What serves spectators, and what sends to other sites, knows of nothing that is live, and shows none of it on
// any of its listeners.
func TestMetricsOfTheDaemons(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: -short, so no daemon was asked for its metrics")
	}
	r := newRig(t)
	r.nats()
	r.listens("nats")
	r.sim()
	r.ingest()
	r.projector()
	r.gate()
	r.web()
	site := httptest.NewServer(&pushtest.Lichess{Token: pushToken})
	defer site.Close()
	r.push(site.URL + pushtest.Path)
	r.eventually("the first moves", 60*time.Second, r.plies(r.at("public"), "two.1.1", 2))
	for _, name := range []string{"ingest", "projector", "gate", "web", "push"} {
		t.Run(name, func(t *testing.T) {
			text := metricstest.Golden(t, filepath.Join("testdata", "metrics", name+".txt"), *update, func() string {
				status, body := r.get(r.at(name)+"/metrics", "")
				if status != 200 {
					return ""
				}
				return body
			})
			metricstest.Lint(t, text)
			for metric, labels := range metricstest.Labels(text) {
				if name != "web" && name != "push" || !strings.HasPrefix(metric, "boardwire_") {
					continue
				}
				for _, word := range live {
					if strings.Contains(metric, word) {
						t.Errorf("the %s process shows %s", name, metric)
					}
				}
				for _, l := range []string{"board", "table", "tournament", "kind", "type"} {
					if slices.Contains(labels, l) {
						t.Errorf("the %s process shows %s by %s", name, metric, l)
					}
				}
			}
		})
	}
	for _, at := range []string{"public", "press", "desk"} {
		for _, path := range []string{"/metrics", "/debug/pprof/", "/healthz", "/readyz"} {
			if status, body := r.get(r.at(at)+path, ""); status == 200 || strings.Contains(body, "boardwire_") {
				t.Errorf("the %s listener answers %s with %d %s", at, path, status, tail(body, 100))
			}
		}
	}
}
