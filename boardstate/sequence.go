package boardstate

import (
	"slices"

	"boardwire/rules"
)

// longest is how many plies a sequence may have. Without piece recognition
// three plies leave too much open to be told apart.
const (
	longest      = 3
	longestBlind = 2
)

// way is a sequence of legal moves that leaves the surface.
type way struct {
	moves [longest]rules.Move
	n     int
	back  int
}

// sequence looks for a short sequence of moves: the reply was played before
// the board was seen after the first move, or touches were lost. It holds when
// it is the only one of its length that fits the touches, and no shorter one
// does.
func (q *question) sequence() (Inference, bool) {
	if !q.sound() {
		return Inference{}, false
	}
	most := longest
	if !q.hand.surface.Identity {
		most = longestBlind
	}
	for n := 2; n <= most; n++ {
		ways := q.search(nil, way{}, &q.pos, n)
		if n == 2 && len(q.before) > 0 && q.before[0].Faults() == 0 {
			// The last move went on to another square, and was answered.
			ways = q.search(ways, way{back: 1}, &q.before[0], n)
		}
		if len(ways) > 1 {
			ways = q.narrow(ways)
		}
		switch len(ways) {
		case 0:
			continue
		case 1:
			return Inference{Verdict: Settled, Back: ways[0].back, Moves: slices.Clone(ways[0].moves[:n])}, true
		}
		return Inference{Verdict: Ambiguous, Back: ways[0].back, Among: firsts(ways)}, true
	}
	return Inference{}, false
}

// narrow drops the sequences that the order of the touches speaks against.
// Where it speaks against all it proves nothing: squares of one scan come in
// any order.
func (q *question) narrow(ways []way) []way {
	replaced := func(w way) bool { return w.back > 0 }
	taken := func(w way) bool { return w.back == 0 }
	if slices.ContainsFunc(ways, replaced) && slices.ContainsFunc(ways, taken) {
		// The side that touched first tells whether its last move went on.
		if first := q.board.At(q.hand.Touched()); first.Color() == q.pos.Turn().Other() {
			replaced = taken
		}
		ways = slices.DeleteFunc(ways, replaced)
	}
	contrary := func(w way) bool { return !q.inOrder(&w) }
	if kept := slices.DeleteFunc(slices.Clone(ways), contrary); len(kept) > 0 {
		return kept
	}
	return ways
}

// firsts lists the different moves the sequences begin with.
func firsts(ways []way) []rules.Move {
	var moves []rules.Move
	for i := range ways {
		moves = append(moves, ways[i].moves[0])
	}
	arrange(moves)
	return slices.Compact(moves)
}

// search appends to found every sequence of more moves after those of w, from
// pos, that leaves the surface and fits the touches.
func (q *question) search(found []way, w way, pos *rules.Position, more int) []way {
	board := pos.Board()
	if !q.within(&board, pos.Turn(), more) {
		return found
	}
	var room [256]rules.Move
	for _, m := range pos.AppendLegal(room[:0]) {
		if !q.touchedBy(m, &w) {
			continue
		}
		st := stepOf(&board, m)
		after := st.after(board)
		w := w
		w.moves[w.n] = m
		w.n++
		if more == 1 {
			if q.hand.surface.shows(&after) && q.fits(&w) {
				found = append(found, w)
			}
			continue
		}
		if !q.within(&after, pos.Turn().Other(), more-1) {
			continue
		}
		next, err := pos.Play(m)
		if err != nil {
			continue // cannot be: m is one of its legal moves
		}
		found = q.search(found, w, &next, more-1)
	}
	return found
}

// within reports whether the surface may be so many plies away from b, turn to
// move. It is what keeps the search short: each ply brings one man of its side
// to a new square (castling two) and takes at most one of the other's.
func (q *question) within(b *rules.Board, turn rules.Color, plies int) bool {
	if !q.hand.surface.Identity {
		return q.hand.surface.differs(b).Count() <= 3*plies+1
	}
	diff := q.hand.surface.differs(b)
	for _, c := range [2]rules.Color{turn, turn.Other()} {
		own, other := (plies+1)/2, plies/2
		if c != turn {
			own, other = other, own
		}
		seen, stood := q.hand.surface.Board.ByColor(c), b.ByColor(c)
		came := (seen & diff).Count()
		if seen&diff&q.hand.surface.Board.ByRole(rules.King) != 0 {
			came-- // castling brings two men at once
		}
		gone := stood.Count() - seen.Count()
		if came > own || gone < 0 || gone > other {
			return false
		}
	}
	// Every side that moved shows that it did: a man gone from where it stood.
	if plies > 1 && (b.ByColor(rules.White)&diff == 0 || b.ByColor(rules.Black)&diff == 0) {
		return false
	}
	return true
}

// touchedBy reports whether the touches allow m after the moves of w: it has
// no square on which nothing happened.
func (q *question) touchedBy(m rules.Move, w *way) bool {
	if q.hand.lost || m.Castle {
		return true
	}
	// A man that goes on from where the last move put it left m.From before.
	elsewhere := w.back > 0 && w.n == 0
	return q.hand.touched.Has(m.To) && (elsewhere || q.hand.touched.Has(m.From))
}

// fits reports whether a sequence that leaves the surface may be believed.
// Without piece recognition the order of the touches must bear it out.
func (q *question) fits(w *way) bool {
	switch {
	case !q.hand.surface.Identity:
		return q.inOrder(w)
	case q.hand.lost:
		return q.shown(w)
	}
	return true
}

// shown reports whether the man of every move has left the square it came
// from. When touches were lost, a man that came home again is not believed to
// have been away.
func (q *question) shown(w *way) bool {
	diff := q.hand.surface.differs(&q.board)
	for i, m := range w.moves[:w.n] {
		onward := slices.ContainsFunc(w.moves[:i], func(e rules.Move) bool { return e.To == m.From })
		if w.back == 0 && !onward && !diff.Has(m.From) {
			return false
		}
	}
	return true
}

// inOrder reports whether the landings of the sequence are found among the
// touches one after the other.
func (q *question) inOrder(w *way) bool {
	pos := q.pos
	if w.back > 0 {
		pos = q.before[0]
	}
	at := 0
	for i, m := range w.moves[:w.n] {
		board := pos.Board()
		st := stepOf(&board, m)
		man := rules.NoPiece
		if q.hand.surface.Identity {
			man = st.landed()
		}
		if m.Castle {
			m.To, man = st.king, rules.NoPiece
		}
		n := q.hand.landing(m, man, at, w.back > 0 && i == 0)
		if n < 0 {
			return false
		}
		at = n + 1
		next, err := pos.Play(w.moves[i])
		if err != nil {
			return false // cannot be: the moves were found by playing them
		}
		pos = next
	}
	return true
}
