package game

import (
	"boardwire/events"
	"boardwire/rules"
)

// make takes a legal move as made on the board (4.7 of 2023). The player's own
// move before it is completed by it where the edition says so; the opponent's
// is not.
func (g *Game) make(o *out, m rules.Move, origin string) { g.makeAt(o, m, origin, g.clocks(o.at)) }

// makeAt is make with the clocks that are told with the move.
func (g *Game) makeAt(o *out, m rules.Move, origin string, c *events.Clocks) {
	before := g.line.Position()
	san := before.SAN(m)
	if err := g.line.Push(m); err != nil {
		return // Infer answers legal moves only
	}
	n := len(g.plies)
	g.takeBackEnd(o)
	id := o.say(g.scope(), events.Made{
		Ply: n + 1, UCI: g.uci(m), SAN: san, FEN: g.line.Position().FEN(),
		Clocks:   c,
		Articles: articles(g.laws.Cite(rules.MoveMade)),
		Origin:   origin,
	})
	if n == 0 {
		g.playedOn = g.paired.Device
	} else if g.playedOn != g.paired.Device {
		g.playedOn = several
	}
	g.plies = append(g.plies, ply{move: m, san: san, by: before.Turn(), made: id, at: o.at, origin: origin})
	g.forget(o)
	if g.offer == before.Turn().Other() {
		g.offer = rules.NoColor
	}
	if n >= 2 && g.plies[n-2].completed == "" && g.laws.Completes(rules.ByOwnNext) {
		g.complete(o, n-2, events.ByNext, nil, g.laws.Cite(rules.CompletedByNextMove))
	}
	if end, ok := g.over(); ok {
		g.complete(o, n, events.ByEnd, nil, g.laws.Cite(rules.CompletedByEnd))
		g.end(o, end, events.SourceDerived)
	}
}

// withdraw takes the last n moves back. Those are never completed by a press.
func (g *Game) withdraw(o *out, n int) {
	for range n {
		last := len(g.plies) - 1
		if last < 0 || g.line.TakeBack(1) != nil {
			return
		}
		o.say(g.scope(), events.Withdrawn{Ply: last + 1, Move: g.plies[last].made})
		g.plies = g.plies[:last]
		g.keepBars()
		if g.ended != nil && g.ended.source == events.SourceDerived {
			g.takeBackEnd(o)
		}
	}
}

// complete says that the move with index i is completed.
func (g *Game) complete(o *out, i int, by string, c *events.Clocks, cites []rules.Article) {
	g.plies[i].completed = by
	o.say(g.scope(), events.Completed{
		Ply: i + 1, Move: g.plies[i].made, By: by, Clocks: c, Articles: articles(cites),
	})
	if by != events.ByPress || i != len(g.plies)-1 || g.ended != nil {
		return
	}
	if end, ok := g.over(); ok { // it waited for the press
		g.end(o, end, events.SourceDerived)
	}
}

// over returns the end that the Laws give the game by itself. Where the
// edition asks that the last move was completed (2014, 9.6b) it waits for that.
func (g *Game) over() (rules.Ending, bool) {
	end, ok := g.laws.Completed(g.line)
	if ok && g.waits(end) {
		return rules.Ending{}, false
	}
	return end, ok
}

// waits says that an end does not stand before the last move is completed.
func (g *Game) waits(e rules.Ending) bool {
	n := len(g.plies)
	return g.laws.EndsWhen(e.Reason) == rules.AtCompleted && n > 0 && g.plies[n-1].completed == ""
}
