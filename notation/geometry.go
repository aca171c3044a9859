package notation

import "boardwire/rules"

// Plain geometry for explaining, not for playing: one square at a time.

// strides reports whether a piece goes from one square to the other on a board
// with nothing in between, pawns as they capture.
func strides(p rules.Piece, from, to rules.Square) bool {
	df, dr := to.File()-from.File(), to.Rank()-from.Rank()
	adf, adr := max(df, -df), max(dr, -dr)
	switch p.Role() {
	case rules.Pawn:
		return adf == 1 && dr == ahead(p.Color())
	case rules.Knight:
		return adf+adr == 3 && adf != 0 && adr != 0
	case rules.Bishop:
		return adf == adr && adf != 0
	case rules.Rook:
		return (adf == 0) != (adr == 0)
	case rules.Queen:
		return adf == adr && adf != 0 || (adf == 0) != (adr == 0)
	case rules.King:
		return max(adf, adr) == 1
	}
	return false
}

func ahead(c rules.Color) int {
	if c == rules.Black {
		return -1
	}
	return 1
}

// hurdle returns the first occupied square strictly between two squares of one
// line, NoSquare when there is none.
func hurdle(b rules.Board, from, to rules.Square) rules.Square {
	df, dr := to.File()-from.File(), to.Rank()-from.Rank()
	if df != 0 && dr != 0 && df != dr && df != -dr {
		return rules.NoSquare
	}
	df, dr = sign(df), sign(dr)
	for s := rules.SquareAt(from.File()+df, from.Rank()+dr); s != to && s != rules.NoSquare; s = rules.SquareAt(s.File()+df, s.Rank()+dr) {
		if b.At(s) != rules.NoPiece {
			return s
		}
	}
	return rules.NoSquare
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// attacker returns the lowest square from which a piece of that color attacks s.
func attacker(b rules.Board, s rules.Square, by rules.Color) rules.Square {
	for from := range b.ByColor(by).Squares() {
		if strides(b.At(from), from, s) && hurdle(b, from, s) == rules.NoSquare {
			return from
		}
	}
	return rules.NoSquare
}
