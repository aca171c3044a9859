package game

import (
	"fmt"

	"boardwire/boardstate"
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
	text = fmt.Sprintf("the clock shows %s down after %s", text, g.lastMove())
	if _, before, over := g.finished(); over && !g.flagOnly() {
		// The clock was left running: that asks nothing of anybody.
		g.findings.raise(o, g.scope(), keyFlag(fell), events.FindingRaised{
			Kind: string(kind), Ply: len(g.plies), Articles: articles(g.laws.Cite(rules.FlagNoticed)), Text: text + "; " + before,
			Duty: &events.Duty{Act: rules.ActInform.String()},
		})
		return
	}
	pending := fell != g.line.Position().Turn() && g.findings.is("illegal_move")
	if pending {
		text += fmt.Sprintf("; what %s pressed the clock for is not put right", g.line.Position().Turn())
	}
	g.raise(o, keyFlag(fell), kind, len(g.plies), g.laws.Cite(rules.FlagNoticed), text)
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
	if g.ended != nil || unknown || pending || g.duty(kind).Act == rules.ActNever {
		return // what ended the game before the flag was seen stands
	}
	if end, ok := g.flagEnd(fell); ok {
		g.end(o, end, events.SourceDerived)
	}
}

// flagsUp takes that flags are not down any more: a clock was given time. What
// was to be looked at because of them is over, unless the game ended by it.
func (g *Game) flagsUp(o *out, s clockstate.State) {
	if g.ended != nil || s.Absent || !s.Known {
		return
	}
	if !s.White.Fell {
		g.findings.clear(o, g.scope(), keyFlag(rules.White))
	}
	if !s.Black.Fell {
		g.findings.clear(o, g.scope(), keyFlag(rules.Black))
	}
	if !s.White.Fell || !s.Black.Fell {
		g.findings.clear(o, g.scope(), keyFlag(rules.NoColor))
	}
}

func keyFlag(fell rules.Color) string { return "flag/" + fell.String() }

// beforeFlag looks at the board before a flag is: a move that ended the game may
// lie there, and the board not have been still since.
func (g *Game) beforeFlag(o *out) {
	if !g.placed || g.explained || g.ended != nil || !g.playing() {
		return
	}
	if _, ends := g.lastShown(g.infer()); ends {
		g.settle(o, onStop)
	}
}

// lastShown returns the end that the board shows by one more move, if it does.
func (g *Game) lastShown(inf boardstate.Inference) (rules.Ending, bool) {
	if inf.Verdict != boardstate.Settled || inf.Back != 0 || len(inf.Moves) != 1 {
		return rules.Ending{}, false
	}
	line := g.line.Clone()
	if line.Push(inf.Moves[0]) != nil {
		return rules.Ending{}, false
	}
	return g.laws.Completed(line)
}

// tellLast tells that the board shows a move that ends the game, after the clock
// had shown a flag down that nobody has declared. Whether it was made before, a
// board does not know: men are shown and explained after a game as well.
func (g *Game) tellLast(o *out, inf boardstate.Inference) {
	if !g.flagOnly() || g.paused || g.reset || g.awaits || g.closed() || g.final != nil {
		return
	}
	end, ends := g.lastShown(inf)
	if !ends || end.Result == g.ended.ending.Result {
		return
	}
	cites := append(end.Articles, g.laws.Cite(rules.FlagNoticed)...)
	g.raise(o, "result_conflict", rules.FindingResultConflict, len(g.plies)+1, cites,
		fmt.Sprintf("the board shows %s, which is %s; %s: where the move was made before, state it with a correction, and the result",
			g.line.Position().SAN(inf.Moves[0]), scoreBy(end.Result, end.Reason), undeclared))
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
