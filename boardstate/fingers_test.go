package boardstate_test

import (
	"math/rand/v2"
	"time"

	"boardwire/boardstate"
	"boardwire/rules"
)

// fingers is one way to carry a move out.
type fingers struct {
	name    string
	touches []boardstate.Touch
	// brushes says that men are put where no move has them, for an instant.
	brushes bool
	// unseen says that a board without recognition cannot tell what was taken.
	unseen bool
}

// act is one thing a hand does; p is NoPiece when it lifts.
type act struct {
	sq rules.Square
	p  rules.Piece
}

func lift(sq rules.Square) act               { return act{sq: sq} }
func put(sq rules.Square, p rules.Piece) act { return act{sq, p} }

// touches makes the acts into touches 700 ms apart: far enough that their order
// cannot come from one scan.
func touches(identity bool, acts ...act) []boardstate.Touch {
	var list []boardstate.Touch
	for i, a := range acts {
		t := boardstate.Touch{At: epoch.Add(time.Duration(i+1) * 700 * time.Millisecond), Square: a.sq, Piece: a.p, Lifted: a.p == rules.NoPiece}
		if !identity {
			t.Piece = rules.NoPiece
		}
		list = append(list, t)
	}
	return list
}

// orders lists the sensible ways to carry out m.
func orders(r *rand.Rand, p rules.Position, m rules.Move, identity bool) []fingers {
	board := p.Board()
	man := board.At(m.From)
	taken := p.Captured(m)
	var list []fingers
	add := func(name string, acts ...act) *fingers {
		list = append(list, fingers{name: name, touches: touches(identity, acts...)})
		return &list[len(list)-1]
	}
	switch {
	case m.Castle:
		castling(add, board, m)
		return list
	case taken != rules.NoPiece && board.At(m.To) == rules.NoPiece:
		gone := rules.SquareAt(m.To.File(), m.From.Rank())
		for _, o := range permutations(lift(m.From), put(m.To, man), lift(gone)) {
			add("en passant", o...)
		}
		return list
	}
	landed := man
	if m.Promotion != rules.NoRole {
		landed = rules.PieceOf(man.Color(), m.Promotion)
	}
	if taken == rules.NoPiece {
		add("lift first", lift(m.From), put(m.To, landed))
		add("place before lift", put(m.To, landed), lift(m.From))
		add("taken up twice", lift(m.From), put(m.From, man), lift(m.From), put(m.To, landed))
		slides(add, board, m, landed)
	} else {
		add("lift first", lift(m.From), lift(m.To), put(m.To, landed))
		add("captured first", lift(m.To), lift(m.From), put(m.To, landed))
		add("never empty", lift(m.From), put(m.To, landed)).unseen = !identity
		add("capturer placed before it is lifted", lift(m.To), put(m.To, landed), lift(m.From)).unseen = true
		if identity {
			add("never empty, placed before lifted", put(m.To, landed), lift(m.From))
		}
		if g, ok := neighbour(r, p, m); ok && identity {
			add("captured man brushes a neighbour", lift(m.From), put(m.To, landed), put(g, taken), lift(g)).brushes = true
			add("captured man brushes a neighbour on its way", lift(m.To), put(g, taken), lift(g), lift(m.From), put(m.To, landed)).brushes = true
		}
	}
	if m.Promotion != rules.NoRole && taken == rules.NoPiece {
		other := rules.PieceOf(man.Color(), rules.Knight)
		add("pawn waits on the last rank", lift(m.From), put(m.To, man), lift(m.To), put(m.To, landed))
		add("pawn exchanged without a gap", lift(m.From), put(m.To, man), put(m.To, landed))
		add("wrong piece first", lift(m.From), put(m.To, other), lift(m.To), put(m.To, landed))
	}
	if s, p, ok := bystander(r, p, m); ok {
		adjusted := []act{lift(s), put(s, p), lift(m.From)}
		if taken != rules.NoPiece {
			adjusted = append(adjusted, lift(m.To))
		}
		add("j'adoube first", append(adjusted, put(m.To, landed))...)
	}
	return list
}

// slides adds drags over the squares between, seen one by one and with the man
// on two squares at once.
func slides(add func(string, ...act) *fingers, board rules.Board, m rules.Move, landed rules.Piece) {
	man := board.At(m.From)
	df, dr := m.To.File()-m.From.File(), m.To.Rank()-m.From.Rank()
	n := max(df, -df, dr, -dr)
	if man.Role() == rules.Knight || n < 2 {
		return
	}
	clean, smeared := []act{lift(m.From)}, []act(nil)
	at := m.From
	for i := 1; i < n; i++ {
		sq := rules.SquareAt(m.From.File()+df/n*i, m.From.Rank()+dr/n*i)
		clean = append(clean, put(sq, man), lift(sq))
		smeared = append(smeared, put(sq, man), lift(at))
		at = sq
	}
	add("slide", append(clean, put(m.To, landed))...)
	add("slide seen on two squares", append(smeared, put(m.To, landed), lift(at))...)
}

// castling adds every order in which king and rook can go without a hand
// landing one on the other.
func castling(add func(string, ...act) *fingers, board rules.Board, m rules.Move) {
	row := m.From.Rank()
	kingTo, rookTo := rules.SquareAt(2, row), rules.SquareAt(3, row)
	if m.To > m.From {
		kingTo, rookTo = rules.SquareAt(6, row), rules.SquareAt(5, row)
	}
	king, rook := board.At(m.From), board.At(m.To)
	acts := [4]act{lift(m.From), put(kingTo, king), lift(m.To), put(rookTo, rook)}
	for _, o := range permutations(0, 1, 2, 3) {
		var list []act
		for _, i := range o {
			list = append(list, acts[i])
		}
		if feasible(board, list) {
			add("castling", list...)
		}
	}
	if m.From.File() == 4 && m.To.File() == 0 {
		b := rules.SquareAt(1, row)
		add("castling, rook drags", lift(m.From), put(kingTo, king), put(b, rook), lift(m.To), lift(b), put(rookTo, rook))
	}
}

// feasible reports whether every man is lifted before or after it is put down
// without a man landing on another or being taken up in its place.
func feasible(b rules.Board, acts []act) bool {
	for i, a := range acts {
		switch {
		case a.p == rules.NoPiece:
			for _, e := range acts[:i] { // its square was given to another man
				if e.p != rules.NoPiece && e.sq == a.sq {
					return false
				}
			}
			b.Put(a.sq, rules.NoPiece)
		case b.At(a.sq) != rules.NoPiece:
			return false
		default:
			b.Put(a.sq, a.p)
		}
	}
	return true
}

// neighbour returns an empty square beside the target of m.
func neighbour(r *rand.Rand, p rules.Position, m rules.Move) (rules.Square, bool) {
	for _, i := range r.Perm(9) {
		s := rules.SquareAt(m.To.File()+i%3-1, m.To.Rank()+i/3-1)
		if s != rules.NoSquare && s != m.To && s != m.From && p.Board().At(s) == rules.NoPiece {
			return s, true
		}
	}
	return rules.NoSquare, false
}

// bystander returns a man that m has nothing to do with.
func bystander(r *rand.Rand, p rules.Position, m rules.Move) (rules.Square, rules.Piece, bool) {
	for _, i := range r.Perm(64) {
		s := rules.Square(i)
		if man := p.Board().At(s); man != rules.NoPiece && s != m.From && s != m.To {
			return s, man, true
		}
	}
	return rules.NoSquare, rules.NoPiece, false
}

func permutations[T any](items ...T) [][]T {
	if len(items) < 2 {
		return [][]T{items}
	}
	var all [][]T
	for i := range items {
		rest := append(append([]T(nil), items[:i]...), items[i+1:]...)
		for _, tail := range permutations(rest...) {
			all = append(all, append([]T{items[i]}, tail...))
		}
	}
	return all
}
