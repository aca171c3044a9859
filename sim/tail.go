package sim

import (
	"regexp"
	"strings"

	"boardwire/rules"
	"boardwire/sim/hand"
)

// bare returns a move's text without signs of check, praise and blame.
func bare(san string) string { return strings.TrimRight(san, "+#!?") }

var (
	sanMove   = regexp.MustCompile(`^([KQRBN]?)([a-h]?)([1-8]?)[x:-]?([a-h][1-8])(?:=?\(?([QRBN])\)?)?$`)
	sanCastle = regexp.MustCompile(`^[O0]-?[O0](-?[O0])?$`)
)

// misplayed returns what hands do who play the text of a move that the Laws do
// not allow, with the men as they lie: the man that could go there, or one that
// cannot. Not ok when the text names no man and square.
func misplayed(b rules.Board, turn rules.Color, san string) (shifts []hand.Shift, ok bool) {
	san = bare(san)
	if m := sanCastle.FindStringSubmatch(san); m != nil {
		return miscastled(b, turn, m[1] != "")
	}
	m := sanMove.FindStringSubmatch(san)
	if m == nil {
		return nil, false
	}
	role := rules.Pawn
	if m[1] != "" {
		p, _ := rules.ParsePiece(m[1][0])
		role = p.Role()
	}
	to, err := rules.ParseSquare(m[4])
	if err != nil {
		return nil, false
	}
	from := rules.NoSquare
	for s := range b.Pieces(turn, role).Squares() {
		name := s.String()
		if s == to || m[2] != "" && name[:1] != m[2] || m[3] != "" && name[1:] != m[3] {
			continue
		}
		if from == rules.NoSquare || reaches(b, s, to) && !reaches(b, from, to) {
			from = s
		}
	}
	if from == rules.NoSquare {
		return nil, false
	}
	lands := b.At(from)
	if m[5] != "" && role == rules.Pawn {
		p, _ := rules.ParsePiece(m[5][0])
		lands = rules.PieceOf(turn, p.Role())
	}
	return []hand.Shift{{From: from, To: to, Lands: lands}}, true
}

// miscastled puts king and rook where castling puts them.
func miscastled(b rules.Board, turn rules.Color, long bool) ([]hand.Shift, bool) {
	rank := 0
	if turn == rules.Black {
		rank = 7
	}
	king, rook, kingTo, rookTo := rules.SquareAt(4, rank), rules.SquareAt(7, rank), rules.SquareAt(6, rank), rules.SquareAt(5, rank)
	if long {
		rook, kingTo, rookTo = rules.SquareAt(0, rank), rules.SquareAt(2, rank), rules.SquareAt(3, rank)
	}
	if b.At(king) != rules.PieceOf(turn, rules.King) || b.At(rook) != rules.PieceOf(turn, rules.Rook) {
		return nil, false
	}
	return []hand.Shift{{From: king, To: kingTo, Lands: b.At(king)}, {From: rook, To: rookTo, Lands: b.At(rook)}}, true
}

// reaches reports whether the man on from goes to a square as its kind goes,
// without a look at the king's safety.
func reaches(b rules.Board, from, to rules.Square) bool {
	df, dr := to.File()-from.File(), to.Rank()-from.Rank()
	straight, diagonal := df == 0 || dr == 0, df == dr || df == -dr
	switch b.At(from).Role() {
	case rules.King:
		return max(df, -df, dr, -dr) == 1
	case rules.Knight:
		return df*dr == 2 || df*dr == -2
	case rules.Rook:
		return straight && clear(b, from, to)
	case rules.Bishop:
		return diagonal && clear(b, from, to)
	case rules.Queen:
		return (straight || diagonal) && clear(b, from, to)
	}
	forward := 1
	if b.At(from).Color() == rules.Black {
		forward = -1
	}
	if b.At(to) != rules.NoPiece {
		return dr == forward && (df == 1 || df == -1)
	}
	return df == 0 && (dr == forward || dr == 2*forward && clear(b, from, to))
}

// clear reports whether nothing stands between two squares of a line.
func clear(b rules.Board, from, to rules.Square) bool {
	df, dr := sign(to.File()-from.File()), sign(to.Rank()-from.Rank())
	for f, r := from.File()+df, from.Rank()+dr; f != to.File() || r != to.Rank(); f, r = f+df, r+dr {
		if b.At(rules.SquareAt(f, r)) != rules.NoPiece {
			return false
		}
	}
	return true
}

func sign(n int) int { return min(max(n, -1), 1) }
