package game

import (
	"boardwire/boardstate"
	"boardwire/clockstate"
	"boardwire/rules"
)

// orient takes the seating that the start position shows, before play as often
// as it is seen: a board may be turned once more, and men that were set up by
// hand show it after the first dump. raw is the surface in the board's own
// frame.
func (g *Game) orient(raw boardstate.Surface) {
	if len(g.plies) > 0 {
		return
	}
	if turned, ok := boardstate.Orient(raw); ok {
		g.sit(turned)
	}
}

// seat finds the seating of a board that did not show the start: it is that in
// which the surface shows the game, or legal moves from where it stands.
func (g *Game) seat() {
	if g.seated {
		return
	}
	raw := g.raw()
	g.orient(raw)
	if g.seated {
		return
	}
	if normal, other := g.fits(raw), g.fits(raw.Rotate()); normal != other {
		g.sit(other)
		return
	}
	if _, wrong := g.setWrong(); wrong {
		// The whole start but for some men: they stand nearer to it from one side.
		start := g.at(0).Board()
		if normal, other := len(wrongMen(raw, start)), len(wrongMen(raw.Rotate(), start)); normal != other {
			g.sit(other < normal)
		}
	}
}

// raw is the surface in the board's own frame.
func (g *Game) raw() boardstate.Surface {
	if g.turned {
		return g.hand.Surface().Rotate()
	}
	return g.hand.Surface()
}

// fits says whether a surface may be one of this game, from White's side.
func (g *Game) fits(s boardstate.Surface) bool {
	pos := g.line.Position()
	if s.Shows(pos.Board()) {
		return true
	}
	return boardstate.Infer(pos, nil, boardstate.NewHand(s, g.hand.At())).Verdict == boardstate.Settled
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
