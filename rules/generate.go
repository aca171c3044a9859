package rules

// survey is what has to be known about a position before its legal moves can
// be written down without trying any: who gives check and who is pinned.
type survey struct {
	own, foe, occ Bitboard
	goal          Bitboard // where a piece other than the king may go
	pinned        Bitboard
	checkers      Bitboard
	king          Square // NoSquare when missing
}

func (p *Position) survey() survey {
	us := p.turn & 1
	s := survey{own: p.board.side[us], foe: p.board.side[us^1]}
	s.occ = s.own | s.foe
	s.goal = ^s.own &^ (s.foe & p.board.role[King])
	s.king = (s.own & p.board.role[King]).first()
	if s.king == NoSquare {
		return s
	}
	k := s.king & 63
	s.checkers = s.foe & (knightFrom[k]&p.board.role[Knight] | pawnFrom[us][k]&p.board.role[Pawn] | kingFrom[k]&p.board.role[King])
	// Snipers see the king through our own pieces; one piece between is pinned.
	snipers := rookFrom(k, s.foe)&(p.board.role[Rook]|p.board.role[Queen]) |
		bishopFrom(k, s.foe)&(p.board.role[Bishop]|p.board.role[Queen])
	snipers &= s.foe
	for snipers != 0 {
		from := snipers.pop()
		guard := between[k][from&63] & s.occ
		if guard == 0 {
			s.checkers |= from.bit()
		} else if !guard.several() {
			s.pinned |= guard
		}
	}
	if s.checkers != 0 {
		if s.checkers.several() {
			s.goal = 0
		} else {
			s.goal &= s.checkers | between[k][s.checkers.first()&63]
		}
	}
	return s
}

// attackers returns the pieces of color by that attack s when occ is occupied.
func (p *Position) attackers(s Square, by Color, occ Bitboard) Bitboard {
	b := &p.board
	s &= 63
	hit := knightFrom[s]&b.role[Knight] |
		kingFrom[s]&b.role[King] |
		pawnFrom[by&1^1][s]&b.role[Pawn] |
		rookFrom(s, occ)&(b.role[Rook]|b.role[Queen]) |
		bishopFrom(s, occ)&(b.role[Bishop]|b.role[Queen])
	return hit & b.side[by&1]
}

// attacked is attackers for a yes or no, cheapest test first.
func (p *Position) attacked(s Square, by Color, occ Bitboard) bool {
	b := &p.board
	s &= 63
	foe := b.side[by&1]
	if (knightFrom[s]&b.role[Knight]|kingFrom[s]&b.role[King]|pawnFrom[by&1^1][s]&b.role[Pawn])&foe != 0 {
		return true
	}
	return rookFrom(s, occ)&(b.role[Rook]|b.role[Queen])&foe != 0 ||
		bishopFrom(s, occ)&(b.role[Bishop]|b.role[Queen])&foe != 0
}

// kingGoal returns where the king may step. He is taken off the board first,
// so that he does not hide from a slider behind himself.
func (p *Position) kingGoal(s *survey) Bitboard {
	if s.king == NoSquare {
		return 0
	}
	goal := kingFrom[s.king&63] &^ s.own &^ (s.foe & p.board.role[King])
	safe := goal
	occ := s.occ &^ s.king.bit()
	them := p.turn.Other()
	for goal != 0 {
		to := goal.pop()
		if p.attacked(to, them, occ) {
			safe &^= to.bit()
		}
	}
	return safe
}

// castleGoal returns the rooks with which castling is legal now.
func (p *Position) castleGoal(s *survey) Bitboard {
	rooks := p.castling & s.own
	if rooks == 0 || s.checkers != 0 || s.king == NoSquare {
		return 0
	}
	var legal Bitboard
	for rooks != 0 {
		rook := rooks.pop()
		if p.mayCastle(s, rook) {
			legal |= rook.bit()
		}
	}
	return legal
}

// mayCastle tests 3.8.2 in the general form of Chess960: everything between
// the start and the end of king and rook is empty but for the two, and the king
// crosses no attacked square. The last test is made with the rook moved, for
// the rook may have shielded the king along the rank.
func (p *Position) mayCastle(s *survey, rook Square) bool {
	kingTo, rookTo := Move{From: s.king, To: rook}.castleTo()
	occ := s.occ &^ s.king.bit() &^ rook.bit()
	way := between[s.king&63][kingTo&63] | kingTo.bit()
	if occ&(way|between[rook&63][rookTo&63]|rookTo.bit()) != 0 {
		return false
	}
	them := p.turn.Other()
	way &^= kingTo.bit()
	for way != 0 {
		if p.attacked(way.pop(), them, s.occ&^s.king.bit()) {
			return false
		}
	}
	return !p.attacked(kingTo, them, occ|rookTo.bit())
}

// enPassant returns the pawns that may capture en passant now. It looks at the
// board after the capture, for two pawns leave their lines at once.
func (p *Position) enPassant(s *survey) Bitboard {
	if p.ep >= NoSquare {
		return 0
	}
	us := p.turn & 1
	pawns := pawnFrom[us^1][p.ep&63] & s.own & p.board.role[Pawn]
	if pawns == 0 || s.king == NoSquare {
		return pawns
	}
	taken := p.ep ^ 8
	// The captured pawn may be the only checker.
	if s.checkers&^taken.bit()&(p.board.role[Knight]|p.board.role[Pawn]|p.board.role[King]) != 0 {
		return 0
	}
	var legal Bitboard
	k := s.king & 63
	for rest := pawns; rest != 0; {
		from := rest.pop()
		occ := s.occ&^from.bit()&^taken.bit() | p.ep.bit()
		if s.foe&rookFrom(k, occ)&(p.board.role[Rook]|p.board.role[Queen]) == 0 &&
			s.foe&bishopFrom(k, occ)&(p.board.role[Bishop]|p.board.role[Queen]) == 0 {
			legal |= from.bit()
		}
	}
	return legal
}

func (p *Position) strictEnPassant() Square {
	if p.ep >= NoSquare {
		return NoSquare
	}
	s := p.survey()
	if p.enPassant(&s) == 0 {
		return NoSquare
	}
	return p.ep
}

// pawnWays are the squares to which unpinned pawns may go: steps, double steps,
// and captures towards the a- and the h-file. A pawn tolerated on its own first
// rank steps once only; one on its last rank stays.
type pawnWays struct{ step, double, left, right Bitboard }

func (p *Position) pawnWays(s *survey, pawns Bitboard) pawnWays {
	var w pawnWays
	prey := s.foe
	if p.turn == White {
		w.step = pawns << 8 &^ s.occ
		w.double = w.step & rank3 << 8 &^ s.occ
		w.left = pawns &^ fileA << 7 & prey
		w.right = pawns &^ fileH << 9 & prey
	} else {
		w.step = pawns >> 8 &^ s.occ
		w.double = w.step & rank6 >> 8 &^ s.occ
		w.left = pawns &^ fileA >> 9 & prey
		w.right = pawns &^ fileH >> 7 & prey
	}
	w.step &= s.goal
	w.double &= s.goal
	w.left &= s.goal
	w.right &= s.goal
	return w
}

// reach returns where the piece of that role on from may go, castling and en
// passant left out.
func (p *Position) reach(s *survey, from Square, role Role) Bitboard {
	var to Bitboard
	switch role {
	case Pawn:
		w := p.pawnWays(s, from.bit())
		to = w.step | w.double | w.left | w.right
	case Knight:
		to = knightFrom[from&63] & s.goal
	case Bishop:
		to = bishopFrom(from, s.occ) & s.goal
	case Rook:
		to = rookFrom(from, s.occ) & s.goal
	case Queen:
		to = (bishopFrom(from, s.occ) | rookFrom(from, s.occ)) & s.goal
	case King:
		return p.kingGoal(s)
	}
	return to & s.leash(from)
}

// promotions in the order they are generated.
var promotions = [...]Role{Queen, Rook, Bishop, Knight}

func (p *Position) appendLegal(dst []Move) []Move {
	s := p.survey()
	if s.goal != 0 {
		dst = p.appendPawns(dst, &s)
		for role := Knight; role <= Queen; role++ {
			for pieces := p.board.role[role] & s.own; pieces != 0; {
				from := pieces.pop()
				for to := p.reach(&s, from, role); to != 0; {
					dst = append(dst, Move{From: from, To: to.pop()})
				}
			}
		}
	}
	for to := p.kingGoal(&s); to != 0; {
		dst = append(dst, Move{From: s.king, To: to.pop()})
	}
	for rooks := p.castleGoal(&s); rooks != 0; {
		dst = append(dst, Move{From: s.king, To: rooks.pop(), Castle: true})
	}
	return dst
}

func (p *Position) appendPawns(dst []Move, s *survey) []Move {
	pawns := p.board.role[Pawn] & s.own
	w := p.pawnWays(s, pawns&^s.pinned)
	if p.turn == White {
		dst = appendSteps(dst, w.step, -8)
		dst = appendSteps(dst, w.double, -16)
		dst = appendSteps(dst, w.left, -7)
		dst = appendSteps(dst, w.right, -9)
	} else {
		dst = appendSteps(dst, w.step, 8)
		dst = appendSteps(dst, w.double, 16)
		dst = appendSteps(dst, w.left, 9)
		dst = appendSteps(dst, w.right, 7)
	}
	for held := pawns & s.pinned; held != 0; {
		from := held.pop()
		for to := p.reach(s, from, Pawn); to != 0; {
			dst = appendPawnMove(dst, from, to.pop())
		}
	}
	for takers := p.enPassant(s); takers != 0; {
		dst = append(dst, Move{From: takers.pop(), To: p.ep})
	}
	return dst
}

func appendSteps(dst []Move, to Bitboard, back int) []Move {
	for to != 0 {
		t := to.pop()
		dst = appendPawnMove(dst, Square(int(t)+back), t)
	}
	return dst
}

func appendPawnMove(dst []Move, from, to Square) []Move {
	if lastTwo.Has(to) {
		for _, r := range promotions {
			dst = append(dst, Move{From: from, To: to, Promotion: r})
		}
		return dst
	}
	return append(dst, Move{From: from, To: to})
}

// HasLegal reports whether there is a legal move.
func (p Position) HasLegal() bool { return p.hasLegal() }

func (p *Position) hasLegal() bool {
	s := p.survey()
	if s.goal != 0 {
		w := p.pawnWays(&s, p.board.role[Pawn]&s.own&^s.pinned)
		if w.step|w.double|w.left|w.right != 0 {
			return true
		}
		for role := Knight; role <= Queen; role++ {
			for pieces := p.board.role[role] & s.own; pieces != 0; {
				if p.reach(&s, pieces.pop(), role) != 0 {
					return true
				}
			}
		}
		for held := p.board.role[Pawn] & s.own & s.pinned; held != 0; {
			if p.reach(&s, held.pop(), Pawn) != 0 {
				return true
			}
		}
	}
	return p.kingGoal(&s) != 0 || p.enPassant(&s) != 0 || p.castleGoal(&s) != 0
}

// IsLegal reports whether m is a legal move.
func (p Position) IsLegal(m Move) bool { return p.legal(m) }

func (p *Position) legal(m Move) bool {
	if m.From >= NoSquare || m.To >= NoSquare || m.From == m.To {
		return false
	}
	s := p.survey()
	if !s.own.Has(m.From) {
		return false
	}
	if m.Castle {
		return m.From == s.king && m.Promotion == NoRole && p.castleGoal(&s).Has(m.To)
	}
	role := p.board.roleAt(m.From)
	if role == Pawn && m.To == p.ep && p.enPassant(&s).Has(m.From) {
		return m.Promotion == NoRole
	}
	if role == Pawn && lastTwo.Has(m.To) {
		if m.Promotion < Knight || m.Promotion > Queen {
			return false
		}
	} else if m.Promotion != NoRole {
		return false
	}
	return p.reach(&s, m.From, role).Has(m.To)
}
