package main

import (
	"bytes"
	"strings"
	"testing"

	"boardwire/internal/testshared"
)

func worldCup(t *testing.T) []*game {
	t.Helper()
	games, err := load([]string{
		testshared.Path(t, "data/pgn/fide-worldcup-2025-r1-classical.pgn"),
		testshared.Path(t, "data/pgn/fide-worldcup-2025-r1-tiebreaks-rapid-blitz.pgn"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// The least share of damage that is found, in percent. What a file does not
// show is not found: a win made a draw, a draw that lost its last move.
var least = map[string]int{
	"result turned: the other won":         60,
	"result turned: a win is a draw":       5,
	"result turned: a draw is a win":       30,
	"result turned in the tag alone":       100,
	"mate against a draw tag":              100,
	"king plies added: both kings":         100,
	"king plies added: both, with a clk":   100,
	"king plies added: squares on the way": 97,
	"king plies added: one king, illegal":  97,
	"flag hidden at the end":               97,
	"flag hidden, play goes on":            97,
	"period missing in the tag":            95,
	"period missing on the clocks":         95,
	"wrong control in the tag":             97,
	"clk swapped: whole game":              97,
	"clk swapped: ten moves":               93,
	"clk swapped: one move":                95,
	"clock set: two minutes added":         97,
	"clock set: one minute taken":          97,
	"clk lost at one ply":                  100,
	"two games exchanged, ends too":        100,
	"two games exchanged, moves alone":     25,
	"last ply cut: of a win":               70,
	"last ply cut: of a draw":              0,
	"file cut in the moves":                97,
	"illegal move in the middle":           97,
	"header: a quote lost":                 97,
	"header: a bracket lost":               97,
	"header: no control to read":           97,
	"header: Result unreadable":            97,
}

func TestDamageIsFound(t *testing.T) {
	games := worldCup(t)
	rows := corrupt(games, 1)
	for _, r := range rows {
		want, ok := least[r.name]
		if !ok {
			t.Errorf("%s: nothing is asked of it", r.name)
		}
		if r.done == 0 || 100*r.found < want*r.done {
			t.Errorf("%s: %d of %d found, want %d %%", r.name, r.found, r.done, want)
		}
	}
	if len(rows) != len(least) {
		t.Errorf("%d kinds of damage, %d asked for", len(rows), len(least))
	}
}

// A feed that is taken apart and written again says the same of itself, so that
// what is found in a damaged one comes from the damage.
func TestAnUndamagedFeedSaysWhatTheFileSays(t *testing.T) {
	for _, g := range worldCup(t) {
		_, r, ok := read(g.feed)
		if !ok || r.Line.Len() != g.legal || r.Entered != g.result {
			t.Errorf("%s: %d plies, %s; want %d, %s", g.name, r.Line.Len(), r.Entered, g.legal, g.result)
		}
	}
}

func TestOurOwnGamesAreClean(t *testing.T) {
	n, err := clean()
	if err != nil || n != 0 {
		t.Errorf("%d findings, %v", n, err)
	}
}

func TestTheSameSeedDoesTheSameDamage(t *testing.T) {
	games := worldCup(t)[:40]
	var a, b bytes.Buffer
	if err := report(&a, games, 7, true); err != nil {
		t.Fatal(err)
	}
	if err := report(&b, games, 7, true); err != nil {
		t.Fatal(err)
	}
	if a.String() != b.String() || !strings.Contains(a.String(), "king plies added") {
		t.Error("two runs differ")
	}
}

// Damage that nobody told of is not found: the judge can say no.
func TestTheJudgeCanSayNo(t *testing.T) {
	g := worldCup(t)[5]
	if hit, _ := judge(g, g.clone(), anywhere("result_conflict")); hit {
		t.Error("found a conflict in a game as it was")
	}
	f := g.clone()
	f.plies = append(f.plies, ply{san: "Ke4"}, ply{san: "Kd5"})
	w := exactly("gesture", g.legal+1)
	w.cut = g.legal
	if hit, _ := judge(g, f, w); !hit {
		t.Error("missed a gesture")
	}
	w.from, w.to = g.legal-3, g.legal-3
	if hit, _ := judge(g, f, w); hit {
		t.Error("found it at the wrong ply")
	}
}
