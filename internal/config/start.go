package config

import "boardwire/rules"

// start reads where games begin: "fen", or the number of a Chess960 position.
// It returns the FEN, "" for the usual start. The usual start stated is kept: a
// table may have it in a round that begins elsewhere.
func start(t *table) string {
	fen, isFEN := t.text("fen", "")
	number, isNumber := t.number("chess960", "", 0, rules.Chess960Positions-1)
	switch {
	case isFEN && isNumber:
		t.fault("chess960", "stands beside fen", "give one of them")
	case isNumber:
		p, err := rules.Chess960(number)
		if err != nil {
			t.fault("chess960", err.Error(), "")
			return ""
		}
		return p.FEN()
	case isFEN:
		s, err := rules.ParseFEN(fen)
		if err != nil {
			t.fault("fen", err.Error(), "")
			return ""
		}
		p, err := s.Position(0)
		if err != nil {
			t.fault("fen", err.Error(), "")
			return ""
		}
		return p.FEN()
	}
	return ""
}
