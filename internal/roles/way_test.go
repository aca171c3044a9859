package roles

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/pgn"
)

// view is what a test looks at of /api/games/{id}.
type view struct {
	Moves []struct {
		UCI       string `json:"uci"`
		Clk       *int   `json:"clk"`
		Completed bool   `json:"completed"`
	} `json:"moves"`
	Status string `json:"status"`
	Result string `json:"result"`
	Reason string `json:"reason"`
}

func (v view) uci() []string {
	out := []string{}
	for _, m := range v.Moves {
		out = append(out, m.UCI)
	}
	return out
}

// played are the moves of the games of a PGN.
func played(t *testing.T, path string) [][]string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for _, g := range pgn.Read(b) {
		var moves []string
		for _, p := range g.Plies {
			moves = append(moves, p.Move.String())
		}
		all = append(all, moves)
	}
	return all
}

func (r *rig) game(at, id, bearer string) (view, string) {
	status, body := r.get(at+"/api/games/"+id, bearer)
	var v view
	if status != 200 || json.Unmarshal([]byte(body), &v) != nil {
		return view{}, fmt.Sprintf("%d %s", status, tail(body, 200))
	}
	return v, body
}

func (r *rig) plies(at, id string, n int) func() (bool, string) {
	return func() (bool, string) {
		v, body := r.game(at, id, "")
		return len(v.Moves) >= n, fmt.Sprintf("%d plies, %s", len(v.Moves), tail(body, 200))
	}
}

// A move made on a board reaches spectators through the processes, started in
// the order in which each waits for the next; each is killed while the game goes
// on, and nothing is lost.
func TestAMoveReachesSpectatorsThroughFourProcessesThatAreKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: -short, so the daemons were not killed")
	}
	r := newRig(t)
	// The wrong way round: each finds nothing yet.
	web := r.web()
	gate := r.gate()
	projector := r.projector()
	ingest := r.ingest()
	r.eventually("all wait", 20*time.Second, func() (bool, string) {
		for _, p := range []*process{web, gate, projector} {
			if !strings.Contains(p.log.String(), `"msg":"waiting"`) {
				return false, p.log.String()
			}
		}
		return true, ""
	})
	nats := r.nats()
	sim := r.sim()
	games := played(t, "testdata/short.pgn")

	const long, short = "two.1.1", "two.1.2"
	next := r.plies(r.at("public"), long, 2)
	r.eventually("the first moves", 60*time.Second, next)

	at := 2
	for _, killed := range []struct {
		name  string
		p     **process
		start func() *process
	}{
		{"ingest", &ingest, r.ingest},
		{"projector", &projector, r.projector},
		{"gate", &gate, r.gate},
		{"web", &web, r.web},
		{"nats-server", &nats, r.nats},
		{"emulator", &sim, r.sim},
	} {
		(*killed.p).kill()
		*killed.p = killed.start()
		at = min(at+3, len(games[0]))
		r.eventually("play goes on after the end of "+killed.name, 60*time.Second, r.plies(r.at("public"), long, at))
	}
	r.eventually("the long game", 90*time.Second, r.plies(r.at("public"), long, len(games[0])))
	r.eventually("the mate", 60*time.Second, func() (bool, string) {
		v, body := r.game(r.at("public"), short, "")
		return v.Status == "ended" && v.Result == "1-0" && v.Reason == "checkmate", body
	})
	for i, id := range []string{long, short} {
		v, body := r.game(r.at("public"), id, "")
		if diff := cmp.Diff(games[i], v.uci()); diff != "" {
			t.Errorf("%s (-played +shown):\n%s\n%s", id, diff, body)
		}
		for n, m := range v.Moves {
			if m.Clk == nil && n < len(v.Moves)-1 {
				t.Errorf("%s: ply %d has no clock", id, n+1)
			}
		}
	}

	// Those who see more sign in; the public's listener knows nothing of them.
	press := r.token("web/secrets/press-token")
	if v, body := r.game(r.at("press"), long, press); len(v.Moves) != len(games[0]) {
		t.Errorf("the press sees %s", tail(body, 300))
	}
	if status, _ := r.get(r.at("press")+"/api/games/"+long, ""); status != 401 {
		t.Errorf("the press pages without a token: %d, want 401", status)
	}
	if v, body := r.game(r.at("desk"), long, r.token("projector/secrets/desk-token")); len(v.Moves) != len(games[0]) {
		t.Errorf("the desk sees %s", tail(body, 300))
	}
	if status, body := r.get(r.at("desk")+"/desk/log/facts", r.token("projector/secrets/desk-token")); status != 200 || strings.Contains(body, "g2") || !strings.Contains(body, "move.v1.made") {
		t.Errorf("facts: %d, %s", status, tail(body, 300))
	}
	r.noneTwice()

	for name, ready := range map[string]string{"ingest": "record", "projector": "folded", "gate": "live account", "web": "nats"} {
		if status, body := r.get(r.at(name)+"/readyz", ""); status != 200 || !strings.Contains(body, "ok "+ready) {
			t.Errorf("%s: readyz %d %s", name, status, body)
		}
	}
	for name, metric := range map[string]string{
		"ingest": "boardwire_ingest_outbox_events", "projector": "boardwire_projector_events_total",
		"gate": "boardwire_gate_released_total", "web": "boardwire_build_info",
	} {
		if status, body := r.get(r.at(name)+"/metrics", ""); status != 200 || !strings.Contains(body, metric) {
			t.Errorf("%s: metrics %d without %s", name, status, metric)
		}
	}
	for _, p := range []*process{web, gate, ingest, projector} {
		if code := p.stop(); code != 0 {
			t.Errorf("%s ends with %d\n%s", p.name, code, tail(p.log.String(), 500))
		}
	}
}

var (
	sourceOf = regexp.MustCompile(`"source":"([^"]*)","seq":(\d+)`)
)

// noneTwice reads the record as stored: each source counts without holes.
func (r *rig) noneTwice() {
	r.t.Helper()
	status, body := r.get(r.at("desk")+"/desk/log/record", r.token("projector/secrets/desk-token"))
	if status != 200 {
		r.t.Fatalf("record: %d %s", status, body)
	}
	last := map[string]int{}
	for line := range strings.Lines(body) {
		m := sourceOf.FindStringSubmatch(line)
		if m == nil {
			r.t.Fatalf("no source in %s", line)
		}
		var seq int
		fmt.Sscan(m[2], &seq)
		if seq != last[m[1]]+1 {
			r.t.Errorf("source %s: event %d after %d", m[1], seq, last[m[1]])
		}
		last[m[1]] = seq
	}
	ingests := 0
	for s := range last {
		if strings.HasPrefix(s, "ingest-") {
			ingests++
		}
	}
	if ingests != 1 {
		r.t.Errorf("%d sources of ingest in the record, want 1: %v", ingests, last)
	}
}
