package game

import (
	"boardwire/boardstate"
	"boardwire/clockstate"
	"boardwire/rules"
)

// seat finds which way the board stands. Before play the start position tells,
// as often as it is seen: a board may be turned once more. Otherwise, until it
// is known, the seating is that in which the surface shows the game, or one
// legal move from it. raw is the surface in the board's own frame.
func (g *Game) seat(raw boardstate.Surface) {
	if len(g.plies) == 0 {
		if turned, ok := boardstate.Orient(raw); ok {
			g.sit(turned)
			return
		}
	}
	if g.seated {
		return
	}
	normal, other := g.fits(raw), g.fits(raw.Rotate())
	if normal != other {
		g.sit(other)
	}
}

// fits says whether a surface may be one of this game, from White's side.
func (g *Game) fits(s boardstate.Surface) bool {
	pos := g.line.Position()
	if s.Shows(pos.Board()) {
		return true
	}
	return boardstate.Infer(pos, nil, boardstate.NewHand(s, g.hand.At())).Verdict == boardstate.Settled
}

// reseat looks again when the men were set up by hand after the first dump.
func (g *Game) reseat() {
	if turned, ok := boardstate.Orient(g.hand.Surface()); ok {
		g.sit(turned != g.turned)
	}
}

// sit takes the seating. Board and clock are turned with it: the clock is read
// again.
func (g *Game) sit(turned bool) {
	if g.turned != turned {
		g.turned = turned
		g.hand = boardstate.NewHand(g.hand.Surface().Rotate(), g.hand.At())
		g.clock, g.ran, g.stands, g.presses = clockstate.State{}, false, false, nil
		g.waiting = g.reading != nil
	}
	g.seated = true
}

// white is the side of the clock on which White sits.
func (g *Game) white() clockstate.Side {
	if g.turned {
		return clockstate.Right
	}
	return clockstate.Left
}

// lastBy returns the index of the last ply that c made, -1 if there is none.
func (g *Game) lastBy(c rules.Color) int {
	for i := len(g.plies) - 1; i >= 0 && i >= len(g.plies)-2; i-- {
		if g.plies[i].by == c {
			return i
		}
	}
	return -1
}
