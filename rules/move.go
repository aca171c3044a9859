package rules

// Move is a move by its squares. It is comparable with ==. The zero value is no
// move. A castling move has Castle set, From the king's square and To the
// square of the rook it castles with, in classical chess and Chess960 alike.
type Move struct {
	From, To  Square
	Promotion Role // NoRole unless a pawn reaches the last rank
	Castle    bool
}

// IsZero reports whether m is no move.
func (m Move) IsZero() bool { return m == Move{} }

// UCI returns the move as chess engines write it: "e2e4", "e7e8q". Castling
// from the e-file with a rook in the corner is the king's two steps ("e1g1");
// any other castling is the king taking its rook ("b1a1"). No move is "0000".
func (m Move) UCI() string {
	if m.Castle && m.From.File() == 4 {
		switch m.To.File() {
		case 0:
			m.To = m.From - 2
		case 7:
			m.To = m.From + 2
		}
	}
	return m.UCI960()
}

// UCI960 returns the move like UCI, with every castling as the king taking its
// rook ("e1h1").
func (m Move) UCI960() string {
	if m.IsZero() {
		return "0000"
	}
	s := m.From.String() + m.To.String()
	if b := m.Promotion.Letter(); b != 0 {
		s += string(rune(b + 'a' - 'A'))
	}
	return s
}

// String returns what UCI returns.
func (m Move) String() string { return m.UCI() }

// castleTo returns where the king and the rook land: the g- and f-file, or the
// c- and d-file (Laws 2023, 3.8.2 and Guidelines II).
func (m Move) castleTo() (king, rook Square) {
	row := m.From & 56
	if m.To > m.From {
		return row | 6, row | 5
	}
	return row | 2, row | 3
}
