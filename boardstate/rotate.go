package boardstate

import (
	"math/bits"

	"boardwire/rules"
)

// Rotate returns the surface as seen from the other side of the table: what
// lay on a1 lies on h8. Rotating twice changes nothing.
func (s Surface) Rotate() Surface {
	s.Occupied = rules.Bitboard(bits.Reverse64(uint64(s.Occupied)))
	s.Board = s.Board.Rotate()
	return s
}

// Rotate returns the Hand as seen from the other side of the table.
func (h Hand) Rotate() Hand {
	turn := func(set rules.Bitboard) rules.Bitboard { return rules.Bitboard(bits.Reverse64(uint64(set))) }
	h.surface = h.surface.Rotate()
	h.base, h.touched = turn(h.base), turn(h.touched)
	if h.begun {
		h.first = h.first.Rotate()
	}
	for i := range h.log[:h.n] {
		h.log[i] = h.log[i].Rotate()
	}
	return h
}

// Rotate returns the touch as seen from the other side of the table.
func (t Touch) Rotate() Touch {
	t.Square = t.Square.Rotate()
	return t
}
