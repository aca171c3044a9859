package warehouse

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/events"
	"boardwire/internal/bus"
	"boardwire/pgn"
)

const worldCup = "90/40+30+30"

// taken folds messages from the first on and returns all rows.
func taken(t testing.TB, tk taker, msgs []bus.Msg) rows {
	t.Helper()
	var out rows
	for _, m := range msgs {
		if err := tk.take(m, 1, &out); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// expected is what a PGN file says of a ply, computed apart from the fold: the
// time used is what the side had, with what a move adds, less what it has.
type expected struct {
	san      string
	clk, emt int // -1: not known
	period   bool
}

func expect(g pgn.Game) []expected {
	have := [2]int{startShown, startShown}
	extra := [2]bool{}
	out := make([]expected, len(g.Plies))
	for i, p := range g.Plies {
		side := i % 2
		e := expected{san: p.SAN, clk: -1, emt: -1}
		if p.Clk != nil {
			e.clk = int(*p.Clk / time.Second)
			if have[side] >= 0 {
				e.emt = have[side] + 30 - e.clk
				if e.emt < -2 && !extra[side] && i/2+1 >= 40 {
					e.emt += 1800
					extra[side], e.period = true, true
				}
				if e.emt < -2 {
					e.emt = -1
				} else {
					e.emt = max(e.emt, 0)
				}
			}
		}
		have[side] = e.clk
		out[i] = e
	}
	return out
}

// Every game of a real round: plies, clocks and think times are those that
// follow from the file.
func TestPliesOfARealRound(t *testing.T) {
	within := 0
	all := 0
	for n, g := range classical(t) {
		if _, err := g.Position(); err != nil {
			continue
		}
		s := newScribe(t, nil, current{Hall: "h", Sitting: "s0001", Gen: 1})
		s.play("wc.1.1", worldCup, g)
		got := taken(t, newFactRows(from{Hall: "h", Sitting: "s0001", Gen: 1}), s.msgs)
		plies := latest(got.plies)
		if len(plies) != len(g.Plies) {
			t.Errorf("game %d: %d plies, want %d", n+1, len(plies), len(g.Plies))
			continue
		}
		for i, want := range expect(g) {
			p := plies[i]
			have := expected{san: p.SAN, clk: -1, emt: -1, period: p.Quality == QualityPeriod}
			if p.Clk != nil {
				have.clk = int(*p.Clk)
			}
			if p.Emt != nil {
				have.emt = int(*p.Emt)
			}
			if have != want {
				t.Errorf("game %d, ply %d: %+v, want %+v", n+1, i+1, have, want)
				break
			}
			if e := g.Plies[i].Emt; e != nil && have.emt >= 0 && !have.period {
				all++
				if d := have.emt - int(*e/time.Second); -2 <= d && d <= 2 {
					within++
				}
			}
		}
	}
	// The file has think times of its own, that do not always follow from its
	// clocks.
	if all == 0 || within*1000 < all*980 {
		t.Errorf("%d of %d think times are within 2 s of the file's own", within, all)
	}
}

// short is a game in which much is taken back.
func short(t *testing.T) (*scribe, events.Scope) {
	s := newScribe(t, nil, current{Hall: "h", Sitting: "s0001", Gen: 1})
	scope := events.TableScope("open.1.3")
	s.state(scope, 0, events.Paired{White: "p1", Black: "p2", Edition: "2023", Kind: "standard", Control: "5+3", Rate: 1,
		FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"})
	s.state(scope, time.Second, events.ClockChanged{Changes: []string{"started"}, Clocks: events.Clocks{White: 300, Black: 300, Running: "white"}})
	return s, scope
}

func (s *scribe) move(scope events.Scope, ply int, san string, white, black int) events.ID {
	made := s.state(scope, time.Second, events.Made{Ply: ply, UCI: "e2e4", SAN: san, FEN: "8/8/8/8/8/8/8/8 w - - 0 1"})
	s.state(scope, time.Second, events.Completed{Ply: ply, Move: made, By: events.ByPress, Clocks: &events.Clocks{White: white, Black: black}})
	return made
}

// standing are the plies that stand, with their quality marks.
func standing(plies []ply) (out []string) {
	last := map[uint16]ply{}
	most := uint16(0)
	for _, p := range plies {
		last[p.Ply] = p
		most = max(most, p.Ply)
	}
	for n := uint16(1); n <= most; n++ {
		if p := last[n]; p.Standing {
			out = append(out, p.SAN+" "+p.Quality)
		}
	}
	return out
}

func TestWhatIsTakenBackDoesNotStand(t *testing.T) {
	s, scope := short(t)
	s.move(scope, 1, "e4", 301, 300)
	s.move(scope, 2, "e5", 301, 299)
	m3 := s.move(scope, 3, "Nf3", 290, 299)
	s.move(scope, 4, "Nc6", 290, 280)
	// A correction takes the last two back and states another move.
	s.state(scope, time.Second, events.Withdrawn{Ply: 3, Move: m3, Corrected: true})
	s.state(scope, time.Second, events.Made{Ply: 3, UCI: "f2f4", SAN: "f4", FEN: "8/8/8/8/8/8/8/8 b - - 0 2", Origin: events.OriginCorrected})
	got := taken(t, newFactRows(from{}), s.msgs)
	if diff := cmp.Diff([]string{"e4 first", "e5 first", "f4 none"}, standing(got.plies)); diff != "" {
		t.Error(diff)
	}
	// A move that replaces another without its being taken back first.
	s.state(scope, time.Second, events.Made{Ply: 2, UCI: "c7c5", SAN: "c5", FEN: "8/8/8/8/8/8/8/8 w - - 0 2"})
	got = taken(t, newFactRows(from{}), s.msgs)
	if diff := cmp.Diff([]string{"e4 first", "c5 none"}, standing(got.plies)); diff != "" {
		t.Error(diff)
	}
}

func TestAClockThatWasSetSpoilsTheTime(t *testing.T) {
	s, scope := short(t)
	s.move(scope, 1, "e4", 301, 300)
	s.move(scope, 2, "e5", 301, 299)
	s.move(scope, 3, "Nf3", 290, 299)
	s.state(scope, time.Second, events.ClockChanged{Changes: []string{"adjusted"}, Clocks: events.Clocks{White: 285, Black: 260}})
	s.move(scope, 4, "Nc6", 285, 250)
	s.move(scope, 5, "d4", 270, 250)
	s.move(scope, 6, "d5", 270, 240)
	got := taken(t, newFactRows(from{}), s.msgs)
	want := []string{"e4 first", "e5 first", "Nf3 clock", "Nc6 adjusted", "d4 adjusted", "d5 clock"}
	if diff := cmp.Diff(want, standing(got.plies)); diff != "" {
		t.Error(diff)
	}
}

// Rows that are written anew after a restart are the rows that were written: the
// fold does not depend on where a batch began.
func TestRowsDoNotDependOnWhereTheyAreTakenUp(t *testing.T) {
	s := newScribe(t, nil, current{Hall: "h", Sitting: "s0001", Gen: 1})
	s.play("wc.1.1", worldCup, classical(t)[0])
	whole := taken(t, newFactRows(from{Hall: "h", Sitting: "s0001", Gen: 1}), s.msgs)
	for _, at := range []uint64{2, 17, 18, 60} {
		again := newFactRows(from{Hall: "h", Sitting: "s0001", Gen: 1})
		var late rows
		for _, m := range s.msgs {
			var into *rows
			if m.Seq >= at {
				into = &late
			}
			if err := again.take(m, 1, into); err != nil {
				t.Fatal(err)
			}
		}
		after := func(list []ply) (out []ply) {
			for _, p := range list {
				if p.Seq >= at {
					out = append(out, p)
				}
			}
			return out
		}
		if diff := cmp.Diff(after(whole.plies), late.plies, cmp.AllowUnexported(ply{}, from{}, place{})); diff != "" {
			t.Errorf("from %d: %s", at, diff)
		}
	}
}

func TestPhases(t *testing.T) {
	for _, c := range []struct {
		ply  int
		fen  string
		want string
	}{
		{24, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", PhaseOpening},
		{25, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", PhaseMiddlegame},
		{60, "4k3/8/8/8/8/8/8/QR2KRB1 w - - 0 1", PhaseEndgame},    // 22
		{60, "q3k3/8/8/8/8/8/8/QR2K2B w - - 0 1", PhaseEndgame},    // 26
		{60, "qr2k3/8/8/8/8/8/8/QR2K3 w - - 0 1", PhaseMiddlegame}, // 28
		{10, "4k3/8/8/8/8/8/8/4K3 b KQkq - 0 1", PhaseEndgame},     // the field behind has letters too
	} {
		if got := phase(c.ply, c.fen); got != c.want {
			t.Errorf("ply %d, %s: %s, want %s", c.ply, c.fen, got, c.want)
		}
	}
}
