package rules

import (
	"errors"
	"fmt"
)

// ErrSyntax is wrapped by every error about text that is no move in the
// notation asked for, whatever the position.
var ErrSyntax = errors.New("not a move")

// IllegalMoveError tells that a move, or a text that reads as a move, cannot be
// played.
type IllegalMoveError struct {
	Move  Move   // zero when the text fits no move at all
	Token string // what was read; "" when a Move was given
	Why   string // "" means that there is no such legal move
	In    Position
}

// Error is a sentence for people: what cannot be played, why, and where.
func (e *IllegalMoveError) Error() string {
	name := e.Token
	if name == "" {
		name = e.In.plain(e.Move)
	}
	if !e.Move.IsZero() && name != e.Move.UCI() {
		name += " (" + e.Move.UCI() + ")"
	}
	why := e.Why
	if why == "" {
		why = "no such legal move"
	}
	return fmt.Sprintf("cannot play %s: %s for %s at move %d", name, why, e.In.turn.title(), e.In.fullmoves)
}

// plain names a move that need not be legal.
func (p *Position) plain(m Move) string {
	piece := p.board.At(m.From)
	switch {
	case m.IsZero():
		return "no move"
	case piece.Role() == NoRole || piece.Role() == Pawn || m.Castle:
		return m.UCI()
	}
	return string(rune(piece.Role().Letter())) + m.To.String()
}

// AmbiguousMoveError tells that a text fits several legal moves.
type AmbiguousMoveError struct {
	Token string
	Among []Move
	In    Position
}

// Error lists the moves that fit.
func (e *AmbiguousMoveError) Error() string {
	s := fmt.Sprintf("cannot play %s for %s at move %d: it may be", e.Token, e.In.turn.title(), e.In.fullmoves)
	for i, m := range e.Among {
		if i > 0 {
			s += " or"
		}
		s += " " + m.UCI()
	}
	return s + "; say which"
}
