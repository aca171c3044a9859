package boardstate

import "boardwire/rules"

// differing returns the squares on which two boards hold different men.
func differing(a, b *rules.Board) rules.Bitboard {
	d := a.ByColor(rules.White) ^ b.ByColor(rules.White)
	d |= a.ByColor(rules.Black) ^ b.ByColor(rules.Black)
	for r := rules.Pawn; r <= rules.King; r++ {
		d |= a.ByRole(r) ^ b.ByRole(r)
	}
	return d
}

// differs returns the squares on which s is seen to differ from b. A board
// without piece recognition sees a man replaced by another as no difference.
func (s *Surface) differs(b *rules.Board) rules.Bitboard {
	if s.Identity {
		return differing(&s.Board, b)
	}
	return s.Occupied ^ b.Occupied()
}

// shows is Shows without the copies.
func (s *Surface) shows(b *rules.Board) bool {
	if s.Identity {
		return s.Board == *b
	}
	return s.Occupied == b.Occupied()
}

// men returns the squares on which a man is seen. On a board with piece
// recognition a man it cannot name is not counted: it may still be tilting.
func (s *Surface) men() rules.Bitboard {
	if s.Identity {
		return s.Board.Occupied()
	}
	return s.Occupied
}

// arrived returns the squares on which s shows a man that b does not have
// there.
func (s *Surface) arrived(b *rules.Board) rules.Bitboard { return s.men() & s.differs(b) }

// left returns the squares whose man in b is not seen there any more.
func (s *Surface) left(b *rules.Board) rules.Bitboard { return b.Occupied() & s.differs(b) }

// between returns the squares strictly between two squares of one rank, file
// or diagonal; none for other pairs.
func between(a, b rules.Square) rules.Bitboard {
	df, dr := b.File()-a.File(), b.Rank()-a.Rank()
	if df != 0 && dr != 0 && df != dr && df != -dr {
		return 0
	}
	var set rules.Bitboard
	f, r := a.File()+sign(df), a.Rank()+sign(dr)
	for f != b.File() || r != b.Rank() {
		set = set.With(rules.SquareAt(f, r))
		f, r = f+sign(df), r+sign(dr)
	}
	return set
}

func sign(n int) int {
	switch {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}
