package notation

import (
	"fmt"
	"strings"

	"boardwire/rules"
)

// Language is a set of piece letters. The zero value is English.
type Language uint8

// The languages. Figurine is the printers' language: ♘f3.
const (
	English Language = iota
	Spanish
	German
	French
	Italian
	Dutch
	Portuguese
	Russian
	Figurine
	languageCount
)

// row is what a language is made of.
type row struct {
	code, name string
	// letters by role, from the pawn to the king. The pawn's is read, never
	// written; it is empty where it would be taken for another piece.
	letters [rules.King + 1]string
	passant string // what follows a capture in passing
}

// Letters and forms are those in use in each country. The Spanish sign for a
// capture in passing is that of the Spanish text of 1997 (appendix E).
var languages = [languageCount]row{
	English:    {"en", "English", [...]string{"", "P", "N", "B", "R", "Q", "K"}, "e.p."},
	Spanish:    {"es", "Spanish", [...]string{"", "P", "C", "A", "T", "D", "R"}, "a.p."},
	German:     {"de", "German", [...]string{"", "B", "S", "L", "T", "D", "K"}, "e.p."},
	French:     {"fr", "French", [...]string{"", "P", "C", "F", "T", "D", "R"}, "e.p."},
	Italian:    {"it", "Italian", [...]string{"", "P", "C", "A", "T", "D", "R"}, "e.p."},
	Dutch:      {"nl", "Dutch", [...]string{"", "", "P", "L", "T", "D", "K"}, "e.p."},
	Portuguese: {"pt", "Portuguese", [...]string{"", "P", "C", "B", "T", "D", "R"}, "e.p."},
	Russian:    {"ru", "Russian", [...]string{"", "П", "К", "С", "Л", "Ф", "Кр"}, "e.p."},
	Figurine:   {"figurine", "Figurine", [...]string{"", "♙", "♘", "♗", "♖", "♕", "♔"}, "e.p."},
}

// filled are the figurines of a black piece.
var filled = [rules.King + 1]string{"", "♟", "♞", "♝", "♜", "♛", "♚"}

// Languages returns every language, English first.
func Languages() []Language {
	out := make([]Language, languageCount)
	for i := range out {
		out[i] = Language(i)
	}
	return out
}

// ParseLanguage reads a language by its code ("es") or its English name
// ("Spanish"), in any case.
func ParseLanguage(s string) (Language, error) {
	var codes []string
	for i, r := range languages {
		if strings.EqualFold(s, r.code) || strings.EqualFold(s, r.name) {
			return Language(i), nil
		}
		codes = append(codes, r.code)
	}
	return 0, fmt.Errorf("language %q: want one of %s", clip(s), strings.Join(codes, " "))
}

// String returns the code: ISO 639-1, or "figurine".
func (l Language) String() string { return l.row().code }

// Name returns the English name of the language.
func (l Language) Name() string { return l.row().name }

// row of a language; English for a value that is none.
func (l Language) row() *row {
	if l >= languageCount {
		l = English
	}
	return &languages[l]
}

// Letter returns how a piece is written: "N", "Кр", "♞". A pawn has none, and
// neither has NoPiece. Only figurines differ by color.
func (l Language) Letter(p rules.Piece) string {
	switch {
	case p.Role() == rules.NoRole || p.Role() == rules.Pawn:
		return ""
	case l == Figurine && p.Color() == rules.Black:
		return filled[p.Role()]
	}
	return l.row().letters[p.Role()]
}

// cutPiece takes a piece from the front of s, the longest letter first.
func (l Language) cutPiece(s string) (rules.Role, string, bool) {
	return l.cut(s, strings.CutPrefix)
}

// cutPromotion takes a piece from the end of s.
func (l Language) cutPromotion(s string) (rules.Role, string, bool) {
	return l.cut(s, strings.CutSuffix)
}

func (l Language) cut(s string, how func(s, letter string) (string, bool)) (found rules.Role, rest string, ok bool) {
	longest := 0
	try := func(role rules.Role, letter string) {
		if len(letter) <= longest {
			return
		}
		if after, yes := how(s, letter); yes {
			found, rest, ok, longest = role, after, true, len(letter)
		}
	}
	for role := rules.Pawn; role <= rules.King; role++ {
		try(role, l.row().letters[role])
		if l == Figurine {
			try(role, filled[role])
		}
	}
	return found, rest, ok
}
