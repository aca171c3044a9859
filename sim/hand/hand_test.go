package hand

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"boardwire/rules"
)

func position(t *testing.T, fen string) rules.Position {
	t.Helper()
	s, err := rules.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Position(0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func show(touches []Touch) []string {
	var out []string
	for _, t := range touches {
		out = append(out, t.Square.String()+"="+t.Piece.String())
	}
	return out
}

func apply(b rules.Board, touches []Touch) rules.Board {
	for _, t := range touches {
		b.Put(t.Square, t.Piece)
	}
	return b
}

func TestOrderOfTouches(t *testing.T) {
	const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, c := range []struct {
		name, fen, move string
		h               Habits
		want            []string
	}{
		{"a quiet move", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3", Habits{}, []string{"e2=", "e3=P"}},
		{"placed first", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3", Habits{PlaceFirst: 100}, []string{"e3=P", "e2="}},
		{"a slide", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", Habits{Slide: 100}, []string{"e2=", "e3=P", "e3=", "e4=P"}},
		{"the captured man first", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", Habits{TakeFirst: 100}, []string{"d5=", "e4=", "d5=P"}},
		{"the capturing man first", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", Habits{}, []string{"e4=", "d5=", "d5=P"}},
		{"pushed off", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", Habits{Over: 100}, []string{"e4=", "d5=P"}},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", Habits{}, []string{"e5=", "d6=P", "d5="}},
		{"en passant, pawn taken first", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", Habits{TakeFirst: 100}, []string{"d5=", "e5=", "d6=P"}},
		{"promotion", "8/P7/8/8/8/8/8/4K2k w - - 0 1", "a7a8q", Habits{}, []string{"a7=", "a8=Q"}},
		{"promotion with the pawn on the last rank", "1r6/P7/8/8/8/8/8/4K2k w - - 0 1", "a7b8n", Habits{PawnStays: 100, TakeFirst: 100}, []string{"b8=", "a7=", "b8=P", "b8=", "b8=N"}},
		{"castling, king first", castling, "e1g1", Habits{}, []string{"e1=", "g1=K", "h1=", "f1=R"}},
		{"castling, rook first", castling, "e1c1", Habits{RookFirst: 100}, []string{"a1=", "d1=R", "e1=", "c1=K"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := position(t, c.fen)
			m, err := p.ParseUCI(c.move)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, show(Move(p, m, c.h, rand.New(rand.NewPCG(1, 1))))); diff != "" {
				t.Errorf("touches (-want +got):\n%s", diff)
			}
		})
	}
}

// Whatever the habits, the men stand right in the end.
func TestMovesArriveAndThinkingChangesNothing(t *testing.T) {
	starts := []string{
		rules.Start().FEN(),
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w KQkq - 0 1", // king and rook cross
		"8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
	}
	rapid.Check(t, func(rt *rapid.T) {
		percent := rapid.IntRange(0, 100)
		h := Habits{
			Slide: percent.Draw(rt, "slide"), PlaceFirst: percent.Draw(rt, "place"), Over: percent.Draw(rt, "over"), TakeFirst: percent.Draw(rt, "take"),
			Ghost: percent.Draw(rt, "ghost"), Adjust: percent.Draw(rt, "adjust"), RookFirst: percent.Draw(rt, "rook"), PawnStays: percent.Draw(rt, "pawn"),
		}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		p := position(t, rapid.SampledFrom(starts).Draw(rt, "start"))
		captured := rules.NoPiece
		for range 40 {
			legal := p.AppendLegal(nil)
			if len(legal) == 0 {
				break
			}
			if got := apply(p.Board(), Think(p, captured, h, r)); got != p.Board() {
				rt.Fatalf("thinking in %s left %s", p.FEN(), got)
			}
			m := legal[r.IntN(len(legal))]
			next, err := p.Play(m)
			if err != nil {
				rt.Fatal(err)
			}
			touches := Move(p, m, h, r)
			if got := apply(p.Board(), touches); got != next.Board() {
				rt.Fatalf("%v in %s: touches %v leave %s, want %s", m, p.FEN(), show(touches), got, next.Board())
			}
			captured = p.Captured(m)
			p = next
		}
	})
}

func TestKings(t *testing.T) {
	b, err := rules.ParsePlacement("4k3/8/8/4K3/3PP3/8/8/8")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		result rules.Result
		want   string
	}{
		{rules.WhiteWins, "8/8/8/3k4/3PK3/8/8/8"},
		{rules.BlackWins, "8/8/8/4k3/3KP3/8/8/8"},
		{rules.Draw, "8/8/8/4k3/3PK3/8/8/8"},
		{rules.Ongoing, b.Placement()},
	} {
		for seed := range uint64(50) {
			h := Habits{KingByKing: 100 * int(seed%2)}
			touches := Kings(b, c.result, h, rand.New(rand.NewPCG(seed, 2)))
			if got := apply(b, touches); got.Placement() != c.want {
				t.Errorf("%s: got %s by %s, want %s", c.result, got, show(touches), c.want)
			}
		}
	}
}

// Whatever is carried where, it stands there in the end and nothing else does.
func TestCarry(t *testing.T) {
	b, err := rules.ParsePlacement("4k3/8/8/3p4/4P3/8/8/R3K3")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		shifts []Shift
		want   string
	}{
		{[]Shift{{rules.A1, rules.D5, rules.WhiteRook}}, "4k3/8/8/3R4/4P3/8/8/4K3"},
		{[]Shift{{rules.E1, rules.E2, rules.WhiteKing}}, "4k3/8/8/3p4/4P3/8/4K3/R7"},
		{[]Shift{{rules.E1, rules.C1, rules.WhiteKing}, {rules.A1, rules.D1, rules.WhiteRook}}, "4k3/8/8/3p4/4P3/8/8/2KR4"},
		{[]Shift{{rules.E4, rules.E5, rules.WhiteQueen}}, "4k3/8/8/3pQ3/8/8/8/R3K3"},
	} {
		for seed := range uint64(20) {
			touches := Carry(b, c.shifts, Habits{TakeFirst: 50, Over: 50}, rand.New(rand.NewPCG(seed, 3)))
			if got := apply(b, touches); got.Placement() != c.want {
				t.Errorf("%v: got %s by %s, want %s", c.shifts, got, show(touches), c.want)
			}
		}
	}
}
