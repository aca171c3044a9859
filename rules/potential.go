package rules

// MatingPotential tells whether c has the power that the blitz rules of 1997
// ask of a winner (C4): to reach, the opponent helping, a legal position in
// which the opponent, having the move, cannot avoid mate in one.
//
// Impossible is always true: c cannot mate at all, or has two knights against a
// bare king. Possible where CanWin says so, and for a rook against a knight,
// which the article itself calls enough. All else is Unknown.
func (p Position) MatingPotential(c Color) Possibility {
	can := p.CanWin(c)
	if can != Unknown || p.faults != 0 || c != White && c != Black {
		return can
	}
	b := &p.board
	own, foe := b.side[c&1]&^b.role[King], b.side[c&1^1]&^b.role[King]
	switch {
	case foe == 0 && own != 0 && own&^b.role[Knight] == 0 && own.Count() <= 2:
		return Impossible
	case own&^b.role[Rook] == 0 && own.Count() == 1 && foe&^b.role[Knight] == 0 && foe.Count() == 1:
		return Possible
	}
	return Unknown
}
