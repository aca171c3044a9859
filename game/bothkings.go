package game

import "boardwire/rules"

// impossible says that a position cannot be one of a game as rapid and blitz
// rules see it: both kings are in check, or a pawn lies on the last rank (2023,
// A.5.4).
func impossible(p rules.Position) bool {
	return p.Faults().Has(rules.PawnOnLastRank) || p.Faults().Has(rules.OpponentInCheck) && p.InCheck()
}

// bothInCheck says that both kings are in check on a board that no legal move
// explains.
func (g *Game) bothInCheck() bool {
	was := g.line.Position()
	board, ok := readBoard(was, g.hand)
	if !ok {
		return false
	}
	_, pos, ok := readOdd(was, board)
	return ok && pos.Faults().Has(rules.OpponentInCheck) && pos.InCheck()
}

// stepsIn says that the arbiter acts of himself on a finding where he leaves
// other illegal moves to the players (2005, B6; 2009, A4c; 2023, A.5.4).
func (g *Game) stepsIn(f rules.Finding) bool {
	return g.duty(f).Act == rules.ActNow && g.duty(rules.FindingIllegalMove).Act != rules.ActNow
}

// unasked returns by which articles an arbiter counts an offence that only the
// opponent may claim otherwise, and before his move only: he steps in when a pawn
// was not promoted, or both kings are in check (2005, B6; 2009, A4c).
func (g *Game) unasked(o rules.Offence, ply int) ([]rules.Article, bool) {
	f := rules.FindingBothKings
	switch {
	case !illegal(o):
		return nil, false
	case ply <= len(g.plies):
		if g.findings.kindOf(standsKey(ply)) != string(f) {
			return nil, false
		}
	case o == rules.OffenceUnpromoted:
		f = rules.FindingUnpromoted
	case g.findings.kindOf("illegal_move") != string(f):
		return nil, false
	}
	d := g.duty(f)
	return d.Articles, g.stepsIn(f) && d.Until == rules.UntilOpen
}
