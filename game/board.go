package game

import (
	"time"

	"boardwire/boardstate"
	"boardwire/events"
	"boardwire/rules"
)

// How long a touched board has been still, in milliseconds, before a move on
// it counts as made, and before the kings are believed.
const (
	quietMove   = 600
	quietSignal = 5000
)

// scan is by how much what lies on a board may reach us after it came to lie
// there: a full scan of a DGT board takes 200 to 250 ms.
const scan = 300 * time.Millisecond

// seeSurface takes a dump. It is the truth: touches may have been missed. It
// may show a man on his way, so that no move is made by it; a board that showed
// something new is told to be still like one that was touched.
func (g *Game) seeSurface(o *out, s boardstate.Surface) {
	g.expire(o.at)
	fresh := !g.placed
	raw := s
	s = g.lie.Surface(s)
	if fresh || g.hand.Surface() != s {
		g.still, g.explained, g.touchedAt, g.bare = false, false, o.at, nil
	}
	if fresh {
		g.hand, g.placed = boardstate.NewHand(s, o.at), true
	} else {
		g.hand = g.hand.Reset(s, o.at)
	}
	g.orient(raw)
	if g.stale {
		g.stale, g.gap, g.explained = false, true, false
	}
	g.readAgain(o)
}

// seeTouch takes one changed square. A move is not made by it: the man may be
// on its way. Only a press that still waits for its move looks at once: when a
// man was lifted, for that is how a captured man that brushed a neighbour goes
// away, and when a man was put down a scan after the press, for who has pressed
// has let go.
func (g *Game) seeTouch(o *out, t boardstate.Touch) {
	if !g.placed {
		return
	}
	g.expire(o.at)
	t = g.lie.Touch(t)
	before := manAt(g.hand.Surface(), t.Square)
	g.hand = g.hand.See(t)
	g.still, g.explained, g.touchedAt, g.bare = false, false, o.at, nil
	if len(g.plies) == 0 && !t.Lifted {
		g.orient(g.raw())
	}
	if t.Lifted && g.playing() && !g.lost() {
		o.say(g.scope(), events.Lifted{Square: t.Square.String(), Piece: before})
	}
	if n := len(g.presses); n > 0 {
		switch last := g.presses[n-1]; {
		case t.Lifted:
			g.settle(o, onLift)
		case o.at.Sub(last.at) <= late:
			g.suspectAtPress(g.settle(o, onLate))
		}
	}
	g.readAgain(o)
}

// seeQuiet takes that the board has been still for ms milliseconds since the
// last touch, at since.
func (g *Game) seeQuiet(o *out, since time.Time, ms int64) {
	if !g.placed || ms < quietMove {
		return
	}
	g.still, g.stale = true, false
	inf := g.settle(o, onQuiet)
	g.readAgain(o)
	long := ms >= quietSignal
	if long {
		g.tellSetup(o)
	}
	g.tellBoard(o, long)
	switch inf.Verdict {
	case boardstate.Unchanged:
		g.firm = g.firm || long
	case boardstate.NoLegalMove, boardstate.Ambiguous:
		g.suspectUnclocked(inf)
		if long || len(g.presses) > 0 {
			g.unexplain(o, inf)
		}
		if long {
			g.tellDisplaced(o, inf)
			g.suspectStill(inf)
		}
	case boardstate.Moving:
		// A man in the hand is no fault, but who pressed has moved.
		if len(g.presses) > 0 && (long || g.oddLies() && !g.pawnWaits(g.line.Position().Turn())) {
			g.unexplain(o, inf)
		}
		if long {
			g.tellDisplaced(o, inf)
		}
	case boardstate.Signalled:
		if long {
			g.signal(o, inf.Result, since)
		}
	case boardstate.Resetting:
		if long {
			g.resetting(o, inf)
		}
	}
}

// suspectStill keeps a move that nobody pressed for, if it lay long while the
// mover's time ran. Where no clock runs men are moved for other reasons too.
func (g *Game) suspectStill(inf boardstate.Inference) {
	if inf.Verdict == boardstate.NoLegalMove && len(g.presses) == 0 && g.stray == nil && !g.gap && g.underway() &&
		g.clock.Running == g.line.Position().Turn() {
		g.suspect(press{})
	}
}

// suspectUnclocked keeps a move that the rules do not know on a board that never
// had a clock: what shows that it was made is the opponent's reply.
func (g *Game) suspectUnclocked(inf boardstate.Inference) {
	if inf.Verdict == boardstate.NoLegalMove && g.stray == nil && !g.gap && g.clockless() && g.underway() && g.begun() {
		g.suspect(press{})
	}
}

// resetting takes that the men were set up again, or swept off, and lie there
// for long: as long as the game is not over that is for the arbiter. The start
// position after play is the end of what is followed here, not a new game.
func (g *Game) resetting(o *out, inf boardstate.Inference) {
	g.unexplain(o, inf)
	if _, ok := boardstate.Orient(g.hand.Surface()); ok && len(g.plies) > 0 {
		g.reset, g.presses = true, nil
	}
}

// manAt returns the FEN letter of the man on a square, "" if none is known.
func manAt(s boardstate.Surface, sq rules.Square) string {
	if p := s.Board.At(sq); p != rules.NoPiece {
		return string(rune(p.Letter()))
	}
	return ""
}
