package roles

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/internal/bus/js"
	"boardwire/internal/metricstest"
	"boardwire/internal/push/pushtest"
)

const pushToken = "lip_the-token-of-a-site"

// pushing writes a tournament file that has the public's games sent to an
// address, and the token beside it.
func (r *rig) pushing(address string) (file, token string) {
	r.t.Helper()
	r.write("token", pushToken+"\n")
	return r.write("push.toml", readText(r.t, "testdata/tournament.toml")+`
[[push]]
name = "lichess"
audience = "public"
kind = "lichess"
url = "`+address+`"
round = "1"
token_file = "token"
`), pushToken
}

// push starts what sends to an address.
func (r *rig) push(address string) *process {
	file, _ := r.pushing(address)
	return r.start("broadcast", nil, append(r.common("push", r.secrets(js.Web)), "--role", "push", "--file", file)...)
}

// A round reaches another site through the processes: what it has at the end is
// what the public's pages show, whatever ended, failed or was changed on the way.
func TestARoundReachesAnotherSite(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: -short, so nothing was sent to another site")
	}
	r := newRig(t)
	site := &pushtest.Lichess{Token: pushToken}
	server := httptest.NewServer(site)
	defer server.Close()
	p := r.push(server.URL + pushtest.Path) // it waits for the others
	r.nats()
	r.gate()
	r.projector()
	r.web()
	r.ingest()
	r.sim()
	const long, short = "two.1.1", "two.1.2"
	there := func(n int) func() (bool, string) {
		return func() (bool, string) {
			g, ok := site.Game(long)
			return ok && len(g.PGN.Plies) >= n, tail(p.log.String(), 500)
		}
	}
	r.eventually("the first moves at the site", 60*time.Second, there(2))
	prom := metricstest.Prometheus(t, "../../deploy/prometheus/alerts.yml", map[string]string{"push": r.at("push")})
	prom.Until(t, 20*time.Second, `boardwire_push_last_success_timestamp_seconds{target="lichess"} > 0`)
	if n := prom.Now(t, `ALERTS{alertname="PushFailing"}`); len(n) > 0 {
		t.Errorf("it fires before anything was done: %v", n)
	}
	if status, body := r.get(r.at("push")+"/readyz", ""); status != 200 || !strings.Contains(body, "ok nats") {
		t.Errorf("readyz %d %s", status, body)
	}

	// The site is in trouble for a while, and the token is changed there.
	site.Trouble(pushtest.Answering(503, "Come back later", http.Header{"Retry-After": {"1"}}))
	r.eventually("the trouble is told", 30*time.Second, func() (bool, string) {
		return strings.Contains(p.log.String(), "Come back later"), tail(p.log.String(), 500)
	})
	prom.Until(t, 30*time.Second, `boardwire_push_behind_seconds{target="lichess"} > 3`)
	prom.Until(t, 30*time.Second, `boardwire_push_requests_total{target="lichess",code="503"} > 1`)
	site.Trouble(func(w http.ResponseWriter, _ *http.Request) bool {
		_, err := w.Write([]byte(`{"games":[{"tags":{"White":"Lane, Lia","Black":"Mole, Max"},"error":"Cannot play Ke9"},{"error":"Cannot play Ke9"}]}`))
		return err == nil
	})
	prom.Until(t, 30*time.Second, `ALERTS{alertname="PushFailing",target="lichess",process="push"}`)
	site.Trouble(nil)
	prom.Until(t, 60*time.Second, `boardwire_push_refused_games{target="lichess"} == 0`)
	site.Trouble(func(w http.ResponseWriter, req *http.Request) bool {
		if req.Header.Get("Authorization") == "Bearer lip_the-next-token" {
			req.Header.Set("Authorization", "Bearer "+pushToken)
			return false
		}
		pushtest.Refuse(w, http.StatusUnauthorized, "No such token "+pushToken)
		return true
	})
	r.eventually("the refusal is told", 60*time.Second, func() (bool, string) {
		return strings.Contains(p.log.String(), "study:write"), tail(p.log.String(), 500)
	})
	r.write("token", "lip_the-next-token")
	_ = p.cmd.Process.Signal(syscall.SIGHUP)
	r.eventually("play goes on with the new token", 60*time.Second, there(6))
	// A file with a fault changes nothing.
	file, good := r.path("push.toml"), readText(t, r.path("push.toml"))
	r.write("push.toml", good+"\nevry = \"2s\"\n")
	_ = p.cmd.Process.Signal(syscall.SIGHUP)
	r.eventually("the fault is told", 10*time.Second, func() (bool, string) {
		return strings.Contains(p.log.String(), "did you mean every?"), tail(p.log.String(), 500)
	})
	if err := os.WriteFile(file, []byte(good), 0o600); err != nil {
		t.Fatal(err)
	}
	r.eventually("play goes on after a fault in the file", 60*time.Second, there(8))

	// The process is killed and starts again.
	log := p.log.String()
	p.kill()
	p = r.start("broadcast", nil, append(r.common("push", r.secrets(js.Web)), "--role", "push", "--file", file, "--push", "lichess")...)
	games := played(t, "testdata/short.pgn")
	r.eventually("the long game at the site", 120*time.Second, there(len(games[0])))
	r.eventually("the mate at the site", 60*time.Second, func() (bool, string) {
		g, ok := site.Game(short)
		return ok && g.PGN.Result == "1-0", tail(p.log.String(), 500)
	})
	for i, id := range []string{long, short} {
		g, _ := site.Game(id)
		var moves []string
		for _, ply := range g.PGN.Plies {
			moves = append(moves, ply.Move.String())
		}
		if diff := cmp.Diff(games[i], moves); diff != "" {
			t.Errorf("%s (-played +there):\n%s", id, diff)
		}
	}
	// The very text of the public's page.
	r.eventually("the site has what the page shows", 30*time.Second, func() (bool, string) {
		_, page := r.get(r.at("public")+"/pgn/two.1.1.pgn", "")
		for _, push := range site.Pushes() {
			if page != "" && strings.Contains(push.Body, page) {
				return true, ""
			}
		}
		return false, page
	})
	if n := len(site.Games()); n != 2 {
		t.Errorf("%d games there, want 2", n)
	}
	if code := p.stop(); code != 0 {
		t.Errorf("ends with %d\n%s", code, tail(p.log.String(), 500))
	}
	if log += p.log.String(); strings.Contains(log, pushToken) || strings.Contains(log, "lip_") || strings.Contains(log, "Lane") {
		t.Errorf("a token or a name is in the log:\n%s", log)
	}
}

// One process with all roles sends too, with the rights of the pages.
func TestAllRolesSend(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: -short, so nothing was sent to another site")
	}
	r := newRig(t)
	site := &pushtest.Lichess{Token: pushToken}
	server := httptest.NewServer(site)
	defer server.Close()
	file, _ := r.pushing(server.URL + pushtest.Path)
	r.nats()
	r.projector()
	p := r.start("broadcast", nil, append(r.common("all", r.secrets(js.Gate, js.Publisher, js.Web, js.Sys)), "--role", "all",
		"--data", r.path("all"), "--file", file, "--listen", r.at("public"), "--desk-listen", r.at("press"))...)
	r.eventually("the pairings are at the site", 60*time.Second, func() (bool, string) {
		return len(site.Games()) == 2, tail(p.log.String(), 500)
	})
	if code := p.stop(); code != 0 {
		t.Errorf("ends with %d\n%s", code, tail(p.log.String(), 500))
	}
}
