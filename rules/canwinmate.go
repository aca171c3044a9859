package rules

// mayMate reports whether any arrangement that the roam allows is a mate given
// by that side. It looks at one square of the mated king after the other: a
// piece must attack it, and every square beside it must be off the board,
// attacked, or taken by a man of the king's own.
func (r *roam) mayMate(side uint8) bool {
	side &= 1
	var near Bitboard // attacked by anything but the king
	for i := range r.n {
		if m := &r.pieces[i]; m.side == side && m.role != King {
			near |= r.attacks(m)
		}
	}
	theirs, ours := &r.pieces[r.king[side^1]&31], &r.pieces[r.king[side]&31]
	for at := theirs.stand; at != 0; {
		k := at.pop()
		if !near.Has(k) {
			continue
		}
		if r.mayMateOn(k, near, ours.stand, side) {
			return true
		}
	}
	return false
}

// attacks are the squares that a piece may ever attack. A slider attacks a
// square from the one before it, on which it could stand as well; so it does
// behind the king, unless he never leaves his first square, and then all beside
// it is blocked or attacked already.
func (r *roam) attacks(m *roamer) Bitboard {
	a := touch(m.role, m.side, m.stand)
	if m.crown != 0 {
		a |= touch(Knight, m.side, m.crown) | touch(Queen, m.side, m.crown)
	}
	return a
}

// mayMateOn tries every square of the mating side's king for a mate on k.
func (r *roam) mayMateOn(k Square, attacked, ours Bitboard, side uint8) bool {
	flights := kingFrom[k&63] &^ attacked
	for at := ours &^ kingFrom[k&63] &^ k.bit(); at != 0; {
		s := at.pop()
		if r.block(flights&^kingFrom[s&63], side^1) {
			return true
		}
	}
	return false
}

// block reports whether men of one side can stand on all of these squares at
// once, each on one, so far as squares are all that matters.
func (r *roam) block(squares Bitboard, side uint8) bool {
	var taken [maxPieces]Square // which square a man has been given
	for i := range taken {
		taken[i] = NoSquare
	}
	for squares != 0 {
		seen := uint32(0)
		if !r.give(squares.pop(), side, &taken, &seen) {
			return false
		}
	}
	return true
}

// give finds a man for a square, moving others to squares of their choice
// where needed (an augmenting path of a matching).
func (r *roam) give(s Square, side uint8, taken *[maxPieces]Square, seen *uint32) bool {
	for i := range r.n {
		m := &r.pieces[i]
		if m.side != side || m.role == King || *seen>>i&1 != 0 || !(m.stand | m.crown).Has(s) {
			continue
		}
		*seen |= 1 << i
		if taken[i] == NoSquare || r.give(taken[i], side, taken, seen) {
			taken[i] = s
			return true
		}
	}
	return false
}
