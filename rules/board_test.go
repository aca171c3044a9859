package rules_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"boardwire/rules"
)

// TestBoardKeepsWhatIsPut compares a board with a plain array.
func TestBoardKeepsWhatIsPut(t *testing.T) {
	pieces := []rules.Piece{
		rules.NoPiece, rules.WhitePawn, rules.WhiteKnight, rules.WhiteBishop, rules.WhiteRook, rules.WhiteQueen, rules.WhiteKing,
		rules.BlackPawn, rules.BlackKnight, rules.BlackBishop, rules.BlackRook, rules.BlackQueen, rules.BlackKing,
	}
	rapid.Check(t, func(t *rapid.T) {
		var b rules.Board
		var plain [64]rules.Piece
		for range rapid.IntRange(0, 200).Draw(t, "puts") {
			s := rules.Square(rapid.IntRange(0, 64).Draw(t, "square"))
			p := rapid.SampledFrom(pieces).Draw(t, "piece")
			b.Put(s, p)
			if s < rules.NoSquare {
				plain[s] = p
			}
		}
		for s, want := range plain {
			sq := rules.Square(s)
			if got := b.At(sq); got != want {
				t.Fatalf("on %v stands %q, want %q", sq, got, want)
			}
			if got := b.Rotate().At(sq.Rotate()); got != want {
				t.Fatalf("turned, on %v stands %q, want %q", sq.Rotate(), got, want)
			}
			if b.Occupied().Has(sq) != (want != rules.NoPiece) || b.ByColor(rules.White).Has(sq) != (want.Color() == rules.White) ||
				b.ByRole(rules.Queen).Has(sq) != (want.Role() == rules.Queen) ||
				b.Pieces(rules.Black, rules.Pawn).Has(sq) != (want == rules.BlackPawn) {
				t.Fatalf("the sets do not tell what stands on %v: %q", sq, want)
			}
		}
		if b.Rotate().Rotate() != b {
			t.Fatal("turned twice it is another board")
		}
		back, err := rules.ParsePlacement(b.Placement())
		if err != nil || back != b {
			t.Fatalf("%s is read as %s, %v", b, back, err)
		}
	})
}

func TestNothingStandsOffTheBoard(t *testing.T) {
	b := rules.Start().Board()
	if got := b.At(rules.NoSquare); got != rules.NoPiece {
		t.Errorf("on no square stands %q", got)
	}
	if b.Occupied().Has(rules.NoSquare) || b.ByColor(rules.NoColor) != 0 || b.ByRole(rules.NoRole) != 0 {
		t.Error("no square, no color or no role has pieces")
	}
	if (rules.Board{}).King(rules.White) != rules.NoSquare || b.King(rules.Black) != rules.E8 {
		t.Error("kings are elsewhere")
	}
}

func TestBitboard(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for range 200 {
		set, want := rules.Bitboard(0), map[rules.Square]bool{}
		for range r.IntN(100) {
			s := rules.Square(r.IntN(65))
			if r.IntN(3) == 0 {
				set = set.Without(s)
				delete(want, s)
			} else if set = set.With(s); s < rules.NoSquare {
				want[s] = true
			}
		}
		got := slices.Collect(set.Squares())
		if len(got) != len(want) || set.Count() != len(want) || !slices.IsSorted(got) {
			t.Fatalf("%d squares, counted %d, want %d", len(got), set.Count(), len(want))
		}
		for _, s := range got {
			if !want[s] || !set.Has(s) {
				t.Fatalf("%v should not be there", s)
			}
		}
	}
}

func TestTextForms(t *testing.T) {
	type form struct {
		Square rules.Square
		Piece  rules.Piece
		Color  rules.Color
	}
	for _, c := range []struct {
		in   form
		want string
	}{
		{form{rules.E4, rules.WhiteKnight, rules.White}, `{"Square":"e4","Piece":"N","Color":"white"}`},
		{form{rules.H8, rules.BlackPawn, rules.Black}, `{"Square":"h8","Piece":"p","Color":"black"}`},
		{form{rules.NoSquare, rules.NoPiece, rules.NoColor}, `{"Square":"-","Piece":"","Color":""}`},
	} {
		b, err := json.Marshal(c.in)
		if err != nil || string(b) != c.want {
			t.Errorf("%+v is written %s, %v; want %s", c.in, b, err, c.want)
		}
		var back form
		if err := json.Unmarshal(b, &back); err != nil || back != c.in {
			t.Errorf("%s is read as %+v, %v", b, back, err)
		}
	}
	for _, bad := range []string{`{"Square":"i4"}`, `{"Square":""}`, `{"Square":"E4"}`, `{"Piece":"x"}`, `{"Piece":"NN"}`, `{"Color":"red"}`} {
		var f form
		if err := json.Unmarshal([]byte(bad), &f); err == nil {
			t.Errorf("%s is read as %+v", bad, f)
		}
	}
}

func TestClosedLists(t *testing.T) {
	for _, r := range rules.Reasons() {
		if got, err := rules.ParseReason(string(r)); err != nil || got != r {
			t.Errorf("reason %s: %v, %v", r, got, err)
		}
	}
	for _, s := range []string{"1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "*"} {
		if got, err := rules.ParseResult(s); err != nil || string(got) != s {
			t.Errorf("result %s: %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "1:0", "0-1 ", "½-½"} {
		if got, err := rules.ParseResult(s); err == nil {
			t.Errorf("result %q is %v", s, got)
		}
	}
	if got, err := rules.ParseReason("mate"); err == nil {
		t.Errorf("mate is the reason %v", got)
	}
}
