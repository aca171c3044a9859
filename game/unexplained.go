package game

import (
	"fmt"
	"slices"

	"boardwire/boardstate"
	"boardwire/events"
	"boardwire/rules"
)

// unexplain tells that no legal move explains the board. Where the player who
// has the move has pressed the clock it is an illegal move as far as anyone
// can see.
func (g *Game) unexplain(o *out, inf boardstate.Inference) {
	if g.ended != nil || !g.playing() || !g.begun() || g.lost() {
		return
	}
	if inf.Verdict == boardstate.NoLegalMove && !g.gap {
		g.followTwo(o)
	}
	// Where men cannot be told apart there is no placement to tell.
	s := g.hand.Surface()
	placement, lies := "", fmt.Sprintf("%016x", uint64(s.Occupied))
	if s.Identity {
		placement = s.Board.Placement()
		lies = placement
	}
	if g.unexplained != lies {
		g.unexplained = lies
		o.say(g.scope(), events.Unexplained{Placement: placement, After: len(g.plies)})
	}
	by := g.line.Position().Turn()
	if n := len(g.presses); n == 0 || g.gap || g.presses[n-1].by != by {
		return
	}
	kind, text := rules.FindingIllegalMove, ""
	switch {
	case inf.Verdict == boardstate.NoLegalMove && g.innocent():
		return
	case inf.Verdict == boardstate.NoLegalMove, inf.Verdict == boardstate.Moving && !g.pawnWaits(by) && g.oddLies():
		text = fmt.Sprintf("%s pressed the clock and no legal move explains the board after %s", by, g.lastMove())
		if g.bothInCheck() && g.stepsIn(rules.FindingBothKings) {
			kind, text = rules.FindingBothKings, text+"; both kings are in check"
		}
	case inf.Verdict == boardstate.Moving && g.pawnWaits(by):
		kind = rules.FindingUnpromoted
		text = fmt.Sprintf("%s pressed the clock with a pawn on the last rank after %s", by, g.lastMove())
	default:
		return
	}
	barred, cites := g.triedToCastle()
	g.suspect(g.presses[len(g.presses)-1])
	g.presses[len(g.presses)-1].told = true
	g.raise(o, "illegal_move", kind, len(g.plies)+1, slices.Concat(g.laws.Cite(rules.IllegalMove), cites), text+barred)
}

// explain takes back what unexplain told.
func (g *Game) explain(o *out) {
	g.stray = nil
	if g.unexplained == "" {
		return
	}
	g.unexplained = ""
	o.say(g.scope(), events.Unexplained{After: len(g.plies), Explained: true})
	g.findings.clear(o, g.scope(), "illegal_move")
}

// begun says that what lies on the board is about this game: a move was made, or
// the clock was started, or there is none and the men were set up. A board on
// which they are still being set up is nothing to look at.
func (g *Game) begun() bool {
	switch {
	case len(g.plies) > 0 || g.ran:
		return true
	case g.reading == nil || g.reading.Absent:
		return g.seated
	}
	return g.reading.Running
}

// pawnWaits says that a pawn of c lies on its last rank.
func (g *Game) pawnWaits(c rules.Color) bool {
	b := g.hand.Surface().Board
	rank := 7
	if c == rules.Black {
		rank = 0
	}
	for sq := range b.Pieces(c, rules.Pawn).Squares() {
		if sq.Rank() == rank {
			return true
		}
	}
	return false
}

// lastMove names the last move for a sentence.
func (g *Game) lastMove() string {
	n := len(g.plies)
	if n == 0 {
		return "the start position"
	}
	dots := "."
	if n%2 == 0 {
		dots = "…"
	}
	return fmt.Sprintf("%d%s%s", (n+1)/2, dots, g.plies[n-1].san)
}

// lastPosition names the position of the game for a sentence.
func (g *Game) lastPosition() string {
	if len(g.plies) == 0 {
		return g.lastMove()
	}
	return "the position after " + g.lastMove()
}
