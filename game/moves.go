package game

import (
	"boardwire/events"
	"boardwire/rules"
)

// make takes a legal move as made on the board (4.7 of 2023). The player's own
// move before it is completed by it where the edition says so; the opponent's
// is not.
func (g *Game) make(o *out, m rules.Move) {
	before := g.line.Position()
	san := before.SAN(m)
	if err := g.line.Push(m); err != nil {
		return // Infer answers legal moves only
	}
	n := len(g.plies)
	g.takeBackEnd(o)
	id := o.say(g.scope(), events.Made{
		Ply: n + 1, UCI: m.UCI(), SAN: san, FEN: g.line.Position().FEN(),
		Clocks:   g.clocks(o.at),
		Articles: articles(g.laws.Cite(rules.MoveMade)),
	})
	g.plies = append(g.plies, ply{move: m, by: before.Turn(), made: id, at: o.at})
	if n >= 2 && g.plies[n-2].completed == "" {
		if cites := g.laws.Cite(rules.CompletedByNextMove); len(cites) > 0 {
			g.complete(o, n-2, events.ByNext, nil, cites)
		}
	}
	if end, ok := g.laws.Completed(g.line); ok {
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
}
