package rules

// apply plays a legal move.
func (p *Position) apply(m Move) {
	us, them := p.turn&1, p.turn&1^1
	b := &p.board
	from, to := m.From.bit(), m.To.bit()
	passed := p.ep
	p.ep = NoSquare
	p.halfmoves = min(p.halfmoves+1, maxCounter)
	p.fullmoves = min(p.fullmoves+int32(p.turn>>1), maxCounter)
	p.turn = 3 - p.turn
	if m.Castle {
		kingTo, rookTo := m.castleTo()
		b.side[us] = b.side[us]&^(from|to) | kingTo.bit() | rookTo.bit()
		b.role[King] = b.role[King]&^from | kingTo.bit()
		b.role[Rook] = b.role[Rook]&^to | rookTo.bit()
		p.castling &^= kingTo.row()
		p.refault()
		return
	}
	role := b.roleAt(m.From)
	if b.side[them]&to != 0 {
		b.side[them] ^= to
		b.role[b.roleAt(m.To)&7] ^= to
		p.halfmoves = 0
	}
	b.side[us] ^= from | to
	b.role[role&7] ^= from | to
	p.castling &^= from | to
	switch role {
	case King:
		p.castling &^= backRank(3 - p.turn)
	case Pawn:
		p.halfmoves = 0
		switch {
		case m.Promotion != NoRole:
			b.role[Pawn] ^= to
			b.role[m.Promotion&7] ^= to
		case m.To == passed && m.From&7 != m.To&7:
			taken := (m.To ^ 8).bit()
			b.side[them] ^= taken
			b.role[Pawn] ^= taken
		case m.From^m.To == 16:
			// Remembered only where a pawn stands ready.
			over := (m.From + m.To) / 2
			if pawnFrom[us][over&63]&b.role[Pawn]&b.side[them] != 0 {
				p.ep = over
			}
		}
	}
	p.refault()
}

// row is the rank a square lies on.
func (s Square) row() Bitboard { return rank1 << (s & 56) }

// refault looks again at what was wrong; a legal move from a sound position
// cannot make a fault.
func (p *Position) refault() {
	if p.faults != 0 {
		p.faults = p.standing()
	}
}
