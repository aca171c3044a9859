package rules

import "fmt"

// Wing is the side of the board to which a king castles. In Chess960 it says on
// which side of him the rook stands, not how far.
type Wing uint8

// The wings. The zero value is both.
const (
	BothWings Wing = iota
	Kingside
	Queenside
)

// String returns "kingside", "queenside" or "both".
func (w Wing) String() string {
	switch w {
	case Kingside:
		return "kingside"
	case Queenside:
		return "queenside"
	}
	return "both"
}

// ParseWing reads "kingside" and "queenside"; "" is both.
func ParseWing(s string) (Wing, error) {
	switch s {
	case "":
		return BothWings, nil
	case "kingside":
		return Kingside, nil
	case "queenside":
		return Queenside, nil
	}
	return BothWings, fmt.Errorf("wing %q: want kingside or queenside, or nothing for both", clip(s))
}

// castlingTo returns the rooks with which c may castle to a wing.
func (s Setup) castlingTo(c Color, w Wing) Bitboard {
	king := s.Board.King(c)
	if king == NoSquare {
		return 0
	}
	rooks := s.Castling & s.Board.Pieces(c, Rook) & backRank(c)
	left := rooks & (king.bit() - 1)
	switch w {
	case Kingside:
		return rooks &^ left
	case Queenside:
		return left
	}
	return rooks
}

// Castling returns the squares of the rooks with which c may still castle to a
// wing, now or later.
func (p Position) Castling(c Color, w Wing) Bitboard { return p.Setup().castlingTo(c, w) }

// WithoutCastling returns the setup in which c may not castle to a wing any more.
func (s Setup) WithoutCastling(c Color, w Wing) Setup {
	s.Castling &^= s.castlingTo(c, w)
	return s
}

// WithoutCastling returns the line with the same moves in which nobody may
// castle with the rooks on these squares once n moves were played: their right,
// or the king's, was lost by something that no move of the line shows. Positions
// count as the same accordingly. Where a later move is such a castling it is an
// *IllegalMoveError. It panics when fewer than n moves were played.
func (l *Line) WithoutCastling(n int, rooks Bitboard) (*Line, error) {
	out := NewLine(l.states[0].pos)
	for i := 0; ; i++ {
		gone := out.last().castling &^ l.states[i].pos.castling // taken here before
		if i == n {
			gone |= rooks
		}
		if gone != 0 {
			out.bar(gone)
		}
		if i == len(l.moves) {
			return out, nil
		}
		if err := out.Push(l.moves[i]); err != nil {
			return nil, err
		}
	}
}

// bar takes rights away in the current position.
func (l *Line) bar(rooks Bitboard) {
	s := &l.states[len(l.states)-1]
	s.pos.castling &^= rooks
	s.digest = s.pos.digest()
	s.times = 1 + l.seen(&s.pos, s.digest, len(l.states)-1)
}
