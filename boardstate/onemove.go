package boardstate

import "boardwire/rules"

// oneMove looks for the legal moves from pos that leave the surface. back says
// how many plies lie between pos and the position asked about.
func (q *question) oneMove(pos *rules.Position, board *rules.Board, back int) (Inference, bool) {
	diff := q.hand.surface.differs(board)
	// Castling and en passant change the most squares: four and three.
	if n := diff.Count(); n == 0 || n > 4 || q.hand.surface.Identity && q.hand.surface.arrived(board) == 0 {
		return Inference{}, false
	}
	var room [256]rules.Move
	var found rules.Move
	var more []rules.Move
	for _, m := range pos.AppendLegal(room[:0]) {
		if !m.Castle && !diff.Has(m.From) {
			continue
		}
		if q.hand.surface.Identity && !m.Castle && !diff.Has(m.To) {
			continue
		}
		st := stepOf(board, m)
		after := st.after(*board)
		if !q.hand.surface.shows(&after) {
			continue
		}
		if q.hand.surface.Identity {
			return Inference{Verdict: Settled, Back: back, Moves: alone(m)}, true
		}
		switch {
		case st.plainCapture() && !q.hand.tells(m, back > 0):
			q.pending = append(q.pending, m)
		case found.IsZero():
			found = m
		default:
			more = append(more, m)
		}
	}
	switch {
	case found.IsZero():
		return Inference{}, false
	case more == nil:
		q.pending = nil
		return Inference{Verdict: Settled, Back: back, Moves: alone(found)}, true
	}
	among := append([]rules.Move{found}, more...)
	arrange(among)
	return Inference{Verdict: Ambiguous, Back: back, Among: among}, true
}
