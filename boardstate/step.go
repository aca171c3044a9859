package boardstate

import "boardwire/rules"

// step is a move with the squares it changes.
type step struct {
	move rules.Move
	man  rules.Piece
	// taken is where the captured man stood, NoSquare without a capture.
	taken rules.Square
	// king and rook are where the two land in castling.
	king, rook rules.Square
}

// stepOf looks at a legal move on the board it is played on.
func stepOf(b *rules.Board, m rules.Move) step {
	st := step{move: m, man: b.At(m.From), taken: rules.NoSquare}
	switch {
	case m.Castle:
		row := m.From.Rank()
		if m.To > m.From {
			st.king, st.rook = rules.SquareAt(6, row), rules.SquareAt(5, row)
		} else {
			st.king, st.rook = rules.SquareAt(2, row), rules.SquareAt(3, row)
		}
	case b.At(m.To) != rules.NoPiece:
		st.taken = m.To
	case st.man.Role() == rules.Pawn && m.From.File() != m.To.File():
		st.taken = rules.SquareAt(m.To.File(), m.From.Rank()) // en passant
	}
	return st
}

// plainCapture reports whether the captured man stood where the mover lands:
// a board without piece recognition then sees only a man disappear.
func (st *step) plainCapture() bool { return st.taken == st.move.To && !st.move.Castle }

// landed returns the man that stands on the target square afterwards.
func (st *step) landed() rules.Piece {
	if st.move.Promotion != rules.NoRole {
		return rules.PieceOf(st.man.Color(), st.move.Promotion)
	}
	return st.man
}

// after returns the board after the move.
func (st *step) after(b rules.Board) rules.Board {
	m := st.move
	if m.Castle {
		rook := b.At(m.To)
		b.Put(m.From, rules.NoPiece)
		b.Put(m.To, rules.NoPiece)
		b.Put(st.king, st.man)
		b.Put(st.rook, rook)
		return b
	}
	b.Put(st.taken, rules.NoPiece)
	b.Put(m.From, rules.NoPiece)
	b.Put(m.To, st.landed())
	return b
}

// squares returns every square the move has to do with.
func (st *step) squares() rules.Bitboard {
	var set rules.Bitboard
	set = set.With(st.move.From).With(st.move.To).With(st.taken)
	if st.move.Castle {
		set = set.With(st.king).With(st.rook)
	}
	return set
}
