package boardstate_test

import (
	"math/rand/v2"
	"testing"

	"boardwire/boardstate"
	"boardwire/rules"
)

// rearranged lists what hands do to turn one board into another: all men that
// are wrong off, in any order, then all that are missing on, in any order.
func rearranged(r *rand.Rand, from, to rules.Board, identity bool) []boardstate.Touch {
	var off, on []act
	for sq := rules.A1; sq <= rules.H8; sq++ {
		if from.At(sq) == to.At(sq) {
			continue
		}
		if from.At(sq) != rules.NoPiece {
			off = append(off, lift(sq))
		}
		if to.At(sq) != rules.NoPiece {
			on = append(on, put(sq, to.At(sq)))
		}
	}
	r.Shuffle(len(off), func(i, j int) { off[i], off[j] = off[j], off[i] })
	r.Shuffle(len(on), func(i, j int) { on[i], on[j] = on[j], on[i] })
	return touches(identity, append(off, on...)...)
}

// A move is taken back, or another one is made in its place: whatever the
// order, the hand is never taken for an illegal move on the way.
func TestGoingBack(t *testing.T) {
	for name, identity := range map[string]bool{"identity": true, "occupancy": false} {
		t.Run(name, func(t *testing.T) {
			r := dice(t)
			for range howMany() {
				at := wander(t, r)
				moves := at.pos.AppendLegal(nil)
				if len(moves) == 0 {
					continue
				}
				m, other := moves[r.IntN(len(moves))], moves[r.IntN(len(moves))]
				now := point{pos: after(t, at.pos, m), prev: []rules.Position{at.pos}}
				// A board without recognition cannot see what stands where.
				blindSpot := !identity && (m.Promotion != rules.NoRole || m.Castle && swap(m) || other.Castle && swap(other))
				if !blindSpot {
					goBack(t, r, now, at.pos.Board(), boardstate.Inference{Verdict: boardstate.TakenBack, Back: 1}, identity)
				}
				if m != other && identity {
					want := boardstate.Inference{Verdict: boardstate.Settled, Back: 1, Moves: []rules.Move{other}}
					goBack(t, r, now, after(t, at.pos, other).Board(), want, identity)
				}
				if t.Failed() {
					return
				}
			}
		})
	}
}

func goBack(t *testing.T, r *rand.Rand, now point, target rules.Board, want boardstate.Inference, identity bool) {
	t.Helper()
	h := handAt(now.pos.Board(), identity)
	list := rearranged(r, now.pos.Board(), target, identity)
	var in boardstate.Inference
	for i, touch := range list {
		h = h.See(touch)
		in = boardstate.Infer(now.pos, now.prev, h)
		if !truthful(t, now, h, in) || !patient(in) {
			t.Errorf("%s\nto %s: after touch %d %v of %v: %s", now.pos.FEN(), target.Placement(), i+1, touch.Square, words(list), say(in))
			return
		}
	}
	if say(in) != say(want) {
		t.Errorf("%s\nto %s, %v: at the end %s, want %s", now.pos.FEN(), target.Placement(), words(list), say(in), say(want))
	}
}
