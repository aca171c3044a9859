package boardstate

import "boardwire/rules"

const centre = rules.Bitboard(1)<<rules.D4 | 1<<rules.E4 | 1<<rules.D5 | 1<<rules.E5

// signal reads the result that both kings in the centre tell: on the light
// squares e4 and d5 White won, on the dark squares d4 and e5 Black won, on one
// of each it is a draw (DGT's convention at the end of a game). Other men may have been moved before or
// taken off. Kings on two centre squares always adjoin, so no game reaches
// such a position.
//
// Without piece recognition the kings must be gone from their squares, and men
// must have been put down on just as many centre squares and nowhere else.
func (q *question) signal() (rules.Result, bool) {
	kings := q.hand.surface.Board.ByRole(rules.King)
	if !q.hand.surface.Identity {
		kings = q.blindKings()
	}
	if kings.Count() != 2 || kings&^centre != 0 {
		return "", false
	}
	switch (kings & light).Count() {
	case 2:
		return rules.WhiteWins, true
	case 0:
		return rules.BlackWins, true
	}
	return rules.Draw, true
}

// blindKings returns where the kings must be now, as far as that can be told
// without recognizing them.
func (q *question) blindKings() rules.Bitboard {
	arrived, left := q.hand.surface.arrived(&q.board), q.hand.surface.left(&q.board)
	kings := q.board.ByRole(rules.King)
	// Another man stood on the square, was taken off, and a king put there.
	arrived |= centre & q.hand.surface.Occupied & q.hand.putDown(kings&left)
	stayed := kings &^ left
	if arrived == 0 || kings.Count() != 2 || arrived.Count() != (kings&left).Count() {
		return 0
	}
	return stayed | arrived
}

// signalling reports whether a king was put into the centre while the other is
// in the air.
func (q *question) signalling(arrived rules.Bitboard) bool {
	left := q.hand.surface.left(&q.board) & q.board.ByRole(rules.King)
	if left.Count() != 2 || arrived.Count() != 1 || arrived&centre == 0 {
		return false
	}
	return !q.hand.surface.Identity || arrived&q.hand.surface.Board.ByRole(rules.King) != 0
}
