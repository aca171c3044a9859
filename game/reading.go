package game

import (
	"boardwire/boardstate"
	"boardwire/rules"
)

// readBoard returns the men that lie on a board. On one that cannot tell men
// apart it is read from a position, where the squares and the touches leave one
// reading: a man of the side to move has gone to an empty square, or is put down
// where a man of the opponent stood; a pawn has taken in passing; king and rook
// have castled. A pawn is not read on the last rank, where it may be anything.
func readBoard(p rules.Position, h boardstate.Hand) (rules.Board, bool) {
	s := h.Surface()
	if s.Identity {
		return s.Board, true
	}
	b, own := p.Board(), p.Board().ByColor(p.Turn())
	gone, come := b.Occupied()&^s.Occupied, s.Occupied&^b.Occupied()
	if gone == 0 || gone&own == 0 || left(p, s) {
		return b, false
	}
	from := first(gone & own)
	switch man := b.At(from); {
	case gone.Count() == 1 && come.Count() == 1:
		return carried(b, from, first(come))
	case gone.Count() == 1 && come == 0:
		return tookOn(b, h, from)
	case gone.Count() == 2 && come.Count() == 2 && gone&^own == 0:
		return castledOn(b, gone, come)
	case gone.Count() == 2 && come.Count() == 1 && man.Role() == rules.Pawn:
		to, taken := first(come), first(gone&^own)
		ahead := 1
		if man.Color() == rules.Black {
			ahead = -1
		}
		beside := to.File()-from.File() == 1 || from.File()-to.File() == 1
		if !beside || to.Rank()-from.Rank() != ahead || taken != rules.SquareAt(to.File(), from.Rank()) || b.At(taken).Role() != rules.Pawn {
			return b, false
		}
		b.Put(taken, rules.NoPiece)
		return carried(b, from, to)
	}
	return b, false
}

// first returns the square of a set with the lowest number, NoSquare for none.
func first(set rules.Bitboard) rules.Square {
	for sq := range set.Squares() {
		return sq
	}
	return rules.NoSquare
}

// carried returns a board with a man put on another square. A pawn on the last
// rank may be anything.
func carried(b rules.Board, from, to rules.Square) (rules.Board, bool) {
	man := b.At(from)
	if man.Role() == rules.Pawn && (to.Rank() == 0 || to.Rank() == 7) {
		return b, false
	}
	b.Put(from, rules.NoPiece)
	b.Put(to, man)
	return b, true
}

// tookOn reads a man who is gone as put down where one of the opponent's stood: the
// touches tell it of one square, and of no other man that he was set right
// meanwhile.
func tookOn(b rules.Board, h boardstate.Hand, from rules.Square) (rules.Board, bool) {
	down := h.PutDownSince(from) & b.Occupied().Without(from)
	if !h.Whole() || down.Count() != 1 || b.ByColor(b.At(from).Color().Other())&down == 0 {
		return b, false
	}
	return carried(b, from, first(down))
}

// castledOn reads two men who are gone, and two that came, as king and rook who
// castled.
func castledOn(b rules.Board, gone, come rules.Bitboard) (rules.Board, bool) {
	k, r := first(gone&b.ByRole(rules.King)), first(gone&b.ByRole(rules.Rook))
	if k == rules.NoSquare || r == rules.NoSquare || k.Rank() != r.Rank() {
		return b, false
	}
	row, king, rook := k.Rank(), 6, 5
	if r < k {
		king, rook = 2, 3
	}
	to, beside := rules.SquareAt(king, row), rules.SquareAt(rook, row)
	if come != rules.Bitboard(0).With(to).With(beside) {
		return b, false
	}
	king1, rook1 := b.At(k), b.At(r)
	b.Put(k, rules.NoPiece)
	b.Put(r, rules.NoPiece)
	b.Put(to, king1)
	b.Put(beside, rook1)
	return b, true
}

// left says that a surface may be that of a legal capture after which the man who
// was taken was left on the board, or, where men cannot be told apart, of one that
// no touch told.
func left(p rules.Position, s boardstate.Surface) bool {
	for m := range p.Legal() {
		taken := p.Captured(m)
		if taken == rules.NoPiece {
			continue
		}
		next, err := p.Play(m)
		if err != nil {
			continue // cannot be: it is legal
		}
		b := next.Board()
		extra, ok := beyond(b, s, 1)
		if !ok {
			continue
		}
		if !s.Identity {
			return true
		}
		if sq := first(extra); sq != rules.NoSquare {
			b.Put(sq, taken)
			if s.Shows(b) {
				return true
			}
		}
	}
	return false
}

// beyond returns the squares that are occupied on a surface and not on a board. It
// is false where there are more than so many, or the board has men that the surface
// has not.
func beyond(b rules.Board, s boardstate.Surface, most int) (rules.Bitboard, bool) {
	extra := s.Occupied &^ b.Occupied()
	return extra, extra.Count() <= most && b.Occupied()&^s.Occupied == 0
}

// misread says that a board which cannot tell men apart shows what legal moves
// lead to if the last move was another one than was read: a man that was set right
// looks like one that was taken, and one that was left beside like one that moved.
func (g *Game) misread() bool {
	s, n := g.hand.Surface(), len(g.plies)
	if s.Identity || n == 0 || g.plies[n-1].illegal {
		return false
	}
	before := g.at(n - 1)
	for m := range before.Legal() {
		next, err := before.Play(m)
		if err != nil {
			continue // cannot be: it is legal
		}
		most := 0
		if before.Captured(m) != rules.NoPiece {
			most = 1
		}
		// Each move leaves one square, and the reply at most one more.
		if b := next.Board(); (b.Occupied() &^ s.Occupied).Count() > 2 {
			continue
		}
		for reply := range next.Legal() {
			after, err := next.Play(reply)
			if err != nil {
				continue // cannot be: it is legal
			}
			extra := most
			if next.Captured(reply) != rules.NoPiece {
				extra++
			}
			if _, ok := beyond(after.Board(), s, extra); ok {
				return true
			}
		}
	}
	return false
}

// tookOddly says that a board which cannot tell men apart shows a capture by the
// side to move that no legal move is.
func (g *Game) tookOddly() bool {
	s, board := g.hand.Surface(), g.line.Position().Board()
	return !s.Identity && s.Occupied&^board.Occupied() == 0 && g.oddLies()
}

// oddLies says that one move that the rules do not know lies on the board.
func (g *Game) oddLies() bool {
	pos := g.line.Position()
	board, ok := readBoard(pos, g.hand)
	if !ok || g.mayGoOn() {
		return false
	}
	_, _, ok = readOdd(pos, board)
	return ok && !g.misread()
}

// mayGoOn says that the last move may have become another one where no touch tells
// men apart: nobody completed it, and its man was lifted again. What came after
// would be read from a position that was none.
func (g *Game) mayGoOn() bool {
	if g.hand.Surface().Identity || len(g.replaceable()) == 0 {
		return false
	}
	last := g.plies[len(g.plies)-1]
	return last.move.Castle || g.hand.Disturbed().Has(last.move.To)
}

// innocent says that what lies on the board when a player has pressed the clock
// may come of moves by the rules: the man who was taken was left beside, or, where
// men cannot be told apart, a capture was told by no touch, and others came after.
func (g *Game) innocent() bool {
	s := g.hand.Surface()
	return left(g.line.Position(), s) || !s.Identity && !g.oddLies()
}

// clockless says that no clock was ever seen at the board.
func (g *Game) clockless() bool {
	return !g.ran && (g.reading == nil || g.reading.Absent) && (!g.clock.Known || g.clock.Absent)
}

// tookBack says that a board may also show that the player took his last move
// back, and left it at that or played another one: the opponent's reply lies there
// all the same.
func (g *Game) tookBack(board rules.Board) bool {
	n := len(g.plies)
	if n < 2 {
		return false
	}
	if g.plies[n-1].illegal || g.plies[n-2].illegal {
		return true
	}
	before, reply := g.at(n-2), g.plies[n-1].move
	b := before.Board()
	man := b.At(reply.From)
	b.Put(reply.From, rules.NoPiece)
	b.Put(reply.To, man)
	if b == board {
		return true
	}
	for m := range before.Legal() {
		next, err := before.Play(m)
		if err != nil {
			continue // cannot be: it is legal
		}
		if next, err = next.Play(reply); err == nil && next.Board() == board {
			return true
		}
	}
	return false
}
