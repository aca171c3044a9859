package notation

import (
	"strings"

	"boardwire/rules"
)

// maxToken is more than any move needs, in bytes.
const maxToken = 64

// parts is a move text taken apart, before any position is looked at.
type parts struct {
	role       rules.Role
	file, rank int // of the origin, -1 when not said
	to         rules.Square
	promotion  rules.Role
	promotes   bool // a promotion is written, if only its sign
	castle     int  // 0 none, 1 towards the h-file, -1 towards the a-file
}

// plain brings the signs of many keyboards and printers to one form. Small
// Cyrillic letters that look like files or like x can be nothing else.
var plain = strings.NewReplacer(
	"–", "-", "—", "-", "‐", "-", "‑", "-", "−", "-",
	"×", "x", ":", "x", "X", "x", "х", "x", "Х", "x", "а", "a", "с", "c", "е", "e",
	"†", "+", "‡", "++", "\u00a0", " ", "\u202f", " ", "\ufe0e", "", "\ufe0f", "",
)

// scan takes a move text apart. It reports false for what is no move.
func scan(token string, l Language) (p parts, m Marks, ok bool) {
	p = parts{role: rules.Pawn, file: -1, rank: -1, to: rules.NoSquare}
	if len(token) > maxToken {
		return p, Marks{}, false
	}
	s := cutMarks(strings.TrimSpace(plain.Replace(token)), &m)
	if p.castle = castling(s); p.castle != 0 {
		return p, m, !m.Passant
	}
	s, ok = p.cutPromotion(s, l)
	if !ok {
		return p, m, false
	}
	if cut, trailing := strings.CutSuffix(s, "x"); trailing { // ed5:
		s, m.Capture = cut, true
	}
	if s = p.cutTarget(s); p.to == rules.NoSquare {
		return p, m, false
	}
	if role, rest, named := l.cutPiece(s); named {
		p.role, s = role, rest
	}
	if cut, x := strings.CutSuffix(s, "x"); x {
		s, m.Capture = cut, true
	} else if cut, dash := strings.CutSuffix(s, "-"); dash && len(cut) == 2 {
		s = cut
	}
	if s = p.cutOrigin(s); s != "" {
		return p, m, false
	}
	if p.role != rules.Pawn && (m.Passant || p.promotes) {
		return p, m, false
	}
	return p, m, true
}

// cutMarks takes from the end what is not the move, in whatever order.
func cutMarks(s string, m *Marks) string {
	for {
		before := s
		s = strings.TrimRight(s, " ")
		for _, sign := range [...]string{"e.p.", "e. p.", "e.p", "ep", "a.p.", "a. p.", "a.p", "ap"} {
			if cut, ok := strings.CutSuffix(s, sign); ok && !m.Passant {
				s, m.Passant = cut, true
				break
			}
		}
		switch {
		case strings.HasSuffix(s, "(=)"):
			s, m.Offer = strings.TrimSuffix(s, "(=)"), true
		case strings.HasSuffix(s, "!"), strings.HasSuffix(s, "?"):
			body := strings.TrimRight(s, "!?")
			s, m.Comment = body, s[len(body):]+m.Comment
		case strings.HasSuffix(s, "#"), strings.HasSuffix(s, "++"):
			s, m.Sign = strings.TrimRight(s, "#+"), Mate
		case strings.HasSuffix(s, "+"):
			s, m.Sign = strings.TrimSuffix(s, "+"), max(m.Sign, Check)
		}
		if s == before {
			return s
		}
	}
}

// castling reads O, o and 0 alike, Latin or Cyrillic, with dashes or without.
func castling(s string) int {
	switch castles.Replace(s) {
	case "0-0", "00":
		return 1
	case "0-0-0", "000":
		return -1
	}
	return 0
}

var castles = strings.NewReplacer("O", "0", "o", "0", "О", "0", "о", "0")

// cutPromotion takes =D, /D, (D), D or a lone = from the end. It reports false
// for a bracket that is not closed.
func (p *parts) cutPromotion(s string, l Language) (string, bool) {
	inner, bracket := strings.CutSuffix(s, ")")
	role, rest, named := l.cutPromotion(inner)
	switch {
	case bracket && named:
		rest, p.promotes = strings.CutSuffix(rest, "(")
		p.promotion = role
		rest = strings.TrimSuffix(rest, "=")
		return rest, p.promotes
	case bracket:
		return s, false
	case named && len(rest) >= 2:
		p.promotion, p.promotes = role, true
		if cut, ok := strings.CutSuffix(rest, "="); ok {
			return cut, true
		}
		return strings.TrimSuffix(rest, "/"), true
	}
	rest, p.promotes = strings.CutSuffix(s, "=")
	return rest, true
}

func (p *parts) cutTarget(s string) string {
	if len(s) < 2 {
		return s
	}
	sq, err := rules.ParseSquare(s[len(s)-2:])
	if err != nil {
		return s
	}
	p.to = sq
	return s[:len(s)-2]
}

func (p *parts) cutOrigin(s string) string {
	if s != "" && 'a' <= s[0] && s[0] <= 'h' {
		p.file, s = int(s[0]-'a'), s[1:]
	}
	if s != "" && '1' <= s[0] && s[0] <= '8' {
		p.rank, s = int(s[0]-'1'), s[1:]
	}
	return s
}

// said reports whether from is where the text says the piece came from.
func (p *parts) said(from rules.Square) bool {
	return (p.file < 0 || p.file == from.File()) && (p.rank < 0 || p.rank == from.Rank())
}
