package game

import (
	"slices"
	"time"

	"boardwire/boardstate"
	"boardwire/events"
	"boardwire/rules"
)

// late is how long after a press the board may begin to tell the move that it
// was for: two scans of a slow board.
const late = 500 * time.Millisecond

// press is a lever that went over; clocks are what the clock showed then.
type press struct {
	by     rules.Color
	clocks events.Clocks
	at     time.Time
}

// pressed takes that a player pressed the clock. The press completes his move
// if the board shows one; otherwise it waits for the board.
func (g *Game) pressed(o *out, by rules.Color, c events.Clocks, at time.Time) {
	if g.paused || g.reset || g.final != nil {
		return
	}
	g.unpress(by)
	g.presses = append(g.presses, press{by: by, clocks: c, at: at})
	if g.stale {
		return // the board is about to tell what was played
	}
	inf := g.settle(o, onLever)
	if g.still && (inf.Verdict == boardstate.NoLegalMove || inf.Verdict == boardstate.Moving && g.pawnWaits(by)) {
		g.unexplain(o, inf)
	}
}

// unpress drops the presses of a colour.
func (g *Game) unpress(by rules.Color) {
	g.presses = slices.DeleteFunc(g.presses, func(p press) bool { return p.by == by })
}

// matchPresses gives waiting presses to the moves they complete. The board has
// just been explained. Two presses wait when both players were faster than the
// board; then the later one must have its move too, for otherwise it only put
// the lever back. A press without a move may still get one while the board is
// a scan behind; after that there was none.
func (g *Game) matchPresses(o *out) {
	n := len(g.presses)
	if n == 0 || g.stale {
		return
	}
	switch last := g.presses[n-1]; g.completion(last.by) {
	case events.ByEnd:
		g.firm = true
	case "":
		for _, p := range g.presses {
			g.completeBy(o, p)
		}
	default:
		if o.at.Sub(last.at) <= late {
			return
		}
	}
	g.presses = nil
}

// matchFirst gives the earlier of two waiting presses to the move that was just
// made: the answer, with a press of its own, comes next.
func (g *Game) matchFirst(o *out) {
	if len(g.presses) == 2 && !g.stale && g.plies[len(g.plies)-1].by == g.presses[0].by {
		g.completeBy(o, g.presses[0])
		g.presses = g.presses[1:]
	}
}

// completeBy gives a press to its player's last move, unless that is completed.
func (g *Game) completeBy(o *out, p press) {
	if g.completion(p.by) == "" {
		g.complete(o, g.lastBy(p.by), events.ByPress, &p.clocks, g.laws.Cite(rules.CompletedByPress))
	}
}

// completion says how the last move of a colour was completed: "" if it was
// not, "none" if there is no such move.
func (g *Game) completion(c rules.Color) string {
	i := g.lastBy(c)
	if i < 0 {
		return "none"
	}
	return g.plies[i].completed
}

// expire drops the presses that had no move: the board was explained before
// them, and did not begin to tell another move in time.
func (g *Game) expire(now time.Time) {
	n := len(g.presses)
	if n > 0 && g.explained && !g.stale && now.Sub(g.presses[n-1].at) > late {
		g.presses = nil
	}
}
