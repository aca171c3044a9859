package boardstate_test

import (
	"testing"
	"time"

	"boardwire/boardstate"
	"boardwire/rules"
)

var epoch = time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)

// busy is a middlegame position with 48 legal moves.
const busy = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// handAt is the hand over a board that shows b and was explained.
func handAt(b rules.Board, identity bool) boardstate.Hand {
	s := boardstate.SurfaceOf(b)
	if !identity {
		s = boardstate.Surface{Occupied: b.Occupied()}
	}
	return boardstate.NewHand(s, epoch).Settle()
}

func position(tb testing.TB, fen string) rules.Position {
	tb.Helper()
	s, err := rules.ParseFEN(fen)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := s.Position(0)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func played(tb testing.TB, p rules.Position, moves ...string) rules.Position {
	tb.Helper()
	for _, text := range moves {
		m, err := p.ParseUCI(text)
		if err != nil {
			tb.Fatal(err)
		}
		if p, err = p.Play(m); err != nil {
			tb.Fatal(err)
		}
	}
	return p
}

// common are the surfaces a game meets all the time.
func common(tb testing.TB) map[string]boardstate.Hand {
	p := position(tb, busy)
	lifted := p.Board()
	lifted.Put(rules.F3, rules.NoPiece)
	return map[string]boardstate.Hand{
		"unchanged": handAt(p.Board(), true),
		"one move":  handAt(played(tb, p, "f3f6").Board(), true),
		"lifted":    handAt(lifted, true),
		"blind":     handAt(played(tb, p, "f3f4").Board(), false),
	}
}

func TestCommonAnswersNeedNoMemory(t *testing.T) {
	p := position(t, busy)
	before := []rules.Position{p}
	for name, h := range common(t) {
		if n := testing.AllocsPerRun(100, func() { boardstate.Infer(p, before, h) }); n != 0 {
			t.Errorf("%s: %v allocations, want none", name, n)
		}
	}
}

func BenchmarkInfer(b *testing.B) {
	p := position(b, busy)
	for _, name := range []string{"unchanged", "one move", "lifted", "blind"} {
		h := common(b)[name]
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				boardstate.Infer(p, nil, h)
			}
		})
	}
}

func BenchmarkInferRare(b *testing.B) {
	p := position(b, busy)
	stray := p.Board()
	stray.Put(rules.A4, rules.WhiteKnight)
	stray.Put(rules.E5, rules.NoPiece)
	stray.Put(rules.B4, rules.NoPiece)
	stray.Put(rules.C4, rules.BlackPawn)
	for _, c := range []struct {
		name  string
		board rules.Board
	}{
		{"two plies", played(b, p, "f3f6", "g7f6").Board()},
		{"three plies", played(b, p, "f3f6", "g7f6", "e5g6").Board()},
		{"stray", stray},
	} {
		h := boardstate.NewHand(boardstate.SurfaceOf(c.board), epoch)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				boardstate.Infer(p, nil, h)
			}
		})
	}
}
func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }
