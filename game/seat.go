package game

import (
	"boardwire/boardstate"
	"boardwire/clockstate"
	"boardwire/rules"
)

// lies are all ways in which a board may lie, those first that are right.
var lies = [...]boardstate.Lie{
	boardstate.Straight, boardstate.Turned,
	boardstate.OnFileA, boardstate.OnFileH, boardstate.MirroredA, boardstate.MirroredH,
}

// rightLies are the first of lies, askewLies the rest.
var rightLies, askewLies = lies[:2], lies[2:]

// orient takes the seating that the start position shows, before play as often
// as it is seen: a board may be turned once more, and men that were set up by
// hand show it after the first dump. raw is the surface in the board's own
// frame.
func (g *Game) orient(raw boardstate.Surface) {
	if len(g.plies) > 0 {
		return
	}
	l, ok := boardstate.Orient(raw)
	if !ok {
		return
	}
	// In Chess960 no queen has a color of her own: what lies there is as it is.
	if start := g.at(0).Board(); l.Mirrored() && !l.Surface(raw).Shows(start) {
		for _, x := range askewLies {
			if x.Surface(raw).Shows(start) {
				l = x
			}
		}
	}
	g.sit(l)
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
	hand := g.hand
	if g.lie == boardstate.Turned {
		hand = hand.Rotate()
	}
	if normal, other := g.fits(hand), g.fits(hand.Rotate()); normal != other {
		g.sit(facing(other))
		return
	} else if l, ok := g.showsFrom(raw, askewLies); ok && !normal {
		g.sit(l)
		return
	}
	if l, ok := g.askewWrong(raw); ok {
		g.sit(l)
		return
	}
	if _, wrong := g.setWrong(); wrong {
		// The whole start but for some men: they stand nearer to it from one side.
		start := g.at(0).Board()
		if normal, other := len(wrongMen(raw, start)), len(wrongMen(raw.Rotate(), start)); normal != other {
			g.sit(facing(other < normal))
		}
	}
}

// facing is how a board lies that is placed rightly.
func facing(turned bool) boardstate.Lie {
	if turned {
		return boardstate.Turned
	}
	return boardstate.Straight
}

// raw is the surface in the board's own frame.
func (g *Game) raw() boardstate.Surface { return g.lie.Raw(g.hand.Surface()) }

// fits says whether what lies on a board may be of this game, as it is seen from
// White's side. The order of the touches counts: White moves first.
func (g *Game) fits(h boardstate.Hand) bool {
	pos := g.line.Position()
	if h.Surface().Shows(pos.Board()) {
		return true
	}
	return boardstate.Infer(pos, nil, h).Verdict == boardstate.Settled
}

// showsFrom returns the one of several lies in which a surface shows the position
// of the game, or that after one move. Boards that cannot tell men apart do not
// tell it: most of what they show may be seen from more than one side.
func (g *Game) showsFrom(raw boardstate.Surface, among []boardstate.Lie) (boardstate.Lie, bool) {
	if !raw.Identity {
		return boardstate.Straight, false
	}
	pos := g.line.Position()
	found, n := boardstate.Straight, 0
	for _, l := range among {
		s := l.Surface(raw)
		_, moved := matching(pos, boardstate.NewHand(s, g.hand.At()))
		if moved || s.Shows(pos.Board()) {
			found, n = l, n+1
		}
	}
	return found, n == 1
}

// sit takes the seating. Board and clock are turned with it: the clock is read
// again where White may sit on its other side now.
func (g *Game) sit(l boardstate.Lie) {
	if g.lie != l {
		was, knew := g.white()
		raw := g.raw()
		if !g.lie.Askew() || l.Askew() {
			g.whiteOn = clockstate.NoSide // what a clock told stays when the board is put right
		}
		g.lie = l
		g.hand = boardstate.NewHand(l.Surface(raw), g.hand.At())
		if is, known := g.white(); is != was || known != knew {
			g.clockAnew()
		}
	}
	g.seated = true
}

// clockAnew forgets what was made of the clock: its last reading waits.
func (g *Game) clockAnew() {
	g.clock, g.ran, g.stands, g.presses = clockstate.State{}, false, false, nil
	g.waiting = g.reading != nil
}

// white is the side of the clock on which White sits. With a board that is turned
// by a quarter the clock may stand on either side: there it is false until the
// clock tells.
func (g *Game) white() (clockstate.Side, bool) {
	switch {
	case g.whiteOn != clockstate.NoSide:
		return g.whiteOn, true
	case g.lie.Askew():
		return clockstate.NoSide, false
	case g.lie == boardstate.Turned:
		return clockstate.Right, true
	}
	return clockstate.Left, true
}

// whiteRuns takes, with a board that is turned by a quarter, that the clock runs
// while the men stand as they were set up: it is White's time.
func (g *Game) whiteRuns(r clockstate.Reading) {
	if !g.seated || !g.lie.Askew() || len(g.plies) > 0 || !r.Running || r.Lever == g.whiteOn || r.Lever == clockstate.NoSide {
		return
	}
	if !g.hand.Surface().Shows(g.at(0).Board()) {
		// Castling in Chess960 may look like men that were set up wrongly.
		if _, wrong := g.setWrong(); !wrong || g.whiteOn != clockstate.NoSide {
			return
		}
	}
	g.whiteOn = r.Lever
	g.clockAnew()
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
