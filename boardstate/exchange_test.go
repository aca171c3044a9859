package boardstate_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"boardwire/boardstate"
	"boardwire/rules"
)

// Two hands over the board: the reply is begun, or done, before the move is.
func TestReplyInAHurry(t *testing.T) {
	r := dice(t)
	settled, tried := 0, 0
	for range 3 * howMany() {
		at := wander(t, r)
		moves := at.pos.AppendLegal(nil)
		if len(moves) == 0 {
			continue
		}
		m := moves[r.IntN(len(moves))]
		mid := after(t, at.pos, m)
		replies := mid.AppendLegal(nil)
		if len(replies) == 0 {
			continue
		}
		a := replies[r.IntN(len(replies))]
		final := after(t, mid, a).Board()
		list := hurried(r, at.pos, m, mid, a)
		if touched(list, at.pos.Board()) != final || a.To == m.From || final == rules.Start().Board() {
			continue // the hands were in each other's way, or set the men up
		}
		tried++
		h := handAt(at.pos.Board(), true)
		var in boardstate.Inference
		for i, touch := range list {
			h = h.See(touch)
			in = boardstate.Infer(at.pos, at.prev, h)
			if !truthful(t, at, h, in) || !patient(in) {
				t.Fatalf("%s %s %s: after touch %d %v of %v: %s", at.pos.FEN(), m, a, i+1, touch.Square, words(list), say(in))
			}
		}
		switch {
		case in.Verdict == boardstate.Settled && slices.Equal(in.Moves, []rules.Move{m, a}):
			settled++
		case in.Verdict == boardstate.Ambiguous && slices.Contains(in.Among, m):
		default:
			t.Fatalf("%s %s %s, %v: at the end %s", at.pos.FEN(), m, a, words(list), say(in))
		}
	}
	if tried < howMany() || settled*100 < tried*99 {
		t.Errorf("%d of %d hurried replies settled, want 99 in a hundred of many", settled, tried)
	}
}

// hurried mixes the plain touches of a move and its reply, each in its order.
func hurried(r *rand.Rand, p rules.Position, m rules.Move, mid rules.Position, a rules.Move) []boardstate.Touch {
	first, second := plain(p, m), plain(mid, a)
	mixed := first[:1:1] // the move is begun first
	first = first[1:]
	for len(first)+len(second) > 0 {
		if len(second) == 0 || len(first) > 0 && r.IntN(2) == 0 {
			mixed, first = append(mixed, first[0]), first[1:]
		} else {
			mixed, second = append(mixed, second[0]), second[1:]
		}
	}
	return touches(true, mixed...)
}

// plain is the textbook way to carry out a move.
func plain(p rules.Position, m rules.Move) []act {
	board := p.Board()
	man := board.At(m.From)
	if m.Castle {
		row := m.From.Rank()
		king, rook := rules.SquareAt(2, row), rules.SquareAt(3, row)
		if m.To > m.From {
			king, rook = rules.SquareAt(6, row), rules.SquareAt(5, row)
		}
		return []act{lift(m.From), lift(m.To), put(king, man), put(rook, board.At(m.To))}
	}
	list := []act{lift(m.From)}
	if m.Promotion != rules.NoRole {
		man = rules.PieceOf(man.Color(), m.Promotion)
	}
	switch {
	case board.At(m.To) != rules.NoPiece:
		list = append(list, lift(m.To))
	case p.Captured(m) != rules.NoPiece:
		list = append(list, lift(rules.SquareAt(m.To.File(), m.From.Rank())))
	}
	return append(list, put(m.To, man))
}

// touched is the board after the touches.
func touched(list []boardstate.Touch, b rules.Board) rules.Board {
	for _, t := range list {
		b.Put(t.Square, t.Piece)
	}
	return b
}
