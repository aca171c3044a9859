package rules

import "fmt"

// Line is a game so far: a start position and the legal moves played from it,
// with the number of times each position has stood on the board. Make one with
// NewLine.
type Line struct {
	moves  []Move
	states []state // one more than moves
}

type state struct {
	pos   Position
	key   Key
	times int // appearances up to here, this one counted
}

// NewLine returns a line without moves. The start counts as one appearance of
// its position.
func NewLine(start Position) *Line {
	return &Line{states: []state{{pos: start, key: start.Key(), times: 1}}}
}

// Push plays m. An illegal move is an *IllegalMoveError and changes nothing.
func (l *Line) Push(m Move) error {
	next, err := l.Position().Play(m)
	if err != nil {
		return err
	}
	key := next.Key()
	l.moves = append(l.moves, m)
	l.states = append(l.states, state{pos: next, key: key, times: 1 + l.seen(&key, next.halfmoves)})
	return nil
}

// seen returns how many times a position has stood on the board before, if it
// is the next one and has that halfmove clock: nothing before a capture or a
// pawn move can come again. It is exact up to the last such move.
func (l *Line) seen(key *Key, halfmoves int32) int {
	for i := len(l.states) - 1; i >= 0 && int(halfmoves) >= len(l.states)-i; i-- {
		if l.states[i].key == *key {
			return l.states[i].times
		}
	}
	return 0
}

// TakeBack removes the last n moves. It is an error, and changes nothing, when
// there are not so many.
func (l *Line) TakeBack(n int) error {
	if n < 0 || n > len(l.moves) {
		return fmt.Errorf("cannot take back %d moves: %d have been played", n, len(l.moves))
	}
	l.moves = l.moves[:len(l.moves)-n]
	l.states = l.states[:len(l.states)-n]
	return nil
}

// Len returns the number of moves.
func (l *Line) Len() int { return len(l.moves) }

// Move returns the i-th move, from 0. It panics when there is none.
func (l *Line) Move(i int) Move { return l.moves[i] }

// At returns the position after i moves; At(0) is the start. It panics when
// fewer have been played.
func (l *Line) At(i int) Position { return l.states[i].pos }

// Position returns the position after all moves.
func (l *Line) Position() Position { return l.states[len(l.states)-1].pos }

// Occurrences returns how many times the current position has stood on the
// board with the same side to move and the same possible moves (Laws 9.2.3),
// now included.
func (l *Line) Occurrences() int { return l.states[len(l.states)-1].times }

// Clone returns a line of its own with the same moves.
func (l *Line) Clone() *Line {
	return &Line{moves: append([]Move(nil), l.moves...), states: append([]state(nil), l.states...)}
}
