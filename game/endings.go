package game

import (
	"fmt"
	"time"

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
// otherwise correct what they said before, but not what the board showed. On a
// board that never showed this game they are left from another one.
func (g *Game) signal(o *out, r rules.Result, put time.Time) {
	if g.paused || g.reset || g.closed() || g.final != nil || len(g.plies) == 0 && !g.seated {
		return
	}
	r = g.lie.Result(r)
	switch {
	case g.ended == nil:
		g.takeBackStep(o, put)
	case g.ended.ending.Result == r:
		g.findings.clear(o, g.scope(), "result_conflict")
		return
	case g.ended.source != events.SourceSignalled:
		g.raise(o, "result_conflict", rules.FindingResultConflict, len(g.plies), g.ended.ending.Articles,
			fmt.Sprintf("the kings in the centre say %s, %s", r, g.ended))
		return
	}
	g.findings.clear(o, g.scope(), "gesture")
	g.raise(o, "gesture", rules.FindingGesture, len(g.plies), nil,
		fmt.Sprintf("the kings in the centre say %s; why is not recorded", r))
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
