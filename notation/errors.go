package notation

import (
	"fmt"

	"boardwire/rules"
)

// SyntaxError tells that a text is no move in the language, whatever the
// position. It is rules.ErrSyntax.
type SyntaxError struct {
	Token    string
	Language Language
}

// Error quotes the text and shows what a move looks like.
func (e *SyntaxError) Error() string {
	l := e.Language
	return fmt.Sprintf("%q is %v in %s notation, want something like %sf3, exd5, e8=%s or 0-0", clip(e.Token), rules.ErrSyntax, l.Name(),
		l.Letter(rules.WhiteKnight), l.Letter(rules.WhiteQueen))
}

// Unwrap returns rules.ErrSyntax.
func (e *SyntaxError) Unwrap() error { return rules.ErrSyntax }

// IllegalError tells why no legal move fits a text that reads as one. It is a
// *rules.IllegalMoveError too.
type IllegalError struct {
	Token string
	In    rules.Position
	Cause Cause
	// Piece is where the piece stands that came nearest to playing it, By the
	// piece or square that hinders it; NoSquare where there is none.
	Piece, By rules.Square
	why       string
}

// Error is a sentence for people.
func (e *IllegalError) Error() string {
	return fmt.Sprintf("cannot play %s for %s at move %d: %s", clip(e.Token), name(e.In.Turn()), e.In.Fullmoves(), e.why)
}

// Unwrap returns the error that rules.Position.ParseSAN would give.
func (e *IllegalError) Unwrap() error {
	return &rules.IllegalMoveError{Token: e.Token, Why: e.why, In: e.In}
}

// name is a side as it stands in a sentence.
func name(c rules.Color) string {
	if c == rules.Black {
		return "Black"
	}
	return "White"
}

// clip keeps a hostile token from filling a message.
func clip(s string) string {
	if len(s) > maxToken {
		return s[:maxToken] + "..."
	}
	return s
}
