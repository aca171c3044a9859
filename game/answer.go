package game

import (
	"fmt"

	"boardwire/rules"
)

// scoreBy says a result and, where it is known, how it came: "0-1 by flag".
func scoreBy(r rules.Result, why rules.Reason) string {
	if why == rules.ReasonNotRecorded {
		return string(r)
	}
	return fmt.Sprintf("%s by %s", r, why)
}

// outcome says in an answer what a declared end comes to, and what could not be
// settled about it.
func (g *Game) outcome(e rules.Ending) string {
	return scoreBy(e.Result, e.Reason) + ", provisional until it is confirmed" + g.unsettled(e)
}

// unsettled says that nobody can tell whether who wins by the opponent's flag,
// or his resignation, could still mate, where a draw hangs on it; "" where that
// is known.
func (g *Game) unsettled(e rules.Ending) string {
	winner := rules.White
	switch e.Result {
	case rules.WhiteWins:
	case rules.BlackWins:
		winner = rules.Black
	default:
		return ""
	}
	var drawn rules.Clause
	switch e.Reason {
	case rules.ReasonFlag:
		drawn = rules.FlagDraw
	case rules.ReasonResignation:
		drawn = rules.ResignationDraw
	case rules.ReasonIllegalMove:
	default:
		return ""
	}
	if e.Reason != rules.ReasonResignation && g.lacksPotential(winner) == rules.Unknown {
		return fmt.Sprintf("; cannot say whether %s has mating potential: where he has not, state a draw", title(winner))
	}
	if e.Reason == rules.ReasonIllegalMove || g.laws.Says(drawn) == rules.Absent {
		return ""
	}
	return mayMate(winner, g.line.Position().Adjudge(winner))
}

// mayMate says that nobody can tell whether a player can still mate; "" where that
// is known.
func mayMate(c rules.Color, can rules.Possibility) string {
	if can != rules.Unknown {
		return ""
	}
	return fmt.Sprintf("; cannot say whether %s can still mate: where he cannot, state a draw", title(c))
}

// flagWords says in an answer which flag is down, and what hangs on it that
// cannot be said; NoColor are both.
func (g *Game) flagWords(o *out, fell rules.Color) string {
	if fell == rules.NoColor {
		return "both flags are down"
	}
	text := title(fell) + "'s flag is down"
	if left, known := g.left(fell, o.at); known && !g.side(fell).Fell && left >= flagSlack {
		text += fmt.Sprintf(" as declared, the clock shows that he has %s", clockWords(left))
	}
	if moves := g.quota(fell); moves > 0 && g.inTime(fell) == rules.Unknown {
		text += fmt.Sprintf("; cannot say whether %s had completed %d moves: %s", title(fell), moves, g.tally(fell).doubt)
	}
	return text
}

// words says the result that stands, with the points where they are not
// what it is usually worth.
func (f *final) words() string {
	text := scoreBy(f.result, rules.Reason(f.said.Reason)) + " is final"
	if p := f.said.Points; p != nil {
		text += fmt.Sprintf(", %s for White and %s for Black", half(p.White), half(p.Black))
	}
	return text
}

// tables counts tables in a sentence.
func tables(n int) string {
	if n == 1 {
		return "1 table"
	}
	return fmt.Sprintf("%d tables", n)
}

// toBeChanged says what is expected of the clock, "" for nothing.
func (g *Game) toBeChanged() string {
	if g.due == nil {
		return ""
	}
	return "the clock is to be changed:" + g.due.String()
}
