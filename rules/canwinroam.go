package rules

import "math/bits"

// roam is where the pieces of a position may ever come, whatever is played:
// more squares than the truth, never fewer. It asks for no order of moves and
// counts no tempo, so a blocked position needs one look and no search.
//
// Everything starts as impossible: every piece stands where it stands. A move
// that needs nothing but what is already possible makes more possible, until
// nothing changes. What is then still impossible cannot happen: the first move
// of a game to break it would have needed only what the moves before it did.
type roam struct {
	n      int
	pieces [maxPieces]roamer
	king   [2]uint8    // places of the kings in pieces
	held   [2]Bitboard // squares of pieces that never leave them, by side
	guard  [2]Bitboard // squares that such pieces always attack
	lands  [2]Bitboard // squares on which the side may capture
	prey   [2]Bitboard // squares on which a piece of the side may be captured
}

// white is the index of White by side.
const white = uint8(White & 1)

// maxPieces is how many pieces a game has. A setup may have more.
const maxPieces = 32

// roamer is one piece of a roam.
type roamer struct {
	at    Square // where it stands now
	role  Role
	side  uint8    // color&1
	stand Bitboard // where it may stand, unpromoted
	stray Bitboard // of these, where a pawn may stand after it has captured
	crown Bitboard // where a pawn may stand after it has promoted
	next  [2]int8  // the next pawn on a pawn's file as each side sees it, below and above; -1 is none
	gone  bool     // it may move away or be captured where it stands now
	away  bool     // a pawn may leave its file: capture, be captured, or promote
}

// roam fills r. It reports false, and means nothing, for more than 32 pieces
// and while castling is possible.
func (r *roam) fill(p *Position) bool {
	all := p.board.Occupied()
	if all.Count() > maxPieces || p.castling != 0 {
		return false
	}
	*r = roam{}
	kings := 0
	for rest := all; rest != 0; r.n++ {
		at := rest.pop()
		m := &r.pieces[r.n]
		*m = roamer{at: at, role: p.board.roleAt(at), stand: at.bit()}
		if p.board.side[1]&at.bit() != 0 {
			m.side = 1
		}
		if m.role == King {
			r.king[m.side] = uint8(r.n)
			kings++
		}
	}
	if p.ep < NoSquare {
		// The pawn may be captured where it no longer stands.
		for i := range r.n {
			if m := &r.pieces[i]; m.at == p.ep^8 {
				m.stand |= p.ep.bit()
				m.gone = true
			}
		}
	}
	if kings != 2 {
		return false
	}
	r.line()
	for r.step() {
	}
	return true
}

// line finds the next pawns on each pawn's file. Pieces are in the order of the
// squares.
func (r *roam) line() {
	var last [8]int8 // by file, the pawn below; one more than its place
	for i := range r.n {
		m := &r.pieces[i]
		if m.role != Pawn {
			continue
		}
		f := m.at & 7
		below := last[f] - 1
		m.next = [2]int8{below, -1}
		if below >= 0 {
			r.pieces[below].next[white] = int8(i)
		}
		last[f] = int8(i) + 1
	}
}

// step lets every piece use what is possible so far, and reports whether that
// made more possible.
func (r *roam) step() bool {
	r.sum()
	changed := false
	for i := range r.n {
		m := &r.pieces[i]
		stand, crown, gone, away := m.stand, m.crown, m.gone, m.away
		switch m.role {
		case Pawn:
			r.stepPawn(m)
			m.away = away || m.stray|m.crown != 0 || m.stand&r.lands[m.side^1] != 0
		case King:
			r.stepKing(m)
		default:
			m.stand |= spread(m.role, m.stand, r.open(m.side))
		}
		m.gone = gone || m.stand != m.at.bit() || m.role != King && r.lands[m.side^1].Has(m.at)
		if m.stand != stand || m.crown != crown || m.gone != gone || m.away != away {
			changed = true
		}
	}
	return changed
}

// sum gathers what the pieces of each side can do together.
func (r *roam) sum() {
	for s := range r.held {
		r.held[s], r.guard[s], r.lands[s], r.prey[s] = 0, 0, 0, 0
	}
	for i := range r.n {
		m := &r.pieces[i]
		s := m.side
		if !m.gone {
			r.held[s] |= m.at.bit()
			r.guard[s] |= touch(m.role, s, m.at.bit())
		}
		switch m.role {
		case Pawn:
			r.lands[s] |= touch(Pawn, s, m.stand) | m.crown
			r.prey[s] |= m.stand | m.crown
		case King:
			r.lands[s] |= m.stand
		default:
			r.lands[s] |= m.stand
			r.prey[s] |= m.stand
		}
	}
}

// open are the squares a piece may move to, captures included. A piece of its
// own that stays for ever is in the way, and so is the king of the opponent,
// for he is never captured.
func (r *roam) open(side uint8) Bitboard {
	open := ^r.held[side&1]
	if k := &r.pieces[r.king[side&1^1]&31]; !k.gone {
		open &^= k.at.bit()
	}
	return open
}

func (r *roam) stepKing(m *roamer) {
	them := m.side&1 ^ 1
	open := r.open(m.side) &^ r.guard[them]
	// Wherever the other king is, these squares are beside him.
	beside := ^Bitboard(0)
	for at := r.pieces[r.king[them]&31].stand; at != 0 && beside != 0; {
		s := at.pop()
		beside &= kingFrom[s&63] | s.bit()
	}
	m.stand |= spread(King, m.stand, open&^beside)
}

// stepPawn moves a pawn. On its own file it cannot pass a pawn that never
// leaves that file; once it has captured, only what never moves stops it.
func (r *roam) stepPawn(m *roamer) {
	free := ^(r.held[0] | r.held[1])
	for file := m.stand &^ m.stray; ; {
		next := forward(m.side, file) & free & r.lane(m)
		if next&^file == 0 {
			break
		}
		file |= next
		m.stand |= next
	}
	taken := touch(Pawn, m.side, m.stand) & r.prey[m.side&1^1]
	m.stray |= taken
	for {
		next := forward(m.side, m.stray) & free
		if next&^m.stray == 0 {
			break
		}
		m.stray |= next
	}
	m.stand |= m.stray
	if last := m.stand & lastTwo; last != 0 {
		m.crown |= last
		m.crown |= spread(Knight, m.crown, r.open(m.side))
		m.crown |= spread(Queen, m.crown, r.open(m.side))
	}
}

// lane is the part of its file that a pawn may step on while neither it nor
// the pawns ahead of it on the file have left the file.
func (r *roam) lane(m *roamer) Bitboard {
	lane := ahead(m.side, m.at)
	i := m.next[m.side&1]
	for i >= 0 && r.pieces[i].away {
		i = r.pieces[i].next[m.side&1]
	}
	if i < 0 {
		return lane
	}
	o := &r.pieces[i]
	top := o.at
	if o.side == m.side {
		// It makes way as far as it goes itself.
		top = furthest(o.side, o.stand)
	}
	return lane &^ (top.bit() | ahead(m.side, top))
}

// ahead are the squares in front of a pawn up to the last rank.
func ahead(side uint8, s Square) Bitboard {
	if side == white {
		return fileOf[s&63] & (^Bitboard(0) << (s & 63))
	}
	return fileOf[s&63] & (s.bit() - 1)
}

// furthest is the square of a set that is the most advanced.
func furthest(side uint8, b Bitboard) Square {
	if side == white {
		return Square(63 - bits.LeadingZeros64(uint64(b)))
	}
	return b.first()
}

// forward is one step of the pawns of a side.
func forward(side uint8, b Bitboard) Bitboard {
	if side == white {
		return b << 8
	}
	return b >> 8
}

// touch are the squares that pieces attack at a distance of one step.
func touch(role Role, side uint8, b Bitboard) Bitboard {
	l, r := b&^fileA, b&^fileH
	switch role {
	case Pawn:
		if side == white {
			return l<<7 | r<<9
		}
		return l>>9 | r>>7
	case Knight:
		ll, rr := l&^(fileA<<1), r&^(fileH>>1)
		return l<<15 | l>>17 | r<<17 | r>>15 | ll<<6 | ll>>10 | rr<<10 | rr>>6
	case Bishop:
		return l<<7 | l>>9 | r<<9 | r>>7
	case Rook:
		return l>>1 | r<<1 | b<<8 | b>>8
	case Queen, King:
		return l>>1 | r<<1 | b<<8 | b>>8 | l<<7 | l>>9 | r<<9 | r>>7
	}
	return 0
}

// spread are the squares that a piece comes to step by step.
func spread(role Role, from, open Bitboard) Bitboard {
	for {
		next := from | touch(role, 0, from)&open
		if next == from {
			return from
		}
		from = next
	}
}

// promotes reports whether a pawn of the side may ever promote.
func (r *roam) promotes(side uint8) bool {
	for i := range r.n {
		if m := &r.pieces[i]; m.side == side && m.crown != 0 {
			return true
		}
	}
	return false
}
