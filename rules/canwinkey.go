package rules

import "math/bits"

// packed is a position in 24 bytes, without its counters: which squares are
// occupied, and four bits a piece in the order of the squares. Equal packed
// positions are equal positions, so a set of them is exact; a set of digests
// would call a position seen that was not, and so impossible what is possible.
type packed struct {
	occ  uint64
	what [2]uint64
}

// The codes: white pawn to king, black pawn to king, and three that say more.
const (
	codeBlack    = 6
	codePassed   = 12 // the pawn that has just made a double step
	codeCastling = 13 // a rook that may castle; its rank tells its color
	codeToMove   = 14 // the king of the side to move; the other one tells its color
)

// pack needs a sound position of at most maxPieces pieces.
func (p *Position) pack() packed {
	b := &p.board
	k := packed{occ: uint64(b.side[0] | b.side[1])}
	passed := NoSquare
	if p.ep < NoSquare {
		passed = p.ep ^ 8
	}
	n := 0
	for rest := Bitboard(k.occ); rest != 0; n++ {
		s := rest.pop()
		bit := s.bit()
		code := uint64(b.roleAt(s)) - 1
		mine := b.side[p.turn&1]&bit != 0
		switch {
		case code == uint64(King)-1 && mine:
			code = codeToMove
		case p.castling&bit != 0:
			code = codeCastling
		case s == passed:
			code = codePassed
		case b.side[Black&1]&bit != 0:
			code += codeBlack
		}
		k.what[n>>4&1] |= code << (n & 15 << 2)
	}
	return k
}

// unpack is the position of a packed one, its counters zero.
func (k *packed) unpack() Position {
	p := Position{ep: NoSquare, fullmoves: 1}
	b := &p.board
	n, mover := 0, Bitboard(0)
	for rest := Bitboard(k.occ); rest != 0; n++ {
		s := rest.pop()
		bit := s.bit()
		code := k.what[n>>4&1] >> (n & 15 << 2) & 15
		c := White
		switch code {
		case codePassed:
			code = 0
			if s.Rank() == 4 {
				c = Black
			}
			p.ep = s ^ 8
		case codeCastling:
			code = uint64(Rook) - 1
			if s.Rank() == 7 {
				c = Black
			}
			p.castling |= bit
		case codeToMove:
			b.role[King] |= bit
			mover = bit
			continue
		default:
			if code >= codeBlack {
				code -= codeBlack
				c = Black
			}
			if code == uint64(King)-1 {
				p.turn = c.Other()
			}
		}
		b.side[c&1] |= bit
		b.role[code+1] |= bit
	}
	b.side[p.turn&1] |= mover
	return p
}

// hash spreads a packed position over a table.
func (k *packed) hash() uint64 {
	h := k.occ*mix1 ^ bits.RotateLeft64(k.what[0]*mix2, 23) ^ bits.RotateLeft64(k.what[1]*mix3, 41)
	return (h ^ h>>29) * mix1
}
