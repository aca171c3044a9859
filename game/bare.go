package game

import (
	"fmt"
	"time"

	"boardwire/events"
	"boardwire/rules"
)

// bareAfter is how long after a press without a move no man may have been
// moved, so that it is none: what a board tells two scans later, or four, is
// the move that the press was for.
const bareAfter = time.Second

// dropPresses takes that the presses that wait had no move: the board shows
// what it did before them. A press by the player who had the move is looked at
// again when it is certain that no move comes. Nothing is made of it before a
// first move, as clocks are tried and started then, nor of a lever that was put
// back: his time runs by right only when the opponent has pressed.
func (g *Game) dropPresses() {
	if p := g.presses[0]; len(g.presses) == 1 && p.ply > 1 && p.ply == len(g.plies)+1 && !p.told && !g.gap && g.completion(p.by.Other()) == events.ByPress {
		g.bare = &p
	}
	g.presses = nil
}

// bareDue is when a press without a move is one.
func (g *Game) bareDue() (time.Time, bool) {
	if n := len(g.presses); n > 0 && g.explained && !g.stale {
		return g.presses[n-1].at.Add(bareAfter), true
	}
	if g.bare != nil {
		return g.bare.at.Add(bareAfter), true
	}
	return time.Time{}, false
}

// pressedBare tells that a player pressed the clock without a move. Whether it
// counts as an illegal move, the edition says; that it was one, the arbiter.
func (g *Game) pressedBare(o *out) {
	b := g.bare
	g.bare = nil
	if b == nil || !g.playing() || g.ended != nil || b.ply != len(g.plies)+1 {
		return
	}
	counts := "by this edition that is no illegal move"
	if g.laws.Counts(rules.OffencePress) {
		counts = "that counts as an illegal move when the arbiter finds it"
	}
	if b.disturbed {
		if g.laws.DisplacedPress() == rules.Certain {
			return // it puts the displaced men on the opponent's time
		}
		counts = "men lay off their squares then; " + counts
	}
	g.raise(o, pressKey(b.ply), rules.FindingPress, b.ply, g.laws.Cite(rules.PressedWithoutMove),
		fmt.Sprintf("%s pressed the clock and no move lies on the board after %s; %s", title(b.by), g.lastMove(), counts))
}

func pressKey(ply int) string { return fmt.Sprintf("%s/%d", events.FindingPress, ply) }
