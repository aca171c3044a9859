package feedcheck

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/events"
	"boardwire/internal/testshared"
	"boardwire/pgn"
	"boardwire/rules"
)

// The cases of the shared list that a file of games can show, by their ids.

// A01, A03: kings that tell the result are no moves, whether the first of them
// can be played, and whether they carry a reading.
func TestCaseA01A03(t *testing.T) {
	if in := feedCase(t, "A01"); !strings.Contains(in, "Ke5 {[%emt") || !strings.Contains(feedCase(t, "A03"), "Kd4+ {[%clk") {
		t.Fatalf("the cases say otherwise: %s", in)
	}
	_, r := read(t, text("1/2-1/2", "8/8/3k2p1/8/6P1/5K2/8/8 w - - 0 59", "59. g5 {[%clk 00:23:04]} Ke5 {[%emt 00:00:14]} 60. Ke4+"))
	if got := outcome(r) + ": " + brief(r); got != "1 1/2-1/2 recorded not_recorded: 2 gesture" {
		t.Error(got)
	}
	_, r = read(t, text("0-1", "8/8/8/p3b3/2k4P/4K3/8/8 w - - 0 88", "88. Ke4 {[%clk 00:01:03]} Bd6 89. Kd4+ {[%clk 00:00:47]} {[%emt 00:00:10]}"))
	if got := outcome(r) + ": " + brief(r); !strings.HasPrefix(got, "2 0-1 recorded not_recorded: ") || !strings.Contains(got, "3 gesture") {
		t.Error(got)
	}
}

// A04: an illegal move that was played on is told at its ply, with the position
// to go back to before it, and the result still flows.
func TestCaseA04(t *testing.T) {
	b, err := os.ReadFile(testshared.Path(t, "data/pgn/odd/livechess-2.2.11-illegal-into-check.pgn"))
	if err != nil {
		t.Fatal(err)
	}
	_, r := read(t, string(b))
	if got := outcome(r); got != "75 1-0 recorded not_recorded" {
		t.Error(got)
	}
	if !strings.Contains(brief(r), "76 illegal_move 7.5.1") {
		t.Error(brief(r))
	}
}

// R01, R02: fifty moves and a third time end nothing, and are told to nobody.
func TestCaseR01R02(t *testing.T) {
	if feedCase(t, "R02") != "halfmove clock 100" {
		t.Fatal("the case says otherwise")
	}
	played, past := 0, 0
	for _, which := range []string{"classical", "tiebreaks-rapid-blitz"} {
		for i, g := range worldCup(t, which) {
			r := check(t, &g)
			if r.Line.Len() != len(g.Plies) {
				t.Errorf("%s %d: %d of %d plies are left", which, i+1, r.Line.Len(), len(g.Plies))
			}
			if r.Line.Position().Halfmoves() > 100 {
				past++
				if got := outcome(r); got != fmt.Sprintf("%d 1/2-1/2 recorded not_recorded", len(g.Plies)) {
					t.Error(got)
				}
			}
			for _, f := range r.Findings {
				if strings.Contains(f.Text, "fifty") || strings.Contains(f.Text, "50 moves") || strings.Contains(f.Text, "claim") {
					t.Errorf("told: %s", f.Text)
				}
			}
			played++
		}
	}
	if played != 218 || past == 0 {
		t.Errorf("%d games, %d past 50 moves", played, past)
	}
}

// R03, R05: every result an arbiter can give, in every writing.
func TestCaseR03R05(t *testing.T) {
	if !strings.Contains(feedCase(t, "R03"), "1/2-0") || !strings.Contains(feedCase(t, "R05"), "½-½") {
		t.Fatal("the cases say otherwise")
	}
	for in, want := range map[string]rules.Result{
		"0-0": rules.BothLose, "1/2-0": rules.WhiteHalf, "0-1/2": rules.BlackHalf,
		"½-½": rules.Draw, "1/2–1/2": rules.Draw, "1–0": rules.WhiteWins, "0–1": rules.BlackWins,
	} {
		_, r := read(t, text(in, "", open))
		if r.Result != want || r.Source != events.SourceRecorded || r.Reason != rules.ReasonNotRecorded {
			t.Errorf("%s: %s", in, outcome(r))
		}
	}
}

// R08, R12: a board that is left without a result stays without one; it is for
// an operator to close, once the others are over and nothing is heard of it.
func TestCaseR08R12(t *testing.T) {
	if !strings.Contains(feedCase(t, "R12"), "Ra4+ {[%clk 00:00:08]} *") || !strings.Contains(feedCase(t, "R08"), "3 h") {
		t.Fatal("the cases say otherwise")
	}
	_, r := read(t, text("*", "8/8/8/8/1k6/5K2/7R/8 w - - 0 65", "65. Rh4+ {[%clk 00:00:12]} Kb5 {[%clk 00:01:00]} 66. Ra4 {[%clk 00:00:08]}"))
	if got := outcome(r); got != "3 * none" {
		t.Errorf("R12: %s", got)
	}
	noon := time.Date(2025, 11, 1, 12, 0, 0, 0, time.UTC)
	round := make([]Board, 8)
	for i := range round {
		round[i] = Board{Result: rules.Draw, Last: noon}
	}
	round[7].Result = rules.Ongoing
	if Finished(round) {
		t.Error("R08: finished with a board open")
	}
	if got := Stale(round, noon.Add(3*time.Hour-time.Second), 3*time.Hour); got != nil {
		t.Errorf("R08: stale too early: %v", got)
	}
	if got := Stale(round, noon.Add(3*time.Hour), 3*time.Hour); len(got) != 1 || got[0] != 7 {
		t.Errorf("R08: stale: %v, want board 7", got)
	}
	round[7].Result = r.Result
	if got := Stale(round[7:], noon.Add(9*time.Hour), 3*time.Hour); got != nil {
		t.Errorf("a round where nothing is over is late, not stale: %v", got)
	}
}

// R10: the mate ends the game; the entered draw is told, with what makes it
// stand if both signed it.
func TestCaseR10(t *testing.T) {
	in := feedCase(t, "R10")
	_, r := read(t, "[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n[FEN \"6k1/5pp1/6N1/8/8/8/8/4K2R w - - 0 28\"]\n\n"+in)
	if got := outcome(r) + ": " + brief(r); got != "1 1-0 derived checkmate 5.1.1: 1 result_conflict 5.1.1 8.7" {
		t.Error(got)
	}
	if r.Entered != rules.Draw {
		t.Errorf("entered %s", r.Entered)
	}
}

// T01: a reading that is missing follows from the think time, and says so.
func TestCaseT01(t *testing.T) {
	in := feedCase(t, "T01")
	_, r := read(t, "[Result \"*\"]\n[TimeControl \"40/7200:1800+30\"]\n\n1. d4 {[%clk 1:59:57]} Nf6 {[%clk 1:59:40]} 2. c4 {[%clk 1:59:48]} e6 {[%clk 1:59:00]} 3. Nf3 {[%clk 1:59:30]} d5 {[%clk 1:58:10]} "+in+" *")
	clocks := r.Course.Clocks
	if want := 2*time.Hour - 30*time.Second - 43*time.Second; !r.Course.Derived[6] || clocks[6].Clk != want {
		t.Errorf("4. g3: %v, derived %v; want %v", clocks[6].Clk, r.Course.Derived[6], want)
	}
	if r.Course.Derived[7] || clocks[7].Clk != time.Hour+57*time.Minute+33*time.Second {
		t.Errorf("4... Bb4+: %v", clocks[7].Clk)
	}
	derived := 0
	for _, which := range []string{"classical", "tiebreaks-rapid-blitz"} {
		for _, g := range worldCup(t, which) {
			for _, d := range check(t, &g).Course.Derived {
				derived += btoi(d)
			}
		}
	}
	if derived == 0 {
		t.Error("no reading of the World Cup was derived")
	}
}

// T03: moves of LiveChess Cloud, with reading and think time each missing.
func TestCaseT03(t *testing.T) {
	g, err := Cloud([]byte(`{"result":"*","clock":{"white":1700,"black":1600},"moves":` + feedCase(t, "T03") + `}`))
	if err != nil {
		t.Fatal(err)
	}
	r := check(t, &g)
	var got []string
	for i, s := range r.Course.Clocks {
		got = append(got, fmt.Sprintf("%s %v %v", g.Plies[i].SAN, s.HasClk, s.HasEmt))
	}
	if diff := cmp.Diff("d4 false false, e6 true false, Nf3 true true, Nc6 true true", strings.Join(got, ", ")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if w, b := *g.Plies[2].Clk, *g.Plies[3].Clk; w != 1700*time.Second || b != 1600*time.Second {
		t.Errorf("the clock object does not hold: %v, %v", w, b)
	}
	for _, name := range []string{"lcc-960.json", "lcc-maia-2023-r2-b11.json"} {
		b, err := os.ReadFile(testshared.Path(t, "data/livechess/"+name))
		if err != nil {
			t.Fatal(err)
		}
		if g, err = Cloud(b); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r := check(t, &g)
		t.Logf("%s: %s: %s", name, outcome(r), brief(r))
		if r.Line.Len() < 30 {
			t.Errorf("%s: %d plies can be played", name, r.Line.Len())
		}
	}
}

// T07: a new game begins with clocks of its own.
func TestCaseT07(t *testing.T) {
	_ = feedCase(t, "T07")
	games := pgn.Read([]byte(text("1-0", "", "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:01:07]} 2. d4 {[%clk 0:04:00]}") + "\n" +
		text("*", "", "1. d4 {[%clk 0:15:00]} d5 {[%emt 0:00:09]}")))
	r := check(t, &games[1])
	if r.Course.Clocks[1].HasClk {
		t.Errorf("Black's clock in the new game: %v", r.Course.Clocks[1].Clk)
	}
}

// T08, T14: readings in old and broken forms are times like any other.
func TestCaseT08T14(t *testing.T) {
	if !strings.Contains(feedCase(t, "T08"), "0:15.16") || !strings.Contains(feedCase(t, "T14"), "[%clk\n0:29:32.6]") {
		t.Fatal("the cases say otherwise")
	}
	_, r := read(t, text("*", "", "1. c4 { [%clk 0:15.16] } 1... e5 {[%clk\n0:29:32.6][%timestamp 43]}"))
	if w, b := r.Course.Clocks[0], r.Course.Clocks[1]; w.Clk != 15*time.Minute+16*time.Second || b.Clk != 29*time.Minute+32*time.Second+600*time.Millisecond {
		t.Errorf("got %v and %v", w.Clk, b.Clk)
	}
}

// T11: the 30 minutes after move 40 come at moves 41 to 53, never in the
// reading of move 40 itself; where they come before, a flag had fallen.
func TestCaseT11(t *testing.T) {
	at := map[int]int{}
	flags := 0
	for _, g := range worldCup(t, "classical") {
		for _, j := range check(t, &g).Course.Jumps {
			switch j.Cause.String() {
			case "period":
				at[j.Move]++
			case "hidden flag":
				flags++
			}
		}
	}
	total := 0
	for move, n := range at {
		total += n
		if move < 41 || move > 53 {
			t.Errorf("%d clocks got the period at move %d", n, move)
		}
	}
	if at[41] <= at[42] || at[42] <= at[43] || total < 120 || flags != 2 {
		t.Errorf("periods by move %v, %d hidden flags", at, flags)
	}
}

// T12: 62 rapid and blitz games keep the text of the classical ones; each says
// by its clocks what it was.
func TestCaseT12(t *testing.T) {
	shown := map[string]int{}
	for _, g := range worldCup(t, "tiebreaks-rapid-blitz") {
		r := check(t, &g)
		if !strings.HasPrefix(brief(r), "0 control_mismatch") {
			t.Errorf("not told: %s", brief(r))
		}
		shown[r.Course.Shown.String()]++
	}
	for _, g := range worldCup(t, "classical") {
		if strings.Contains(brief(check(t, &g)), "control_mismatch") {
			t.Error("told of a game under its own control")
		}
	}
	if diff := cmp.Diff(map[string]int{"15+10": 38, "10+10": 12, "5+3": 10, "0+10": 2}, shown); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What is said of the World Cup's games, each looked at: docs/findings.md.
func TestWorldCupFindings(t *testing.T) {
	count := map[string]int{}
	for _, which := range []string{"classical", "tiebreaks-rapid-blitz"} {
		for _, g := range worldCup(t, which) {
			for _, f := range check(t, &g).Findings {
				count[f.Kind]++
			}
		}
	}
	want := map[string]int{
		"clk_missing": 135, "control_mismatch": 62, "no_or_one_move": 7, "flag": 4, "truncated": 4,
		"hidden_flag": 2, "clock_adjusted": 2, "gesture": 1, "dead_position": 1,
	}
	if diff := cmp.Diff(want, count); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
