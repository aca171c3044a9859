package rules

import (
	"fmt"
	"strconv"
	"strings"
)

// StartFEN is the start position of classical chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// ParseFEN reads a FEN with standard, X-FEN or Shredder-FEN castling letters.
// Missing counters are read as 0 and 1, a missing castling or en passant field
// as none, a move number of 0 as 1. Nothing is checked beyond the notation:
// that is for Setup.Position. Errors name the field, the token and what was
// expected.
func ParseFEN(s string) (Setup, error) {
	fields := strings.Fields(s)
	if len(fields) < 2 || len(fields) > 6 {
		return Setup{}, fmt.Errorf("fen %q: %d fields, want 2 to 6: placement, side, castling, en passant, halfmoves, move number", clip(s), len(fields))
	}
	board, err := ParsePlacement(fields[0])
	if err != nil {
		return Setup{}, fmt.Errorf("fen: %w", err)
	}
	out := Setup{Board: board, EnPassant: NoSquare, Fullmoves: 1}
	switch fields[1] {
	case "w":
		out.Turn = White
	case "b":
		out.Turn = Black
	default:
		return Setup{}, fmt.Errorf("fen, side to move %q: want w or b", clip(fields[1]))
	}
	if len(fields) > 2 {
		if out.Castling, err = parseCastling(&out.Board, fields[2]); err != nil {
			return Setup{}, fmt.Errorf("fen, castling %q: %w", clip(fields[2]), err)
		}
	}
	if len(fields) > 3 && fields[3] != "-" {
		if out.EnPassant, err = ParseSquare(fields[3]); err != nil {
			return Setup{}, fmt.Errorf("fen, en passant %q: want - or a square like e3", clip(fields[3]))
		}
	}
	if len(fields) > 4 {
		if out.Halfmoves, err = parseCounter(fields[4]); err != nil {
			return Setup{}, fmt.Errorf("fen, halfmoves %q: %w", clip(fields[4]), err)
		}
	}
	if len(fields) > 5 {
		if out.Fullmoves, err = parseCounter(fields[5]); err != nil {
			return Setup{}, fmt.Errorf("fen, move number %q: %w", clip(fields[5]), err)
		}
		out.Fullmoves = max(out.Fullmoves, 1)
	}
	return out, nil
}

// clip keeps a hostile token from filling an error message.
func clip(s string) string {
	if len(s) > 100 {
		return s[:100] + "..."
	}
	return s
}

func parseCounter(s string) (int, error) {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil || n > maxCounter {
		return 0, fmt.Errorf("want a number from 0 to %d", maxCounter)
	}
	return int(n), nil
}

// parseCastling turns letters into rook squares. K and Q mean the outermost
// rook on that side of the king (the corner when there is none), a letter A-H
// the square on that file. Whether such a right can be is for Position to say.
func parseCastling(b *Board, s string) (Bitboard, error) {
	var rights Bitboard
	if s == "-" {
		return 0, nil
	}
	for i := 0; i < len(s); i++ {
		c, ch := White, s[i]
		if ch >= 'a' {
			c, ch = Black, ch-('a'-'A')
		}
		row := backRank(c).first()
		left, right := castlingRooks(b, c)
		switch {
		case ch == 'K' && right != NoSquare:
			rights |= right.bit()
		case ch == 'K':
			rights |= (row | 7).bit()
		case ch == 'Q' && left != NoSquare:
			rights |= left.bit()
		case ch == 'Q':
			rights |= row.bit()
		case 'A' <= ch && ch <= 'H':
			rights |= (row | Square(ch-'A')).bit()
		default:
			return 0, fmt.Errorf("%q is none of KQkq, A-H, a-h, -", s[i])
		}
	}
	return rights, nil
}

// castlingRooks returns the rooks that Q and K name: the outermost on either
// side of a king on its back rank.
func castlingRooks(b *Board, c Color) (left, right Square) {
	king := b.King(c)
	if king == NoSquare || !backRank(c).Has(king) {
		return NoSquare, NoSquare
	}
	rooks := b.Pieces(c, Rook) & backRank(c)
	left = (rooks & (king.bit() - 1)).first()
	right = NoSquare
	for rest := rooks &^ (king.bit() - 1); rest != 0; {
		right = rest.pop()
	}
	return left, right
}

// FEN writes the setup as X-FEN: KQkq where that names the right rook, the file
// of the rook otherwise. It writes what the setup holds, the en passant square
// included; castling rights off the back ranks and a missing turn (written as w)
// have no notation.
func (s Setup) FEN() string { return s.fen(false) }

// ShredderFEN writes the setup like FEN, but every castling right as the file
// of its rook: HAha for the start position of classical chess.
func (s Setup) ShredderFEN() string { return s.fen(true) }

func (s Setup) fen(files bool) string {
	dst := s.Board.appendPlacement(make([]byte, 0, 96))
	if s.Turn == Black {
		dst = append(dst, " b "...)
	} else {
		dst = append(dst, " w "...)
	}
	dst = s.appendCastling(dst, files)
	dst = append(dst, ' ')
	dst = append(dst, s.EnPassant.String()...)
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, int64(s.Halfmoves), 10)
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, int64(s.Fullmoves), 10)
	return string(dst)
}

func (s Setup) appendCastling(dst []byte, files bool) []byte {
	start := len(dst)
	for _, c := range [...]Color{White, Black} {
		lower := byte(0)
		if c == Black {
			lower = 'a' - 'A'
		}
		left, right := castlingRooks(&s.Board, c)
		// From the h-file to the a-file: K before Q.
		for file := 7; file >= 0; file-- {
			sq := backRank(c).first() | Square(file)
			switch {
			case !s.Castling.Has(sq):
			case sq == right && !files:
				dst = append(dst, 'K'+lower)
			case sq == left && !files:
				dst = append(dst, 'Q'+lower)
			default:
				dst = append(dst, 'A'+byte(file)+lower)
			}
		}
	}
	if len(dst) == start {
		dst = append(dst, '-')
	}
	return dst
}
