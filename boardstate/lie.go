package boardstate

import "boardwire/rules"

// Lie is how a board lies between the players: where in its own frame White
// sits. The zero value has White on the side of its first rank.
type Lie uint8

// The lies that a start can show. A board that is Turned about is placed
// rightly: White only sits on its other side. On one that is turned by a quarter
// the light corner is not at the players' right (Laws 2023, 2.1): White sits on
// the side of its a-file, or of its h-file. A queen that stands on her own color
// there has changed places with her king, on both sides: the men stand as in a
// mirror, and so do all moves.
const (
	Straight Lie = iota
	OnFileH      // a quarter: White sits along the h-file
	Turned
	OnFileA // a quarter: White sits along the a-file
	_
	MirroredH // OnFileH as in a mirror
	_
	MirroredA // OnFileA as in a mirror
	mostLies
)

const (
	quarters Lie = 3
	mirror   Lie = 4
)

// Askew says that the board is turned by a quarter.
func (l Lie) Askew() bool { return l&1 != 0 }

// Mirrored says that the men stand as in a mirror.
func (l Lie) Mirrored() bool { return l&mirror != 0 }

// views holds for each lie where a square of the board's frame is for the
// players, frames the way back.
var views, frames = func() (views, frames [mostLies][64]rules.Square) {
	for l := range Lie(mostLies) {
		for sq := range rules.NoSquare {
			f, r := sq.File(), sq.Rank()
			for range l & quarters {
				f, r = r, 7-f
			}
			if l.Mirrored() {
				f = 7 - f
			}
			to := rules.SquareAt(f, r)
			views[l][sq], frames[l][to] = to, sq
		}
	}
	return views, frames
}()

// Square returns where the players see a square of the board's own frame.
func (l Lie) Square(sq rules.Square) rules.Square { return look(&views, l, sq) }

// Frame returns which square of the board's own frame the players see on sq.
func (l Lie) Frame(sq rules.Square) rules.Square { return look(&frames, l, sq) }

func look(table *[mostLies][64]rules.Square, l Lie, sq rules.Square) rules.Square {
	if sq >= rules.NoSquare || l >= mostLies {
		return rules.NoSquare
	}
	return table[l][sq]
}

// Touch returns a touch of the board's own frame as the players see it.
func (l Lie) Touch(t Touch) Touch {
	t.Square = l.Square(t.Square)
	return t
}

// Surface returns a surface of the board's own frame as the players see it,
// White below.
func (l Lie) Surface(s Surface) Surface { return l.through(&views, s) }

// Raw returns a surface as the players see it in the board's own frame: the way
// back of Surface.
func (l Lie) Raw(s Surface) Surface { return l.through(&frames, s) }

func (l Lie) through(table *[mostLies][64]rules.Square, s Surface) Surface {
	switch {
	case l == Straight || l >= mostLies:
		return s
	case l == Turned:
		return s.Rotate()
	}
	out := Surface{Identity: s.Identity}
	for sq := range s.Occupied.Squares() {
		out.Occupied = out.Occupied.With(table[l][sq])
	}
	for sq := range s.Board.Occupied().Squares() {
		out.Board.Put(table[l][sq], s.Board.At(sq))
	}
	return out
}

// Result returns what kings say that stand in the centre as the players see it:
// on a board turned by a quarter its light squares are where they see dark ones.
func (l Lie) Result(r rules.Result) rules.Result {
	if !l.Askew() || l.Mirrored() {
		return r
	}
	switch r {
	case rules.WhiteWins:
		return rules.BlackWins
	case rules.BlackWins:
		return rules.WhiteWins
	}
	return r
}
