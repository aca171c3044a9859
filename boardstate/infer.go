package boardstate

import "boardwire/rules"

// Infer tells what the surface of a board means in a game that stands at p.
//
// before holds the positions play may go back to, newest first: before[0] is
// the position p was reached from. The caller decides how many: those whose
// moves may still be replaced, and as many as it allows to be taken back.
// Where the first of them explains the surface by another move, that move
// replaces the last one (Back is 1).
//
// A surface that a legal move leaves is Settled whether or not the man stays
// there: a rook that slides over four squares settles four times. Moving is
// what may yet become a legal move: men in the air, and men on squares they
// can only be passing. Waiting until the board is still, or until the clock is
// pressed, is the caller's part.
//
// On a board without piece recognition a capture shows only as a man that is
// gone. It is Settled when the touches tell which man was taken; until then
// the verdict is Moving, with the captures it may be in Among. Sequences are
// searched up to three plies, two without piece recognition. Castling in which
// king and rook only change places (Chess960) leaves it Unchanged.
//
// For a position with faults no move of p is proposed: what is left is
// Unchanged, TakenBack, another move from before[0], Resetting, Signalled,
// Moving while men are in the air, and NoLegalMove.
//
// Moves of the answer may be shared: they must not be written to.
func Infer(p rules.Position, before []rules.Position, h Hand) Inference {
	q := question{pos: p, board: p.Board(), hand: h, before: before}
	in := q.answer()
	in.Touched = h.Touched()
	return in
}

// question is one call of Infer.
type question struct {
	pos    rules.Position
	board  rules.Board // of pos
	hand   Hand
	before []rules.Position
	// pending are captures that explain the surface if the man that is gone
	// is not in the air.
	pending []rules.Move
}

func (q *question) sound() bool { return q.pos.Faults() == 0 }

// answer asks the cheap and certain questions first.
func (q *question) answer() Inference {
	if q.hand.surface.shows(&q.board) {
		return Inference{Verdict: Unchanged}
	}
	if q.sound() {
		if in, ok := q.oneMove(&q.pos, &q.board, 0); ok {
			return in
		}
	}
	if in, ok := q.wentBack(); ok {
		return in
	}
	if q.startSeen() {
		return Inference{Verdict: Resetting}
	}
	if in, ok := q.sequence(); ok {
		return in
	}
	if r, ok := q.signal(); ok {
		return Inference{Verdict: Signalled, Result: r}
	}
	switch {
	case q.cleared():
		return Inference{Verdict: Resetting}
	case q.moving():
		return Inference{Verdict: Moving, Among: q.pending}
	case q.goingHome():
		return Inference{Verdict: Resetting}
	}
	return Inference{Verdict: NoLegalMove}
}

// wentBack looks for an earlier position on the board, or for another move
// from the last one.
func (q *question) wentBack() (Inference, bool) {
	for i := range q.before {
		b := q.before[i].Board()
		if q.hand.surface.shows(&b) {
			return Inference{Verdict: TakenBack, Back: i + 1}, true
		}
	}
	if len(q.before) == 0 || q.before[0].Faults() != 0 {
		return Inference{}, false
	}
	last := &q.before[0]
	b := last.Board()
	return q.oneMove(last, &b, 1)
}
