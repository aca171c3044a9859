package rules_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/rules"
)

// plain is the slow twin of Helpmate: every position that can be reached, one
// after the other, until a mate by c or the limit.
func plain(p rules.Position, c rules.Color, limit int) rules.Possibility {
	seen := map[rules.Key]bool{p.Key(): true}
	for queue := []rules.Position{p}; len(queue) > 0; queue = queue[1:] {
		q := queue[0]
		if !q.HasLegal() && q.InCheck() && q.Turn() != c {
			return rules.Possible
		}
		for m := range q.Legal() {
			next, err := q.Play(m)
			if err != nil {
				panic(err)
			}
			if k := next.Key(); !seen[k] {
				if len(seen) == limit {
					return rules.Unknown
				}
				seen[k] = true
				queue = append(queue, next)
			}
		}
	}
	return rules.Impossible
}

// wall draws a position with pawns that block each other from side to side, at
// times with one pawn more or less, the kings, and a few pieces. Mostly a king
// stands behind his own pawns.
func wall(r *rand.Rand) (rules.Position, bool) {
	s := rules.Setup{Turn: rules.White + rules.Color(r.IntN(2)), EnPassant: rules.NoSquare, Fullmoves: 1}
	rank := 2 + r.IntN(3)
	chain, from := r.IntN(2) == 0, r.IntN(2)
	for f := range 8 {
		if !chain && f%2 != from {
			continue
		}
		if chain {
			rank += 1 - 2*r.IntN(2)
			if rank < 1 || rank > 5 {
				return rules.Position{}, false
			}
		}
		s.Board.Put(rules.SquareAt(f, rank), rules.WhitePawn)
		s.Board.Put(rules.SquareAt(f, rank+1), rules.BlackPawn)
	}
	switch r.IntN(4) {
	case 0:
		s.Board.Put(rules.A2+rules.Square(r.IntN(48)), rules.NoPiece)
	case 1:
		sq := rules.A2 + rules.Square(r.IntN(48))
		if !s.Board.Occupied().Has(sq) {
			s.Board.Put(sq, rules.PieceOf(rules.White+rules.Color(r.IntN(2)), rules.Pawn))
		}
	}
	men := []rules.Piece{rules.WhiteKing, rules.BlackKing}
	for range r.IntN(4) {
		role := []rules.Role{rules.Bishop, rules.Bishop, rules.Bishop, rules.Knight, rules.Rook}[r.IntN(5)]
		men = append(men, rules.PieceOf(rules.White+rules.Color(r.IntN(2)), role))
	}
	for _, m := range men {
		sq := rules.Square(r.IntN(64))
		if r.IntN(5) > 0 { // its own side of the board
			sq = rules.Square(r.IntN(24))
			if m.Color() == rules.Black {
				sq = 63 - sq
			}
		}
		if s.Board.Occupied().Has(sq) {
			return rules.Position{}, false
		}
		s.Board.Put(sq, m)
	}
	p, err := s.Position(0)
	return p, err == nil
}

// TestCanWinAgreesWithPlainSearch holds both answers against the slow twin. What
// the twin saw to its end the full answer must know as well.
func TestCanWinAgreesWithPlainSearch(t *testing.T) {
	const limit = 10_000
	r := rand.New(rand.NewPCG(4, 1))
	count, mates := map[rules.Possibility]int{}, 0
	for n := 0; n < 160; {
		p, ok := wall(r)
		if !ok {
			continue
		}
		n++
		for _, c := range both {
			want := plain(p, c, limit)
			count[want]++
			quick, full := p.CanWin(c), p.Helpmate(c, limit)
			if full.Answer == rules.Possible {
				mates++
				checkMate(t, p, c, full.Line)
			}
			if want == rules.Unknown {
				continue
			}
			if quick != want && quick != rules.Unknown {
				t.Errorf("%s: %v can mate: %v, quick says %v", p.FEN(), c, want, quick)
			}
			if full.Answer != want && (full.Answer != rules.Unknown || want == rules.Impossible) {
				t.Errorf("%s: %v can mate: %v, full says %v after %d positions", p.FEN(), c, want, full.Answer, full.Nodes)
			}
		}
	}
	t.Logf("the twin: %v; %d mates played out", count, mates)
	if count[rules.Impossible] < 40 || mates < 40 {
		t.Error("too few of a kind")
	}
}

// TestImpossibleStays plays on from what is called impossible, at random: it
// must stay so.
func TestImpossibleStays(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	checked := 0
	for range 4000 {
		p, ok := wall(r)
		if !ok {
			continue
		}
		for _, c := range both {
			if p.CanWin(c) != rules.Impossible {
				continue
			}
			checked++
			q := p
			for range 12 {
				moves := q.AppendLegal(nil)
				if len(moves) == 0 {
					break
				}
				next, err := q.Play(moves[r.IntN(len(moves))])
				if err != nil {
					t.Fatal(err)
				}
				q = next
				if got := q.Helpmate(c, 300); got.Answer == rules.Possible {
					t.Fatalf("%s: %v cannot mate, but can in %s: %v", p.FEN(), c, q.FEN(), got.Line)
				}
			}
		}
	}
	t.Logf("%d positions", checked)
	if checked < 100 {
		t.Errorf("%d positions", checked)
	}
}

// TestHelpmateIsTheSameEverywhere pins what a search does to the position.
func TestHelpmateIsTheSameEverywhere(t *testing.T) {
	for _, c := range []struct {
		fen   string
		side  rules.Color
		want  rules.Possibility
		nodes int
		plies int
	}{
		{rules.StartFEN, rules.White, rules.Possible, 2256, 37},
		{"8/8/8/3k4/8/8/8/KBN5 w - -", rules.White, rules.Possible, 14204, 15},
		{"8/8/8/3k4/8/8/8/KN3n2 b - -", rules.Black, rules.Possible, 879, 9},
		{"6Rk/8/7K/8/8/8/8/8 b - -", rules.White, rules.Impossible, 1, 0},
	} {
		p := position(t, c.fen)
		got, again := p.Helpmate(c.side, 50_000), p.Helpmate(c.side, 50_000)
		if diff := cmp.Diff(got, again); diff != "" {
			t.Errorf("%s: the second search differs: %s", c.fen, diff)
		}
		if got.Answer != c.want || got.Nodes != c.nodes || len(got.Line) != c.plies {
			t.Errorf("%s: %v after %d positions, %d plies; want %v, %d, %d", c.fen, got.Answer, got.Nodes, len(got.Line), c.want, c.nodes, c.plies)
		}
		if got.Answer == rules.Possible {
			checkMate(t, p, c.side, got.Line)
		}
	}
}

func TestHelpmateAtTheEnd(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		side      rules.Color
		want      rules.Possibility
	}{
		{"mated", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", rules.Black, rules.Possible},
		{"mated, the other side", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", rules.White, rules.Impossible},
		{"stalemate", "7k/5K2/6Q1/8/8/8/8/8 b - -", rules.White, rules.Impossible},
		{"nobody", rules.StartFEN, rules.NoColor, rules.Unknown},
		{"no nodes to spend", rules.StartFEN, rules.White, rules.Unknown},
	} {
		budget := 1000
		if c.name == "no nodes to spend" {
			budget = 0
		}
		p := position(t, c.fen)
		if got := p.Helpmate(c.side, budget); got.Answer != c.want || got.Line != nil {
			t.Errorf("%s: %v, line %v; want %v", c.name, got.Answer, got.Line, c.want)
		}
	}
}

// TestCanWinGateIsCheap counts memory: an ordinary position needs none.
func TestCanWinGateIsCheap(t *testing.T) {
	for _, fen := range []string{
		rules.StartFEN,
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
		"8/2R2p1p/4k1p1/6P1/5PKP/r7/8/8 b - -",
	} {
		p := position(t, fen)
		if n := testing.AllocsPerRun(100, func() {
			if p.CanWin(rules.White) != rules.Unknown {
				t.Errorf("%s is decided", fen)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations, want none", fen, n)
		}
	}
}
