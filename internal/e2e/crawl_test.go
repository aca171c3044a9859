package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/pgn"
	"boardwire/rules"
)

// answer is all that a reader got from one address, headers too.
type answer struct {
	path string
	at   time.Time // when it had come whole
	code int
	head string
	body string
}

// inside are words that no spectator may read: of devices, of the log, of where
// things lie, of what is for arbiters only.
var inside = regexp.MustCompile(`dgt|\bdevice\b[^-]|/dev/|pts/|\bbw\.|s0001|\bIN-|FACT|PUB-|desk-|fold-|ingest|finding|lifted|unexplained|outbox|panic|goroutine|\.go:\d`)

// Words that stand for something: a fact's id, a position.
var (
	factID   = regexp.MustCompile(`\b[0-9a-f]{32}\b`)
	position = regexp.MustCompile(`[1-8pnbrqkPNBRQK/]{17,} [wb] [-KQkq]+ [-a-h1-8]+ \d+ \d+`)
)

// TestNothingYoungIsSaid reads every public address over and over while a round
// is played, and sets each answer against the log: no move, time or result that
// is younger than the delay, no name of a fact, no word from inside.
func TestNothingYoungIsSaid(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	endEmulator(t, data)
	const delay = 15 * time.Second
	h := startHall(t, data, nil, "--demo", "--speed", "60")
	answers := crawl(t, h, 40*time.Second)
	// The host's clock at the outbox is at or before the record's, from which the
	// delay counts: younger than this is surely too young.
	facts := decoded(t, h.log("facts"))
	young := func(f events.Event, at time.Time) bool { return at.Sub(f.Recorded) < delay }
	ids := map[string]bool{}
	for _, f := range facts {
		ids[string(f.ID)] = true
	}
	moves := 0
	for _, a := range answers {
		text := a.head + a.body
		if w := inside.FindString(text); w != "" {
			t.Fatalf("%s says %q", a.path, w)
		}
		for _, word := range factID.FindAllString(text, -1) {
			if ids[word] {
				t.Fatalf("%s names the fact %s", a.path, word)
			}
		}
		old := releasedBy(facts, a.at, young)
		for _, fen := range position.FindAllString(text, -1) {
			if !old.positions[fen] {
				t.Fatalf("%s shows %s, which was not released", a.path, fen)
			}
		}
		moves = max(moves, old.check(t, a))
	}
	if len(answers) < 100 || moves < 3 {
		t.Fatalf("%d answers and %d moves seen: too few to tell", len(answers), moves)
	}
	h.stop()
}

// crawl reads all public addresses for d.
func crawl(t *testing.T, h *hall, d time.Duration) []answer {
	t.Helper()
	paths := []string{"/", "/r/demo.1", "/api/rounds", "/pgn/demo.1.pgn", "/credits", "/nothing", "/desk/log/facts", "/metrics"}
	for i := range 9 { // the ninth is not there
		game := id(i + 1)
		paths = append(paths, "/g/"+game, "/g/"+game+"?ply=99", "/api/games/"+game, "/pgn/"+game+".pgn")
	}
	client := http.Client{Timeout: 20 * time.Second}
	var list []answer
	for end := time.Now().Add(d); time.Now().Before(end); {
		for i, path := range paths {
			method := http.MethodGet
			if (len(list)+i)%7 == 6 {
				method = http.MethodHead
			}
			req, err := http.NewRequest(method, h.public+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := client.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil {
				t.Fatal(err)
			}
			if c := resp.Cookies(); len(c) > 0 {
				t.Errorf("%s sets a cookie", path)
			}
			list = append(list, answer{path, time.Now(), resp.StatusCode, fmt.Sprint(resp.Header), string(body)})
		}
		time.Sleep(300 * time.Millisecond)
	}
	return list
}

// released is what may be told at a time.
type released struct {
	positions map[string]bool
	plies     map[string]int // by game: the highest
	ends      map[string]bool
	at        time.Time
}

func releasedBy(facts []events.Event, at time.Time, young func(events.Event, time.Time) bool) released {
	r := released{positions: map[string]bool{rules.Start().FEN(): true}, plies: map[string]int{}, ends: map[string]bool{}, at: at}
	for _, f := range facts {
		game, ok := f.Scope.Table()
		if !ok || young(f, at) {
			continue
		}
		switch d := f.Data.(type) {
		case events.Made:
			r.positions[d.FEN] = true
			r.plies[game] = max(r.plies[game], d.Ply)
		case events.Ended:
			r.ends[game+" "+d.Result] = true
		case events.FinalResult:
			r.ends[game+" "+d.Result] = true
		}
	}
	return r
}

// check looks into an answer that can be read, and returns how many moves of a
// game it has.
func (r released) check(t *testing.T, a answer) (moves int) {
	t.Helper()
	game := func(id string, plies int, result string) {
		if plies > r.plies[id] || result != "*" && !r.ends[id+" "+result] {
			t.Errorf("%s says %d plies and %s of %s; released are %d", a.path, plies, result, id, r.plies[id])
		}
		moves = max(moves, plies)
	}
	switch {
	case a.code != http.StatusOK || a.body == "":
	case a.path == "/api/rounds":
		var list struct {
			Rounds []struct {
				Games []struct {
					ID, Result string
					Plies      int
				}
			}
		}
		if err := json.Unmarshal([]byte(a.body), &list); err != nil {
			t.Error(err)
		}
		for _, round := range list.Rounds {
			for _, g := range round.Games {
				game(g.ID, g.Plies, g.Result)
			}
		}
	case strings.HasPrefix(a.path, "/api/games/"):
		var g struct {
			ID, Result string
			Moves      []struct{}
			Clock      *struct{ At time.Time }
		}
		if err := json.Unmarshal([]byte(a.body), &g); err != nil {
			t.Error(err)
		}
		game(g.ID, len(g.Moves), g.Result)
		if g.Clock != nil && r.at.Sub(g.Clock.At) < 15*time.Second {
			t.Errorf("%s has a clock's reading of %v before", a.path, r.at.Sub(g.Clock.At))
		}
	case strings.HasPrefix(a.path, "/pgn/"):
		for _, g := range pgn.Read([]byte(a.body)) {
			board, _ := g.Tag("Board")
			game("demo.1."+board, len(g.Plies), string(g.Result))
		}
	}
	return moves
}
