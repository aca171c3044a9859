package game

import (
	"boardwire/events"
	"boardwire/rules"
)

// offences are the words for what an arbiter finds.
var offences = map[string]rules.Offence{
	events.OffenceIllegalMove: rules.OffenceIllegalMove,
	events.OffenceUnpromoted:  rules.OffenceUnpromoted,
	events.OffenceKingTaken:   rules.OffenceKingTaken,
	events.OffenceTwoHands:    rules.OffenceTwoHands,
	events.OffencePress:       rules.OffencePress,
}

// offence is one that was counted.
type offence struct {
	by   rules.Color
	ply  int
	what rules.Offence
	// act is the fact that told of it: the move that was made, or the finding
	// while no move explained the board; "" for none.
	act events.ID
}

// moveOf returns the fact that tells of the move with a number: the move, or the
// finding about what lies there instead of one.
func (g *Game) moveOf(ply int) events.ID {
	if ply <= len(g.plies) {
		return g.plies[ply-1].made
	}
	return g.findings.idOf("illegal_move")
}

// sameMove says that an offence was in the move that is looked at now. A move
// that was put back and the one that replaced it have one number: two offences
// in them are two. Where nothing tells them apart they are one.
func (g *Game) sameMove(x offence, by rules.Color, ply int, what rules.Offence) bool {
	if x.by != by || x.ply != ply {
		return false
	}
	act := g.moveOf(ply)
	if ply > len(g.plies) {
		if (x.what == rules.OffencePress) != (what == rules.OffencePress) && act != x.act {
			return false // a press without a move, and a move that was pressed
		}
		return act == "" || x.act == "" || act == x.act
	}
	if act == x.act || g.plies[ply-1].illegal {
		return true
	}
	// A legal move stands there now. An illegal one is what it replaced.
	return illegal(what) == (x.act != "" || illegal(x.what))
}

// illegal says that an offence is in what was played, not in how.
func illegal(o rules.Offence) bool { return o != rules.OffenceTwoHands && o != rules.OffencePress }

// notPressed says that a player certainly did not press the clock after the move
// with this number, which lies on the board: his time runs, and no press of his
// was seen since it was his to make. Where the board shows no such move nothing
// is certain: an arbiter may have put it back.
func (g *Game) notPressed(by rules.Color, ply int) bool {
	if !g.clock.Known || g.clock.Absent || g.away || g.stale || g.clock.Running != by || g.tried == ply {
		return false
	}
	if ply > len(g.plies) {
		was := g.line.Position()
		board, ok := readBoard(was, g.hand)
		if ok {
			_, ok = oddMove(was, board)
		}
		return ok && g.placed
	}
	p := g.plies[ply-1]
	return ply == len(g.plies) && p.completed == "" && p.origin == ""
}

// tooEarly says that an offence is not complete: the edition counts it with the
// press of the clock, and he has not pressed. Until then it is put right without
// a penalty.
func (g *Game) tooEarly(by rules.Color, ply int, what rules.Offence) bool {
	return what != rules.OffencePress && g.laws.Counts(what) && g.laws.CountsWhen(what) == rules.AtCompleted && g.notPressed(by, ply)
}
