package roles

import (
	"context"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"boardwire/feeds"
	"boardwire/internal/bus/js"
	"boardwire/internal/metricstest"
	"boardwire/internal/panels"
	"boardwire/internal/warehouse"
	"boardwire/internal/warehouse/engine"
	"boardwire/internal/warehouse/engine/enginetest"
)

// emptyOnACleanRound are panels with no rows on two short games in which
// nothing is wrong. Their questions are asked of games in which there is
// something by the tests of the warehouse's queries.
var emptyOnACleanRound = map[string]string{
	"Time trouble":                          "nobody is short of time",
	"Clocks at move 40":                     "no game has so many moves",
	"Findings":                              "nothing asks for a human",
	"Clocks that were set without a ruling": "no clock is set",
}

// Every ClickHouse query of the dashboards is asked of a real ClickHouse that
// holds a round, and every expression about the warehouse of a Prometheus. When
// ClickHouse goes away, its alert sees it.
func TestDashboardsOfTheWarehouse(t *testing.T) {
	cfg := enginetest.Config(t)
	r := newRig(t)
	r.nats()
	r.listens("nats")
	r.sim()
	r.ingest()
	r.projector()
	r.gate()
	r.web()
	r.eventually("the mate", 90*time.Second, func() (bool, string) {
		v, body := r.game(r.at("public"), "two.1.2", "")
		return v.Status == "ended", body
	})

	clickHouse := enginetest.Start(t, cfg)
	open := func(user string) driver.Conn {
		conn, err := warehouse.Connect(clickHouse.Options(user, "default"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	dial := func(user js.User) *js.Store {
		s, err := js.Connect(t.Context(), js.Config{
			URL: "nats://" + r.at("nats"), User: user, Password: "pw-" + string(user) + "-0123456789abcdef", SysPassword: "pw-sys-0123456789abcdef",
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	reg := prometheus.NewRegistry()
	live := open(engine.Live)
	w, err := warehouse.New(warehouse.Config{Hall: "main", Audiences: []feeds.Audience{
		{Name: "public", Kind: feeds.Public, Delay: 2 * time.Second}, {Name: "press", Kind: feeds.Commentary, Delay: time.Second},
	}}, warehouse.Deps{Live: dial(js.Live), Released: dial(js.Web), LiveDB: live, PublicDB: open(engine.Public), Metrics: warehouse.NewMetrics(reg)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	admin := httptest.NewServer(promhttp.HandlerFor(reg, promhttp.HandlerOpts{}))
	defer admin.Close()
	prom := metricstest.Prometheus(t, "../../deploy/prometheus/alerts.yml", map[string]string{"warehouse": strings.TrimPrefix(admin.URL, "http://")})
	r.eventually("the mate in the warehouse", 60*time.Second, func() (bool, string) {
		var n uint64
		err := live.QueryRow(t.Context(), "SELECT count() FROM boardwire_live.games_now WHERE status = 'ended'").Scan(&n)
		return err == nil && n > 0, ""
	})
	r.eventually("deliveries in the warehouse", 60*time.Second, func() (bool, string) {
		var n uint64
		err := live.QueryRow(t.Context(), "SELECT count() FROM boardwire_live.deliveries WHERE audience = 'public'").Scan(&n)
		return err == nil && n > 20, ""
	})
	prom.Until(t, 30*time.Second, `rate(boardwire_warehouse_rows_total[10s]) > 0`)

	files, err := filepath.Glob("../../dashboards/*.json")
	if err != nil {
		t.Fatal(err)
	}
	of := panels.Variables{"hall": "main", "__rate_interval": "10s", "tournament:sqlstring": "'two'", "round:sqlstring": "'1'"}
	asked, empty := 0, map[string]bool{}
	for _, f := range files {
		d, err := panels.Load(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range d.Templating.List {
			if sql := c.SQL(); sql != "" {
				asked++
				if n := rows(t, live, of.In(sql)); n != 1 {
					t.Errorf("%s: there are %d of %s to choose, want 1", d.Title, n, c.Name)
				}
			}
		}
		for _, p := range d.Panels {
			for _, q := range p.Targets {
				switch {
				case q.RawSQL != "":
					asked++
					n := rows(t, live, of.In(q.RawSQL))
					if n == 0 {
						empty[p.Title] = true
						if emptyOnACleanRound[p.Title] == "" {
							t.Errorf("%s, %s: no rows", d.Title, p.Title)
						}
					}
				case strings.Contains(q.Expr, "boardwire_warehouse_"):
					if len(prom.Now(t, of.In(q.Expr))) == 0 {
						t.Errorf("%s, %s: nothing answers to\n%s", d.Title, p.Title, q.Expr)
					}
				}
			}
		}
	}
	t.Logf("%d queries were asked", asked)
	for title, why := range emptyOnACleanRound {
		if !empty[title] {
			t.Errorf("%s has rows, though %s", title, why)
		}
	}
	if asked < 20 {
		t.Errorf("only %d queries were asked", asked)
	}

	text := metricstest.Golden(t, filepath.Join("testdata", "metrics", "warehouse.txt"), *update, func() string {
		_, body := r.get(strings.TrimPrefix(admin.URL, "http://"), "")
		return body
	})
	metricstest.Lint(t, text)

	if n := prom.Now(t, `ALERTS{alertname="WarehouseBehind"}`); len(n) > 0 {
		t.Errorf("behind, before anything was done: %v", n)
	}
	clickHouse.Close()
	prom.Until(t, 60*time.Second, `ALERTS{alertname="WarehouseBehind"}`)
}

// rows asks a question and counts the rows of its answer.
func rows(t *testing.T, conn driver.Conn, query string) (n int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	answer, err := conn.Query(ctx, query)
	if err != nil {
		t.Errorf("%v\n%s", err, query)
		return 1
	}
	defer answer.Close()
	for answer.Next() {
		n++
	}
	if err := answer.Err(); err != nil {
		t.Errorf("%v\n%s", err, query)
	}
	return n
}
