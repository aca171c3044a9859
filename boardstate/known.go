package boardstate

import "boardwire/rules"

// known holds every thinkable move once, so that the common answer of Infer,
// one move, needs no memory of its own.
var known = func() (table [6 * 64 * 64]rules.Move) {
	for i := range table {
		m := rules.Move{From: rules.Square(i >> 6 & 63), To: rules.Square(i & 63)}
		switch kind := i >> 12; kind {
		case 0:
		case castled:
			m.Castle = true
		default:
			m.Promotion = rules.Pawn + rules.Role(kind)
		}
		table[i] = m
	}
	return table
}()

// castled is the part of the table after the quiet moves (0) and the four
// promotions (1 to 4).
const castled = 5

// alone returns m as a list of one that nobody may write to; appending to it
// copies.
func alone(m rules.Move) []rules.Move {
	kind := 0
	switch {
	case m.Castle:
		kind = castled
	case m.Promotion != rules.NoRole:
		kind = int(m.Promotion - rules.Pawn)
	}
	i := kind<<12 | int(m.From)<<6 | int(m.To)
	return known[i : i+1 : i+1]
}
