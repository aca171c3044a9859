package rules

// FlagFall is which flag fell, and in what game.
type FlagFall struct {
	// Fell is whose flag fell. With Both, nobody knows whose fell first.
	Fell Color
	Both bool
	Kind Kind
	// Last: all remaining moves were to be made in this period. So it is in
	// every rapid and blitz game.
	Last bool
	// Announced: the event has announced that it uses the guidelines for games
	// without increment, where the rule for both flags stands since 2017.
	Announced bool
	// Uncompleted: a move of the line that counts was not completed when the
	// flag fell. An ending that takes effect with the completed move only
	// (EndsWhen) had not come then.
	Uncompleted bool
}

// bothFlags is a rule for both flags, when nobody knows which fell first: the
// game is drawn in its last period and goes on in another.
type bothFlags struct {
	known     Certainty
	announced bool // only where the event has announced it
	cites     Clause
}

// flagRule is the rule by kind.
type flagRule [kindCount]bothFlags

// Flags tells what fallen flags mean. One flag loses, or draws when the
// opponent cannot mate by any series of legal moves; in a blitz game of 1997 it
// draws when the opponent has no mating potential (C4). Both flags, when nobody
// knows which fell first, draw the game in a last period and leave it going in
// another (1997, 6.11, 10.4 and B8; 2023, III.3.1).
//
// It reports false when the game goes on or had ended by itself before, and
// where the edition's rule is not verified: the arbiter decides then.
func (l Laws) Flags(line *Line, f FlagFall) (Ending, bool) {
	if f.Both {
		return l.bothFell(line, f)
	}
	e, ok := l.flagged(line, f)
	if !ok || e.Result == Draw || f.Kind != Blitz || !l.row.potential {
		return e, ok
	}
	if line.Position().MatingPotential(f.Fell.Other()) == Impossible {
		return l.ending(Draw, ReasonFlagNoMate, BlitzPotential), true
	}
	return e, true
}

// over reports that the game has ended by itself: not by an ending that waits
// for a move to be completed while one is not.
func (l Laws) over(line *Line, uncompleted bool) bool {
	e, over := l.Completed(line)
	return over && !(uncompleted && l.EndsWhen(e.Reason) == AtCompleted)
}

func (l Laws) bothFell(line *Line, f FlagFall) (Ending, bool) {
	if l.row == nil {
		return Ending{}, false
	}
	if l.over(line, f.Uncompleted) {
		return Ending{}, false
	}
	if f.Kind >= kindCount || f.Kind == Standard && !f.Last {
		return Ending{}, false
	}
	rule := l.row.bothFlags[f.Kind]
	if rule.known != Certain || rule.announced && !f.Announced {
		return Ending{}, false
	}
	return l.ending(Draw, ReasonFlag, rule.cites), true
}
