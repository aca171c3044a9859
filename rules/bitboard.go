package rules

import (
	"iter"
	"math/bits"
)

// Bitboard is a set of squares; bit n is square n.
type Bitboard uint64

const (
	fileA   Bitboard = 0x0101010101010101
	fileH   Bitboard = fileA << 7
	rank1   Bitboard = 0xff
	rank2   Bitboard = rank1 << 8
	rank3   Bitboard = rank1 << 16
	rank6   Bitboard = rank1 << 40
	rank7   Bitboard = rank1 << 48
	rank8   Bitboard = rank1 << 56
	lastTwo          = rank1 | rank8
	light   Bitboard = 0x55aa55aa55aa55aa
)

func (s Square) bit() Bitboard { return 1 << (s & 63) }

// Has reports whether the set holds s. It never holds NoSquare.
func (b Bitboard) Has(s Square) bool { return s < NoSquare && b>>(s&63)&1 != 0 }

// With returns the set with s added; NoSquare adds nothing.
func (b Bitboard) With(s Square) Bitboard {
	if s >= NoSquare {
		return b
	}
	return b | s.bit()
}

// Without returns the set with s removed.
func (b Bitboard) Without(s Square) Bitboard {
	if s >= NoSquare {
		return b
	}
	return b &^ s.bit()
}

// Count returns the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// Squares yields the squares of the set from a1 to h8.
func (b Bitboard) Squares() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for b != 0 {
			if !yield(b.pop()) {
				return
			}
		}
	}
}

// first returns the lowest square, 64 (NoSquare) for the empty set.
func (b Bitboard) first() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// pop removes the lowest square of a set that is not empty and returns it.
func (b *Bitboard) pop() Square {
	s := b.first()
	*b &= *b - 1
	return s
}

func (b Bitboard) several() bool { return b&(b-1) != 0 }

// rotate turns the board by half a circle.
func (b Bitboard) rotate() Bitboard { return Bitboard(bits.Reverse64(uint64(b))) }

func backRank(c Color) Bitboard {
	if c == White {
		return rank1
	}
	return rank8
}
