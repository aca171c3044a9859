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

// Rotate returns the touch as seen from the other side of the table.
func (t Touch) Rotate() Touch {
	t.Square = t.Square.Rotate()
	return t
}
