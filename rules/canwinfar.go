package rules

// What follows decides in which order a hunt looks at positions, and nothing
// else. The weights were found by trial on games.

// sight is what the guesses about a position have in common.
type sight struct {
	own, foe   Bitboard
	king, prey Square
	hit        Bitboard // attacked by the hunter's men, king included, through the prey
	near       int      // how near the nearest of them is to the prey
	press      int      // how many attacks there are on squares beside the prey
}

func (h *hunt) sight(p *Position) sight {
	b := &p.board
	v := sight{own: b.side[h.c&1], foe: b.side[h.c&1^1]}
	v.king, v.prey = (v.own & b.role[King]).first(), (v.foe & b.role[King]).first()
	occ := (v.own | v.foe) &^ v.prey.bit()
	v.hit = kingFrom[v.king&63] | touch(Pawn, uint8(h.c&1), v.own&b.role[Pawn])
	v.near = 8
	for men := v.own &^ (b.role[Pawn] | b.role[King]); men != 0; {
		s := men.pop()
		v.near = min(v.near, gap(s, v.prey))
		var hit Bitboard
		if s.bit()&b.role[Knight] != 0 {
			hit = knightFrom[s&63]
		}
		if s.bit()&(b.role[Bishop]|b.role[Queen]) != 0 {
			hit |= bishopFrom(s, occ)
		}
		if s.bit()&(b.role[Rook]|b.role[Queen]) != 0 {
			hit |= rookFrom(s, occ)
		}
		v.press += (hit & kingFrom[v.prey&63]).Count()
		v.hit |= hit
	}
	return v
}

// far guesses how far a position is from a mate given by the hunter; less is
// nearer.
func (h *hunt) far(p *Position, v *sight) int {
	b := &p.board
	men := v.foe &^ b.role[King]
	if v.own&(b.role[Queen]|b.role[Rook]|b.role[Pawn]) == 0 {
		return h.corner(p, v)
	}
	flights := kingFrom[v.prey&63] &^ v.hit &^ men
	d := 3*flights.Count() + edge(v.prey) + 2*gap(v.king, v.prey) + v.near + max(0, 24-2*v.press)
	if v.own&(b.role[Queen]|b.role[Rook]) == 0 {
		if pawns := v.own & b.role[Pawn]; pawns != 0 {
			d += h.promote(pawns, v.own|v.foe)
		}
	}
	return d
}

// corner guesses for a hunter without pawns and heavy pieces. Such a mate is
// given in a corner, with a man of the prey's own in his way where the hunter
// has too few.
func (h *hunt) corner(p *Position, v *sight) int {
	b := &p.board
	bishops := v.own & b.role[Bishop]
	men := v.foe &^ b.role[King]
	best := 500
	for corners := Bitboard(1 | 1<<7 | 1<<56 | 1<<63); corners != 0; {
		c := corners.pop()
		shade := light
		if !light.Has(c) {
			shade = ^light
		}
		if v.own&b.role[Knight] == 0 && bishops&shade == 0 {
			continue // no bishop ever attacks it
		}
		d := 3*gap(v.prey, c) + 3*max(0, gap(v.king, c)-2)
		block := 8
		for rest := men; rest != 0; {
			block = min(block, max(1, gap(rest.pop(), c)))
		}
		if men != 0 {
			d += 2 * block
		}
		best = min(best, d)
	}
	flights := kingFrom[v.prey&63] &^ v.hit &^ men
	return best + flights.Count() + v.near/2
}

// strip guesses how far it is to a position in which the hunter has a heavy
// piece and the other side nothing: from there a mate is near.
func (h *hunt) strip(p *Position, v *sight) int {
	b := &p.board
	men := v.foe &^ b.role[King]
	if men == 0 {
		return h.far(p, v)
	}
	d := 40 + 16*men.Count()
	if v.own&(b.role[Queen]|b.role[Rook]) == 0 {
		d += h.promote(v.own&b.role[Pawn], v.own|v.foe)
	}
	return d + h.chase(p, v, men)
}

// chase is how many moves of one man it takes to attack one of these.
func (h *hunt) chase(p *Position, v *sight, men Bitboard) int {
	b := &p.board
	if v.hit&men != 0 {
		return 0
	}
	bishops := v.own & b.role[Bishop]
	if v.own&(b.role[Queen]|b.role[Rook]) != 0 || bishops&light != 0 && men&light != 0 || bishops&^light != 0 && men&^light != 0 {
		return 1
	}
	d := 1
	king, knights := v.king.bit(), v.own&b.role[Knight]
	for ; d < 8; d++ {
		king |= touch(King, 0, king)
		knights |= touch(Knight, 0, knights)
		if (touch(King, 0, king)|touch(Knight, 0, knights))&men != 0 {
			break
		}
	}
	return d
}

// promote is how far the most advanced pawn is from promoting.
func (h *hunt) promote(pawns, occ Bitboard) int {
	best := 16
	for pawns != 0 {
		s := pawns.pop()
		way := ahead(uint8(h.c&1), s)
		best = min(best, way.Count()+2*(way&occ).Count())
	}
	return 4 + 2*best
}

// gap is how many steps a king needs from one square to the other.
func gap(a, b Square) int {
	df, dr := a.File()-b.File(), a.Rank()-b.Rank()
	return max(df, -df, dr, -dr)
}

// edge is how far a square is from the nearest corner, in files and ranks.
func edge(s Square) int {
	f, r := s.File(), s.Rank()
	return min(f, 7-f) + min(r, 7-r)
}
