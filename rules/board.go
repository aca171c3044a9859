package rules

import (
	"fmt"
	"strings"
)

// Board says which piece stands where, and nothing else. It is comparable with
// ==. The zero value is the empty board.
type Board struct {
	side [2]Bitboard // by color&1
	role [8]Bitboard // by role; 0 and 7 stay empty
}

// At returns the piece on s, NoPiece for an empty square and for NoSquare.
func (b *Board) at(s Square) Piece {
	bit := s.bit()
	if b.side[White&1]&bit != 0 {
		return Piece(b.roleAt(s))
	}
	if b.side[Black&1]&bit != 0 {
		return 8 | Piece(b.roleAt(s))
	}
	return NoPiece
}

// roleAt puts the number of the role together from its three binary digits.
func (b *Board) roleAt(s Square) Role {
	s &= 63
	ones := (b.role[Pawn] | b.role[Bishop] | b.role[Queen]) >> s & 1
	twos := (b.role[Knight] | b.role[Bishop] | b.role[King]) >> s & 1
	fours := (b.role[Rook] | b.role[Queen] | b.role[King]) >> s & 1
	return Role(ones | twos<<1 | fours<<2)
}

// At returns the piece on s, NoPiece for an empty square and for NoSquare.
func (b Board) At(s Square) Piece {
	if s >= NoSquare {
		return NoPiece
	}
	return b.at(s)
}

// Put sets what stands on s; NoPiece empties the square. NoSquare is ignored.
func (b *Board) Put(s Square, p Piece) {
	if s >= NoSquare {
		return
	}
	bit := s.bit()
	b.side[0] &^= bit
	b.side[1] &^= bit
	for i := range b.role {
		b.role[i] &^= bit
	}
	if c := p.Color(); c != NoColor {
		b.side[c&1] |= bit
		b.role[p.Role()&7] |= bit
	}
}

// Occupied returns the squares that are not empty.
func (b Board) Occupied() Bitboard { return b.side[0] | b.side[1] }

// ByColor returns the squares of one side's pieces, none for NoColor.
func (b Board) ByColor(c Color) Bitboard {
	if c != White && c != Black {
		return 0
	}
	return b.side[c&1]
}

// ByRole returns the squares of the pieces of that role, none for NoRole.
func (b Board) ByRole(r Role) Bitboard { return b.role[r&7] }

// Pieces returns the squares of one side's pieces of one role.
func (b Board) Pieces(c Color, r Role) Bitboard { return b.ByColor(c) & b.role[r&7] }

// King returns the square of that side's king, the lowest if there are more,
// and NoSquare if there is none.
func (b Board) King(c Color) Square { return b.Pieces(c, King).first() }

// Rotate returns the board turned by half a circle, as seen by a sensor that
// lies the wrong way round. Colors stay.
func (b Board) Rotate() Board {
	for i := range b.side {
		b.side[i] = b.side[i].rotate()
	}
	for i := range b.role {
		b.role[i] = b.role[i].rotate()
	}
	return b
}

// Placement returns the first field of a FEN.
func (b Board) Placement() string { return string(b.appendPlacement(make([]byte, 0, 72))) }

func (b *Board) appendPlacement(dst []byte) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			p := b.at(SquareAt(file, rank))
			if p == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				dst = append(dst, '0'+empty)
				empty = 0
			}
			dst = append(dst, p.Letter())
		}
		if empty > 0 {
			dst = append(dst, '0'+empty)
		}
		if rank > 0 {
			dst = append(dst, '/')
		}
	}
	return dst
}

// String returns the placement.
func (b Board) String() string { return b.Placement() }

// ParsePlacement reads the first field of a FEN: eight ranks from the eighth
// down, each of exactly eight squares. Two digits in a row are tolerated.
func ParsePlacement(s string) (Board, error) {
	var b Board
	ranks := strings.Split(s, "/")
	if len(ranks) != 8 {
		return Board{}, fmt.Errorf("placement %q: %d ranks, want 8 parted by /", s, len(ranks))
	}
	for i, text := range ranks {
		rank, file := 7-i, 0
		for j := 0; j < len(text); j++ {
			ch := text[j]
			if '1' <= ch && ch <= '8' {
				file += int(ch - '0')
				continue
			}
			p, ok := ParsePiece(ch)
			if !ok {
				return Board{}, fmt.Errorf("placement, rank %d %q: %q is not a piece letter (PNBRQKpnbrqk) or a digit 1-8", rank+1, text, ch)
			}
			if file > 7 {
				break
			}
			b.Put(SquareAt(file, rank), p)
			file++
		}
		if file != 8 || len(text) > 8 {
			return Board{}, fmt.Errorf("placement, rank %d %q: want exactly 8 squares", rank+1, text)
		}
	}
	return b, nil
}
