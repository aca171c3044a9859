package game

import (
	"fmt"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// end says that the game ended, provisionally.
func (g *Game) end(o *out, e rules.Ending, source string) {
	if g.final != nil {
		return
	}
	p := events.Ended{
		Result: string(e.Result), Reason: string(e.Reason), Source: source,
		Articles: articles(e.Articles),
	}
	if g.ended != nil {
		p.Withdraws = g.ended.id
	}
	g.ended = &ended{id: o.say(g.scope(), p), ending: e, source: source}
}

// takeBackEnd takes a provisional end back: play went on.
func (g *Game) takeBackEnd(o *out) {
	if g.ended == nil || g.final != nil {
		return
	}
	o.say(g.scope(), events.Ended{Result: string(rules.Ongoing), Source: events.SourceNone, Withdraws: g.ended.id})
	g.ended = nil
	g.findings.clear(o, g.scope(), "result_conflict")
}

// resumes says whether a legal move after a provisional end is play and not
// analysis: the clock runs, or there is none.
func (g *Game) resumes() bool {
	if g.ended.source == events.SourceDerived && g.ended.ending.Reason != rules.ReasonFlag && g.ended.ending.Reason != rules.ReasonFlagNoMate {
		return false // no move follows mate, stalemate or a dead position
	}
	return !g.clock.Known || g.clock.Absent || g.clock.Running != rules.NoColor
}

// signal takes the kings in the centre: evidence of the result. They say who
// won, never why.
func (g *Game) signal(o *out, r rules.Result) {
	if g.paused || g.reset || g.final != nil {
		return
	}
	if g.ended != nil {
		if g.ended.ending.Result != r {
			g.findings.raise(o, g.scope(), "result_conflict", events.FindingRaised{
				Kind:     events.FindingResultConflict,
				Ply:      len(g.plies),
				Articles: articles(g.ended.ending.Articles),
				Text:     fmt.Sprintf("the kings in the centre say %s, the game ended %s by %s", r, g.ended.ending.Result, g.ended.ending.Reason),
			})
		}
		return
	}
	g.findings.raise(o, g.scope(), "gesture", events.FindingRaised{
		Kind: events.FindingGesture,
		Ply:  len(g.plies),
		Text: fmt.Sprintf("the kings in the centre say %s; why is not recorded", r),
	})
	g.end(o, rules.Ending{Result: r, Reason: rules.ReasonNotRecorded}, events.SourceSignalled)
}

// flagged takes that the clock shows a fallen flag and stands at zero. Showing
// and declaring are two facts: the end is provisional until an arbiter
// confirms it (6.8 of 2023).
func (g *Game) flagged(o *out, s clockstate.Sight) {
	fell := rules.NoColor
	switch {
	case s.WhiteFlag && !s.BlackFlag:
		fell = rules.White
	case s.BlackFlag && !s.WhiteFlag:
		fell = rules.Black
	}
	if fell == rules.NoColor || g.final != nil {
		return
	}
	g.findings.raise(o, g.scope(), "flag/"+fell.String(), events.FindingRaised{
		Kind:     events.FindingFlag,
		Ply:      len(g.plies),
		Articles: articles(g.laws.Cite(rules.FlagNoticed)),
		Text:     fmt.Sprintf("the clock shows %s's flag down after %s", fell, g.lastMove()),
	})
	if g.ended != nil {
		return // what ended the game before the flag was seen stands
	}
	if end, ok := g.laws.Flagged(g.line, fell); ok {
		g.end(o, end, events.SourceDerived)
	}
}
