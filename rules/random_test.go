package rules_test

import (
	"math/rand/v2"

	"boardwire/rules"
)

// tolerated are all the faults a position may keep.
const tolerated = rules.OpponentInCheck | rules.KingsAdjoining | rules.PawnOnLastRank | rules.MissingKing |
	rules.BadCastling | rules.BadEnPassant | rules.BadCounters

// scatter draws an arrangement of pieces with nothing sensible about it: kings
// may be missing or touch, pawns stand anywhere, rights and en passant squares
// are set more often than they hold.
func scatter(r *rand.Rand) rules.Setup {
	s := rules.Setup{Turn: rules.White + rules.Color(r.IntN(2)), EnPassant: rules.NoSquare, Fullmoves: 1}
	for range 2 + r.IntN(30) {
		c := rules.White + rules.Color(r.IntN(2))
		role := rules.Pawn + rules.Role(r.IntN(5))
		if r.IntN(3) == 0 {
			role = rules.Pawn
		}
		sq := rules.Square(r.IntN(64))
		if role == rules.Pawn && r.IntN(20) != 0 {
			sq = rules.A2 + rules.Square(r.IntN(48))
		}
		s.Board.Put(sq, rules.PieceOf(c, role))
	}
	for _, c := range []rules.Color{rules.White, rules.Black} {
		if r.IntN(12) == 0 {
			continue
		}
		sq := rules.Square(r.IntN(64))
		if r.IntN(2) == 0 { // on the back rank, among rooks
			sq = rules.SquareAt(r.IntN(8), home(c))
			for range 3 {
				rook := rules.SquareAt(r.IntN(8), home(c))
				s.Board.Put(rook, rules.PieceOf(c, rules.Rook))
				if r.IntN(2) == 0 {
					s.Castling = s.Castling.With(rook)
				}
			}
		}
		s.Board.Put(sq, rules.PieceOf(c, rules.King))
	}
	if r.IntN(3) == 0 { // a pawn that may just have made a double step
		us, them, stands, over, from := s.Turn, s.Turn.Other(), 4, 5, 6
		if us == rules.Black {
			stands, over, from = 3, 2, 1
		}
		f := r.IntN(8)
		s.EnPassant = rules.SquareAt(f, over)
		s.Board.Put(s.EnPassant, rules.NoPiece)
		s.Board.Put(rules.SquareAt(f, from), rules.NoPiece)
		s.Board.Put(rules.SquareAt(f, stands), rules.PieceOf(them, rules.Pawn))
		s.Board.Put(rules.SquareAt(f-1+2*r.IntN(2), stands), rules.PieceOf(us, rules.Pawn))
	}
	return s
}

// wander draws a position of a game: a start, classical or of Chess960, and
// some moves.
func wander(r *rand.Rand) rules.Position {
	p := rules.Start()
	if r.IntN(2) == 0 {
		p = shuffled(r)
	}
	for range r.IntN(80) {
		moves := p.AppendLegal(nil)
		if len(moves) == 0 {
			break
		}
		next, err := p.Play(moves[r.IntN(len(moves))])
		if err != nil {
			panic(err)
		}
		p = next
	}
	return p
}

// shuffled draws a start of Chess960, either side its own.
func shuffled(r *rand.Rand) rules.Position {
	s := rules.Setup{Turn: rules.White, EnPassant: rules.NoSquare, Fullmoves: 1}
	for _, c := range []rules.Color{rules.White, rules.Black} {
		order := []rules.Role{rules.Knight, rules.Knight, rules.Bishop, rules.Bishop, rules.Queen, rules.Rook, rules.Rook, rules.Rook}
		r.Shuffle(8, func(i, j int) { order[i], order[j] = order[j], order[i] })
		seen := 0
		for f, role := range order {
			sq := rules.SquareAt(f, home(c))
			if role == rules.Rook {
				if seen++; seen == 2 { // the middle one of three becomes the king
					role = rules.King
				} else {
					s.Castling = s.Castling.With(sq)
				}
			}
			s.Board.Put(sq, rules.PieceOf(c, role))
			s.Board.Put(rules.SquareAt(f, home(c)+up(c)), rules.PieceOf(c, rules.Pawn))
		}
	}
	p, err := s.Position(0)
	if err != nil {
		panic(err)
	}
	return p
}
