package game

import (
	"fmt"

	"boardwire/events"
	"boardwire/rules"
)

// atBoard answers the rulings about what happened at one board: what was said
// and done that no sensor sees.
func (g *Game) atBoard(o *out, r events.Ruling) events.Answered {
	if g.closed() {
		if a, stop := g.whileClosed(r); stop {
			return a
		}
	}
	switch p := r.(type) {
	case events.Claim:
		return g.claimed(o, p)
	case events.Offer:
		return g.offered(p)
	case events.Agree:
		return g.agreed(o)
	case events.Resign:
		by, err := playerOf(p.Player)
		if err != nil {
			return refused("%v", err)
		}
		end, ok := g.laws.Resigned(g.line, by)
		return g.declare(o, end, ok, rules.Ending{Result: rules.WinFor(by.Other()), Reason: rules.ReasonResignation, Articles: g.laws.Cite(rules.Resignation)}, "")
	case events.FlagRuling:
		return g.declareFlag(o, p)
	case events.Illegal:
		return g.ruleIllegal(o, p)
	case events.ClockRuling:
		return g.ruleClock(o, p)
	case events.Correction:
		return g.correct(o, p)
	case events.Presence:
		return g.presence(o, p)
	case events.Reversed:
		return g.reversed(o, p)
	case events.Displaced:
		return g.displaced(o, p)
	case events.CastlingRuling:
		return g.ruleCastling(o, p)
	case events.Annul:
		return g.annul(o, p)
	case events.Quickplay:
		return g.quickplay(o, p)
	case events.Seal:
		return g.seal(o, p)
	case events.NoSeal:
		return g.noSeal(o)
	case events.Sealed:
		return g.sealedNow(o, p)
	case events.Unseal:
		return g.unseal(o, p)
	case events.AdjournedRuling:
		return g.enter(o, p)
	case events.Signed:
		return g.signed(o, p)
	case events.Penalty:
		return g.rulePenalty(o, p)
	case events.Uncount:
		return g.uncount(p)
	}
	return refused("%s is not a ruling that this version knows", r.EventType())
}

func playerOf(s string) (rules.Color, error) {
	switch s {
	case "white":
		return rules.White, nil
	case "black":
		return rules.Black, nil
	}
	return rules.NoColor, fmt.Errorf("player %q: want white or black", clip(s))
}

// title is a color at the beginning of a sentence.
func title(c rules.Color) string {
	if c == rules.White {
		return "White"
	}
	return "Black"
}

// declare takes an end that was declared. It stands until an arbiter confirms
// it or takes it back; play does not. Where the Laws would not give it (ok is
// false) it stands at the arbiter's discretion, as otherwise says, because of
// why. What ended the game before is not undone: that is for a stated result.
func (g *Game) declare(o *out, end rules.Ending, ok bool, otherwise rules.Ending, why string) events.Answered {
	if g.final != nil {
		a := accepted()
		a.Text = fmt.Sprintf("the result is %s already; state another one with a result ruling", g.final.result)
		return a
	}
	a := accepted()
	if before, over := g.over(); over {
		return g.against(o, before, otherwise)
	}
	a.Articles = articles(end.Articles)
	if !ok {
		end = otherwise
		a.Answer, a.Articles, a.Text = events.AnswerDiscretion, articles(end.Articles), why
	}
	switch {
	case g.ended == nil || g.ended.ending.Result == end.Result || g.ended.source == events.SourceSignalled:
	case g.flagOnly() && end.Reason != rules.ReasonFlag && end.Reason != rules.ReasonFlagNoMate:
		a.Articles = mixed(a.Articles, articles(g.laws.Cite(rules.FlagNoticed)))
		a.Text = join(a.Text, undeclared)
	default:
		a.Answer, a.Articles = events.AnswerDiscretion, articles(g.ended.ending.Articles)
		a.Text = g.ended.String() + " before"
	}
	g.findings.clear(o, g.scope(), "result_conflict")
	g.findings.clear(o, g.scope(), "gesture")
	g.end(o, end, events.SourceRuled)
	a.Text = join(a.Text, g.outcome(end))
	return a
}

// against answers a declaration that came after the game had ended by itself.
func (g *Game) against(o *out, before, declared rules.Ending) events.Answered {
	a := accepted()
	a.Answer, a.Articles = events.AnswerDiscretion, articles(before.Articles)
	a.Text = fmt.Sprintf("the game had ended %s by %s before", before.Result, before.Reason)
	if declared.Result != before.Result && declared.Result != "" {
		g.raise(o, "result_conflict", rules.FindingResultConflict, len(g.plies), before.Articles,
			fmt.Sprintf("%s by %s was declared, but the game had ended %s by %s", declared.Result, declared.Reason, before.Result, before.Reason))
	}
	return a
}

// declareFlag takes that a flag was declared fallen: by the arbiter, or by a
// player's claim where only that counts (1997, B6 and B7). That the claimant's
// own flag has fallen too spoils his claim.
func (g *Game) declareFlag(o *out, p events.FlagRuling) events.Answered {
	fell, err := playerOf(p.Player)
	if err != nil && p.Player != "both" {
		return refused("player %q: want white, black or both", clip(p.Player))
	}
	otherwise := rules.Ending{Result: rules.WinFor(fell.Other()), Reason: rules.ReasonFlag, Articles: g.laws.Cite(rules.FlagLoss)}
	own := g.clock.White.Fell
	if fell == rules.White {
		own = g.clock.Black.Fell
	}
	end, ok := g.flagEnd(fell)
	first := g.ended != nil && g.ended.ending.Result == otherwise.Result // it was seen before the other
	if fell == rules.NoColor || own && !first {
		end, ok = g.flagEnd(rules.NoColor)
		if _, over := g.over(); !ok && !over && g.final == nil {
			a := accepted()
			a.Text = "both flags are down: nothing ends by that alone here; state a result, or let play go on"
			a.Articles = articles(g.duty(rules.FindingBothFlags).Articles)
			return a
		}
		otherwise = end
	}
	why := ""
	if fell != rules.NoColor && g.inTime(fell) == rules.Possible {
		why = fmt.Sprintf("%s had completed the moves of the period", title(fell))
	}
	if own && !first {
		fell = rules.NoColor
	}
	down := g.flagWords(o, fell)
	a := g.declare(o, end, ok, otherwise, why)
	a.Text = join(down, a.Text)
	return a
}
