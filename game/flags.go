package game

import (
	"fmt"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// flagged takes that the clock shows a fallen flag and stands at zero. Showing
// and declaring are two facts: the end is provisional until an arbiter
// confirms it (6.8 of 2023). Where nobody can say whether the moves of the
// period were completed nothing ends: they are counted first. Where nobody may signal a flag (1997, B6) nothing
// ends by what the clock shows: that would tell the players. A flag on a clock
// that did not run in this game is left from another.
func (g *Game) flagged(o *out, s clockstate.Sight) {
	if g.paused || g.reset || g.sealed() || g.final != nil || !g.ran {
		return
	}
	kind, text, fell := rules.FindingFlag, "", rules.NoColor
	switch {
	case s.WhiteFlag && s.BlackFlag:
		kind, text = rules.FindingBothFlags, "both flags"
	case s.WhiteFlag:
		fell, text = rules.White, "White's flag"
	case s.BlackFlag:
		fell, text = rules.Black, "Black's flag"
	default:
		return
	}
	g.raise(o, "flag/"+fell.String(), kind, len(g.plies), g.laws.Cite(rules.FlagNoticed),
		fmt.Sprintf("the clock shows %s down after %s", text, g.lastMove()))
	unknown, early := false, false
	for _, c := range [...]rules.Color{rules.White, rules.Black} {
		if moves := g.quota(c); moves > 0 && g.ended == nil && (fell == c || fell == rules.NoColor) {
			g.tellCount(o, c, moves)
			early = true
			unknown = unknown || g.inTime(c) == rules.Unknown
		}
	}
	if early {
		g.scoresheets(o)
	}
	if g.ended != nil || unknown || g.duty(kind).Act == rules.ActNever {
		return // what ended the game before the flag was seen stands
	}
	if end, ok := g.flagEnd(fell); ok {
		g.end(o, end, events.SourceDerived)
	}
}

// flagEnd returns what a fallen flag means, both flags for NoColor. It means
// nothing where the moves of the period are known to be completed.
func (g *Game) flagEnd(fell rules.Color) (rules.Ending, bool) {
	line := g.line
	if fell != rules.NoColor && g.inTime(fell) == rules.Possible {
		return rules.Ending{}, false
	}
	if end, ok := g.laws.Completed(line); ok && g.waits(end) {
		// The game is not over yet, though its line is.
		s := line.Position().Setup()
		s.Halfmoves = 0
		if pos, err := s.Position(0); err == nil {
			line = rules.NewLine(pos)
		}
	}
	return g.laws.Flags(line, rules.FlagFall{Fell: fell, Both: fell == rules.NoColor, Kind: g.kind, Last: g.lastPeriod(fell), Announced: g.event.Quickplay})
}

// lastPeriod says that all remaining moves were to be made in the period in
// which the flag fell; with both flags, that it was so for both.
func (g *Game) lastPeriod(fell rules.Color) bool {
	if g.kind != rules.Standard {
		return true
	}
	last := len(g.control.Periods) - 1
	white, black := g.clock.White.Period >= last, g.clock.Black.Period >= last
	switch fell {
	case rules.White:
		return white
	case rules.Black:
		return black
	}
	return white && black
}
