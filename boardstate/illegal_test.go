package boardstate_test

import (
	"testing"

	"boardwire/boardstate"
	"boardwire/rules"
)

// A man put where no legal move has it is never taken for a move. Moving it is
// called only where it may be passing.
func TestIllegalMoves(t *testing.T) {
	r := dice(t)
	const middle = rules.Bitboard(1)<<rules.D4 | 1<<rules.E4 | 1<<rules.D5 | 1<<rules.E5
	none := 0
	for range 20 * howMany() {
		at := wander(t, r)
		board := at.pos.Board()
		from, to := rules.Square(r.IntN(64)), rules.Square(r.IntN(64))
		man := board.At(from)
		if man == rules.NoPiece || from == to || board.At(to) == man {
			continue
		}
		b := board
		b.Put(from, rules.NoPiece)
		b.Put(to, man)
		// A king that takes the king in the centre looks like half a signal.
		legal, passing := false, man.Role() == rules.King && board.At(to).Role() == rules.King
		for m := range at.pos.Legal() {
			legal = legal || after(t, at.pos, m).Board() == b
			switch {
			case m.From != from && (!m.Castle || m.To != from):
			case m.Castle, m.To == to && m.Promotion != rules.NoRole, m.To == to && at.pos.Captured(m) != rules.NoPiece:
				passing = true
			case inLine(from, to, m.To):
				passing = true
			}
		}
		if legal {
			continue
		}
		h := handAt(board, true).See(boardstate.Touch{At: epoch, Square: from, Lifted: true}).
			See(boardstate.Touch{At: epoch.Add(ms(900)), Square: to, Piece: man})
		in := boardstate.Infer(at.pos, nil, h)
		switch in.Verdict {
		case boardstate.NoLegalMove:
			none++
		case boardstate.Moving:
			if !passing {
				t.Fatalf("%s %v-%v: moving, want no legal move", at.pos.FEN(), from, to)
			}
		case boardstate.Signalled:
			if b.ByRole(rules.King)&^middle != 0 {
				t.Fatalf("%s %v-%v: %s", at.pos.FEN(), from, to, say(in))
			}
		case boardstate.Resetting:
			if b != rules.Start().Board() {
				t.Fatalf("%s %v-%v: %s", at.pos.FEN(), from, to, say(in))
			}
		default:
			t.Fatalf("%s %v-%v: %s", at.pos.FEN(), from, to, say(in))
		}
	}
	if none < howMany() {
		t.Errorf("only %d illegal moves told", none)
	}
}

// inLine reports whether b lies on the straight way from a to c.
func inLine(a, b, c rules.Square) bool {
	f1, r1, f2, r2 := b.File()-a.File(), b.Rank()-a.Rank(), c.File()-a.File(), c.Rank()-a.Rank()
	straight := f2 == 0 || r2 == 0 || f2 == r2 || f2 == -r2
	return straight && f1*r2 == f2*r1 && f1*f2+r1*r2 > 0 && f1*f1+r1*r1 < f2*f2+r2*r2
}
