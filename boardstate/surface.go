// Package boardstate says what the sensors of an e-board say, and which legal
// move explains it.
package boardstate

import (
	"time"

	"boardwire/rules"
)

// Surface is what lies on the board. Boards that cannot tell pieces apart have
// Identity false and fill Occupied alone.
type Surface struct {
	Occupied rules.Bitboard
	// Board holds the men where Identity is true; zero otherwise.
	Board    rules.Board
	Identity bool
}

// SurfaceOf returns the surface of a board with piece recognition.
func SurfaceOf(b rules.Board) Surface {
	return Surface{Occupied: b.Occupied(), Board: b, Identity: true}
}

// Shows reports whether s is what a board would show if b lay on it.
func (s Surface) Shows(b rules.Board) bool {
	if s.Identity {
		return s.Board == b
	}
	return s.Occupied == b.Occupied()
}

// Touch is one change of one square.
type Touch struct {
	At     time.Time
	Square rules.Square
	// Piece now stands on the square; NoPiece when it was emptied, or when
	// the board cannot tell which man it is.
	Piece rules.Piece
	// Lifted says that the square is now empty.
	Lifted bool
}
