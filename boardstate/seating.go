package boardstate

import "boardwire/rules"

// start is the start arrangement of classical chess.
var start = rules.Start().Board()

// Orient tells from the start arrangement which way the board lies. Any start
// arrangement will do, that of Chess960 and one with king and queen mixed up
// included, since the colors of the ranks alone show the seating; whether it
// is the right one is for the caller to compare. On a board that is turned by a
// quarter kings and queens that have both changed places stand as in a mirror.
//
// ok is false when the men are not set up, and always on a board without piece
// recognition: the start occupies the same squares from both sides.
func Orient(s Surface) (l Lie, ok bool) {
	if !s.Identity {
		return Straight, false
	}
	lies := [...]Lie{Straight, Turned}
	switch s.Board.Occupied() {
	case ranks12 | ranks78:
	case filesABGH:
		lies = [...]Lie{OnFileH, OnFileA}
	default:
		return Straight, false
	}
	for _, l := range lies {
		b := l.Surface(s).Board
		if !arranged(&b) {
			continue
		}
		if m := l | mirror; l.Askew() && m.Surface(s).Board == start {
			return m, true
		}
		return l, true
	}
	return Straight, false
}

// Askew tells that the men are set up on a board that is turned by a quarter,
// as far as the squares show that are occupied.
func Askew(s Surface) bool { return s.Occupied == filesABGH }

// arranged reports whether the men stand as before a game, White below: a full
// rank of pawns before each back rank, the king between the rooks, the bishops
// on squares of both colors (Laws 2023, 2.3 and Guidelines II.2).
func arranged(b *rules.Board) bool {
	return b.Occupied() == ranks12|ranks78 &&
		b.Pieces(rules.White, rules.Pawn) == rank2 && b.Pieces(rules.Black, rules.Pawn) == rank7 &&
		rearSet(b, rules.White, ranks12&^rank2) && rearSet(b, rules.Black, ranks78&^rank7)
}

const (
	rank2   rules.Bitboard = 0xff << 8
	rank7   rules.Bitboard = 0xff << 48
	ranks12 rules.Bitboard = 0xffff
	ranks78 rules.Bitboard = 0xffff << 48
	light   rules.Bitboard = 0x55aa55aa55aa55aa
	// filesABGH are the squares of the start on a board turned by a quarter.
	filesABGH rules.Bitboard = 0xc3c3c3c3c3c3c3c3
)

// rearSet reports whether a side's eight officers fill its back rank in an
// order from which a game may start.
func rearSet(b *rules.Board, c rules.Color, rear rules.Bitboard) bool {
	if b.ByColor(c)&rear != rear {
		return false
	}
	rooks, bishops, king := b.Pieces(c, rules.Rook), b.Pieces(c, rules.Bishop), b.Pieces(c, rules.King)
	if rooks.Count() != 2 || bishops.Count() != 2 || king.Count() != 1 ||
		b.Pieces(c, rules.Knight).Count() != 2 || b.Pieces(c, rules.Queen).Count() != 1 {
		return false
	}
	// The rook with the lower number stands left of the king, the other right.
	leftOfKing := rooks & (king - 1)
	return leftOfKing.Count() == 1 && (bishops&light).Count() == 1
}
