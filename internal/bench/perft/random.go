package perft

import (
	"math/rand/v2"

	"boardwire/rules"
)

// Drawn is a position made at random.
type Drawn struct {
	Position rules.Position
	Chess960 bool
	// Played: reached by random moves from a start. Else the pieces were set
	// up at random, and a move or two played from there.
	Played bool
}

// Draw makes n positions from a seed, the same ones every time: a quarter each
// of classical chess and Chess960, played and set up. All are sound positions
// of a game; some are over.
func Draw(seed uint64, n int) []Drawn {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	out := make([]Drawn, 0, n)
	for i := range n {
		d := Drawn{Chess960: i&1 != 0, Played: i&2 != 0}
		if d.Played {
			d.Position = wander(r, start(r, d.Chess960), r.IntN(150))
		} else {
			d.Position = wander(r, stepped(scattered(r, d.Chess960)), r.IntN(2))
		}
		out = append(out, d)
	}
	return out
}

// wander plays up to so many random moves, fewer when the game ends.
func wander(r *rand.Rand, p rules.Position, plies int) rules.Position {
	for range plies {
		moves := p.AppendLegal(nil)
		if len(moves) == 0 {
			break
		}
		next, err := p.Play(moves[r.IntN(len(moves))])
		if err != nil {
			panic(err) // it was in the list of legal moves
		}
		p = next
	}
	return p
}

// start is a start of the game. In Chess960 each side has its own order: so
// more kinds of castling come together.
func start(r *rand.Rand, chess960 bool) rules.Position {
	if !chess960 {
		return rules.Start()
	}
	s := rules.Setup{Turn: rules.White, EnPassant: rules.NoSquare, Fullmoves: 1}
	for _, side := range sides {
		for file, role := range order(r) {
			sq := rules.SquareAt(file, side.home)
			s.Board.Put(sq, rules.PieceOf(side.color, role))
			s.Board.Put(rules.SquareAt(file, side.pawns), rules.PieceOf(side.color, rules.Pawn))
			if role == rules.Rook {
				s.Castling = s.Castling.With(sq)
			}
		}
	}
	p, err := s.Position(0)
	if err != nil {
		panic(err) // a start is sound by its making
	}
	return p
}

var sides = [...]struct {
	color       rules.Color
	home, pawns int
}{{rules.White, 0, 1}, {rules.Black, 7, 6}}

// order draws a back rank: bishops on both colors, the king between the rooks.
func order(r *rand.Rand) (out [8]rules.Role) {
	out[2*r.IntN(4)], out[2*r.IntN(4)+1] = rules.Bishop, rules.Bishop
	put := func(role rules.Role, nth int) { // on the nth free square
		for i := range out {
			if out[i] != rules.NoRole {
				continue
			}
			if nth == 0 {
				out[i] = role
				return
			}
			nth--
		}
	}
	put(rules.Queen, r.IntN(6))
	put(rules.Knight, r.IntN(5))
	put(rules.Knight, r.IntN(4))
	put(rules.Rook, 0)
	put(rules.King, 0)
	put(rules.Rook, 0)
	return out
}

// scattered sets up pieces at random until they make a sound position, with
// castling rights more often than chance would have them.
func scattered(r *rand.Rand, chess960 bool) rules.Position {
	for {
		s := rules.Setup{Turn: rules.White + rules.Color(r.IntN(2)), EnPassant: rules.NoSquare, Fullmoves: 1}
		if r.IntN(3) == 0 {
			beside(r, &s)
		}
		for _, side := range sides {
			scatterSide(r, &s, side.color, side.home, chess960)
		}
		if p, err := s.Position(0); err == nil {
			return p
		}
	}
}

// beside puts a pawn at home, and one of the other side where it could take
// the first in passing.
func beside(r *rand.Rand, s *rules.Setup) {
	home, beyond, other := 1, 3, rules.Black
	if s.Turn == rules.Black {
		home, beyond, other = 6, 4, rules.White
	}
	file := r.IntN(7)
	next := file + 1
	if r.IntN(2) == 0 {
		file, next = next, file
	}
	s.Board.Put(rules.SquareAt(file, home), rules.PieceOf(s.Turn, rules.Pawn))
	s.Board.Put(rules.SquareAt(next, beyond), rules.PieceOf(other, rules.Pawn))
}

// stepped plays the first double step that a pawn could answer in passing, if
// there is one.
func stepped(p rules.Position) rules.Position {
	for m := range p.Legal() {
		if p.Board().At(m.From) != rules.PieceOf(p.Turn(), rules.Pawn) || m.To != m.From+16 && m.From != m.To+16 {
			continue
		}
		if next, err := p.Play(m); err == nil && next.PassedOver() != rules.NoSquare {
			return next
		}
	}
	return p
}

// scatterSide adds one side: a king, pawns and pieces.
func scatterSide(r *rand.Rand, s *rules.Setup, c rules.Color, home int, chess960 bool) {
	king := rules.Square(r.IntN(64))
	for s.Board.At(king) != rules.NoPiece {
		king = rules.Square(r.IntN(64))
	}
	if r.IntN(2) == 0 { // at home, with rooks that may castle
		files := [3]int{0, 4, 7}
		if chess960 {
			files[1] = 1 + r.IntN(6)
			files[0], files[2] = r.IntN(files[1]), files[1]+1+r.IntN(7-files[1])
		}
		king = rules.SquareAt(files[1], home)
		for _, f := range []int{files[0], files[2]} {
			if rook := rules.SquareAt(f, home); r.IntN(4) != 0 {
				s.Board.Put(rook, rules.PieceOf(c, rules.Rook))
				s.Castling = s.Castling.With(rook)
			}
		}
	}
	free := func(sq rules.Square) bool { return s.Board.At(sq) == rules.NoPiece && sq != king }
	for range r.IntN(9) {
		if sq := rules.A2 + rules.Square(r.IntN(48)); free(sq) {
			s.Board.Put(sq, rules.PieceOf(c, rules.Pawn))
		}
	}
	for range r.IntN(6) {
		if sq := rules.Square(r.IntN(64)); free(sq) {
			s.Board.Put(sq, rules.PieceOf(c, rules.Knight+rules.Role(r.IntN(4))))
		}
	}
	s.Board.Put(king, rules.PieceOf(c, rules.King))
}
