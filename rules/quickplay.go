package rules

import "time"

// QuickplayForm is how an edition has the rules of the last phase of a game.
type QuickplayForm uint8

// The forms.
const (
	QuickplayArticle    QuickplayForm = iota // an article of the Laws (up to 2009, 10)
	QuickplayAppendix                        // an appendix that the event announces (2014, G)
	QuickplayGuidelines                      // guidelines that the event announces (since 2017, III)
)

// String names the form in English.
func (f QuickplayForm) String() string {
	return [...]string{"article", "appendix, where announced", "guidelines, where announced", ""}[min(f, QuickplayGuidelines+1)]
}

// quickplay is an edition's row about the last phase. What no text at hand
// shows is Unverified.
type quickplay struct {
	form    QuickplayForm
	kinds   [kindCount]Certainty // in which games it is played
	by      [kindCount][]Clause  // what says so beside the phase's own rules, or why not
	noBonus Certainty            // not in games with a bonus
	hasMove Certainty            // the claimant must have the move
	reject  Certainty            // the arbiter may reject
	extra   time.Duration        // what can be asked for with each move, 0 for nothing
}

// The rows that several editions share.
var (
	appendixG = quickplay{
		form:    QuickplayAppendix,
		kinds:   [kindCount]Certainty{Standard: Certain, Rapid: Certain},
		by:      [kindCount][]Clause{Blitz: {QuickplayScope}},
		noBonus: Certain, hasMove: Certain, reject: Certain, extra: 5 * time.Second,
	}
	guidelinesIII = quickplay{
		form:    QuickplayGuidelines,
		kinds:   [kindCount]Certainty{Standard: Certain, Rapid: Certain},
		by:      [kindCount][]Clause{Blitz: {QuickplayScope}},
		noBonus: Certain, hasMove: Certain, reject: Certain, extra: 5 * time.Second,
	}
)

// QuickplayGame is a game in its last phase: all remaining moves are to be made
// in a limited time. Whether it is there, the time control says.
type QuickplayGame struct {
	Kind Kind
	// Bonus: time is added with each move.
	Bonus bool
	// Announced: the event has announced that the rules hold.
	Announced bool
}

// Quickplay is what the last phase of a game allows.
type Quickplay struct {
	// Applies: a player may claim a draw in his last minutes (1997 to 2009,
	// 10.2; 2014, G; since 2017, Guidelines III).
	Applies bool
	Form    QuickplayForm
	// Within is what a claimant must have less than on his clock.
	Within time.Duration
	// HasMove: the claimant must have the move. In 1997 he need not.
	HasMove Certainty
	// Extra is the bonus that he may ask for instead, 0 for none (2014, G.4;
	// since 2017, III.4).
	Extra time.Duration
	// Unverified: no text at hand shows whether it applies, or the number of
	// an article.
	Unverified bool
	// Articles say what applies, or why nothing does.
	Articles []Article
}

// Quickplay tells whether a player may claim a draw in the last two minutes of
// such a game, and by what articles or not. In blitz games nobody may (1997,
// C5; 2014, G.3; 2023, III.2.2). Since 2014 nobody may in games with a bonus or
// where the event has not announced the rules.
func (l Laws) Quickplay(g QuickplayGame) Quickplay {
	if l.row == nil || g.Kind >= kindCount {
		return Quickplay{}
	}
	q := l.row.quickplay
	out := Quickplay{Form: q.form}
	cite := func(clauses ...Clause) Quickplay {
		out.Articles, out.Unverified = l.CiteAll(clauses...)
		return out
	}
	switch {
	case q.kinds[g.Kind] != Certain:
		out = cite(q.by[g.Kind]...)
		out.Unverified = out.Unverified || q.kinds[g.Kind] == Unverified
		return out
	case g.Bonus && q.noBonus == Certain:
		return cite(QuickplayScope)
	case q.form != QuickplayArticle && !g.Announced:
		return cite(QuickplayAnnounced)
	}
	out.Applies, out.Within, out.HasMove, out.Extra = true, twoMinutes, q.hasMove, q.extra
	return cite(append([]Clause{QuickplayFinish, QuickplayClaim}, q.by[g.Kind]...)...)
}

// MayClaim tells whether a player with so much left on his clock may claim, or
// ask for a bonus: less than two minutes, and his flag is up. Where it is not
// verified that he must have the move, it does not ask.
func (q Quickplay) MayClaim(left time.Duration, hasMove bool) bool {
	return q.Applies && left > 0 && left < q.Within && (hasMove || q.HasMove != Certain)
}
