package boardstate_test

import (
	"testing"

	"boardwire/boardstate"
	"boardwire/rules"
)

// slow says what one move can explain, by playing them all.
func slow(p rules.Position, s boardstate.Surface) (moves []rules.Move) {
	for m := range p.Legal() {
		if next, err := p.Play(m); err == nil && s.Shows(next.Board()) {
			moves = append(moves, m)
		}
	}
	return moves
}

// FuzzInfer lets anything happen on a board: Infer answers what the slow twin
// answers where one move explains the surface, tells no move that the surface
// does not show, and never panics.
func FuzzInfer(f *testing.F) {
	f.Add(uint8(0), uint16(0), []byte{12, 0, 28, 1})
	f.Add(uint8(2), uint16(3), []byte{4, 0, 6, 6, 7, 0, 5, 4})
	f.Add(uint8(5), uint16(9), []byte{4, 0, 60, 0, 28, 6, 35, 12, 52, 0})
	f.Fuzz(func(t *testing.T, origin uint8, plies uint16, acts []byte) {
		at := point{pos: position(t, origins[int(origin)%len(origins)])}
		for i := range plies % 16 {
			moves := at.pos.AppendLegal(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[int(plies>>4+i)%len(moves)]
			at = point{pos: after(t, at.pos, m), prev: []rules.Position{at.pos}}
		}
		for _, identity := range []bool{true, false} {
			h := handAt(at.pos.Board(), identity)
			for i := 0; i+1 < len(acts) && i < 80; i += 2 {
				touch := boardstate.Touch{At: epoch.Add(ms(i * 400)), Square: rules.Square(acts[i] % 64)}
				if k := acts[i+1] % 13; k == 0 {
					touch.Lifted = true
				} else if identity {
					touch.Piece, _ = rules.ParsePiece("PNBRQKpnbrqk"[k-1])
				}
				h = h.See(touch)
				in := boardstate.Infer(at.pos, at.prev, h)
				if !truthful(t, at, h, in) {
					t.Fatalf("%s: %s shows %s", at.pos.FEN(), say(in), h.Surface().Board)
				}
				one := slow(at.pos, h.Surface())
				single := in.Verdict == boardstate.Settled && in.Back == 0 && len(in.Moves) == 1
				if identity && single != (len(one) == 1) || single && !identity && len(one) == 0 {
					t.Fatalf("%s: %s, want %v", at.pos.FEN(), say(in), one)
				}
			}
		}
	})
}
