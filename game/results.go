package game

import (
	"fmt"

	"boardwire/events"
	"boardwire/rules"
)

// ruleResult makes a stated result final. "*" says that the game is not over:
// it takes the result back, and what looked like an end.
func (g *Game) ruleResult(o *out, p events.ResultRuling) events.Answered {
	result, err := rules.ParseResult(p.Result)
	if err != nil {
		return refused("result: %v", err)
	}
	reason := rules.ReasonNotRecorded
	if p.Reason != "" {
		if reason, err = rules.ParseReason(p.Reason); err != nil {
			return refused("%v", err)
		}
	}
	if len(p.Article) > maxName {
		return refused("article: at most %d bytes", maxName)
	}
	if result == rules.Ongoing {
		return g.reopen(o)
	}
	a := accepted()
	var cites []string
	if p.Article != "" {
		cites = []string{p.Article}
	}
	g.findings.clear(o, g.scope(), "result_conflict")
	if end, ok := g.shown(); ok && end.Result != result {
		a.Answer, a.Articles = events.AnswerDiscretion, articles(end.Articles)
		a.Text = fmt.Sprintf("the game ended %s by %s", end.Result, end.Reason)
		g.raise(o, "result_conflict", rules.FindingResultConflict, len(g.plies), end.Articles,
			fmt.Sprintf("ruled %s, but the game ended %s by %s", result, end.Result, end.Reason))
	} else if g.ended != nil && g.ended.ending.Result != result {
		a.Text = fmt.Sprintf("the kings in the centre said %s", g.ended.ending.Result)
	}
	g.finish(o, result, reason, events.SourceRuled, cites)
	return a
}

// shown returns the end that the Laws give the game by themselves: what the
// board shows, or what the clock showed or was declared.
func (g *Game) shown() (rules.Ending, bool) {
	if end, ok := g.over(); ok {
		return end, true
	}
	if g.ended != nil && (g.ended.source == events.SourceDerived || g.ended.source == events.SourceRuled) {
		return g.ended.ending, true
	}
	return rules.Ending{}, false
}

// reopen takes back the result, and the provisional end with it.
func (g *Game) reopen(o *out) events.Answered {
	if g.final == nil && g.ended == nil {
		return refused("there is no result at %s to take back", g.id)
	}
	g.takeBackEnd(o)
	if g.final != nil {
		o.say(g.scope(), events.FinalResult{
			Result: string(rules.Ongoing), Reason: string(rules.ReasonNotRecorded),
			Source: events.SourceNone, Withdraws: g.final.id,
		})
		g.final = nil
	}
	g.findings.clear(o, g.scope(), "result_conflict")
	g.goOn(o)
	return accepted()
}

// confirm makes the provisional result final. What is final already is not
// said again.
func (g *Game) confirm(o *out, p events.Confirm) events.Answered {
	if g.final != nil {
		if p.Result != "" && p.Result != string(g.final.result) {
			return refused("the result is %s already, not %s; state another one with a result ruling", g.final.result, clip(p.Result))
		}
		return accepted()
	}
	if g.ended == nil {
		return refused("there is no provisional result to confirm at %s; state one with a result ruling", g.id)
	}
	e := g.ended.ending
	if p.Result != "" && p.Result != string(e.Result) {
		return refused("the provisional result is %s, not %s", e.Result, clip(p.Result))
	}
	g.findings.clear(o, g.scope(), "result_conflict")
	g.finish(o, e.Result, e.Reason, g.ended.source, articles(e.Articles))
	return accepted()
}

// finish says the final result.
func (g *Game) finish(o *out, r rules.Result, why rules.Reason, source string, cites []string) {
	p := events.FinalResult{Result: string(r), Reason: string(why), Source: source, Articles: cites}
	if g.final != nil {
		p.Withdraws = g.final.id
	}
	g.final = &final{id: o.say(g.scope(), p), result: r}
	g.presses, g.due = nil, nil
	for _, key := range []string{"gesture", "flag/white", "flag/black", "flag/", "device", "clock_expected"} {
		g.findings.clear(o, g.scope(), key)
	}
	g.findings.clearLike(o, g.scope(), "wrong_claim/")
	g.findings.clearLike(o, g.scope(), "illegal_stands/")
}
