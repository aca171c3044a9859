package e2e

import (
	"bufio"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardwire/internal/metricstest"
	"boardwire/internal/panels"
	"boardwire/internal/push/pushtest"
)

const alertRules = "../../deploy/prometheus/alerts.yml"

// watched are a hall and the Prometheus that scrapes it.
func watched(t *testing.T, h *hall) *metricstest.Server {
	t.Helper()
	return metricstest.Prometheus(t, alertRules, map[string]string{"hall": strings.TrimPrefix(h.admin, "http://")})
}

// variables stand for what Grafana would put in.
var variables = panels.Variables{"hall": "main", "__rate_interval": "10s", "__interval": "1s"}

// dashboards are those that are shipped.
func dashboards(t *testing.T) []panels.Dashboard {
	t.Helper()
	files, err := filepath.Glob("../../dashboards/*.json")
	if err != nil || len(files) < 3 {
		t.Fatalf("dashboards: %v %v", files, err)
	}
	var list []panels.Dashboard
	for _, f := range files {
		d, err := panels.Load(f)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, d)
	}
	return list
}

// Every expression of every dashboard has an answer while a round is played, and
// no alert fires on it.
func TestDashboardsAndAlertsOnARound(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	endEmulator(t, data)
	site := httptest.NewServer(&pushtest.Lichess{})
	defer site.Close()
	h := startHall(t, data, nil, "--demo", "--speed", "20", "--file", pushing(t, "public", site.URL+pushtest.Path, ""))
	prom := watched(t, h)
	// A viewer, and a ruling: some panels are about those.
	resp, err := http.Get(h.public + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	go func() {
		for s := bufio.NewScanner(resp.Body); s.Scan(); {
		}
	}()
	prom.Until(t, 60*time.Second, `boardwire_gate_released_total{audience="public"} > 20`)
	prom.Until(t, 20*time.Second, `rate(boardwire_push_requests_total{code="200"}[10s]) > 0`)
	h.rule(t, "pause", "demo.1.8")
	h.rule(t, "resume", "demo.1.8")
	prom.Until(t, 20*time.Second, `rate(boardwire_desk_ruling_seconds_count[10s]) > 0`)

	asked := 0
	for _, d := range dashboards(t) {
		for _, p := range d.Panels {
			if p.Type == "row" || !p.Prometheus() {
				continue
			}
			for _, q := range p.Targets {
				if strings.Contains(q.Expr, "boardwire_warehouse_") {
					continue // this hall has none; package roles asks these
				}
				asked++
				series := prom.Now(t, variables.In(q.Expr))
				if len(series) == 0 {
					t.Errorf("%s, %s: nothing answers to\n%s", d.Title, p.Title, q.Expr)
				}
				for _, s := range series {
					if math.IsNaN(s.Last()) && !quietAudience(s) {
						t.Errorf("%s, %s: %v is no number: %s", d.Title, p.Title, s.Labels, q.Expr)
					}
				}
			}
		}
	}
	t.Logf("%d expressions were asked", asked)
	if names := prom.Fired(t); len(names) > 0 {
		t.Errorf("alerts on a round in which nothing is wrong: %v", names)
	}
	h.stop()
}

// quietAudience: a percentile of releases is no number while none is made.
func quietAudience(s panels.Series) bool { return s.Labels["audience"] != "" }
