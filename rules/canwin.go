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
// helping (the question of Laws 2023, 5.1.2, 5.2.2, 6.9, 7.5.5). It looks at
// bare material only, at no move. Impossible is always true: c has a bare king,
// or a lone knight against nothing but queens, or bishops of one square color
// against no knight, no pawn and no bishop of the other square color. All else
// is Unknown, though a blocked position or a forced capture may make it
// impossible. A position with faults is Unknown.
func (p Position) CanWin(c Color) Possibility {
	if p.faults == 0 && (c == White || c == Black) && p.bare(c) {
		return Impossible
	}
	return Unknown
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
