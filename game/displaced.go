package game

import (
	"fmt"

	"boardwire/events"
	"boardwire/rules"
)

// displaced takes that men were knocked off their squares (1997, 7.3; 2023,
// 7.4). Until the board shows the last position again nothing on it is play. The
// clock is left alone: who did it puts the men back on his own time.
func (g *Game) displaced(o *out, p events.Displaced) events.Answered {
	a := accepted()
	a.Articles = articles(g.laws.Cite(rules.Displaced))
	if p.Player != "" {
		by, err := playerOf(p.Player)
		if err != nil {
			return refused("%v", err)
		}
		a.Text = title(by) + " puts the men back on his own time"
		if g.laws.DisplacedPress() == rules.Certain {
			a.Text += fmt.Sprintf("; %s may start his clock without a move", title(by.Other()))
		}
	}
	if g.final != nil || g.ended != nil {
		a.Text = join("the game is over", a.Text)
		return a
	}
	if !g.placed {
		a.Text = join(a.Text, "no board shows when they are back; nothing is waited for")
		return a
	}
	g.await(o)
	if !g.awaits {
		a.Text = join(a.Text, "the board shows the last position")
		return a
	}
	g.findings.clear(o, g.scope(), "displaced") // what the board alone showed
	g.raise(o, "displaced", rules.FindingDisplaced, len(g.plies), g.laws.Cite(rules.Displaced),
		"men lie off their squares; nothing is play until the board shows "+g.lastPosition())
	return a
}

// await lets play stand until the board shows the position of the game, unless
// it lies there already.
func (g *Game) await(o *out) {
	g.awaits, g.presses, g.stray = true, nil, nil
	g.settleStill(o, onRuling)
}

// backInPlace takes that the board shows the position of the game: it must be
// still, for a man on his way may pass through it.
func (g *Game) backInPlace(o *out) {
	if !g.awaits || !g.still {
		return
	}
	g.awaits, g.presses = false, nil
	g.findings.clear(o, g.scope(), "displaced")
}
