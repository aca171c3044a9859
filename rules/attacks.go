package rules

import "math/bits"

// Attack tables, filled once. Lines through a square exclude the square.
var (
	knightFrom [64]Bitboard
	kingFrom   [64]Bitboard
	pawnFrom   [2][64]Bitboard // by color&1: squares a pawn there attacks
	fileOf     [64]Bitboard
	diagOf     [64]Bitboard
	antiOf     [64]Bitboard
	rankFrom   [8][64]uint8     // by file and the six inner squares of the rank
	between    [64][64]Bitboard // strictly between two squares of a line
	through    [64][64]Bitboard // the whole line through two squares, edge to edge
)

func init() {
	step := func(s Square, df, dr int) Bitboard {
		return Bitboard(0).With(SquareAt(s.File()+df, s.Rank()+dr))
	}
	ray := func(s Square, df, dr int) (b Bitboard) {
		for t := SquareAt(s.File()+df, s.Rank()+dr); t != NoSquare; t = SquareAt(t.File()+df, t.Rank()+dr) {
			b |= t.bit()
		}
		return b
	}
	for s := A1; s <= H8; s++ {
		for _, d := range [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			knightFrom[s] |= step(s, d[0], d[1])
		}
		for _, d := range [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}} {
			kingFrom[s] |= step(s, d[0], d[1])
		}
		pawnFrom[White&1][s] = step(s, -1, 1) | step(s, 1, 1)
		pawnFrom[Black&1][s] = step(s, -1, -1) | step(s, 1, -1)
		fileOf[s] = ray(s, 0, 1) | ray(s, 0, -1)
		diagOf[s] = ray(s, 1, 1) | ray(s, -1, -1)
		antiOf[s] = ray(s, -1, 1) | ray(s, 1, -1)
	}
	for file := range 8 {
		for inner := range 64 {
			occ := inner << 1
			var reach uint8
			for f := file + 1; f < 8; f++ {
				reach |= 1 << f
				if occ>>f&1 != 0 {
					break
				}
			}
			for f := file - 1; f >= 0; f-- {
				reach |= 1 << f
				if occ>>f&1 != 0 {
					break
				}
			}
			rankFrom[file][inner] = reach
		}
	}
	for a := A1; a <= H8; a++ {
		for _, d := range [][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}} {
			line := ray(a, d[0], d[1]) | ray(a, -d[0], -d[1]) | a.bit()
			var passed Bitboard
			for b := SquareAt(a.File()+d[0], a.Rank()+d[1]); b != NoSquare; b = SquareAt(b.File()+d[0], b.Rank()+d[1]) {
				between[a][b] = passed
				through[a][b] = line
				passed |= b.bit()
			}
		}
	}
}

// slide returns what a slider on s reaches along one line that is not a rank.
// Subtracting the slider from the blockers flips exactly the squares up to the
// first blocker; mirroring the ranks does the same for the other direction.
func slide(s Square, occ, line Bitboard) Bitboard {
	o := uint64(occ & line)
	up := o - 2<<(s&63)
	down := bits.ReverseBytes64(bits.ReverseBytes64(o) - 2<<((s^56)&63))
	return Bitboard(up^down) & line
}

func bishopFrom(s Square, occ Bitboard) Bitboard {
	s &= 63
	return slide(s, occ, diagOf[s]) | slide(s, occ, antiOf[s])
}

func rookFrom(s Square, occ Bitboard) Bitboard {
	s &= 63
	shift := s & 56
	row := Bitboard(rankFrom[s&7][occ>>shift>>1&63]) << shift
	return slide(s, occ, fileOf[s]) | row
}
