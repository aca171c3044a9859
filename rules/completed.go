package rules

// Completed reports an ending that comes by itself with the last move: mate,
// stalemate, dead position, fivefold repetition, 75 moves, in this order, for
// an event that ended the game first wins and mate by the last move takes
// precedence over 9.6 (Laws 2023, 9.6.2). Dead position is what Position.CanWin
// proves for both sides; what it leaves unknown ends nothing. It is silent while
// the position has faults. Claims and flags are not its business.
//
// Repetition and 75 moves end games since 2014 only; then the position must
// have come back on consecutive alternate moves, since 2017 it need not. All
// moves of the line are taken as made; EndsWhen tells whether the last must be
// completed as well.
func (l Laws) Completed(line *Line) (Ending, bool) {
	s := &line.states[len(line.states)-1]
	p := &s.pos
	if l.row == nil || p.faults != 0 {
		return Ending{}, false
	}
	switch {
	case !p.hasLegal():
		if p.InCheck() {
			return l.ending(WinFor(p.turn.Other()), ReasonCheckmate, Checkmate), true
		}
		return l.ending(Draw, ReasonStalemate, Stalemate), true
	case p.dead():
		return l.ending(Draw, ReasonDeadPosition, DeadPosition), true
	case l.row.fivefold > 0 && int(s.times) >= l.row.fivefold && (!l.row.consecutive || line.alternates(l.row.fivefold)):
		return l.ending(Draw, ReasonFivefold, Fivefold), true
	case l.row.seventyFive > 0 && int(p.halfmoves) >= 2*l.row.seventyFive:
		return l.ending(Draw, ReasonSeventyFive, SeventyFive), true
	}
	return Ending{}, false
}

// alternates reports that the position has stood n times on consecutive
// alternate moves: after every second move of each player up to now. Only 2014
// asks for it (9.6a).
func (l *Line) alternates(n int) bool {
	last := len(l.states) - 1
	now := &l.states[last]
	for i := 1; i < n; i++ {
		at := last - 4*i
		if at < 0 || l.states[at].digest != now.digest || !l.states[at].pos.same(&now.pos) {
			return false
		}
	}
	return true
}

func (l Laws) ending(r Result, why Reason, c Clause) Ending {
	return Ending{Result: r, Reason: why, Articles: l.Cite(c)}
}

// Flagged tells what the fallen flag of a side means: it loses, or draws when
// the opponent's Adjudge is Impossible (Laws 2023, 6.9). Where that is Unknown
// it is a loss here, and may still be a draw for the arbiter. It reports false when the game has ended by itself before, or when fell is
// NoColor. All moves of the line are taken as completed: Flags asks.
func (l Laws) Flagged(line *Line, fell Color) (Ending, bool) {
	return l.flagged(line, FlagFall{Fell: fell})
}

func (l Laws) flagged(line *Line, f FlagFall) (Ending, bool) {
	if l.row == nil || f.Fell != White && f.Fell != Black || l.over(line, f.Uncompleted) {
		return Ending{}, false
	}
	if line.Position().Adjudge(f.Fell.Other()) == Impossible {
		return l.ending(Draw, ReasonFlagNoMate, FlagDraw), true
	}
	return l.ending(WinFor(f.Fell.Other()), ReasonFlag, FlagLoss), true
}
