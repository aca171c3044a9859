package pgn

import (
	"strings"
	"unicode/utf8"

	"boardwire/rules"
)

// mend reads what is no algebraic notation but can mean one move only.
func mend(pos rules.Position, word string) (m rules.Move, nag int, ok bool) {
	if u, err := pos.ParseUCI(strings.ToLower(word)); err == nil {
		return u, 0, true
	}
	try := func(s string) bool {
		if s == "" || !utf8.ValidString(s) {
			return false
		}
		var err error
		m, err = pos.ParseSAN(s)
		return err == nil
	}
	bare, nag := cutGlyph(strings.TrimRight(word, ",.;:"))
	for _, end := range [...]string{"mate", "dblch", "ch", "+"} {
		bare = strings.TrimSuffix(bare, end)
	}
	bare = strings.ReplaceAll(strings.ReplaceAll(bare, "X", "x"), ":", "")
	bare = strings.ReplaceAll(bare, "/", "=")
	if try(bare) || try(castling(bare)) || try(upper(bare)) || try(kingWalk(pos, bare)) {
		return m, nag, true
	}
	// An x where nothing is captured.
	quiet := strings.Replace(upper(bare), "x", "", 1)
	if quiet != upper(bare) && try(quiet) {
		return m, nag, true
	}
	// Signs in the middle, a number without its dot.
	head, _, _ := strings.Cut(strings.ReplaceAll(word, "?", "!"), "!")
	return m, 0, head != word && try(head) || try(strings.TrimLeft(word, "0123456789"))
}

// halfCastling reports whether a word that is O-O may be the half of O-O-O. No
// other move is the beginning of another legal one.
func (p *parse) halfCastling(word string) bool {
	if castling(word) != "O-O" {
		return false
	}
	_, err := p.position().ParseSAN("O-O-O")
	return err == nil
}

// castling makes O-O of any mix of zeros and letters, with hyphens or without.
func castling(s string) string {
	if strings.Trim(s, "0Oo-") != "" {
		return ""
	}
	switch strings.Count(s, "0") + strings.Count(s, "O") + strings.Count(s, "o") {
	case 2:
		return "O-O"
	case 3:
		return "O-O-O"
	}
	return ""
}

// upper gives the letters of a move the case they have in notation.
func upper(s string) string {
	if s == "" {
		return s
	}
	b := []byte(s)
	rest := b
	if strings.IndexByte("kqrnKQRN", b[0]) >= 0 || b[0] == 'b' && len(b) > 2 && (b[1] < '1' || b[1] > '8') || b[0] == 'B' {
		b[0] &^= 0x20
		rest = b[1:]
	}
	for i, c := range rest {
		switch promoted := len(b) > 2 && i == len(rest)-1 && strings.IndexByte("QRBNqrbn", c) >= 0; {
		case promoted:
			rest[i] &^= 0x20
		case 'A' <= c && c <= 'H':
			rest[i] |= 0x20
		}
	}
	return string(b)
}

// kingWalk reads a king that steps two squares as castling.
func kingWalk(pos rules.Position, s string) string {
	king := pos.Board().King(pos.Turn())
	if king != rules.E1 && king != rules.E8 {
		return ""
	}
	row := king.String()[1:]
	switch s {
	case "Kg" + row, "Ke" + row + "g" + row, "Ke" + row + "-g" + row:
		return "O-O"
	case "Kc" + row, "Ke" + row + "c" + row, "Ke" + row + "-c" + row:
		return "O-O-O"
	}
	return ""
}
