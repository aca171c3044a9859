package boardstate

import (
	"cmp"
	"slices"
	"time"

	"boardwire/rules"
)

// scan is the time within which a board may report touches in the order of its
// squares and not in the order they happened: one full scan of a DGT board is
// 200 to 250 ms.
const scan = 300 * time.Millisecond

// tells reports whether the touches show that m took a man on its target: a
// man was put down there after the mover was last lifted, or in the same scan.
// A man that was adjusted before the mover was lifted is thus not taken. When
// the mover did not come from where it stood (it was put elsewhere before, and
// the move replaced), that a man was put down there must do.
func (h *Hand) tells(m rules.Move, elsewhere bool) bool {
	return h.landing(m, rules.NoPiece, 0, elsewhere) >= 0
}

// Took reports whether the touches tell that the man from one square was put down
// on another since he was last lifted. Boards without piece recognition show a
// capture by nothing else.
func (h Hand) Took(from, to rules.Square) bool {
	return h.tells(rules.Move{From: from, To: to}, false)
}

// PutDownSince returns the squares on which men were put down since the man from
// a square was last lifted, or in the same scan; none if he was not.
func (h Hand) PutDownSince(from rules.Square) rules.Bitboard {
	var set rules.Bitboard
	for i := range h.log[:h.n] {
		if t := &h.log[i]; !t.Lifted && h.Took(from, t.Square) {
			set = set.With(t.Square)
		}
	}
	return set
}

// Held reports whether a man must have been in the air at an instant and was put
// down since: more men were put down than lifted. Squares of one scan come in any
// order.
func (h Hand) Held(at time.Time) bool {
	up := 0
	for i := range h.log[:h.n] {
		t := &h.log[i]
		switch {
		case !t.At.After(at):
		case t.Lifted:
			up++
		default:
			up--
		}
		if up < 0 && !h.liftedSoon(i) {
			return true
		}
	}
	return up < 0
}

// liftedSoon reports whether a man is lifted in the same scan as a touch, after it.
func (h *Hand) liftedSoon(i int) bool {
	for j := i + 1; j < h.n && h.log[j].At.Sub(h.log[i].At) <= scan; j++ {
		if h.log[j].Lifted {
			return true
		}
	}
	return false
}

// landing returns the first touch, not before from, that puts man (any for
// NoPiece) down on the target of m after its square was last emptied, -1 if
// there is none.
func (h *Hand) landing(m rules.Move, man rules.Piece, from int, elsewhere bool) int {
	lift := -1
	for i := h.n - 1; i >= 0; i-- {
		if h.log[i].Lifted && h.log[i].Square == m.From {
			lift = i
			break
		}
	}
	if lift < 0 && !elsewhere {
		return -1
	}
	for i := from; i < h.n; i++ {
		t := &h.log[i]
		if t.Lifted || t.Square != m.To || man != rules.NoPiece && t.Piece != man {
			continue
		}
		if elsewhere || lift < i || h.log[lift].At.Sub(t.At) <= scan {
			return i
		}
	}
	return -1
}

// putDown returns the squares on which men were put down since a man was last
// lifted from one of the given squares.
func (h *Hand) putDown(since rules.Bitboard) rules.Bitboard {
	var set rules.Bitboard
	for i := h.n - 1; i >= 0; i-- {
		switch t := &h.log[i]; {
		case !t.Lifted:
			set = set.With(t.Square)
		case since.Has(t.Square):
			return set
		}
	}
	return 0
}

// arrange sorts moves so that an answer depends on nothing but the position:
// by squares, the strongest promotion first.
func arrange(moves []rules.Move) {
	slices.SortFunc(moves, func(a, b rules.Move) int {
		return cmp.Or(
			cmp.Compare(a.From, b.From),
			cmp.Compare(a.To, b.To),
			cmp.Compare(b.Promotion, a.Promotion),
		)
	})
}
