package rules

// Late returns what it means that players came to the board after the default
// time, or not at all: who is late loses, both lose when both are (1997, 6.6;
// 2023, 6.7.1). The arbiter may decide otherwise, in every edition. It reports
// false when nobody is late. How late they may come, the event says, and
// DefaultTime where it does not.
func (l Laws) Late(white, black bool) (Ending, bool) {
	switch {
	case l.row == nil || !white && !black:
		return Ending{}, false
	case white && black:
		return l.ending(BothLose, ReasonForfeit, DefaultTime), true
	case white:
		return l.ending(BlackWins, ReasonForfeit, DefaultTime), true
	}
	return l.ending(WhiteWins, ReasonForfeit, DefaultTime), true
}

// NobodyPresent returns the articles by which White loses the time until he
// comes, when neither player was there at the start. In 1997 nothing is said of
// both: White's clock was started at the appointed time (6.5) and runs.
func (l Laws) NobodyPresent() []Article {
	if l.Says(NobodyPresent) == Absent {
		return l.Cite(ClockStarted)
	}
	return l.Cite(NobodyPresent)
}

// PointsRule is what an edition says of the points for a game: one for a win, a
// half for a draw, none for a loss.
type PointsRule struct {
	// EventMayDiffer: the event may announce other points (since 2009).
	EventMayDiffer Certainty
	// Capped: both scores together are never more than a game has, and each is
	// one of the usual ones (2023, 10.2).
	Capped   Certainty
	Articles []Article
}

// Points returns what the edition says of points. A result carries each side's
// score apart, because an arbiter may decide the opponent's score (1997, 12.7;
// 2023, 11.7).
func (l Laws) Points() PointsRule {
	if l.row == nil {
		return PointsRule{}
	}
	out := PointsRule{EventMayDiffer: l.row.otherPoints, Capped: l.Says(PointsCapped)}
	out.Articles, _ = l.CiteAll(Points, PointsCapped)
	return out
}
