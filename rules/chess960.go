package rules

import "fmt"

// Chess960Positions is how many start positions Chess960 has (2023, Guidelines
// II.2): they are numbered from 0, and 518 is that of classical chess.
const Chess960Positions = 960

// Chess960 returns the start position with a number, in the numbering of
// Reinhard Scharnagl: first the bishops, by the number's remainders, then the
// queen, then the knights on what is left, and the king between the rooks.
func Chess960(number int) (Position, error) {
	if number < 0 || number >= Chess960Positions {
		return Position{}, fmt.Errorf("chess960: position %d: want 0 to %d", number, Chess960Positions-1)
	}
	var rear [8]Role
	free := [8]bool{true, true, true, true, true, true, true, true}
	put := func(r Role, nth int) { // on the nth free square from the left
		for file := range free {
			if !free[file] {
				continue
			}
			if nth == 0 {
				rear[file], free[file] = r, false
				return
			}
			nth--
		}
	}
	n := number
	light, dark := 2*(n%4)+1, 2*(n/4%4)
	rear[light], free[light] = Bishop, false
	rear[dark], free[dark] = Bishop, false
	n /= 16
	put(Queen, n%6)
	n /= 6
	// The ten pairs of the five squares left, in order: 01 02 03 04 12 13 14 23 24 34.
	first, second := 0, n
	for span := 4; second >= span; span-- {
		second -= span
		first++
	}
	put(Knight, first)
	put(Knight, first+second) // one square fewer is free now
	for _, r := range [...]Role{Rook, King, Rook} {
		put(r, 0)
	}
	s := Setup{Turn: White, EnPassant: NoSquare, Fullmoves: 1}
	for file, r := range rear {
		for _, c := range [...]Color{White, Black} {
			back, pawns := 0, 1
			if c == Black {
				back, pawns = 7, 6
			}
			sq := SquareAt(file, back)
			s.Board.Put(sq, PieceOf(c, r))
			s.Board.Put(SquareAt(file, pawns), PieceOf(c, Pawn))
			if r == Rook {
				s.Castling = s.Castling.With(sq)
			}
		}
	}
	return s.Position(0)
}
