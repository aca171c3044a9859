package notation

import (
	"slices"

	"boardwire/rules"
)

// Parse reads one move, without its number, in a language. It takes what the
// Laws allow and what stands on scoresheets: zeros or letters for castling,
// dashes of any kind, the long form with a hyphen or without, an origin that
// was not needed, a missing x or : for it, a promotion as e8=Q, e8Q, e8(Q) or
// e8/Q, e.p. or a.p., + ++ # for check and mate, (=) for an offer, ! and ?.
// The signs are returned in Marks and, but for a capture and e.p., not checked
// against the position.
//
// It refuses what is no move (ErrSyntax in a *SyntaxError), what no legal move
// fits (*IllegalError, with why), and what fits several
// (*rules.AmbiguousMoveError, with all that fit). A pinned twin does not make
// a move ambiguous, for it cannot play it. A pawn's capture must name its file
// and a promotion its piece; a sign for a capture must take something. Marks
// are what could be read, also beside an error.
func Parse(pos rules.Position, token string, l Language) (rules.Move, Marks, error) {
	p, marks, ok := scan(token, l)
	if !ok {
		return rules.Move{}, Marks{}, &SyntaxError{Token: token, Language: l}
	}
	fits := p.fitting(pos)
	if marks.Capture {
		fits = slices.DeleteFunc(fits, func(m rules.Move) bool { return pos.Captured(m) == rules.NoPiece })
	}
	if marks.Passant {
		fits = slices.DeleteFunc(fits, func(m rules.Move) bool {
			return pos.Captured(m) == rules.NoPiece || pos.Board().At(m.To) != rules.NoPiece
		})
	}
	switch len(fits) {
	case 0:
		return rules.Move{}, marks, refuse(pos, token, p, marks)
	case 1:
		return fits[0], marks, nil
	}
	return rules.Move{}, marks, &rules.AmbiguousMoveError{Token: token, Among: fits, In: pos}
}

// fitting returns the legal moves that the text may mean.
func (p *parts) fitting(pos rules.Position) (out []rules.Move) {
	board := pos.Board()
	for m := range pos.Legal() {
		switch {
		case p.castle != 0:
			if m.Castle && (m.To > m.From) == (p.castle > 0) {
				out = append(out, m)
			}
		case m.Castle || m.To != p.to || m.Promotion != p.promotion || !p.said(m.From):
		case board.At(m.From).Role() != p.role:
		case p.promotes && m.Promotion == rules.NoRole:
		case p.role == rules.Pawn && p.file < 0 && m.From.File() != m.To.File():
		default:
			out = append(out, m)
		}
	}
	return out
}
