package boardstate_test

import (
	"testing"

	"boardwire/boardstate"
	"boardwire/rules"
)

var allLies = []boardstate.Lie{
	boardstate.Straight, boardstate.Turned, boardstate.OnFileA, boardstate.OnFileH, boardstate.MirroredA, boardstate.MirroredH,
}

// What the players see leads back to what the board said, square by square and
// as a whole; no two lies show the same.
func TestALieIsUndone(t *testing.T) {
	r := dice(t)
	for range 50 {
		b := wander(t, r).pos.Board()
		views := map[rules.Board]boardstate.Lie{}
		for _, l := range allLies {
			s := boardstate.SurfaceOf(b)
			view := l.Surface(s)
			if l.Raw(view) != s || view.Occupied != view.Board.Occupied() {
				t.Fatalf("lie %d of %s: %s", l, b, view.Board)
			}
			if other, twice := views[view.Board]; twice {
				t.Fatalf("lies %d and %d of %s are one", l, other, b)
			}
			views[view.Board] = l
			for sq := range rules.NoSquare {
				if l.Frame(l.Square(sq)) != sq || view.Board.At(l.Square(sq)) != b.At(sq) {
					t.Fatalf("lie %d of %s: %s", l, b, sq)
				}
				if touch := l.Touch(boardstate.Touch{Square: sq}); touch.Square != l.Square(sq) {
					t.Fatalf("lie %d: touch on %s", l, touch.Square)
				}
			}
			blind := boardstate.Surface{Occupied: b.Occupied()}
			if got := l.Surface(blind); got.Occupied != view.Occupied || got.Identity || l.Raw(got) != blind {
				t.Fatalf("lie %d of %s without names: %016x", l, b, got.Occupied)
			}
		}
	}
	if sq := boardstate.OnFileA.Square(rules.NoSquare); sq != rules.NoSquare {
		t.Errorf("no square is %s", sq)
	}
}

// A board that is placed rightly keeps its colors, and so does one that is seen
// in the mirror; one that is turned by a quarter has them exchanged. The kings in
// the centre mean the colors on which they stand.
func TestTheColorsOfALie(t *testing.T) {
	isLight := func(sq rules.Square) bool { return (sq.File()+sq.Rank())%2 != 0 }
	for _, l := range allLies {
		same := !l.Askew() || l.Mirrored()
		for sq := range rules.NoSquare {
			if got := isLight(l.Square(sq)) == isLight(sq); got != same {
				t.Fatalf("lie %d, %s: color kept %v, want %v", l, sq, got, same)
			}
		}
		want := rules.WhiteWins
		if !same {
			want = rules.BlackWins
		}
		if got := l.Result(rules.WhiteWins); got != want || l.Result(rules.Draw) != rules.Draw || l.Result(l.Result(rules.BlackWins)) != rules.BlackWins {
			t.Errorf("lie %d: %s, want %s", l, got, want)
		}
	}
}
