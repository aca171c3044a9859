package sim

import (
	"testing"

	"boardwire/pgn"
	"boardwire/sim/hand"
)

func TestGesture(t *testing.T) {
	for _, c := range []struct {
		name, moves string
		played      int
		ok          bool
	}{
		{"no king", "1. e4 {[%clk 0:05:00]} e5 1-0", 2, false},
		{"no move", "1-0", 0, false},
		{"both illegal", "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Ke4 Kd5 1-0", 2, true},
		{"one illegal, on the way", "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Kd4 Kd6 Ke5 0-1", 2, true},
		{"illegal, but nothing in the centre", "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Ke3 1-0", 2, false},
		{"illegal, but other men too", "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Kd4 Qh2 0-1", 2, false},
		{"first step legal", "1. e3 e6 2. Ke2 e5 3. Kd3 {[%clk 0:05:00]} a6 {[%clk 0:05:00]} 4. Ke4 Kd5 1-0", 6, true},
		{"first step legal and pressed", "1. e3 e6 2. Ke2 e5 3. Kd3 {[%clk 0:05:00]} a6 {[%clk 0:05:00]} 4. Ke4 {[%clk 0:04:00]} Kd5 1-0", 6, true},
		{"first step legal, square of another result", "1. e3 e6 2. Ke2 e5 3. Kd3 {[%clk 0:05:00]} a6 {[%clk 0:05:00]} 4. Ke4 Ke5 0-1", 7, true},
		{"legal and not pressed", "1. e3 e6 2. Ke2 e5 3. Kd3 {[%clk 0:05:00]} a6 {[%clk 0:05:00]} 4. Ke4 1-0", 6, true},
		{"legal and pressed", "1. e3 e6 2. Ke2 e5 3. Kd3 {[%clk 0:05:00]} a6 {[%clk 0:05:00]} 4. Ke4 {[%clk 0:05:00]} 1-0", 7, false},
		{"legal, square of another result", "1. e3 e6 2. Ke2 e5 3. Kd3 {[%clk 0:05:00]} a6 {[%clk 0:05:00]} 4. Ke4 0-1", 7, false},
		{"legal, a draw", "1. e3 e6 2. Ke2 e5 3. Kd3 {[%clk 0:05:00]} a6 {[%clk 0:05:00]} 4. Ke4 1/2-1/2", 6, true},
		{"legal, but nobody's clock is told", "1. e3 e6 2. Ke2 e5 3. Kd3 a6 4. Ke4 1-0", 7, false},
		{"legal, no result", "1. e3 e6 2. Ke2 e5 3. Kd3 {[%clk 0:05:00]} a6 {[%clk 0:05:00]} 4. Ke4 *", 7, false},
	} {
		g := pgn.Read([]byte(c.moves))[0]
		played, ok := Gesture(g)
		if played != c.played || ok != c.ok {
			t.Errorf("%s: got %d plies, %t; want %d, %t", c.name, played, ok, c.played, c.ok)
		}
	}
}

// The kings' plies are played as the sign and not as moves; other plies that the
// Laws do not allow are done as they are written.
func TestPlanOfPliesThatAreNoMoves(t *testing.T) {
	for _, c := range []struct {
		name, moves string
		sound, all  int
		end         End
		men         string
	}{
		{"the sign", "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Ke4 Kd5 1-0", 2, 2, EndKings, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"},
		{"a rook through a pawn", "1. e4 e5 2. Ra5 Kf6 1-0", 2, 4, EndLeave, "rnbq1bnr/pppp1ppp/5k2/R3p3/4P3/8/PPPP1PPP/1NBQKBNR"},
		{"the knight that reaches, not the other", "1. Nf3 a6 2. Nd2 {own pawn} 1-0", 2, 3, EndLeave, "rnbqkbnr/1ppppppp/p7/8/8/5N2/PPPNPPPP/R1BQKB1R"},
		{"castling over a bishop", "1. e4 e5 2. O-O O-O-O 1-0", 2, 4, EndLeave, "1nkr1bnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQ1RK1"},
		{"promotion from afar", "1. e4 e5 2. a8=Q 1-0", 2, 3, EndLeave, "Qnbqkbnr/pppp1ppp/8/4p3/4P3/8/1PPP1PPP/RNBQKBNR"},
		{"nothing that can be done", "1. e4 e5 2. -- e4 1-0", 2, 2, EndLeave, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"},
	} {
		p, err := newPlan(pgn.Read([]byte(c.moves))[0], Board{Board: 1})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if p.sound != c.sound || len(p.plies) != c.all || p.script.End != c.end || p.men.Placement() != c.men {
			t.Errorf("%s: got %d of %d plies, %s, %s; want %d of %d, %s, %s", c.name,
				p.sound, len(p.plies), p.script.End, p.men.Placement(), c.sound, c.all, c.end, c.men)
		}
		men := p.start.Board()
		for i := range p.plies {
			if p.plies[i].men != men {
				t.Errorf("%s: ply %d begins with %s, want %s", c.name, i+1, p.plies[i].men, men)
			}
			for _, touch := range p.plies[i].touches(hand.Mild(), rng(1, 1, i)) {
				men.Put(touch.Square, touch.Piece)
			}
		}
		if men != p.men {
			t.Errorf("%s: the hands leave %s, want %s", c.name, men, p.men)
		}
	}
}

// Clocks are set by what they show, where the tag says nothing or another thing.
func TestDial(t *testing.T) {
	for _, c := range []struct {
		name, text          string
		white, black, bonus int
	}{
		{"the tag", "[TimeControl \"900+10\"]\n\n1. e4 e5 *", 910, 910, 10},
		{"words and no times", "[TimeControl \"90 minutes\"]\n\n*", 5430, 5430, 30},
		{"words and times", "[TimeControl \"90 minutes\"]\n\n1. e4 {[%clk 0:15:18] [%emt 0:00:02]} e5 {[%clk 0:15:16] [%emt 0:00:04]} 2. Nf3 {[%clk 0:15:20] [%emt 0:00:08]} Nc6 {[%clk 0:15:25] [%emt 0:00:01]} *", 910, 910, 10},
		{"a tag of another event", "[TimeControl \"5400+30\"]\n\n1. e4 {[%clk 0:05:04] [%emt 0:00:02]} e5 {[%clk 0:05:03] [%emt 0:00:03]} 2. Nf3 {[%clk 0:05:05] [%emt 0:00:02]} *", 303, 303, 3},
		{"a tag of a shorter game", "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 1:30:55] [%emt 0:00:05]} e5 *", 5460, 5460, 0},
		{"odds", "1. e4 {[%clk 0:03:00] [%emt 0:00:02]} e5 {[%clk 0:05:00] [%emt 0:00:03]} *", 182, 303, 0},
	} {
		d := dialOf(pgn.Read([]byte(c.text))[0])
		if d.white != c.white || d.black != c.black || d.bonus != c.bonus {
			t.Errorf("%s: got %d and %d with %d a move, want %d and %d with %d", c.name, d.white, d.black, d.bonus, c.white, c.black, c.bonus)
		}
	}
}
