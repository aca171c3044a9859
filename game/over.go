package game

import (
	"fmt"

	"boardwire/events"
	"boardwire/rules"
)

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
