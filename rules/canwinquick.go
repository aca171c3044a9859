package rules

import "math/bits"

// The limits of the quick answer.
const (
	smallMen   = 6    // king included
	tightMoves = 3    // so few moves may be forced into a dead end
	lookPlies  = 2    // how deep all moves are followed
	lookLimit  = 300  // how many positions that may take
	huntLimit  = 1000 // positions in a search of a closed position
	closedRoom = 4    // squares that heavy pieces and knights may have and be shut in
)

// quick answers where it is worth it: in a position that is closed for c, or
// small and tight.
func (p *Position) quick(c Color, closed bool) Possibility {
	if !p.hasLegal() {
		return p.over(c)
	}
	g := glance{c: c, left: lookLimit}
	if closed && g.roam.fill(p) {
		if !g.roam.mayMate(uint8(c & 1)) {
			return Impossible
		}
		if !g.roam.promotes(uint8(c & 1)) {
			// Nothing new comes on the board: few positions can be reached.
			h := hunt{c: c}
			return h.run(p, huntLimit).Answer
		}
	}
	if g.never(*p, lookPlies) {
		return Impossible
	}
	return Unknown
}

// over answers for a position without a legal move.
func (p *Position) over(c Color) Possibility {
	if p.turn != c && p.InCheck() {
		return Possible
	}
	return Impossible
}

// small tells whether so few men of c are left that it may be forced to lose
// them.
func (p *Position) small(c Color) bool {
	own := p.board.side[c&1]
	for range smallMen {
		own &= own - 1
	}
	return own == 0
}

// tight tells whether the side to move has next to no moves. Who has two pieces
// and is not in check is not looked at closely.
func (p *Position) tight() bool {
	b := &p.board
	pieces := b.side[p.turn&1] &^ (b.role[Pawn] | b.role[King])
	if pieces.several() && !p.InCheck() {
		return false
	}
	var room [64]Move
	return len(p.appendLegal(room[:0])) <= tightMoves
}

// closed tells whether pawns block each other and c seems shut in: it has no
// passed pawn with a step to make, and no heavy piece or knight with room.
// Where castling is possible nothing is closed: see roam.fill.
func (p *Position) closed(c Color) bool {
	if p.castling != 0 {
		return false
	}
	b := &p.board
	occ := b.side[0] | b.side[1]
	pawns, all := b.role[Pawn], occ
	own, foe := pawns&b.side[c&1], pawns&b.side[c&1^1]
	if c == Black {
		// As White would see it.
		own, foe, all = own.flip(), foe.flip(), all.flip()
	}
	if own<<8&foe == 0 || passed(own, foe)<<8&^all != 0 {
		return false
	}
	room := 0
	for rest := b.side[c&1] & (b.role[Rook] | b.role[Queen]); rest != 0; {
		s := rest.pop()
		way := rookFrom(s, occ)
		if b.role[Queen].Has(s) {
			way |= bishopFrom(s, occ)
		}
		if room += (way &^ b.side[c&1]).Count(); room > closedRoom {
			return false
		}
	}
	for rest := b.side[c&1] & b.role[Knight]; rest != 0; {
		if room += (knightFrom[rest.pop()&63] &^ b.side[c&1]).Count(); room > closedRoom {
			return false
		}
	}
	return true
}

// passed are the pawns of a side that moves up which have no pawn of the other
// side before them on their file and the files beside it.
func passed(own, foe Bitboard) Bitboard {
	front := foe | touch(Pawn, 1^white, foe)
	front |= front >> 8
	front |= front >> 16
	front |= front >> 32
	return own &^ front
}

// flip turns the ranks round.
func (b Bitboard) flip() Bitboard { return Bitboard(bits.ReverseBytes64(uint64(b))) }

// glance is a short look ahead for positions in which a mate by one side
// cannot come whatever is played.
type glance struct {
	c    Color
	left int // positions that may still be looked at
	roam roam
}

// never reports that no series of moves leads to a mate. It looks at all of
// them to a depth and leaves with the first that it cannot judge. A forced move
// costs no depth.
func (g *glance) never(p Position, depth int) bool {
	if g.left--; g.left < 0 {
		return false
	}
	var room [64]Move
	moves := p.appendLegal(room[:0])
	switch {
	case len(moves) == 0:
		return p.over(g.c) == Impossible
	case len(moves) == 1:
		depth++
	}
	if depth == 0 {
		return g.walled(&p)
	}
	for _, m := range moves {
		q := p
		q.apply(m)
		if !q.bare(g.c) && !g.never(q, depth-1) {
			return false
		}
	}
	return true
}

func (g *glance) walled(p *Position) bool {
	return p.closed(g.c) && g.roam.fill(p) && !g.roam.mayMate(uint8(g.c&1))
}
