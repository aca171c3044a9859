package rules

import "fmt"

// Color is one of the two sides. The zero value is no side.
type Color uint8

// The sides. White&1 and Black&1 differ, which Board uses to index by side.
const (
	NoColor Color = iota
	White
	Black
)

// Other returns the opponent, and NoColor for NoColor.
func (c Color) Other() Color {
	if c == NoColor {
		return NoColor
	}
	return 3 - c
}

// String returns "white", "black" or "" for no side.
func (c Color) String() string {
	switch c {
	case White:
		return "white"
	case Black:
		return "black"
	}
	return ""
}

// title is the side as it begins a sentence or stands as a name.
func (c Color) title() string {
	switch c {
	case White:
		return "White"
	case Black:
		return "Black"
	}
	return "nobody"
}

// MarshalText writes what String returns.
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads "white", "black" or the empty text.
func (c *Color) UnmarshalText(text []byte) error {
	switch string(text) {
	case "white":
		*c = White
	case "black":
		*c = Black
	case "":
		*c = NoColor
	default:
		return fmt.Errorf("color %q: want white or black", text)
	}
	return nil
}

// Role is a kind of piece without its color.
type Role uint8

// The roles, from the weakest to the king.
const (
	NoRole Role = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
)

// String returns the English name in lower case, "" for NoRole.
func (r Role) String() string {
	switch r {
	case Pawn:
		return "pawn"
	case Knight:
		return "knight"
	case Bishop:
		return "bishop"
	case Rook:
		return "rook"
	case Queen:
		return "queen"
	case King:
		return "king"
	}
	return ""
}

// Letter returns the English letter in upper case, P for a pawn, and 0 for
// NoRole.
func (r Role) Letter() byte {
	if r == NoRole || r > King {
		return 0
	}
	return " PNBRQK"[r]
}

// roleOf reads an English piece letter in upper case.
func roleOf(b byte) Role {
	switch b {
	case 'P':
		return Pawn
	case 'N':
		return Knight
	case 'B':
		return Bishop
	case 'R':
		return Rook
	case 'Q':
		return Queen
	case 'K':
		return King
	}
	return NoRole
}

// Piece is a role with a color. Its text form is the FEN letter.
type Piece uint8

// The pieces. A black piece is the white one with bit 3 set.
const (
	NoPiece     Piece = 0
	WhitePawn         = Piece(Pawn)
	WhiteKnight       = Piece(Knight)
	WhiteBishop       = Piece(Bishop)
	WhiteRook         = Piece(Rook)
	WhiteQueen        = Piece(Queen)
	WhiteKing         = Piece(King)
	BlackPawn         = 8 | Piece(Pawn)
	BlackKnight       = 8 | Piece(Knight)
	BlackBishop       = 8 | Piece(Bishop)
	BlackRook         = 8 | Piece(Rook)
	BlackQueen        = 8 | Piece(Queen)
	BlackKing         = 8 | Piece(King)
)

// PieceOf returns the piece of that color and role, NoPiece when either is
// missing.
func PieceOf(c Color, r Role) Piece {
	if r == NoRole || r > King {
		return NoPiece
	}
	switch c {
	case White:
		return Piece(r)
	case Black:
		return 8 | Piece(r)
	}
	return NoPiece
}

// Color returns the side of the piece, NoColor for NoPiece.
func (p Piece) Color() Color {
	if p == NoPiece {
		return NoColor
	}
	return White + Color(p>>3)
}

// Role returns the kind of the piece, NoRole for NoPiece.
func (p Piece) Role() Role { return Role(p & 7) }

// Letter returns the FEN letter: upper case for White, lower case for Black,
// and 0 for NoPiece.
func (p Piece) Letter() byte {
	b := p.Role().Letter()
	if b != 0 && p.Color() == Black {
		b += 'a' - 'A'
	}
	return b
}

// String returns the FEN letter, "" for NoPiece.
func (p Piece) String() string {
	if b := p.Letter(); b != 0 {
		return string(rune(b))
	}
	return ""
}

// ParsePiece reads a FEN letter. It reports false for any other byte.
func ParsePiece(b byte) (Piece, bool) {
	if r := roleOf(b); r != NoRole {
		return Piece(r), true
	}
	if 'a' <= b && b <= 'z' {
		if r := roleOf(b - 'a' + 'A'); r != NoRole {
			return 8 | Piece(r), true
		}
	}
	return NoPiece, false
}

// MarshalText writes the FEN letter, nothing for NoPiece.
func (p Piece) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a FEN letter; empty text is NoPiece.
func (p *Piece) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*p = NoPiece
		return nil
	}
	if len(text) == 1 {
		if q, ok := ParsePiece(text[0]); ok {
			*p = q
			return nil
		}
	}
	return fmt.Errorf("piece %q: want one of PNBRQKpnbrqk", text)
}
