package game

import (
	"fmt"

	"boardwire/events"
	"boardwire/rules"
)

// flagOnly says that the end that stands is no more than a flag that the clock
// shows: until an arbiter sees it or a player claims it, it has not fallen (2023,
// 6.8), and what ends the game before that ends it first.
func (g *Game) flagOnly() bool {
	return g.ended != nil && g.ended.source == events.SourceDerived &&
		(g.ended.ending.Reason == rules.ReasonFlag || g.ended.ending.Reason == rules.ReasonFlagNoMate)
}

// undeclared says in an answer that a flag was shown and not declared.
const undeclared = "the clock had shown a flag down, which nobody had declared"

// finished returns the end that stands, and how it came: the game's own by the
// moves, what was derived, declared or signed. Kings in the centre are evidence
// of a result and end nothing. What comes after an end costs nobody anything.
func (g *Game) finished() (rules.Ending, string, bool) {
	if end, over := g.over(); over {
		return end, fmt.Sprintf("the game had ended %s by %s before", end.Result, end.Reason), true
	}
	if g.ended != nil && g.ended.source != events.SourceSignalled {
		return g.ended.ending, g.ended.String() + " before", true
	}
	return rules.Ending{}, "", false
}
