package boardstate

import "boardwire/rules"

const (
	// swept is how many men must be gone, and be most of them, before the board
	// is being cleared rather than played on: two players hold four at most.
	swept = 6
	// homecoming is how many men must have come to their squares of the start.
	// Castling and a capture taken back bring four at once with nothing else.
	homecoming = 4
)

// startSeen reports whether the men stand as before a game, from any side.
// Without piece recognition it is the four ranks that the start occupies, or the
// four files where the board is turned by a quarter.
func (q *question) startSeen() bool {
	if men := q.hand.surface.men(); men != ranks12|ranks78 && men != filesABGH {
		return false
	}
	if !q.hand.surface.Identity {
		return true
	}
	_, ok := Orient(q.hand.surface)
	return ok
}

// cleared reports whether most men were taken off the board.
func (q *question) cleared() bool {
	stood, seen := q.board.Occupied().Count(), q.hand.surface.men().Count()
	return stood-seen >= swept && 2*seen < stood
}

// goingHome reports whether the men are being set up: more men than can belong
// to a move have come to their squares of the start, seen from either side,
// and most that came anywhere came there.
func (q *question) goingHome() bool {
	turned := start.Rotate()
	return q.towards(&start) || q.towards(&turned)
}

func (q *question) towards(goal *rules.Board) bool {
	home := q.hand.surface.men() &^ q.hand.surface.differs(goal)
	arrived := q.hand.surface.arrived(&q.board)
	came, gone := home&arrived, goal.Occupied()&q.hand.surface.left(&q.board)&^home
	if q.hand.surface.Identity {
		gone &^= differing(goal, &q.board)
	}
	return came.Count() >= homecoming && 2*came.Count() > arrived.Count() && came.Count() > gone.Count()
}
