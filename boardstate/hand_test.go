package boardstate_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"boardwire/boardstate"
	"boardwire/rules"
)

func drawTouch(t *rapid.T) boardstate.Touch {
	touch := boardstate.Touch{
		At:     epoch.Add(time.Duration(rapid.IntRange(0, 5000).Draw(t, "ms")) * time.Millisecond),
		Square: rules.Square(rapid.IntRange(0, 63).Draw(t, "square")),
	}
	if touch.Lifted = rapid.Bool().Draw(t, "lifted"); !touch.Lifted {
		touch.Piece, _ = rules.ParsePiece(rapid.SampledFrom([]byte("PNBRQKpnbrqk")).Draw(t, "piece"))
	}
	return touch
}

// The surface is the sum of the touches; a Hand that was kept stays as it was.
func TestHandSumsTouches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		board := rules.Start().Board()
		h := handAt(board, true)
		for range rapid.IntRange(0, 80).Draw(t, "n") {
			kept, surface := h, h.Surface()
			touch := drawTouch(t)
			board.Put(touch.Square, touch.Piece)
			h = h.See(touch)
			if h.Surface() != boardstate.SurfaceOf(board) {
				t.Fatalf("shows %s, want %s", h.Surface().Board, board)
			}
			if kept.Surface() != surface {
				t.Fatal("a Hand changed after See")
			}
			if h.At() != touch.At {
				t.Fatalf("at %v, want %v", h.At(), touch.At)
			}
			if n := len(h.Touches()); n > 32 {
				t.Fatalf("%d touches kept", n)
			}
		}
		if d := h.Settle(); d.Touches() != nil || d.Touched() != rules.NoSquare || d.Surface() != h.Surface() || d.Lifted() != 0 {
			t.Fatalf("settled hand still knows %v, %v", d.Touches(), d.Touched())
		}
	})
}

func TestTouchesInOrder(t *testing.T) {
	var want []boardstate.Touch
	h := handAt(rules.Start().Board(), true)
	for i := range 50 {
		touch := boardstate.Touch{At: epoch.Add(ms(i)), Square: rules.Square(i), Lifted: true}
		h = h.See(touch)
		want = append(want, touch)
	}
	if d := cmp.Diff(want[18:], h.Touches()); d != "" {
		t.Errorf("last touches (-want +got)\n%s", d)
	}
	if got := h.Touched(); got != rules.A1 {
		t.Errorf("first touched %v, want a1: it is kept however many follow", got)
	}
}

func TestTouchedIsTheFirstManLifted(t *testing.T) {
	for _, c := range []struct {
		touches string
		want    rules.Square
	}{
		{"", rules.NoSquare},
		{"g1. f3=N", rules.G1},
		{"f3=N g1.", rules.G1},
		{"e5=p e5. e2. e4=P", rules.E2}, // a ghost on an empty square
		{"d2. d2=P e2.", rules.D2},
	} {
		h := script(t, handAt(rules.Start().Board(), true), c.touches)
		if got := h.Touched(); got != c.want {
			t.Errorf("%q: %v, want %v", c.touches, got, c.want)
		}
		if got := boardstate.Infer(rules.Start(), nil, h).Touched; got != c.want {
			t.Errorf("%q: inferred %v, want %v", c.touches, got, c.want)
		}
	}
}

func TestLiftedAreTheMenInTheAir(t *testing.T) {
	h := script(t, handAt(rules.Start().Board(), true), "g1. e2. e2=P b8. c6=n")
	if got, want := h.Lifted(), rules.Bitboard(0).With(rules.G1).With(rules.B8); got != want {
		t.Errorf("lifted %x, want %x", got, want)
	}
}

// A dump is the truth; one that agrees changes nothing else.
func TestResetIsTheTruth(t *testing.T) {
	h := script(t, handAt(rules.Start().Board(), true), "g1.")
	same := h.Reset(h.Surface(), epoch.Add(ms(5000)))
	if d := cmp.Diff(h.Touches(), same.Touches()); d != "" || same.Touched() != rules.G1 {
		t.Errorf("a dump that agrees cost touches\n%s", d)
	}
	if !same.At().Equal(epoch.Add(ms(5000))) {
		t.Errorf("at %v", same.At())
	}
	other := boardstate.SurfaceOf(played(t, rules.Start(), "e2e4").Board())
	if got := h.Reset(other, epoch).Surface(); got != other {
		t.Errorf("shows %s, want what the dump showed", got.Board)
	}
}

// A touch of no square is no touch.
func TestNoSquareIsIgnored(t *testing.T) {
	h := handAt(rules.Start().Board(), true)
	if got := h.See(boardstate.Touch{Square: rules.NoSquare, Lifted: true}); len(got.Touches()) != 0 || got.Surface() != h.Surface() {
		t.Error("a touch of no square was kept")
	}
}

// A man that the board cannot name yet does not count as seen.
func TestUnnamedMan(t *testing.T) {
	h := handAt(rules.Start().Board(), true).
		See(boardstate.Touch{At: epoch, Square: rules.E2, Lifted: true}).
		See(boardstate.Touch{At: epoch.Add(ms(500)), Square: rules.E4})
	if got := boardstate.Infer(rules.Start(), nil, h).Verdict; got != boardstate.Moving {
		t.Errorf("%v, want moving", got)
	}
}
