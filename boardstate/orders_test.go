package boardstate_test

import (
	"slices"
	"testing"

	"boardwire/boardstate"
	"boardwire/rules"
)

// howMany positions the order tests look at.
func howMany() int {
	if testing.Short() {
		return 150
	}
	return 1000
}

// Whatever the fingers do, in the end the move is found; and what was found on
// the way lay on the board at that moment.
func TestEveryMoveInEveryOrder(t *testing.T) {
	for name, identity := range map[string]bool{"identity": true, "occupancy": false} {
		t.Run(name, func(t *testing.T) {
			r := dice(t)
			tried := map[string]int{}
			for range howMany() {
				at := wander(t, r)
				for m := range at.pos.Legal() {
					for _, f := range orders(r, at.pos, m, identity) {
						tried[f.name]++
						carryOut(t, at, m, f, identity)
					}
				}
				if t.Failed() {
					return
				}
			}
			for _, name := range []string{"lift first", "captured first", "slide", "en passant", "castling", "pawn waits on the last rank", "j'adoube first"} {
				if tried[name] == 0 {
					t.Errorf("no move was carried out as %q", name)
				}
			}
		})
	}
}

func carryOut(t *testing.T, at point, m rules.Move, f fingers, identity bool) {
	t.Helper()
	h := handAt(at.pos.Board(), identity)
	var in boardstate.Inference
	for i, touch := range f.touches {
		h = h.See(touch)
		in = boardstate.Infer(at.pos, at.prev, h)
		if !truthful(t, at, h, in) || !f.brushes && !patient(in) {
			t.Errorf("%s\n%s %s, %s: after touch %d %v, %v: %v", at.pos.FEN(), at.pos.SAN(m), m, f.name, i+1, touch.Square, words(f.touches), in)
			return
		}
	}
	if !found(in, m, f, identity) {
		t.Errorf("%s\n%s %s, %s %v: at the end %v", at.pos.FEN(), at.pos.SAN(m), m, f.name, words(f.touches), in)
	}
}

// patient reports whether the verdict lets the hand go on.
func patient(in boardstate.Inference) bool {
	switch in.Verdict {
	case boardstate.NoLegalMove, boardstate.Signalled, boardstate.Resetting:
		return false
	}
	return true
}

// truthful reports whether what was inferred is what lies on the board.
func truthful(t *testing.T, at point, h boardstate.Hand, in boardstate.Inference) bool {
	t.Helper()
	from := at.pos
	if in.Back > 0 {
		if in.Back > len(at.prev) {
			return false
		}
		from = at.prev[in.Back-1]
	}
	switch in.Verdict {
	case boardstate.Unchanged, boardstate.TakenBack:
		return h.Surface().Shows(from.Board())
	case boardstate.Settled:
		for _, m := range in.Moves {
			from = after(t, from, m)
		}
		return len(in.Moves) > 0 && h.Surface().Shows(from.Board())
	case boardstate.Ambiguous:
		return len(in.Among) > 0
	}
	return true
}

func found(in boardstate.Inference, m rules.Move, f fingers, identity bool) bool {
	switch {
	case m.Castle && in.Verdict == boardstate.Unchanged:
		return !identity && swap(m) // the same squares are occupied
	case in.Verdict == boardstate.Settled:
		return in.Back == 0 && slices.Equal(in.Moves, []rules.Move{m})
	case identity:
		return false
	case in.Verdict == boardstate.Ambiguous:
		return m.Promotion != rules.NoRole && in.Back == 0 && slices.Contains(in.Among, m)
	case in.Verdict == boardstate.Moving:
		return f.unseen && slices.Contains(in.Among, m)
	}
	return false
}

func words(touches []boardstate.Touch) (list []string) {
	for _, t := range touches {
		if t.Lifted {
			list = append(list, t.Square.String()+".")
		} else {
			list = append(list, t.Square.String()+"="+t.Piece.String())
		}
	}
	return list
}

// swap reports whether king and rook change places.
func swap(m rules.Move) bool {
	king, rook := 6, 5
	if m.To < m.From {
		king, rook = 2, 3
	}
	return m.From.File() == rook && m.To.File() == king
}
