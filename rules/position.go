package rules

import "iter"

// Position is a state of a game from which moves can be played. It is a value;
// only Start, Setup.Position and Play make one. Two positions are the same for
// the Laws when their Keys are equal, not when == holds.
type Position struct {
	board     Board
	castling  Bitboard // squares of the rooks that may castle
	halfmoves int32
	fullmoves int32
	turn      Color
	ep        Square // passed over by the last move, if a pawn stands ready to capture there
	faults    Fault
}

// Start returns the start position of classical chess.
func Start() Position {
	s, err := ParseFEN(StartFEN)
	if err != nil {
		panic(err)
	}
	p, err := s.Position(0)
	if err != nil {
		panic(err)
	}
	return p
}

// Board returns the pieces.
func (p Position) Board() Board { return p.board }

// Turn returns the side that has the move.
func (p Position) Turn() Color { return p.turn }

// Halfmoves returns the moves of either side since the last capture or pawn
// move: 100 is fifty by each.
func (p Position) Halfmoves() int { return int(p.halfmoves) }

// Fullmoves returns the number of the move about to be played, from 1.
func (p Position) Fullmoves() int { return int(p.fullmoves) }

// Faults returns what is wrong with a tolerated position, 0 for a sound one.
func (p Position) Faults() Fault { return p.faults }

// Setup returns the position as a Setup. The en passant square is set only
// when a capture there is strictly legal.
func (p Position) Setup() Setup {
	return Setup{
		Board: p.board, Turn: p.turn, Castling: p.castling, EnPassant: p.strictEnPassant(),
		Halfmoves: int(p.halfmoves), Fullmoves: int(p.fullmoves),
	}
}

// FEN returns the position as X-FEN. The en passant square is written only
// when a capture there is strictly legal.
func (p Position) FEN() string { return p.Setup().FEN() }

// PassedOver returns the square that the last move's pawn passed over, if a pawn
// stands ready to capture there, legal or not; NoSquare else. Setup tells the
// square only when the capture is legal.
func (p Position) PassedOver() Square { return p.ep }

// InCheck reports whether the king of the side to move is attacked (Laws 3.9),
// by the other king too where that fault is tolerated.
func (p Position) InCheck() bool {
	king := p.board.King(p.turn)
	return king != NoSquare && p.attackers(king, p.turn.Other(), p.board.Occupied()) != 0
}

// Captured returns the piece that m takes, en passant included; NoPiece for a
// quiet move and for castling. It means nothing for a move that is not legal.
func (p Position) Captured(m Move) Piece {
	if m.Castle {
		return NoPiece
	}
	if m.To == p.ep && p.board.At(m.From) == PieceOf(p.turn, Pawn) && m.From.File() != m.To.File() {
		return PieceOf(p.turn.Other(), Pawn)
	}
	return p.board.At(m.To)
}

// Legal yields the legal moves, always in the same order. None captures a
// king. The order is not part of the promise between versions.
func (p Position) Legal() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		var room [256]Move
		for _, m := range p.AppendLegal(room[:0]) {
			if !yield(m) {
				return
			}
		}
	}
}

// AppendLegal appends the legal moves to dst in the order of Legal.
func (p Position) AppendLegal(dst []Move) []Move { return p.appendLegal(dst) }

// Play returns the position after m. A move that is not legal gives an
// *IllegalMoveError and the position unchanged.
func (p Position) Play(m Move) (Position, error) {
	if !p.IsLegal(m) {
		return p, &IllegalMoveError{Move: m, In: p}
	}
	p.apply(m)
	return p, nil
}

// Key is what makes two positions the same for repetition. Keys are compared
// with == and mean nothing else.
type Key struct {
	board    Board
	castling Bitboard
	turn     Color
	ep       Square
}

// Key returns the identity of the position for repetition (Laws 9.2.3): side to
// move, pieces, castling rights and the en passant square. The test of the
// Laws is that the possible moves are the same, so an en passant square counts
// only when a capture there is strictly legal.
func (p Position) Key() Key {
	return Key{board: p.board, castling: p.castling, turn: p.turn, ep: p.strictEnPassant()}
}

// same reports whether the Keys are equal.
func (p *Position) same(q *Position) bool {
	return p.turn == q.turn && p.castling == q.castling && p.board == q.board && p.strictEnPassant() == q.strictEnPassant()
}

// Powers of one odd number, 2^64 by the golden ratio: they spread the bits of
// each board differently.
const (
	word = 1<<64 - 1
	mix1 = 0x9e3779b97f4a7c15
	mix2 = mix1 * mix1 & word
	mix3 = mix2 * mix1 & word
	mix4 = mix3 * mix1 & word
	mix5 = mix4 * mix1 & word
	mix6 = mix5 * mix1 & word
	mix7 = mix6 * mix1 & word
	mix8 = mix7 * mix1 & word
)

// digest is a number that equal Keys share, and few others do. En passant is
// left out, for it costs more to know than it tells; the kings are where the
// sides are and the other roles are not.
func (p *Position) digest() uint32 {
	b := &p.board
	h := uint64(b.side[0])*mix1 + uint64(b.side[1])*mix2 + uint64(b.role[Pawn])*mix3 + uint64(b.role[Knight])*mix4 +
		uint64(b.role[Bishop])*mix5 + uint64(b.role[Rook])*mix6 + uint64(b.role[Queen])*mix7 + uint64(p.castling)*mix8
	h = (h ^ h>>32) * mix1
	return uint32(h>>32) ^ uint32(p.turn)
}
