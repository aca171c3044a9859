package game

import (
	"boardwire/boardstate"
	"boardwire/events"
	"boardwire/rules"
)

// why says what made us look at the board.
type why uint8

const (
	onQuiet  why = iota // it has been still
	onLever             // a player pressed the clock
	onAttach            // the table was given a board that lay still
	onLift              // a man went away while a press waits for its move
	onLate              // a man was put down a scan after the press
	onStop              // the clock is about to stand
	onStart             // the clock runs again
	onRuling            // an arbiter let play go on
)

// settle asks which legal move explains the surface and takes what follows.
func (g *Game) settle(o *out, w why) boardstate.Inference {
	if !g.placed {
		return boardstate.Inference{Verdict: boardstate.Moving}
	}
	g.seat()
	g.righted()
	inf := g.infer()
	switch inf.Verdict {
	case boardstate.Unchanged:
		g.collect()
		g.hand = g.hand.Settle()
		if w == onQuiet {
			g.reset = false // the game's own position stands there again
		}
		g.backInPlace(o)
	case boardstate.Settled, boardstate.TakenBack:
		if !g.mayMove(inf, w) {
			if w == onQuiet {
				g.tellLast(o, inf)
			}
			return inf
		}
		var was ply
		if inf.Back == 1 {
			was = g.plies[len(g.plies)-1]
		} else {
			g.collect()
		}
		g.withdraw(o, inf.Back)
		before := g.line.Position()
		origin := ""
		if g.gap {
			origin = events.OriginSupposed
		}
		for i, m := range inf.Moves {
			g.make(o, m, origin)
			g.matchEarly(o, len(inf.Moves)-i)
		}
		switch {
		case len(inf.Moves) == 0 && inf.Back == 1 && g.underway():
			g.fingers = fingers{ply: len(g.plies) + 1, list: []finger{{was.move.From, was.at}}}
		case len(inf.Moves) == 1 && inf.Back == 1:
			g.replaced(o, before, was, inf.Moves[0])
		case len(inf.Moves) == 1:
			g.evidence(o, before, inf.Moves[0])
		}
		g.hand = g.hand.Settle()
	default:
		if w == onLate || w == onLift || !g.follow(o, inf) && !(w != onLever && w != onStop && g.restored(o)) {
			return inf
		}
		inf.Verdict = boardstate.Settled
		g.hand = g.hand.Settle()
	}
	g.explained, g.gap = true, false
	g.explain(o)
	g.matchPresses(o)
	return inf
}

// infer asks which legal move explains the surface. In a position with faults,
// after an illegal move that stands, only one whole move is looked for.
func (g *Game) infer() boardstate.Inference {
	pos := g.line.Position()
	inf := boardstate.Infer(pos, g.replaceable(), g.hand)
	switch inf.Verdict {
	case boardstate.Unchanged, boardstate.Settled, boardstate.TakenBack:
		return inf
	}
	if pos.Faults() != 0 {
		if m, ok := matching(pos, g.hand); ok {
			inf.Verdict, inf.Moves, inf.Back = boardstate.Settled, []rules.Move{m}, 0
			return inf
		}
	}
	if inf.Verdict == boardstate.Moving && g.tookOddly() {
		inf.Verdict = boardstate.NoLegalMove
	}
	return inf
}

// settleStill is settle for a board that has been still for a while already, of
// which no quiet will tell again.
func (g *Game) settleStill(o *out, w why) {
	if !g.still {
		return
	}
	inf := g.settle(o, w)
	if inf.Verdict == boardstate.NoLegalMove || inf.Verdict == boardstate.Ambiguous {
		g.unexplain(o, inf)
	}
}

// mayMove says whether what the board shows is play. After a provisional end
// men are moved for other reasons, so only the lever makes a move of it; a
// board without a clock has no better sign than the legal move itself. A move
// that ended the game may be another one as long as the end is not firm.
func (g *Game) mayMove(inf boardstate.Inference, w why) bool {
	switch {
	case !g.seated, !g.playing(), w == onLate && !g.ofPress(inf):
		return false // not seated: it may be another move from the other side
	case g.ended == nil:
		return true
	case g.ended.source == events.SourceRuled, g.ended.source == events.SourceRecorded:
		return false // it was declared or signed; play takes nothing of that back
	case inf.Back > 0 && g.plies[len(g.plies)-1].completed == events.ByEnd:
		return !g.firm
	}
	return w == onLever || !g.clock.Known || g.clock.Absent
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
	if g.plies[n-1].origin == events.OriginCorrected {
		return nil // it was stated: the board does not gainsay it
	}
	return []rules.Position{g.at(n - 1)}
}

// playing says whether what happens on the board can be a move: not while the
// arbiter paused it, not after the result, not after the men were set up
// again, not while the position of the game is awaited or a move is sealed, and
// not while a clock that ran stands still.
func (g *Game) playing() bool {
	return !g.paused && !g.reset && !g.awaits && !g.closed() && g.final == nil && !g.standing()
}

// standing says that the clock stood when it was last seen although it ran
// before. What came to lie on the board before the clock stopped is play,
// though the board told it a scan later.
func (g *Game) standing() bool {
	return g.ran && g.stands && g.touchedAt.Sub(g.stoppedAt) > scan
}
