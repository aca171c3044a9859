package rules

import "fmt"

// Square is a square of the board: A1 is 0, B1 is 1, H8 is 63. Its text form
// is "e4".
type Square uint8

// The squares, and the value that stands for none.
const (
	A1 Square = iota
	B1
	C1
	D1
	E1
	F1
	G1
	H1
	A2
	B2
	C2
	D2
	E2
	F2
	G2
	H2
	A3
	B3
	C3
	D3
	E3
	F3
	G3
	H3
	A4
	B4
	C4
	D4
	E4
	F4
	G4
	H4
	A5
	B5
	C5
	D5
	E5
	F5
	G5
	H5
	A6
	B6
	C6
	D6
	E6
	F6
	G6
	H6
	A7
	B7
	C7
	D7
	E7
	F7
	G7
	H7
	A8
	B8
	C8
	D8
	E8
	F8
	G8
	H8
	NoSquare
)

// SquareAt returns the square on a file and rank counted from 0, NoSquare when
// either is off the board.
func SquareAt(file, rank int) Square {
	if uint(file) > 7 || uint(rank) > 7 {
		return NoSquare
	}
	return Square(rank<<3 | file)
}

// File returns 0 for the a-file to 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for the first rank to 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Rotate returns the square as seen from the other side of the board: a1
// becomes h8. NoSquare stays NoSquare.
func (s Square) Rotate() Square {
	if s >= NoSquare {
		return NoSquare
	}
	return H8 - s
}

// String returns "e4", and "-" for NoSquare as FEN writes it.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// ParseSquare reads a square as "e4". Only lower case is a square.
func ParseSquare(s string) (Square, error) {
	if len(s) == 2 {
		if sq := squareOf(s[0], s[1]); sq != NoSquare {
			return sq, nil
		}
	}
	return NoSquare, fmt.Errorf("square %q: want a file a-h and a rank 1-8, like e4", s)
}

func squareOf(file, rank byte) Square { return SquareAt(int(file)-'a', int(rank)-'1') }

// MarshalText writes what String returns.
func (s Square) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Square) UnmarshalText(text []byte) error {
	if string(text) == "-" {
		*s = NoSquare
		return nil
	}
	sq, err := ParseSquare(string(text))
	if err != nil {
		return err
	}
	*s = sq
	return nil
}
