package pgn

import "strings"

// glyphs are annotation signs and their numbers (PGN standard, 10; 201 and
// above as common programs use them).
var glyphs = map[string]int{
	"!": 1, "?": 2, "!!": 3, "‼": 3, "??": 4, "⁇": 4, "!?": 5, "⁉": 5, "?!": 6, "⁈": 6, "□": 7,
	"=": 10, "∞": 13, "+=": 14, "+/=": 14, "⩲": 14, "=+": 15, "=/+": 15, "⩱": 15,
	"+/-": 16, "±": 16, "-/+": 17, "∓": 17, "+-": 18, "-+": 19, "N": 146, "D": 220,
}

// ends are signs that stand on the end of a move, longest first.
var ends = [...]string{"+/-", "-/+", "+/=", "=/+", "+-", "-+", "+=", "=+", "±", "∓", "⩲", "⩱", "∞", "‼", "⁇", "⁉", "⁈", "□", "="}

// cutGlyph takes an annotation sign off the end of a move.
func cutGlyph(s string) (move string, nag int) {
	if i := strings.IndexAny(s, "!?"); i > 0 && strings.Trim(s[i:], "!?") == "" {
		return s[:i], glyphs[s[i:]]
	}
	for _, end := range ends {
		if move, ok := strings.CutSuffix(s, end); ok && len(move) > 1 {
			return move, glyphs[end]
		}
	}
	return s, 0
}
