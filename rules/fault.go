package rules

import "strings"

// Fault is a set of reasons why a Setup is not a position of a game.
type Fault uint16

const (
	// OpponentInCheck: the side that does not have the move stands in check.
	// Tolerated: the game goes on; no move captures the king.
	OpponentInCheck Fault = 1 << iota
	// KingsAdjoining: the kings stand next to each other. Tolerated: each
	// counts as attacked by the other.
	KingsAdjoining
	// PawnOnLastRank: a pawn stands on the first or the eighth rank.
	// Tolerated: there it cannot move forward off the board, and does not
	// promote by itself.
	PawnOnLastRank
	// MissingKing: a side has no king. Tolerated: it cannot be in check.
	MissingKing
	// TooManyKings: a side has more than one king. Never tolerated.
	TooManyKings
	// BadCastling: a castling right without king and rook on one back rank, or
	// two rights on one side. Tolerated by dropping the wrong rights.
	BadCastling
	// BadEnPassant: no pawn can just have made a double step over that square.
	// Tolerated by dropping the square.
	BadEnPassant
	// BadTurn: nobody has the move. Never tolerated.
	BadTurn
	// BadCounters: a move counter is negative, too large, or the move number
	// is zero. Tolerated by setting it to the nearest sound value.
	BadCounters
)

// intolerable are the faults with which no position can be made.
const intolerable = TooManyKings | BadTurn

var faultNames = [...]string{
	"opponent in check", "kings adjoining", "pawn on the last rank", "missing king", "too many kings",
	"impossible castling right", "impossible en passant square", "nobody to move", "impossible move counter",
}

// Has reports whether every fault of g is in f.
func (f Fault) Has(g Fault) bool { return f&g == g }

// String lists the faults in words, parted by commas; "" for none.
func (f Fault) String() string {
	var names []string
	for i, name := range faultNames {
		if f>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// SetupError tells why a Setup makes no Position.
type SetupError struct {
	Faults Fault // those that were not allowed
	Setup  Setup
}

// Error names the faults and the position.
func (e *SetupError) Error() string {
	return "not a position of a game: " + e.Faults.String() + " (" + e.Setup.FEN() + ")"
}
