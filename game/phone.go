package game

import (
	"fmt"

	"boardwire/events"
	"boardwire/rules"
)

// telephone takes that a player broke the rule about telephones and other such
// devices (2005, 12.2b; 2009, 12.3b; since 2014, 11.3). It loses the game; what
// the opponent scores the edition says, or leaves to the arbiter.
func (g *Game) telephone(o *out, by rules.Color) events.Answered {
	rule, ok := g.laws.Phone()
	a := accepted()
	if !ok {
		depart(&a, g.laws.Cite(rules.ArbiterPenalties), "this edition has no rule about telephones; nothing follows from it: say which penalty it is")
		return a
	}
	end, certain := g.laws.PhoneLoss(g.line, by)
	text := fmt.Sprintf("%s: telephone or other device, %s", title(by), rule.Offence)
	if rule.Opponent == rules.ScoreByArbiter {
		end, certain = rules.Ending{Result: rules.WinFor(by.Other()), Reason: rules.ReasonArbiter, Articles: rule.Articles}, true
		text += fmt.Sprintf("; what %s scores is the arbiter's to say: state a result where it is no win", title(by.Other()))
	} else {
		text += fmt.Sprintf("; %s %s", title(by.Other()), rule.Opponent)
	}
	if rule.Milder {
		text += "; the event may have a milder penalty: then take the end back and say which"
	}
	otherwise := rules.Ending{Result: rules.WinFor(by.Other()), Reason: rules.ReasonArbiter, Articles: rule.Articles}
	a = g.declare(o, end, certain, otherwise, "")
	a.Articles = mixed(a.Articles, articles(rule.Articles))
	a.Text = join(a.Text, text)
	return a
}
