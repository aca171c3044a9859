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
	// ply is the one that the player had to make then, 0 if he had not the move;
	// disturbed says that the board did not show the game's position; told that
	// the press is part of a finding.
	ply             int
	disturbed, told bool
}

// pressed takes that a player pressed the clock. The press completes his move
// if the board shows one; otherwise it waits for the board.
func (g *Game) pressed(o *out, by rules.Color, c events.Clocks, at time.Time) {
	if g.paused || g.reset || g.awaits || g.closed() || g.final != nil {
		return
	}
	g.unpress(by)
	if g.bare != nil && g.bare.by != by {
		g.bare = nil // the lever was put back at once
	}
	p := press{by: by, clocks: c, at: at, disturbed: !g.explained}
	if g.line.Position().Turn() == by {
		p.ply = len(g.plies) + 1
		g.tried = p.ply
	}
	g.presses = append(g.presses, p)
	if n := len(g.presses); n > mostPresses {
		g.presses = slices.Delete(g.presses, 0, n-mostPresses)
	}
	if g.stale {
		return // the board is about to tell what was played
	}
	inf := g.settle(o, onLever)
	g.suspectAtPress(inf)
	if g.still && (inf.Verdict == boardstate.NoLegalMove || inf.Verdict == boardstate.Moving && (g.pawnWaits(by) || g.oddLies())) {
		g.unexplain(o, inf)
	}
}

// suspectAtPress keeps what lies on the board when the player who has the move
// presses, or what the board tells a scan later, in case that it is answered
// before the board is still. What a legal move may still come of is none.
func (g *Game) suspectAtPress(inf boardstate.Inference) {
	n := len(g.presses)
	if n == 0 || g.gap || inf.Verdict != boardstate.NoLegalMove {
		return
	}
	if last := g.presses[n-1]; last.by == g.line.Position().Turn() && last.ply == len(g.plies)+1 {
		g.suspect(last)
	}
}

// mostPresses is how many presses wait at most; no more moves than these are
// told from one look at a board.
const mostPresses = 4

// unpress drops the last press if it is of that colour: the lever was put back,
// or it is told again.
func (g *Game) unpress(by rules.Color) {
	if n := len(g.presses); n > 0 && g.presses[n-1].by == by {
		g.presses = g.presses[:n-1]
	}
}

// matchPresses gives waiting presses to the moves they complete. The board has
// just been explained. Several presses wait when the players were faster than the
// board; then the last one must have its move, for otherwise it only put the
// lever back. A press without a move may still get one while the board is
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
		for _, p := range g.presses[max(0, n-2):] { // each colour's last one
			g.completeBy(o, p)
		}
	default:
		return // until expire
	}
	g.presses = nil
}

// matchEarly gives a press to the move that was just made, when its answer,
// with a press of its own, comes next: more moves are to come, this one
// counted, and each has its press.
func (g *Game) matchEarly(o *out, moves int) {
	i := len(g.presses) - moves
	if moves > 1 && i >= 0 && !g.stale && g.plies[len(g.plies)-1].by == g.presses[i].by {
		g.completeBy(o, g.presses[i])
	}
}

// ofPress says whether what explains the board is one move of the player who
// pressed last.
func (g *Game) ofPress(inf boardstate.Inference) bool {
	n := len(g.presses)
	if n == 0 || len(inf.Moves) != 1 || inf.Back > 1 {
		return false
	}
	mover := g.line.Position().Turn()
	if inf.Back == 1 {
		mover = mover.Other()
	}
	return mover == g.presses[n-1].by
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
		g.dropPresses()
	}
}
