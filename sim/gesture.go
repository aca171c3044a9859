package sim

import (
	"boardwire/pgn"
	"boardwire/rules"
)

// Gesture finds the plies at the end of a game that are no moves: kings put in
// the centre, by which players tell a result, and which a board recorded as
// moves. It returns how many plies of g.Plies were played; ok says that the
// rest, the Tail included, is the gesture.
//
// Certain is an illegal end of nothing but king's steps of which one lands on
// the centre. A legal last step is taken for one when it lands on a square of
// the centre that fits the result and nobody pressed the clock, although the
// clock was pressed in the plies before. A king that pressed has moved.
func Gesture(g pgn.Game) (played int, ok bool) {
	n := len(g.Plies)
	if len(g.Tail) > 0 {
		centre := false
		for _, p := range g.Tail {
			if !kingStep(p) {
				return n, false
			}
			centre = centre || inCentre(target(p))
		}
		if !centre {
			return n, false
		}
		// The first king's step may have been a legal one, pressed or not.
		for n > 0 && stepsIn(g, n-1) && (g.Plies[n-1].Clk == nil || n == len(g.Plies)) {
			n--
		}
		return n, true
	}
	for n > 0 && g.Plies[n-1].Clk == nil && stepsIn(g, n-1) {
		n--
	}
	clocked := n > 0 && g.Plies[n-1].Clk != nil
	if n == len(g.Plies) || !clocked {
		return len(g.Plies), false
	}
	return n, true
}

// stepsIn reports whether a ply puts a king on a square of the centre that fits
// the game's result.
func stepsIn(g pgn.Game, i int) bool {
	p := g.Plies[i]
	return kingStep(p) && tells(target(p), whose(g, i), g.Result)
}

// whose ply it is.
func whose(g pgn.Game, i int) rules.Color {
	pos, err := g.Position()
	if err != nil {
		return rules.NoColor
	}
	if i%2 == 0 {
		return pos.Turn()
	}
	return pos.Turn().Other()
}

// kingStep reports whether a ply is a step of a king as far as its text tells.
func kingStep(p pgn.Ply) bool {
	return len(p.SAN) > 0 && p.SAN[0] == 'K' && target(p) != rules.NoSquare
}

// target is the square on which a ply lands, by its text.
func target(p pgn.Ply) rules.Square {
	s := bare(p.SAN)
	if len(s) < 2 {
		return rules.NoSquare
	}
	sq, err := rules.ParseSquare(s[len(s)-2:])
	if err != nil {
		return rules.NoSquare
	}
	return sq
}

func inCentre(s rules.Square) bool {
	return s == rules.D4 || s == rules.E4 || s == rules.D5 || s == rules.E5
}

// tells reports whether a king on this square may be half of the sign for the
// result: both on light squares when White won, both on dark ones when Black
// won, one on each for a draw, where White's king stays on its own half.
func tells(s rules.Square, c rules.Color, r rules.Result) bool {
	light := s == rules.E4 || s == rules.D5
	switch r {
	case rules.WhiteWins:
		return light
	case rules.BlackWins:
		return inCentre(s) && !light
	case rules.Draw:
		return inCentre(s) && (s.Rank() == 3) == (c == rules.White)
	}
	return false
}
