package game

import (
	"fmt"
	"time"

	"boardwire/rules"
)

// finishes says that a player's remaining moves are all to be made in the time
// of this period.
func (g *Game) finishes(c rules.Color) bool {
	_, all := g.lastPeriodOf()
	return all && g.clock.Known && g.side(c).Period >= len(g.control.Periods)-1
}

// lastPhase returns what the edition and the event make of the last phase of
// this game, and whether it has begun: it is the game's when it is both players'.
func (g *Game) lastPhase() (rules.Quickplay, bool) {
	if !g.finishes(rules.White) || !g.finishes(rules.Black) {
		return rules.Quickplay{}, false
	}
	q := g.allows()
	return q, q.Applies
}

// fewMinutes is more than any edition's last minutes: above it the row need not
// be asked at each reading.
const fewMinutes = 5 * time.Minute

// lastMinutes tells, once for each player, that he has so little time left in a
// quickplay finish that he may claim a draw. It is his to claim: he is not told.
func (g *Game) lastMinutes(o *out) {
	c := g.clock.Running
	if c == rules.NoColor || g.side(c).Left > fewMinutes || !g.playing() || g.ended != nil || g.warned[c] {
		return
	}
	q, ok := g.lastPhase()
	if !ok || !q.MayClaim(g.side(c).Left, true) {
		return
	}
	g.warned[c] = true
	text := fmt.Sprintf("%s has less than %s left in a quickplay finish and may claim a draw", title(c), lasting(q.Within))
	if q.Extra > 0 {
		text += fmt.Sprintf(", or ask for %s with each move", lasting(q.Extra))
	}
	g.raise(o, "two_minutes/"+c.String(), rules.FindingTwoMinutes, len(g.plies), q.Articles, text)
}
