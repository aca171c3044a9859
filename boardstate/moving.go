package boardstate

import "boardwire/rules"

// moving reports whether the surface may yet become a legal move, the position
// itself or one to go back to: every man seen on a new square is there, or is
// passing there, on account of one such move. Men that are gone are in the air.
func (q *question) moving() bool {
	arrived := q.hand.surface.arrived(&q.board)
	if arrived == 0 {
		return true
	}
	for i := range q.before {
		b := q.before[i].Board()
		if arrived&q.hand.surface.differs(&b) == 0 {
			return true
		}
	}
	return q.sound() && q.onTheWay(&q.pos, &q.board, arrived) ||
		q.replacing() ||
		q.sound() && q.replying(arrived) ||
		q.signalling(arrived)
}

// onTheWay reports whether one legal move accounts for the men that arrived.
func (q *question) onTheWay(pos *rules.Position, board *rules.Board, arrived rules.Bitboard) bool {
	var room [256]rules.Move
	for _, m := range pos.AppendLegal(room[:0]) {
		st := stepOf(board, m)
		if q.accounts(&st, board, arrived) {
			return true
		}
	}
	return false
}

// accounts reports whether st, played on board, accounts for all men that
// arrived.
func (q *question) accounts(st *step, board *rules.Board, arrived rules.Bitboard) bool {
	after := st.after(*board)
	for sq := range (arrived & q.hand.surface.differs(&after)).Squares() {
		if !q.passing(st, sq) {
			return false
		}
	}
	return !q.another(st, board, arrived)
}

// passing reports whether the man seen on sq may be there on the way of st: a
// man that slides, a pawn that waits on the last rank to be exchanged, king or
// rook on their ways in castling.
func (q *question) passing(st *step, sq rules.Square) bool {
	m := st.move
	man := q.hand.surface.Board.At(sq) // NoPiece without recognition
	if m.Castle {
		king := between(m.From, st.king).Has(sq) && (!q.hand.surface.Identity || man == st.man)
		rook := between(m.To, st.rook).Has(sq) && (!q.hand.surface.Identity || man == rules.PieceOf(st.man.Color(), rules.Rook))
		return king || rook
	}
	if q.hand.surface.Identity && man != st.man {
		return false
	}
	return sq == m.To && m.Promotion != rules.NoRole || between(m.From, m.To).Has(sq)
}

// another reports whether the man that arrived must be another one than the
// mover of st: the mover is still on its square, and a man like it is missing
// elsewhere. A man seen on two squares in one scan is no such case.
func (q *question) another(st *step, board *rules.Board, arrived rules.Bitboard) bool {
	left := q.hand.surface.left(board)
	home, man := st.move.From, st.man
	if st.move.Castle {
		if rook := arrived & q.hand.surface.Board.ByRole(rules.Rook); rook == 0 && !arrived.Has(st.rook) {
			return false
		}
		home, man = st.move.To, rules.PieceOf(st.man.Color(), rules.Rook)
	}
	if left.Has(home) {
		return false
	}
	alike := board.ByColor(man.Color())
	if q.hand.surface.Identity {
		alike = board.Pieces(man.Color(), man.Role()) | board.Pieces(man.Color(), st.move.Promotion)
	}
	return left&alike&^st.squares() != 0
}

// replacing reports whether another move than the last one is under way: the
// last one's man goes on to another square, or is on its way back.
func (q *question) replacing() bool {
	if len(q.before) == 0 || q.before[0].Faults() != 0 {
		return false
	}
	last := &q.before[0]
	board := last.Board()
	arrived := q.hand.surface.arrived(&board)
	if arrived == 0 {
		return true
	}
	var room [256]rules.Move
	for _, m := range last.AppendLegal(room[:0]) {
		st := stepOf(&board, m)
		rest := arrived
		if q.board.At(m.From) != st.man {
			// The same man made the last move: it may still be seen there.
			stands := q.board.ByColor(st.man.Color()) & differing(&q.board, &board)
			rest &^= stands &^ q.hand.surface.differs(&q.board)
		}
		if q.accounts(&st, &board, rest) {
			return true
		}
	}
	return false
}

// replying reports whether the answer to a move that is not done yet is under
// way, or done: the hands of both players are over the board.
func (q *question) replying(arrived rules.Bitboard) bool {
	if !q.hand.surface.Identity {
		return false
	}
	us := q.pos.Turn()
	left := q.hand.surface.left(&q.board)
	theirs := arrived & q.hand.surface.Board.ByColor(us.Other())
	if theirs == arrived {
		left &^= theirs // a man is in the air, not taken where it stood
	}
	if theirs == 0 || left&q.board.ByColor(us) == 0 {
		return false
	}
	var room, answers [256]rules.Move
	for _, m := range q.pos.AppendLegal(room[:0]) {
		if !left.Has(m.From) && !(m.Castle && left.Has(m.To)) {
			continue
		}
		st := stepOf(&q.board, m)
		if !q.accounts(&st, &q.board, arrived&^theirs) {
			continue
		}
		next, err := q.pos.Play(m)
		if err != nil {
			continue // cannot be: m is one of its legal moves
		}
		board := next.Board()
		for _, a := range next.AppendLegal(answers[:0]) {
			st := stepOf(&board, a)
			if q.accounts(&st, &board, theirs) {
				return true
			}
		}
	}
	return false
}
