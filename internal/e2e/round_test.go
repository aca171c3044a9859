package e2e

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/pgn"
	"boardwire/rules"
	"boardwire/sim"
)

// end is what a game ends in, provisionally.
type end struct {
	Result, Reason, Source string
	Articles               []string
}

// ends are those of the demonstration round, board by board. The players of
// board 8 walk off: nothing was seen, so nothing is said.
var ends = map[int]end{
	1: {"1-0", "checkmate", "derived", []string{"5.1.1"}},
	2: {"1/2-1/2", "stalemate", "derived", []string{"5.2.1"}},
	3: {"0-1", "flag", "derived", []string{"6.9"}},
	4: {"1-0", "not_recorded", "signalled", nil},
	5: {"0-1", "not_recorded", "signalled", nil},
	6: {"1/2-1/2", "not_recorded", "signalled", nil},
	7: {"1/2-1/2", "dead_position", "derived", []string{"5.2.2"}},
	8: {Result: "*"},
}

// finding is one that a human is asked to look at.
type finding struct {
	Game, Kind string
	Ply        int
	Articles   []string
}

// findings are those of the demonstration round: the flag, the cable, and three
// pairs of kings. There are no others. How much was seen before the cable was
// out is not compared.
var findings = []finding{
	{"demo.1.3", "flag", 60, []string{"6.8"}},
	{"demo.1.3", "move_count", 60, []string{"6.4"}},
	{"demo.1.4", "gesture", 47, nil},
	{"demo.1.5", "gesture", 48, nil},
	{"demo.1.6", "device", 0, nil},
	{"demo.1.6", "gesture", 51, nil},
}

// round is what is really played.
type round struct {
	in    []pgn.Game
	truth []sim.Game
	// late: nobody may have been reading when the clocks were started.
	late bool
	// unsaid are presses that a killed hall had not written down.
	unsaid unsaid
}

// roundOf plans a round as the emulator does.
func roundOf(t *testing.T, games, script []byte) round {
	t.Helper()
	in, s, err := sim.Load(games, script)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := sim.Truth(sim.Config{Games: in, Script: s})
	if err != nil {
		t.Fatal(err)
	}
	if len(truth) != len(ends) {
		t.Fatalf("%d games, want %d", len(truth), len(ends))
	}
	return round{in: in, truth: truth}
}

func id(board int) string { return fmt.Sprintf("demo.1.%d", board) }

// over waits until an audience sees every game to its end.
func (r round) over(t *testing.T, h *hall, base string, limit time.Duration) {
	t.Helper()
	seen := ""
	defer func() {
		if t.Failed() {
			t.Logf("at last: %s", seen)
		}
	}()
	within(t, limit, "every game seen to its end", func() bool {
		if !h.running() {
			t.Fatal("the hall has ended")
		}
		for _, g := range r.truth {
			got, err := h.game(base, id(g.Board))
			status := "ended"
			if ends[g.Board].Result == "*" {
				status = "playing"
			}
			if err != nil || len(got.Moves) < len(g.Moves) || got.Status != status {
				seen = fmt.Sprintf("%s: %d moves of %d, %q, %v", id(g.Board), len(got.Moves), len(g.Moves), got.Status, err)
				return false
			}
		}
		return true
	})
}

// checkGames holds what an audience is shown against what was played.
func (r round) checkGames(t *testing.T, h *hall, base string) {
	t.Helper()
	for n, g := range r.truth {
		got, err := h.game(base, id(g.Board))
		if err != nil {
			t.Errorf("%s: %v", id(g.Board), err)
			continue
		}
		if d := cmp.Diff(ends[g.Board], end{got.Result, got.Reason, got.Source, got.Articles}); d != "" {
			t.Errorf("%s ends (-want +got):\n%s", got.ID, d)
		}
		var want, moves []string
		for i, m := range g.Moves {
			clk := g.Clk[i]
			if r.unsaid[n][i] {
				clk = -1
			}
			want = append(want, fmt.Sprint(m.UCI(), " ", clk))
		}
		for _, m := range got.Moves {
			clk := -1
			if m.Clk != nil {
				clk = *m.Clk
			}
			moves = append(moves, fmt.Sprint(m.UCI, " ", clk))
			if !m.Completed && len(moves) < len(want) {
				t.Errorf("%s: ply %d is not completed", got.ID, len(moves))
			}
		}
		if d := cmp.Diff(want, moves); d != "" {
			t.Errorf("%s moves (-want +got):\n%s", got.ID, d)
		}
	}
}

// checkPGN holds the public PGN against the one that was played. Where r.late is
// set the first reading of the clocks may have come late, and what the first
// move of each side took is not compared.
func (r round) checkPGN(t *testing.T, h *hall, results map[int]rules.Result) {
	t.Helper()
	code, body, err := h.get(h.public + "/pgn/demo.1.pgn")
	if err != nil || code != http.StatusOK {
		t.Fatalf("pgn: %d %v", code, err)
	}
	out := pgn.Read([]byte(body))
	if len(out) != len(r.in) {
		t.Fatalf("%d games in the PGN, want %d:\n%s", len(out), len(r.in), body)
	}
	for i, got := range out {
		if len(got.Deviations) != 0 {
			t.Errorf("board %d: the PGN does not read back: %v", i+1, got.Deviations[0])
		}
		if got.Result != results[i+1] {
			t.Errorf("board %d: the PGN's result is %s, want %s", i+1, got.Result, results[i+1])
		}
		for _, name := range []string{"Event", "Round", "White", "Black", "Board", "TimeControl"} {
			want, _ := r.in[i].Tag(name)
			if have, _ := got.Tag(name); have != want {
				t.Errorf("board %d: tag %s is %q, want %q", i+1, name, have, want)
			}
		}
		if d := cmp.Diff(r.plies(i, r.in[i], true), r.plies(i, got, false)); d != "" {
			t.Errorf("board %d: PGN (-in +out):\n%s", i+1, d)
		}
	}
}

// plies lists moves and times, to compare. Where nobody pressed, the times of
// the incoming PGN are nobody's; of a press that was not written down nothing is
// expected, nor of what the same player took for his next move.
func (r round) plies(game int, g pgn.Game, played bool) []string {
	var out []string
	clk := r.truth[game].Clk
	for i, p := range g.Plies {
		line := p.Move.UCI()
		if played && r.unsaid[game][i] {
			p.Clk, p.Emt = nil, nil
		}
		if played && r.unsaid[game][i-2] {
			p.Emt = nil
		}
		if i < len(clk) && clk[i] >= 0 {
			line += " " + show(p.Clk)
			if !r.late || i > 1 {
				line += " " + show(p.Emt)
			}
		}
		out = append(out, line)
	}
	return out
}

func show(d *time.Duration) string {
	if d == nil {
		return "-"
	}
	return d.String()
}

// provisional are the results before anybody ruled.
func provisional() map[int]rules.Result {
	out := map[int]rules.Result{}
	for board, e := range ends {
		out[board] = rules.Result(e.Result)
	}
	return out
}
