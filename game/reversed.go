package game

import (
	"fmt"

	"boardwire/events"
	"boardwire/rules"
)

// reversed takes that the players have each other's color: no board knows who
// sits where. Play goes on, and they change places in the pairing; or the game
// does not count and is begun anew with the right colors (1997, 7.2; 2023, 7.3).
func (g *Game) reversed(o *out, p events.Reversed) events.Answered {
	remedy := g.remedy(rules.FindingColorsReversed)
	restart := remedy.Act == rules.NewGame
	a := accepted()
	if _, before, over := g.finished(); p.Decision == "" && (over || g.final != nil) {
		// The articles are about a game that is played.
		a.Articles = articles(remedy.Articles)
		if g.final != nil {
			before = fmt.Sprintf("the result is %s already", g.final.result)
		}
		a.Text = before + "; nothing is changed: rule continue, and the players change places in the pairing, or restart, and the game does not count"
		return a
	}
	switch p.Decision {
	case "":
	case events.DecisionContinue, events.DecisionRestart:
		asked := p.Decision == events.DecisionRestart
		if asked != restart && !remedy.Unless && !remedy.Unverified {
			depart(&a, nil, fmt.Sprintf("by the edition %s after %d moves by each", remedy.Act, len(g.plies)/2))
		}
		restart = asked
	default:
		return refused("decision %q: want continue or restart", clip(p.Decision))
	}
	a.Articles = articles(remedy.Articles)
	if remedy.Unverified {
		a.Text = "what this edition says is not certain; the arbiter decides"
	}
	if restart {
		a.Text = join(a.Text, g.begin(o))
		return a
	}
	if g.swapped != nil {
		g.unswap(o)
		a.Text = join(a.Text, "the players sit as they were paired")
		return a
	}
	g.swapped = &[2]string{g.paired.White, g.paired.Black}
	g.paired.White, g.paired.Black = g.paired.Black, g.paired.White
	o.say(g.scope(), g.paired)
	a.Text = join(a.Text, fmt.Sprintf("play goes on; %s has White now", g.paired.White))
	return a
}

// seats returns who plays White and Black of a pairing: the other way round
// where they were found to sit so, until a roster pairs them anew.
func (g *Game) seats(white, black string) (string, string) {
	switch {
	case g.swapped == nil:
		return white, black
	case *g.swapped != [2]string{white, black}:
		g.swapped = nil
		return white, black
	}
	return black, white
}

// unswap puts the players back to the colors that they were paired with.
func (g *Game) unswap(o *out) {
	if g.swapped == nil {
		return
	}
	g.swapped = nil
	g.paired.White, g.paired.Black = g.paired.Black, g.paired.White
	o.say(g.scope(), g.paired)
}
