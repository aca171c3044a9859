package rules

// Possibility answers a question that cannot always be settled.
type Possibility uint8

// The answers. The zero value is Unknown.
const (
	Unknown Possibility = iota
	Possible
	Impossible
)

// String returns "unknown", "possible" or "impossible".
func (a Possibility) String() string {
	switch a {
	case Possible:
		return "possible"
	case Impossible:
		return "impossible"
	}
	return "unknown"
}

// CanWin tells whether c can mate by any series of legal moves, the opponent
// helping (the question of Laws 2023, 5.1.2, 5.2.2, 6.9, 7.5.5). Both answers
// but Unknown are proved; the same position has the same answer everywhere.
//
// It is for every position of a live game. Bare material comes first: a lone
// king, a lone knight against nothing but queens, bishops of one square color
// against no knight, no pawn and no bishop of the other square color cannot
// win. An ordinary position is Unknown after some tens of nanoseconds. Where
// pawns block each other, or few men are left and next to no moves, it looks
// where the pieces can ever come, at what is forced, and at a thousand
// positions at most: about a millisecond at worst. Helpmate looks further, and
// shows the moves.
//
// Castling rights, and more than 32 pieces, leave only material and force. A
// position with faults is Unknown.
func (p Position) CanWin(c Color) Possibility { return p.canWin(c) }

func (p *Position) canWin(c Color) Possibility {
	switch {
	case p.faults != 0 || c != White && c != Black:
		return Unknown
	case p.bare(c):
		return Impossible
	case c == p.turn && p.elementary():
		return Possible
	}
	if closed := p.closed(c); closed || p.small(c) && p.tight() {
		return p.quick(c, closed)
	}
	return Unknown
}

// elementary reports a queen or rook of the side to move and two kings, which
// is won from every such position.
func (p *Position) elementary() bool {
	own, foe := p.board.side[p.turn&1], p.board.side[p.turn&1^1]
	rest := own &^ p.board.role[King]
	return !foe.several() && !rest.several() && rest&(p.board.role[Queen]|p.board.role[Rook]) != 0
}

// bare reports that the material of c cannot mate.
func (p *Position) bare(c Color) bool {
	b := &p.board
	own, foe := b.side[c&1], b.side[c&1^1]
	if own&(b.role[Pawn]|b.role[Rook]|b.role[Queen]) != 0 {
		return false
	}
	knights, bishops := own&b.role[Knight], own&b.role[Bishop]
	switch {
	case knights|bishops == 0:
		return true
	case knights != 0:
		return bishops == 0 && !knights.several() && foe&^(b.role[King]|b.role[Queen]) == 0
	}
	all := b.role[Bishop]
	return (all&light == 0 || all&^light == 0) && foe&(b.role[Knight]|b.role[Pawn]) == 0
}

// dead reports that neither side can mate, as CanWin sees it. It leaves as soon
// as one side is beyond suspicion. There must be a legal move.
func (p *Position) dead() bool {
	for _, c := range [...]Color{White, Black} {
		if !p.bare(c) && !p.closed(c) && !(p.small(c) && p.tight()) {
			return false
		}
	}
	return p.canWin(White) == Impossible && p.canWin(Black) == Impossible
}
