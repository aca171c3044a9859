package rules

// count returns the number of legal moves without writing them down.
func (p *Position) count() int {
	s := p.survey()
	n := p.kingGoal(&s).Count() + p.castleGoal(&s).Count()
	if s.goal == 0 {
		return n
	}
	b := &p.board
	pawns := b.role[Pawn] & s.own
	w := p.pawnWays(&s, pawns&^s.pinned)
	n += w.step.Count() + w.double.Count() + w.left.Count() + w.right.Count() + p.enPassant(&s).Count()
	if last := (w.step | w.left | w.right) & lastTwo; last != 0 {
		// Each promotion is four moves; three more than counted.
		n += 3 * ((w.step & lastTwo).Count() + (w.left & lastTwo).Count() + (w.right & lastTwo).Count())
	}
	for held := pawns & s.pinned; held != 0; {
		to := p.reach(&s, held.pop(), Pawn)
		n += to.Count() + 3*(to&lastTwo).Count()
	}
	// A pinned knight cannot move at all.
	for pieces := b.role[Knight] & s.own &^ s.pinned; pieces != 0; {
		n += (knightFrom[pieces.pop()&63] & s.goal).Count()
	}
	for pieces := (b.role[Bishop] | b.role[Queen]) & s.own; pieces != 0; {
		from := pieces.pop()
		n += (bishopFrom(from, s.occ) & s.goal & s.leash(from)).Count()
	}
	for pieces := (b.role[Rook] | b.role[Queen]) & s.own; pieces != 0; {
		from := pieces.pop()
		n += (rookFrom(from, s.occ) & s.goal & s.leash(from)).Count()
	}
	return n
}

// leash is the line a pinned piece may move on, the whole board for others.
func (s *survey) leash(from Square) Bitboard {
	if s.pinned.Has(from) {
		return through[s.king&63][from&63]
	}
	return ^Bitboard(0)
}
