package game

import "boardwire/rules"

// classical says that the game began from the usual start, or from a position
// that can come of it as far as its castling goes: nothing in it is of Chess960.
func (g *Game) classical() bool {
	start := g.at(0)
	if start.Board() == rules.Start().Board() {
		return true // whatever castling a ruling took
	}
	s := start.Setup()
	for _, c := range [...]rules.Color{rules.White, rules.Black} {
		king := s.Board.King(c)
		if king == rules.NoSquare {
			continue
		}
		for file := range 8 {
			rook := rules.SquareAt(file, king.Rank())
			if s.Castling.Has(rook) && (king.File() != 4 || file != 0 && file != 7) {
				return false
			}
		}
	}
	return s.Board.Occupied() != rules.Start().Board().Occupied() || s.Fullmoves != 1
}

// uci writes a move: castling in Chess960 is the king taking its rook, wherever
// they stand.
func (g *Game) uci(m rules.Move) string {
	if m.Castle && !g.classical() {
		return m.UCI960()
	}
	return m.UCI()
}
