package game

import (
	"fmt"

	"boardwire/rules"
)

// noCastling says which of the men that stand wrongly may not castle once it is
// too late to complain of the start in a rapid or blitz game (2023, A.5.1); "" for
// none. The game's own position knows nothing of it until a castling ruling says so:
// it begins from the start.
func (g *Game) noCastling(wrong []rules.Square) (string, []rules.Article) {
	if g.regime() != rules.Appendix {
		return "", nil
	}
	which, known := g.laws.Misplaced()
	if !known || which == rules.MisplacedNothing {
		return "", nil
	}
	start := g.at(0).Board()
	var king, queen, rook int
	for _, sq := range wrong {
		switch start.At(sq).Role() {
		case rules.King:
			king++
		case rules.Queen:
			queen++
		case rules.Rook:
			rook++
		}
	}
	bars := king > 0
	switch which {
	case rules.MisplacedKingAndQueen:
		bars = king > 0 && queen > 0
	case rules.MisplacedKingOrRook:
		bars = king > 0 || rook > 0
	}
	if !bars {
		return "", nil
	}
	return fmt.Sprintf("; once that stands there is no castling with %s: rule castling then", which), g.laws.Cite(rules.RapidTooLate)
}
