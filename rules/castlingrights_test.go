package rules_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"boardwire/rules"
)

// randomGame plays at random from a start position of Chess960.
func randomGame(t *rapid.T) *rules.Line {
	start, err := rules.Chess960(rapid.IntRange(0, 959).Draw(t, "start"))
	if err != nil {
		t.Fatal(err)
	}
	line := rules.NewLine(start)
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		var moves []rules.Move
		for m := range line.Position().Legal() {
			moves = append(moves, m)
		}
		if len(moves) == 0 {
			break
		}
		if err := line.Push(rapid.SampledFrom(moves).Draw(t, "move")); err != nil {
			t.Fatal(err)
		}
	}
	return line
}

// A right that is taken after some moves is gone there and in all that follows,
// nowhere before; nothing else changes, and each position is counted as often as
// its key has come.
func TestALineWithoutCastling(t *testing.T) {
	taken := 0
	rapid.Check(t, func(t *rapid.T) {
		line := randomGame(t)
		c := rapid.SampledFrom([]rules.Color{rules.White, rules.Black}).Draw(t, "color")
		wing := rapid.SampledFrom([]rules.Wing{rules.BothWings, rules.Kingside, rules.Queenside}).Draw(t, "wing")
		n := rapid.IntRange(0, line.Len()).Draw(t, "after")
		rooks := line.At(n).Castling(c, wing)
		castles := false
		for i := n; i < line.Len(); i++ {
			m := line.Move(i)
			castles = castles || m.Castle && line.At(i).Turn() == c && rooks.Has(m.To)
		}
		out, err := line.WithoutCastling(n, rooks)
		var illegal *rules.IllegalMoveError
		if castles != errors.As(err, &illegal) {
			t.Fatalf("a castling comes later: %v, error %v", castles, err)
		}
		if castles {
			return
		}
		if rooks != 0 {
			taken++
		}
		again, err := out.WithoutCastling(line.Len(), 0)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[rules.Key]int{}
		for i := range out.Len() + 1 {
			was, is := line.At(i), out.At(i)
			want := was.FEN()
			if i >= n {
				want = was.Setup().WithoutCastling(c, wing).FEN()
				if is.Castling(c, wing) != 0 {
					t.Fatalf("after %d: %s castles still: %s", i, c, is.FEN())
				}
			}
			if is.FEN() != want || again.At(i) != is {
				t.Fatalf("after %d: %s and again %s, want %s", i, is.FEN(), again.At(i).FEN(), want)
			}
			seen[is.Key()]++
		}
		if got, want := out.Occurrences(), seen[out.Position().Key()]; got != want {
			t.Fatalf("the last position is counted %d times, its key came %d times", got, want)
		}
	})
	if taken == 0 {
		t.Error("no right was taken: the property was not tried")
	}
}

func TestParseWing(t *testing.T) {
	for text, want := range map[string]rules.Wing{"": rules.BothWings, "kingside": rules.Kingside, "queenside": rules.Queenside} {
		if got, err := rules.ParseWing(text); got != want || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	if _, err := rules.ParseWing("both"); err == nil {
		t.Error("both is not a word for a wing: it is said by saying none")
	}
}
