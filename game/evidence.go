package game

import (
	"fmt"
	"time"

	"boardwire/boardstate"
	"boardwire/events"
	"boardwire/rules"
)

// A board sees lifts, not touches, and not whose hand it was: what is found here
// is told as evidence, for an arbiter who is asked, and nothing follows from it.

// held is how long a man is away from his square at least before he goes back
// there, so that he was not only set right.
const held = time.Second

// finger is a man of the player to move who was lifted from his square.
type finger struct {
	sq rules.Square
	at time.Time
}

// fingers are the men that a player lifted before he made a ply, in order.
type fingers struct {
	ply  int
	list []finger
}

// collect takes the lifts since the board was last explained. They count when
// play has begun and goes on, and when the touches tell all of them.
func (g *Game) collect() {
	if next := len(g.plies) + 1; g.fingers.ply != next {
		g.fingers = fingers{ply: next}
	}
	if !g.underway() || !g.hand.Whole() || len(g.plies) == 0 && g.clock.Running == rules.NoColor {
		return
	}
	pos := g.line.Position()
	touches := g.hand.Touches()
	for len(touches) > 0 && !touches[0].At.After(g.idleAt) {
		touches = touches[1:]
	}
	g.fingers.list = append(g.fingers.list, lifts(touches, pos.Board(), pos.Turn())...)
}

// underway says that the game is played now: it is neither stopped nor over.
func (g *Game) underway() bool { return g.playing() && g.ended == nil }

// lifts returns the men of a side that were lifted from where they stood, each
// once, without those that were set right.
func lifts(touches []boardstate.Touch, board rules.Board, by rules.Color) []finger {
	var out []finger
	var seen rules.Bitboard
	for i, t := range touches {
		if !t.Lifted || seen.Has(t.Square) || board.At(t.Square).Color() != by || short(touches[i:]) {
			continue
		}
		seen = seen.With(t.Square)
		out = append(out, finger{t.Square, t.At})
	}
	return out
}

// short says that the man who is lifted by the first touch is back on his square
// at once.
func short(touches []boardstate.Touch) bool {
	for _, t := range touches[1:] {
		if t.Square == touches[0].Square && !t.Lifted {
			return t.At.Sub(touches[0].At) < held
		}
	}
	return false
}

// evidence tells what was lifted before the move that was just made, if it was
// another man than the one that moved: in the position before, that man could
// have moved. Lifts that came within one scan have no order.
func (g *Game) evidence(o *out, pos rules.Position, m rules.Move) {
	n := len(g.plies)
	defer func() { g.fingers.list = nil }()
	if g.fingers.ply != n || n == 0 || g.plies[n-1].origin != "" {
		return
	}
	moved := make(map[rules.Square]time.Time, 2)
	for _, f := range g.fingers.list {
		moved[f.sq] = f.at
	}
	at, ok := moved[m.From]
	if m.Castle {
		if rook, both := moved[m.To]; both && ok && g.classical() && at.Sub(rook) > scan {
			g.raise(o, fmt.Sprintf("%s/%d", rules.FindingRookFirst, n), rules.FindingRookFirst, n, g.laws.Cite(rules.RookFirst),
				fmt.Sprintf("%s castled and lifted the rook on %s before the king; a board sees lifts, not touches", title(pos.Turn()), m.To))
			return
		}
	}
	for _, f := range g.fingers.list {
		if f.sq == m.From || m.Castle && f.sq == m.To {
			return // he was the first
		}
		if canMove(pos, f.sq) && (!ok || at.Sub(f.at) > scan) {
			g.touched(o, rules.Touched, fmt.Sprintf("%s lifted the %s on %s first, which could move, and played %s",
				title(pos.Turn()), man(pos, f.sq), f.sq, g.plies[n-1].san))
			return
		}
	}
}

// replaced tells that a move which lay still on the board is another one now: a
// man let go is moved, a new piece that touched its square is chosen. That a
// man rested on his way is no evidence of either.
func (g *Game) replaced(o *out, pos rules.Position, was ply, m rules.Move) {
	switch is := g.plies[len(g.plies)-1].san; {
	case was.move.From != m.From:
		g.touched(o, rules.Touched, fmt.Sprintf("%s played %s, took it back and played %s", title(pos.Turn()), was.san, is))
	case was.move.To == m.To && was.move.Promotion != m.Promotion:
		g.touched(o, rules.PromotionChoice, fmt.Sprintf("%s put another piece on %s: %s in place of %s", title(pos.Turn()), m.To, is, was.san))
	}
}

func (g *Game) touched(o *out, c rules.Clause, text string) {
	n := len(g.plies)
	g.raise(o, fmt.Sprintf("%s/%d", events.FindingTouched, n), rules.FindingTouched, n, g.laws.Cite(c), text+"; a board sees lifts, not touches")
}

// forget ends what was to be looked at before this move only: with his reply the
// opponent has lost the right to complain of the move before, and a claim was for
// the move that was to be made then.
func (g *Game) forget(o *out) {
	for _, kind := range [...]rules.Finding{rules.FindingTouched, rules.FindingRookFirst} {
		g.findings.clear(o, g.scope(), fmt.Sprintf("%s/%d", kind, len(g.plies)-1))
	}
	g.findings.clearLike(o, g.scope(), "wrong_claim/") // what is still to be done is expected of the clock
	if d := g.duty(rules.FindingPress); d.Until == rules.UntilReply {
		g.findings.clear(o, g.scope(), pressKey(len(g.plies)-1))
	}
}

// canMove says that a man has a legal move.
func canMove(pos rules.Position, sq rules.Square) bool {
	for m := range pos.Legal() {
		if m.From == sq {
			return true
		}
	}
	return false
}

// man names what stands on a square.
func man(pos rules.Position, sq rules.Square) string { return pos.Board().At(sq).Role().String() }
