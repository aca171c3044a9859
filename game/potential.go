package game

import "boardwire/rules"

// lacksPotential says whether a player cannot win for want of mating potential,
// which blitz games of 1997 ask of a winner (C4). With a pawn, a rook or a queen
// he is taken to have it unless the rules know better; with minor pieces alone
// it may be for the arbiter to say.
func (g *Game) lacksPotential(c rules.Color) rules.Possibility {
	if !g.laws.NeedsPotential(g.kind) {
		return rules.Impossible
	}
	pos := g.line.Position()
	switch pos.MatingPotential(c) {
	case rules.Impossible:
		return rules.Possible
	case rules.Possible:
		return rules.Impossible
	}
	b := pos.Board()
	if b.Pieces(c, rules.Pawn)|b.Pieces(c, rules.Rook)|b.Pieces(c, rules.Queen) != 0 {
		return rules.Impossible
	}
	return rules.Unknown
}
