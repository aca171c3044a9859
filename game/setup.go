package game

import (
	"fmt"
	"strings"

	"boardwire/boardstate"
	"boardwire/events"
	"boardwire/rules"
)

const (
	keySetupBefore = "wrong_setup/before"
	keySetup       = "wrong_setup/play"
)

// setWrong returns the squares on which a surface shows another man than the
// start of this game, as the players see them. It reports false unless all men
// of the start lie there, on its squares: they are still being set up, or it is
// another position altogether. Boards that cannot tell men apart show nothing.
func (g *Game) setWrong() ([]rules.Square, bool) {
	s := g.hand.Surface()
	if !g.placed || !s.Identity || len(g.plies) > 0 {
		return nil, false
	}
	start := g.at(0).Board()
	squares := wrongMen(s, start)
	if turned := wrongMen(s.Rotate(), start); !g.seated && len(turned) < len(squares) {
		squares = turned
	}
	return squares, len(squares) > 0 && s.Board.Occupied() == start.Occupied() && sameMen(s.Board, start)
}

// wrongMen are the squares with another man than a board has.
func wrongMen(s boardstate.Surface, b rules.Board) []rules.Square {
	var out []rules.Square
	for sq := range rules.NoSquare {
		if s.Board.At(sq) != b.At(sq) {
			out = append(out, sq)
		}
	}
	return out
}

// sameMen says that two boards have the same men, wherever they stand.
func sameMen(a, b rules.Board) bool {
	for _, c := range [...]rules.Color{rules.White, rules.Black} {
		for r := rules.Pawn; r <= rules.King; r++ {
			if a.Pieces(c, r).Count() != b.Pieces(c, r).Count() {
				return false
			}
		}
	}
	return true
}

// tellSetup tells that the men of a still board stand wrongly: before play for
// his knowledge who can put it right, with the edition's duty once play has
// begun from there.
func (g *Game) tellSetup(o *out) {
	squares, wrong := g.setWrong()
	if !wrong || !g.still || g.paused || g.reset || g.ended != nil || g.final != nil {
		return
	}
	text := "men stand otherwise than at the start, on " + squareList(squares)
	if !g.ran {
		g.findings.raise(o, g.scope(), keySetupBefore, events.FindingRaised{
			Kind: events.FindingWrongSetup, Articles: articles(g.laws.Cite(rules.WrongSetup)), Text: text + "; play has not begun",
			Duty: &events.Duty{Act: rules.ActInform.String()},
		})
		return
	}
	g.findings.clear(o, g.scope(), keySetupBefore)
	text += ", and the clock was started"
	if r := g.remedy(rules.FindingWrongSetup); r.Act != 0 {
		text += "; by the edition: " + r.Act.String()
	}
	barred, cites := g.noCastling(squares)
	g.raise(o, keySetup, rules.FindingWrongSetup, 0, append(g.laws.Cite(rules.WrongSetup), cites...), text+barred)
}

// squareList names squares.
func squareList(list []rules.Square) string {
	words := make([]string, len(list))
	for i, sq := range list {
		words[i] = sq.String()
	}
	return strings.Join(words, " ")
}

// knocked returns the squares whose men are elsewhere, on a board that no legal
// move explains and no single one that the rules forbid: knocked over, as far as
// a board can see. Two men are off their squares in a capture, and may be in the
// air.
func (g *Game) knocked(inf boardstate.Inference) []rules.Square {
	s, pos := g.hand.Surface(), g.line.Position()
	board := pos.Board()
	least := 2
	if inf.Verdict == boardstate.Moving {
		least = 3
	}
	if b, ok := readBoard(pos, g.hand); ok {
		if _, one := oddMove(pos, b); one {
			return nil
		}
	}
	if left(pos, s) {
		return nil
	}
	var out []rules.Square
	for sq := range board.Occupied().Squares() {
		if !s.Occupied.Has(sq) || s.Identity && s.Board.At(sq) != board.At(sq) {
			out = append(out, sq)
		}
	}
	if len(out) < least {
		return nil
	}
	return out
}

// tellDisplaced tells that men lie off their squares for long while a clock runs;
// where none does men are moved for other reasons too. It ends when the board
// shows the game again.
func (g *Game) tellDisplaced(o *out, inf boardstate.Inference) {
	if !g.underway() || g.gap || inf.Verdict == boardstate.Ambiguous || g.clock.Running == rules.NoColor {
		return
	}
	if _, wrong := g.setWrong(); wrong || g.findings.is(keySetup) {
		return // that is what is wrong
	}
	if squares := g.knocked(inf); len(squares) > 0 {
		g.raise(o, "displaced", rules.FindingDisplaced, len(g.plies), g.laws.Cite(rules.DisplacedFound),
			fmt.Sprintf("men are off their squares and nobody moves: those of %s in %s", squareList(squares), g.lastPosition()))
	}
}
