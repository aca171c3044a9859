package game

import (
	"fmt"
	"time"

	"boardwire/rules"
)

const (
	keyFirstMove = "no_first_move"
	keyClocks    = "clocks_stopped"
)

// restFor is how long both clocks may stand in a game that is played. With a
// demonstration's faster clocks it is as much of their time, but no less than
// restLeast of ours.
const (
	restFor   = time.Minute
	restLeast = 10 * time.Second
)

// idle says that both clocks stand although the game is neither over nor
// stopped by a ruling.
func (g *Game) idle() bool {
	return g.ran && g.stands && !g.away && !g.stale && g.clock.Known && !g.clock.Absent &&
		!g.paused && !g.awaits && !g.closed() && !g.reset && g.ended == nil && g.final == nil
}

// clocksDue is when clocks that stand have stood for long.
func (g *Game) clocksDue() (time.Time, bool) {
	if !g.idle() || g.findings.is(keyClocks) {
		return time.Time{}, false
	}
	since := g.stoppedAt
	if g.resumedAt.After(since) {
		since = g.resumedAt
	}
	return since.Add(max(restFor/time.Duration(g.rate), restLeast)), true
}

// clocksStopped tells that both clocks stand. The Laws ask nothing: players and
// arbiters stop clocks for many reasons, but somebody may wait for help.
func (g *Game) clocksStopped(o *out) {
	g.raise(o, keyClocks, rules.FindingClocksStopped, len(g.plies), nil,
		"both clocks stand after "+g.lastMove()+", the game is not over and no ruling stopped it: look there")
}

// firstMoveDue is when the default time is over: it runs from the start ruling,
// else from the announced start. A record that begins later tells nothing of
// who came in time; and where a player must be there at the start, men that did
// not move yet show nothing.
func (g *Game) firstMoveDue() (time.Time, bool) {
	start := g.playBegan()
	late, ok := g.allowance()
	late /= time.Duration(g.rate)
	if g.startedAt.IsZero() && !start.Add(late).After(g.pairedAt) {
		return time.Time{}, false // it was over before anybody told of this round
	}
	if !ok || late <= 0 || start.IsZero() || g.looked.Equal(start) || !g.waitsForFirst() {
		return time.Time{}, false
	}
	return start.Add(late), true
}

// waitsForFirst says that a board is there and the player who has the move has
// not made his first one, and was not said to be there.
func (g *Game) waitsForFirst() bool {
	return g.placed && !g.stale && len(g.plies) < 2 && !g.arrived[g.line.Position().Turn()] && !g.paused && !g.reset && g.ended == nil && g.final == nil
}

// noFirstMove tells that the default time is over and a player has not moved.
// That is told once: a board sees moves, not arrivals, so it says no more than
// where to look.
func (g *Game) noFirstMove(o *out) {
	late, _ := g.allowance()
	who := "nobody has moved"
	if len(g.plies) == 1 {
		who = "Black has not moved"
	}
	g.looked, g.missedAt = g.playBegan(), len(g.plies)
	g.raise(o, keyFirstMove, rules.FindingNoFirstMove, len(g.plies), g.laws.Cite(rules.DefaultTime),
		fmt.Sprintf("%s by the default time, %s after the start of play: look there; a board sees moves, not arrivals", who, lasting(late)))
}
