package game

import (
	"fmt"

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

// seeSurface takes a dump: it is the truth, touches may have been missed.
func (g *Game) seeSurface(o *out, s boardstate.Surface) {
	g.seat(s)
	if g.turned {
		s = s.Rotate()
	}
	if g.placed {
		g.hand = g.hand.Reset(s, o.cause.Observed)
	} else {
		g.hand = boardstate.NewHand(s, o.cause.Observed)
		g.placed = true
	}
	g.settle(o)
}

// seeTouch takes one changed square. A move is not made by it: the man may be
// on its way. Only a press that still waits for its move looks at once, and
// only when a man was lifted: that is how a captured man that brushed a
// neighbour goes away.
func (g *Game) seeTouch(o *out, t boardstate.Touch) {
	if !g.placed {
		return
	}
	if g.turned {
		t = t.Rotate()
	}
	before := manAt(g.hand.Surface(), t.Square)
	g.hand = g.hand.See(t)
	if !g.seated || len(g.plies) == 0 {
		g.reseat()
	}
	if t.Lifted && g.playing() {
		o.say(g.scope(), events.Lifted{Square: t.Square.String(), Piece: before})
	}
	if t.Lifted && len(g.presses) > 0 {
		g.settle(o)
	}
}

// seeQuiet takes that the board has been still.
func (g *Game) seeQuiet(o *out, ms int64) {
	if !g.placed || ms < quietMove {
		return
	}
	inf := g.settle(o)
	switch inf.Verdict {
	case boardstate.NoLegalMove, boardstate.Ambiguous:
		if ms >= quietSignal || len(g.presses) > 0 {
			g.unexplain(o, inf)
		}
	case boardstate.Signalled:
		if ms >= quietSignal {
			g.signal(o, inf.Result)
		}
	case boardstate.Resetting:
		if ms >= quietSignal && len(g.plies) > 0 {
			if _, ok := boardstate.Orient(g.hand.Surface()); ok {
				g.reset = true
			}
		}
	}
}

// seat finds which way the board stands, from the start position before play.
// s is in the board's own frame.
func (g *Game) seat(s boardstate.Surface) {
	if len(g.plies) > 0 {
		return
	}
	if turned, ok := boardstate.Orient(s); ok {
		g.turned, g.seated = turned, true
	}
}

// reseat looks again when the men were set up by hand after the first dump.
func (g *Game) reseat() {
	turned, ok := boardstate.Orient(g.hand.Surface())
	if !ok || len(g.plies) > 0 {
		return
	}
	if turned {
		g.turned = !g.turned
		g.hand = boardstate.NewHand(g.hand.Surface().Rotate(), g.hand.At())
	}
	g.seated = true
}

// settle asks which legal move explains the surface and takes what follows.
func (g *Game) settle(o *out) boardstate.Inference {
	if !g.placed {
		return boardstate.Inference{Verdict: boardstate.Moving}
	}
	inf := boardstate.Infer(g.line.Position(), g.replaceable(), g.hand)
	switch inf.Verdict {
	case boardstate.Unchanged:
		g.hand = g.hand.Settle()
		g.explain(o)
		g.matchPresses(o)
	case boardstate.Settled, boardstate.TakenBack:
		if !g.playing() || (g.ended != nil && inf.Back == 0 && !g.resumes()) {
			return inf
		}
		g.withdraw(o, inf.Back)
		for _, m := range inf.Moves {
			g.make(o, m)
		}
		g.hand = g.hand.Settle()
		g.explain(o)
		g.matchPresses(o)
	}
	return inf
}

// replaceable returns the position before the last move while that move may
// still be another one: until the lever, the other side's next move or the
// result.
func (g *Game) replaceable() []rules.Position {
	n := len(g.plies)
	if n == 0 || g.final != nil {
		return nil
	}
	switch g.plies[n-1].completed {
	case events.ByPress, events.ByNext:
		return nil
	}
	return []rules.Position{g.line.At(n - 1)}
}

// unexplain tells that no legal move explains the board; with a press waiting
// it is an illegal move as far as anyone can see.
func (g *Game) unexplain(o *out, inf boardstate.Inference) {
	if g.ended != nil || !g.playing() {
		return
	}
	placement := g.hand.Surface().Board.Placement()
	if g.unexplained != placement {
		g.unexplained = placement
		o.say(g.scope(), events.Unexplained{Placement: placement, After: len(g.plies)})
	}
	if len(g.presses) == 0 || inf.Verdict != boardstate.NoLegalMove {
		return
	}
	p := g.presses[0]
	g.findings.raise(o, g.scope(), "illegal_move", events.FindingRaised{
		Kind:     events.FindingIllegalMove,
		Ply:      len(g.plies) + 1,
		Articles: articles(g.laws.Cite(rules.IllegalMove)),
		Text:     fmt.Sprintf("%s pressed the clock and no legal move explains the board after %s", p.by, g.lastMove()),
	})
}

// explain takes back what unexplain told.
func (g *Game) explain(o *out) {
	if g.unexplained == "" {
		return
	}
	g.unexplained = ""
	o.say(g.scope(), events.Unexplained{After: len(g.plies), Explained: true})
	g.findings.clear(o, g.scope(), "illegal_move")
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
	return fmt.Sprintf("%d%s%s", (n+1)/2, dots, g.line.At(n-1).SAN(g.plies[n-1].move))
}

// manAt returns the FEN letter of the man on a square, "" if none is known.
func manAt(s boardstate.Surface, sq rules.Square) string {
	if p := s.Board.At(sq); p != rules.NoPiece {
		return string(rune(p.Letter()))
	}
	return ""
}
