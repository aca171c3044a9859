package rules

// Resigned returns what a resignation means: the opponent wins; in 2023 the
// game is drawn when he cannot mate by any series of legal moves (5.1.2). It
// reports false when the game has ended by itself before, or by is NoColor.
func (l Laws) Resigned(line *Line, by Color) (Ending, bool) {
	if l.row == nil || by != White && by != Black {
		return Ending{}, false
	}
	if _, over := l.Completed(line); over {
		return Ending{}, false
	}
	if l.row.resignationDraw && line.Position().Adjudge(by.Other()) == Impossible {
		return l.ending(Draw, ReasonResignationNoMate, ResignationDraw), true
	}
	return l.ending(WinFor(by.Other()), ReasonResignation, Resignation), true
}

// Agreed returns the draw that both players agreed. Since 2017 both must have
// made a move (5.2.3): it reports false when they have not, and when the game
// has ended by itself before. What the event forbids beside the Laws (9.1a;
// 9.1.1) is not its business.
func (l Laws) Agreed(line *Line) (Ending, bool) {
	if l.row == nil || l.row.bothMoved && line.Len() < 2 {
		return Ending{}, false
	}
	if _, over := l.Completed(line); over {
		return Ending{}, false
	}
	return l.ending(Draw, ReasonAgreement, Agreement), true
}
