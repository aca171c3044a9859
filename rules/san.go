package rules

// SAN returns a legal move in standard algebraic notation, with the least
// disambiguation among legal moves (a pinned twin needs none; file before rank,
// Laws C.10) and + or # at the end. For a move that is not legal it returns "".
func (p Position) SAN(m Move) string {
	if !p.IsLegal(m) {
		return ""
	}
	dst := make([]byte, 0, 8)
	role := p.board.roleAt(m.From)
	switch {
	case m.Castle && m.To > m.From:
		dst = append(dst, "O-O"...)
	case m.Castle:
		dst = append(dst, "O-O-O"...)
	case role == Pawn:
		if m.From&7 != m.To&7 {
			dst = append(dst, 'a'+byte(m.From&7), 'x')
		}
		dst = append(dst, m.To.String()...)
		if m.Promotion != NoRole {
			dst = append(dst, '=', m.Promotion.Letter())
		}
	default:
		dst = append(dst, role.Letter())
		dst = p.appendOrigin(dst, m, role)
		if p.board.side[p.turn&1^1].Has(m.To) {
			dst = append(dst, 'x')
		}
		dst = append(dst, m.To.String()...)
	}
	p.apply(m)
	if p.InCheck() {
		if p.HasLegal() {
			dst = append(dst, '+')
		} else {
			dst = append(dst, '#')
		}
	}
	return string(dst)
}

// appendOrigin writes the file, the rank or both, if a twin makes it needed.
func (p *Position) appendOrigin(dst []byte, m Move, role Role) []byte {
	s := p.survey()
	var twins Bitboard
	for rest := (p.board.role[role] & s.own).Without(m.From); rest != 0; {
		from := rest.pop()
		if p.reach(&s, from, role).Has(m.To) {
			twins |= from.bit()
		}
	}
	switch {
	case twins == 0:
	case twins&(fileA<<(m.From&7)) == 0:
		dst = append(dst, 'a'+byte(m.From&7))
	case twins&m.From.row() == 0:
		dst = append(dst, '1'+byte(m.From>>3))
	default:
		dst = append(dst, m.From.String()...)
	}
	return dst
}
