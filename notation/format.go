package notation

import (
	"strings"

	"boardwire/rules"
)

// Style is the choices that the Laws leave to the writer. The zero value is
// the short form of print and PGN: "Nxf3", "O-O", "e8=Q", "#".
type Style struct {
	Long          bool // the square it came from too: "Ng1-f3", "e2-e4", "Ng1xf3"
	Zeros         bool // "0-0" for "O-O" (2023 C.13.1)
	BarePromotion bool // "e8Q" for "e8=Q" (2023 C.11)
	DoublePlus    bool // "++" for "#" (1997 E, 2023 C.13)
	Passant       bool // "exd6e.p.", in Spanish "exd6a.p."
	NoCapture     bool // "Nf3" and "ed6" for "Nxf3" and "exd6" (2023 C.9)
}

// Scoresheet is how the Laws' own examples write: zeros, ++ for mate, the sign
// for a capture in passing, no sign for a promotion.
func Scoresheet() Style {
	return Style{Zeros: true, BarePromotion: true, DoublePlus: true, Passant: true}
}

// Format writes a legal move with the least that tells it from the others:
// a pinned twin needs nothing, the file is preferred to the rank (2023 C.10).
// What Format writes, Parse reads in the same language. A move that is not
// legal gives "".
func Format(pos rules.Position, m rules.Move, l Language, s Style) string {
	san := pos.SAN(m)
	if san == "" {
		return ""
	}
	body := strings.TrimRight(san, "+#")
	sign := san[len(body):]
	if sign == "#" && s.DoublePlus {
		sign = "++"
	}
	if m.Castle {
		if s.Zeros {
			body = strings.ReplaceAll(body, "O", "0")
		}
		return body + sign
	}
	piece := pos.Board().At(m.From)
	capture := pos.Captured(m) != rules.NoPiece
	var b strings.Builder
	b.WriteString(l.Letter(piece))
	b.WriteString(origin(body, piece.Role(), m, s.Long))
	switch {
	case capture && !s.NoCapture:
		b.WriteByte('x')
	case s.Long && !capture:
		b.WriteByte('-')
	}
	b.WriteString(m.To.String())
	if m.Promotion != rules.NoRole {
		if !s.BarePromotion {
			b.WriteByte('=')
		}
		b.WriteString(l.Letter(rules.PieceOf(piece.Color(), m.Promotion)))
	}
	if s.Passant && capture && pos.Board().At(m.To) == rules.NoPiece {
		b.WriteString(l.row().passant)
	}
	return b.String() + sign
}

// origin is what stands between the letter and the square of arrival: the
// whole square in the long form, else what the English text found needed.
func origin(english string, role rules.Role, m rules.Move, long bool) string {
	if long {
		return m.From.String()
	}
	if role != rules.Pawn {
		english = english[1:]
	}
	before, _, _ := strings.Cut(english, m.To.String()+promotionOf(m))
	return strings.TrimSuffix(before, "x")
}

// promotionOf is the end of the English text.
func promotionOf(m rules.Move) string {
	if m.Promotion == rules.NoRole {
		return ""
	}
	return "=" + string(rune(m.Promotion.Letter()))
}
