package game

import (
	"fmt"
	"time"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// end says that the game ended, provisionally.
func (g *Game) end(o *out, e rules.Ending, source string) {
	p := events.Ended{
		Result: string(e.Result), Reason: string(e.Reason), Source: source,
		Articles: articles(e.Articles),
	}
	if g.ended != nil {
		p.Withdraws = g.ended.id
	}
	g.ended, g.firm = &ended{id: o.say(g.scope(), p), ending: e, source: source}, false
}

// takeBackEnd takes a provisional end back: play went on.
func (g *Game) takeBackEnd(o *out) {
	if g.ended == nil {
		return
	}
	o.say(g.scope(), events.Ended{Result: string(rules.Ongoing), Source: events.SourceNone, Withdraws: g.ended.id})
	g.ended, g.firm = nil, false
	g.findings.clear(o, g.scope(), "result_conflict")
	g.findings.clear(o, g.scope(), "gesture")
}

// signal takes the kings in the centre, put there last at the instant given:
// evidence of the result. They say who won, never why. Kings that were put
// otherwise correct what they said before, but not what the board showed.
func (g *Game) signal(o *out, r rules.Result, put time.Time) {
	if g.paused || g.reset || g.final != nil {
		return
	}
	switch {
	case g.ended == nil:
		g.takeBackStep(o, put)
	case g.ended.ending.Result == r:
		g.findings.clear(o, g.scope(), "result_conflict")
		return
	case g.ended.source != events.SourceSignalled:
		g.findings.raise(o, g.scope(), "result_conflict", events.FindingRaised{
			Kind:     events.FindingResultConflict,
			Ply:      len(g.plies),
			Articles: articles(g.ended.ending.Articles),
			Text:     fmt.Sprintf("the kings in the centre say %s, the game ended %s by %s", r, g.ended.ending.Result, g.ended.ending.Reason),
		})
		return
	}
	g.findings.clear(o, g.scope(), "gesture")
	g.findings.raise(o, g.scope(), "gesture", events.FindingRaised{
		Kind: events.FindingGesture,
		Ply:  len(g.plies),
		Text: fmt.Sprintf("the kings in the centre say %s; why is not recorded", r),
	})
	g.end(o, rules.Ending{Result: r, Reason: rules.ReasonNotRecorded}, events.SourceSignalled)
}

// How short before the kings came to rest a king may have seemed to move: onto
// its square in the centre, or on its way there.
const (
	stepIn   = 10 * time.Second
	stepOver = 3 * time.Second
)

// takeBackStep withdraws a king's move that was the first half of the gesture:
// nobody completed it, and it was seen just before.
func (g *Game) takeBackStep(o *out, put time.Time) {
	n := len(g.plies)
	if n == 0 || g.standing() && g.plies[n-1].at.Before(g.stoppedAt) {
		return
	}
	last := g.plies[n-1]
	m := last.move
	if last.completed != "" || m.Castle || g.line.Position().Board().At(m.To).Role() != rules.King {
		return
	}
	within := stepOver
	if (m.To.File() == 3 || m.To.File() == 4) && (m.To.Rank() == 3 || m.To.Rank() == 4) {
		within = stepIn
	}
	if put.Sub(last.at) <= within {
		g.withdraw(o, 1)
	}
}

// flagged takes that the clock shows a fallen flag and stands at zero. Showing
// and declaring are two facts: the end is provisional until an arbiter
// confirms it (6.8 of 2023). A flag on a clock that did not run in this game
// is left from another.
func (g *Game) flagged(o *out, s clockstate.Sight) {
	if g.paused || g.reset || g.final != nil || !g.ran {
		return
	}
	text := ""
	fell := rules.NoColor
	switch {
	case s.WhiteFlag && s.BlackFlag:
		text = "both flags"
	case s.WhiteFlag:
		fell, text = rules.White, "White's flag"
	case s.BlackFlag:
		fell, text = rules.Black, "Black's flag"
	default:
		return
	}
	g.findings.raise(o, g.scope(), "flag/"+fell.String(), events.FindingRaised{
		Kind:     events.FindingFlag,
		Ply:      len(g.plies),
		Articles: articles(g.laws.Cite(rules.FlagNoticed)),
		Text:     fmt.Sprintf("the clock shows %s down after %s", text, g.lastMove()),
	})
	if g.ended != nil {
		return // what ended the game before the flag was seen stands
	}
	if end, ok := g.laws.Flagged(g.line, fell); ok {
		g.end(o, end, events.SourceDerived)
	}
}
