package rules_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/rules"
)

func sorted(p rules.Position) []rules.Move {
	moves := p.AppendLegal(nil)
	sortMoves(moves)
	return moves
}

// agree compares one position with the slow twin: the moves, whether there is
// one, check, and what each move leaves behind.
func agree(t *testing.T, p rules.Position, asked rules.Setup) {
	t.Helper()
	s := p.Setup()
	tw := newTwin(s)
	// The twin judges the square that was asked for, unless it cannot be.
	tw.ep = rules.NoSquare
	if _, err := asked.Position(tolerated &^ rules.BadEnPassant); err == nil {
		tw.ep = asked.EnPassant
	}
	want := tw.legal()
	got := sorted(p)
	if diff := cmp.Diff(want, got); diff != "" && len(want)+len(got) > 0 {
		t.Fatalf("%s: legal moves (-twin +rules):\n%s", asked.FEN(), diff)
	}
	if p.HasLegal() != (len(want) > 0) {
		t.Fatalf("%s: HasLegal = %v with %d moves", asked.FEN(), p.HasLegal(), len(want))
	}
	if p.InCheck() != tw.inCheck(tw.turn) {
		t.Fatalf("%s: InCheck = %v", asked.FEN(), p.InCheck())
	}
	for _, m := range want {
		next, err := p.Play(m)
		if err != nil {
			t.Fatalf("%s: %v", asked.FEN(), err)
		}
		after := tw.play(m)
		ns := next.Setup()
		for sq := range rules.NoSquare {
			if ns.Board.At(sq) != after.at[sq] || ns.Castling.Has(sq) != after.castling[sq] {
				t.Fatalf("%s: after %v: %s, twin differs on %v", asked.FEN(), m, next.FEN(), sq)
			}
		}
		if next.Turn() != after.turn {
			t.Fatalf("%s: after %v: turn %v", asked.FEN(), m, next.Turn())
		}
		passant := slices.ContainsFunc(after.legal(), func(m rules.Move) bool {
			return m.To == after.ep && after.at[m.From].Role() == rules.Pawn && m.From.File() != m.To.File()
		})
		if (ns.EnPassant != rules.NoSquare) != passant {
			t.Fatalf("%s: after %v: %s, en passant is legal: %v", asked.FEN(), m, next.FEN(), passant)
		}
		// A generated position equals the one set up from its FEN.
		again, err := parse(next.FEN(), tolerated)
		if err != nil || again.Key() != next.Key() || again.Faults() != next.Faults() {
			t.Fatalf("%s: after %v: %s with faults %v, set up again %v (%v)", asked.FEN(), m, next.FEN(), next.Faults(), again.Faults(), err)
		}
	}
}

func rounds(full int) int {
	if testing.Short() {
		return full / 10
	}
	return full
}

func TestLegalAgreesWithTwinOnScatteredPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	sound := 0
	for range rounds(3000) {
		s := scatter(r)
		p, err := s.Position(tolerated)
		if err != nil {
			t.Fatalf("%s: %v", s.FEN(), err)
		}
		if p.Faults() == 0 {
			sound++
		}
		agree(t, p, s)
	}
	if sound == 0 {
		t.Error("no sound position among them")
	}
}

func TestLegalAgreesWithTwinInGames(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range rounds(400) {
		p := wander(r)
		if p.Faults() != 0 {
			t.Fatalf("%s: faults %v after legal moves", p.FEN(), p.Faults())
		}
		agree(t, p, p.Setup())
	}
}

func TestLegalIffIsLegal(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range rounds(300) {
		p := wander(r)
		if i%2 == 0 {
			var err error
			if p, err = scatter(r).Position(tolerated); err != nil {
				t.Fatal(err)
			}
		}
		legal := map[rules.Move]bool{}
		for m := range p.Legal() {
			if legal[m] {
				t.Fatalf("%s: %v twice", p.FEN(), m)
			}
			legal[m] = true
		}
		for from := range rules.NoSquare + 1 {
			for to := range rules.NoSquare + 1 {
				for role := range rules.King + 2 {
					for _, castle := range []bool{false, true} {
						m := rules.Move{From: from, To: to, Promotion: role, Castle: castle}
						if got := p.IsLegal(m); got != legal[m] {
							t.Fatalf("%s: IsLegal(%+v) = %v, want %v", p.FEN(), m, got, legal[m])
						}
					}
				}
			}
		}
	}
}

func TestPlayRefusesIllegalMoveInWords(t *testing.T) {
	p := rules.Start()
	for _, c := range []struct {
		move rules.Move
		want string
	}{
		{rules.Move{From: rules.G8, To: rules.F7}, "cannot play Nf7 (g8f7): no such legal move for White at move 1"},
		{rules.Move{From: rules.E2, To: rules.E5}, "cannot play e2e5: no such legal move for White at move 1"},
		{rules.Move{}, "cannot play no move: no such legal move for White at move 1"},
	} {
		got, err := p.Play(c.move)
		if err == nil || err.Error() != c.want {
			t.Errorf("Play(%v): error %q, want %q", c.move, err, c.want)
		}
		if got != p {
			t.Errorf("Play(%v) changed the position", c.move)
		}
	}
}

func TestCaptured(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      rules.Piece
	}{
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", rules.BlackPawn},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5e6", rules.NoPiece},
		{"4k3/8/3n4/4P3/8/8/8/4K3 w - -", "e5d6", rules.BlackKnight},
		{"4k3/8/8/8/8/8/8/4K2R w K -", "e1g1", rules.NoPiece},
	} {
		p := position(t, c.fen)
		m, err := p.ParseUCI(c.move)
		if err != nil {
			t.Error(err)
		} else if got := p.Captured(m); got != c.want {
			t.Errorf("%s %s: captured %q, want %q", c.fen, c.move, got, c.want)
		}
	}
}
