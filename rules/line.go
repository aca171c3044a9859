package rules

import "fmt"

// Line is a game so far: a start position and the legal moves played from it,
// with the number of times each position has stood on the board. Make one with
// NewLine.
type Line struct {
	moves  []Move
	states []state // one more than moves
}

// state is a position with what is needed to see it again.
type state struct {
	pos    Position
	digest uint32 // of what makes positions the same: unequal digests are unequal keys
	times  int32  // appearances up to here, this one counted
}

// usual is the room made for a game at once, in plies.
const usual = 96

// NewLine returns a line without moves. The start counts as one appearance of
// its position.
func NewLine(start Position) *Line {
	l := &Line{moves: make([]Move, 0, usual), states: make([]state, 0, usual+1)}
	l.Reset(start)
	return l
}

// Reset makes l the line that NewLine would, and keeps its memory: for whoever
// reads many games.
func (l *Line) Reset(start Position) {
	l.moves = l.moves[:0]
	l.states = append(l.states[:0], state{pos: start, times: 1})
	s := &l.states[0]
	s.digest = s.pos.digest()
}

// Push plays m. An illegal move is an *IllegalMoveError and changes nothing.
func (l *Line) Push(m Move) error {
	if p := l.last(); !p.legal(m) {
		return &IllegalMoveError{Move: m, In: *p}
	}
	l.push(m)
	return nil
}

// PushSAN plays a move written in English, as Position.ParseSAN reads it, and
// returns it. On an error, which is ParseSAN's, it changes nothing.
func (l *Line) PushSAN(s string) (Move, error) {
	m, err := l.last().parseSAN(s)
	if err != nil {
		return Move{}, err
	}
	l.push(m)
	return m, nil
}

// push plays a legal move.
func (l *Line) push(m Move) {
	l.moves = append(l.moves, m)
	l.states = append(l.states, state{pos: *l.last()})
	s := &l.states[len(l.states)-1]
	s.pos.apply(m)
	s.digest = s.pos.digest()
	s.times = 1 + l.seen(&s.pos, s.digest, len(l.states)-1)
}

// seen returns how many times a position stood on the board before, if it is
// the one after n moves. Nothing before a capture or a pawn move can come
// again, and none with the other side to move.
func (l *Line) seen(p *Position, digest uint32, n int) int32 {
	first := max(0, n-int(p.halfmoves))
	for i := n - 2; i >= first; i -= 2 {
		if s := &l.states[i]; s.digest == digest && s.pos.same(p) {
			return s.times
		}
	}
	return 0
}

func (l *Line) last() *Position { return &l.states[len(l.states)-1].pos }

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
func (l *Line) Position() Position { return *l.last() }

// Occurrences returns how many times the current position has stood on the
// board with the same side to move and the same possible moves (Laws 9.2.3),
// now included.
func (l *Line) Occurrences() int { return int(l.states[len(l.states)-1].times) }

// Clone returns a line of its own with the same moves.
func (l *Line) Clone() *Line {
	return &Line{moves: append([]Move(nil), l.moves...), states: append([]state(nil), l.states...)}
}
