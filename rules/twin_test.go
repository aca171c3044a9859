package rules_test

import (
	"slices"

	"boardwire/rules"
)

// twin finds the legal moves the slow way, as an oracle: an array of 64 pieces,
// every move tried on a copy and thrown away when it leaves the king attacked.
// It shares no table with the package.
type twin struct {
	at       [64]rules.Piece
	turn     rules.Color
	castling [64]bool
	ep       rules.Square
}

func newTwin(s rules.Setup) twin {
	t := twin{turn: s.Turn, ep: s.EnPassant}
	for sq := range rules.NoSquare {
		t.at[sq] = s.Board.At(sq)
		t.castling[sq] = s.Castling.Has(sq)
	}
	return t
}

var (
	straight = [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	slanted  = [][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	jumps    = [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	star     = append(slices.Clone(straight), slanted...)
)

func moved(s rules.Square, d [2]int) rules.Square {
	return rules.SquareAt(s.File()+d[0], s.Rank()+d[1])
}

// hits returns the squares the piece on s attacks.
func (t *twin) hits(s rules.Square) (out []rules.Square) {
	walk := func(dirs [][2]int, far bool) {
		for _, d := range dirs {
			for to := moved(s, d); to != rules.NoSquare; to = moved(to, d) {
				out = append(out, to)
				if !far || t.at[to] != rules.NoPiece {
					break
				}
			}
		}
	}
	switch p := t.at[s]; p.Role() {
	case rules.Pawn:
		walk([][2]int{{-1, up(p.Color())}, {1, up(p.Color())}}, false)
	case rules.Knight:
		walk(jumps, false)
	case rules.Bishop:
		walk(slanted, true)
	case rules.Rook:
		walk(straight, true)
	case rules.Queen:
		walk(star, true)
	case rules.King:
		walk(star, false)
	}
	return out
}

func up(c rules.Color) int {
	if c == rules.White {
		return 1
	}
	return -1
}

func (t *twin) attacked(s rules.Square, by rules.Color) bool {
	for from := range rules.NoSquare {
		if t.at[from].Color() == by && slices.Contains(t.hits(from), s) {
			return true
		}
	}
	return false
}

func (t *twin) king(c rules.Color) rules.Square {
	for s := range rules.NoSquare {
		if t.at[s] == rules.PieceOf(c, rules.King) {
			return s
		}
	}
	return rules.NoSquare
}

func (t *twin) inCheck(c rules.Color) bool {
	k := t.king(c)
	return k != rules.NoSquare && t.attacked(k, c.Other())
}

// play makes the move, legal or not, and returns what it leaves.
func (t twin) play(m rules.Move) twin {
	piece, ep := t.at[m.From], t.ep
	t.ep = rules.NoSquare
	t.castling[m.From], t.castling[m.To] = false, false
	if piece.Role() == rules.King {
		for f := range 8 {
			t.castling[rules.SquareAt(f, home(t.turn))] = false
		}
	}
	if m.Castle {
		king, rook := castled(m)
		t.at[m.From], t.at[m.To] = rules.NoPiece, rules.NoPiece
		t.at[king], t.at[rook] = piece, rules.PieceOf(t.turn, rules.Rook)
	} else {
		t.at[m.From], t.at[m.To] = rules.NoPiece, piece
		if m.Promotion != rules.NoRole {
			t.at[m.To] = rules.PieceOf(t.turn, m.Promotion)
		}
		if piece.Role() == rules.Pawn {
			if m.To == ep {
				t.at[rules.SquareAt(m.To.File(), m.From.Rank())] = rules.NoPiece
			}
			if d := m.To.Rank() - m.From.Rank(); d*d == 4 {
				t.ep = rules.SquareAt(m.To.File(), m.From.Rank()+d/2)
			}
		}
	}
	t.turn = t.turn.Other()
	return t
}

func home(c rules.Color) int {
	if c == rules.White {
		return 0
	}
	return 7
}

func castled(m rules.Move) (king, rook rules.Square) {
	if m.To.File() > m.From.File() {
		return rules.SquareAt(6, m.From.Rank()), rules.SquareAt(5, m.From.Rank())
	}
	return rules.SquareAt(2, m.From.Rank()), rules.SquareAt(3, m.From.Rank())
}

// legal returns the legal moves, sorted.
func (t *twin) legal() []rules.Move {
	var out []rules.Move
	try := func(m rules.Move) {
		if t.at[m.To].Role() == rules.King {
			return
		}
		after := t.play(m)
		if !after.inCheck(t.turn) {
			out = append(out, m)
		}
	}
	for from := range rules.NoSquare {
		if t.at[from].Color() != t.turn {
			continue
		}
		if t.at[from].Role() == rules.Pawn {
			t.pawn(from, try)
			continue
		}
		for _, to := range t.hits(from) {
			if t.at[to].Color() != t.turn {
				try(rules.Move{From: from, To: to})
			}
		}
	}
	for rook := range rules.NoSquare {
		m := rules.Move{From: t.king(t.turn), To: rook, Castle: true}
		if t.castling[rook] && rook.Rank() == home(t.turn) && t.mayCastle(m) {
			after := t.play(m)
			if !after.inCheck(t.turn) {
				out = append(out, m)
			}
		}
	}
	sortMoves(out)
	return out
}

func (t *twin) pawn(from rules.Square, try func(rules.Move)) {
	forward := up(t.turn)
	emit := func(to rules.Square) {
		if to.Rank() == 0 || to.Rank() == 7 {
			for _, r := range []rules.Role{rules.Queen, rules.Rook, rules.Bishop, rules.Knight} {
				try(rules.Move{From: from, To: to, Promotion: r})
			}
			return
		}
		try(rules.Move{From: from, To: to})
	}
	if to := moved(from, [2]int{0, forward}); to != rules.NoSquare && t.at[to] == rules.NoPiece {
		emit(to)
		if from.Rank() == home(t.turn)+forward {
			if far := moved(to, [2]int{0, forward}); t.at[far] == rules.NoPiece {
				emit(far)
			}
		}
	}
	for _, to := range t.hits(from) {
		if t.at[to].Color() == t.turn.Other() || to == t.ep && t.ep != rules.NoSquare {
			emit(to)
		}
	}
}

// mayCastle walks king and rook to where they land: every square on the way is
// free but for the two, and the king is attacked on none of his.
func (t *twin) mayCastle(m rules.Move) bool {
	king, rook := castled(m)
	free := func(a, b rules.Square) bool {
		for f := min(a.File(), b.File()); f <= max(a.File(), b.File()); f++ {
			s := rules.SquareAt(f, m.From.Rank())
			if s != m.From && s != m.To && t.at[s] != rules.NoPiece {
				return false
			}
		}
		return true
	}
	if !free(m.From, king) || !free(m.To, rook) {
		return false
	}
	bare := *t
	bare.at[m.From] = rules.NoPiece
	for f := min(m.From.File(), king.File()); f <= max(m.From.File(), king.File()); f++ {
		if bare.attacked(rules.SquareAt(f, m.From.Rank()), t.turn.Other()) {
			return false
		}
	}
	return true
}

func sortMoves(moves []rules.Move) {
	slices.SortFunc(moves, func(a, b rules.Move) int {
		rank := func(m rules.Move) int {
			n := int(m.From)<<12 | int(m.To)<<4 | int(m.Promotion)<<1
			if m.Castle {
				n |= 1
			}
			return n
		}
		return rank(a) - rank(b)
	})
}
