package game

import (
	"fmt"

	"boardwire/events"
	"boardwire/rules"
)

// offered takes a draw offer, or its rejection. It stands until the opponent
// rejects it, in words or as the edition says; his next move ends it in every
// edition.
func (g *Game) offered(p events.Offer) events.Answered {
	by, err := playerOf(p.Player)
	if err != nil {
		return refused("%v", err)
	}
	if p.Rejected {
		return g.rejected(by)
	}
	a := accepted()
	if end, before, over := g.finished(); over {
		depart(&a, end.Articles, before)
		return a
	}
	g.offer = by
	a.Articles = articles(g.laws.Cite(rules.DrawOffer))
	a.Text = fmt.Sprintf("the offer stands until %s accepts it, or rejects it in words or by %s", title(by.Other()), g.laws.OfferLostBy())
	a.Text = join(a.Text, g.tooEarlyToDraw())
	return a
}

// rejected takes that a player rejected the opponent's offer.
func (g *Game) rejected(by rules.Color) events.Answered {
	a := accepted()
	a.Articles = articles(g.laws.Cite(rules.DrawOffer))
	a.Text = "no offer of " + title(by.Other()) + " is on record"
	if g.offer == by.Other() {
		g.offer = rules.NoColor
		a.Text = title(by.Other()) + "'s offer is rejected"
	}
	return a
}

// agreed takes that the players agreed to a draw.
func (g *Game) agreed(o *out) events.Answered {
	end, ok := g.laws.Agreed(g.line)
	why := "not both players have made a move"
	early := g.tooEarlyToDraw()
	noOffer := g.offer == rules.NoColor
	a := g.declare(o, end, ok, rules.Ending{Result: rules.Draw, Reason: rules.ReasonAgreement, Articles: g.laws.Cite(rules.Agreement)}, why)
	if g.final == nil && g.ended != nil && g.ended.ending.Reason == rules.ReasonAgreement && early != "" {
		if a.Answer == events.AnswerAccepted {
			a.Articles = nil // it is the event's rule that it departs from
		}
		depart(&a, g.laws.Cite(rules.DrawForbidden), early)
	}
	if a.Answer == events.AnswerAccepted && noOffer && g.final == nil {
		a.Text = join(a.Text, "no offer is on record")
	}
	return a
}

// tooEarlyToDraw says that the event forbids to agree a draw yet: both players
// must have made the move with the number that it announced.
func (g *Game) tooEarlyToDraw() string {
	if n := g.event.NoDrawBefore; len(g.plies) < 2*n {
		return fmt.Sprintf("the event forbids to agree a draw before both have made move %d; the arbiter may consent", n)
	}
	return ""
}
