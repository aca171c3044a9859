package rules

// NeedsPotential tells whether a player needs mating potential to win a game of
// this kind: in blitz games of 1997 (C4).
func (l Laws) NeedsPotential(k Kind) bool { return l.row != nil && l.row.potential && k == Blitz }

// MatingPotential tells whether c has the power that the blitz rules of 1997
// ask of a winner (C4): to reach, the opponent helping, a legal position in
// which the opponent, having the move, cannot avoid mate in one.
//
// Impossible is always true: c cannot mate at all as CanWin sees it, or has two
// knights against a bare king. Possible for a queen or rook of the side to move
// against a bare king, and for a rook against a knight, which the article
// itself calls enough. All else is Unknown: a mate that needs the opponent's
// help to its last move is no mating potential.
func (p Position) MatingPotential(c Color) Possibility {
	switch {
	case p.faults != 0 || c != White && c != Black:
		return Unknown
	case p.canWin(c) == Impossible:
		return Impossible
	case c == p.turn && p.elementary():
		return Possible
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
