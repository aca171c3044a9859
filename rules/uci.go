package rules

import (
	"fmt"
	"slices"
)

// ParseUCI reads a move by its squares as engines write it. Castling is taken
// as the king's two steps from the e-file (e1g1) and as the king taking its own
// rook (e1h1). Errors are ErrSyntax or *IllegalMoveError.
func (p Position) ParseUCI(s string) (Move, error) {
	bad := func() (Move, error) {
		return Move{}, fmt.Errorf("%q is %w in coordinates, want something like e2e4 or e7e8q", clip(s), ErrSyntax)
	}
	if len(s) != 4 && len(s) != 5 {
		return bad()
	}
	m := Move{From: squareOf(s[0], s[1]), To: squareOf(s[2], s[3])}
	if m.From == NoSquare || m.To == NoSquare {
		return bad()
	}
	if len(s) == 5 {
		r, ok := ParsePiece(s[4])
		if !ok || !slices.Contains(promotions[:], r.Role()) || r.Color() != Black {
			return bad()
		}
		m.Promotion = r.Role()
	}
	if p.board.At(m.From) == PieceOf(p.turn, King) && m.Promotion == NoRole {
		switch {
		case p.castling.Has(m.To) && p.board.ByColor(p.turn).Has(m.To):
			m.Castle = true
		case m.From.File() == 4 && m.To == m.From+2 && p.castling.Has(m.From+3):
			m.To, m.Castle = m.From+3, true
		case m.From.File() == 4 && m.To == m.From-2 && p.castling.Has(m.From-4):
			m.To, m.Castle = m.From-4, true
		}
	}
	if !p.IsLegal(m) {
		return Move{}, &IllegalMoveError{Move: m, Token: s, In: p}
	}
	return m, nil
}
