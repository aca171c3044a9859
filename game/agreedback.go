package game

import (
	"fmt"

	"boardwire/events"
	"boardwire/rules"
)

// restoreAgreed takes that both players want the position before an illegal
// move back after the opponent has answered it: in rapid and blitz games that
// is theirs to agree since 2014 (2023, A.5.2). Nothing is counted for it.
func (g *Game) restoreAgreed(o *out, by rules.Color, ply int) events.Answered {
	a := accepted()
	if g.ended != nil {
		a.Text = "the game is over; nothing is put back"
		return a
	}
	back := g.laws.Restoration(g.kind, g.regime())
	a.Articles = articles(back.Articles)
	switch {
	case back.Unverified:
		a.Text = "what this edition says is not certain"
	case onlyUntilReply(back.Until) && !back.ThenAgreed:
		depart(&a, back.Articles, "by the edition nothing is corrected after the opponent's move")
	case !onlyUntilReply(back.Until):
		a.Text = "the position goes back whether or not the players agree"
	}
	n := len(g.plies)
	for i := n - 1; i >= ply-1; i-- {
		o.say(g.scope(), events.Withdrawn{Ply: i + 1, Move: g.plies[i].made, Restored: true})
	}
	if ply <= n {
		g.rewind(o, ply-1)
	}
	g.void(ply-1, max(n-ply+1, 1))
	g.await(o)
	a.Text = join(a.Text, fmt.Sprintf("back to %s", g.lastPosition()))
	if g.awaits {
		a.Text += ", when the board shows it"
	}
	if bound, _ := g.laws.CiteAll(rules.ReplacingMove); len(bound) > 0 {
		a.Text += "; " + title(by) + " moves the man that he touched, if it can be moved"
	}
	return a
}
