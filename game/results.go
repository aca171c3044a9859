package game

import (
	"fmt"
	"slices"

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
	if s := p.Points; s != nil && (result == rules.Ongoing || s.White < 0 || s.White > maxHalfPoints || s.Black < 0 || s.Black > maxHalfPoints) {
		return refused("points of %d and %d half points for %s: want 0 to %d each, with a result", s.White, s.Black, result, maxHalfPoints)
	}
	if result == rules.Ongoing {
		return g.reopen(o)
	}
	if why := nonsense(result, reason); why != "" {
		return refused("%s by %s: %s", result, reason, why)
	}
	a := accepted()
	var cites []string
	unlisted := ""
	switch {
	case p.Article != "":
		if label, ok := g.laws.FindArticle(p.Article); ok {
			cites = []string{string(label)}
		} else {
			unlisted = p.Article
		}
	case reason == rules.ReasonForfeit && g.neverCame(result):
		cites = articles(g.laws.Cite(rules.DefaultTime))
	}
	g.findings.clear(o, g.scope(), "result_conflict")
	if end, ok := g.shown(); ok && end.Result != result {
		depart(&a, end.Articles, fmt.Sprintf("the game ended %s by %s", end.Result, end.Reason))
		g.raise(o, "result_conflict", rules.FindingResultConflict, len(g.plies), end.Articles,
			fmt.Sprintf("ruled %s, but the game ended %s by %s", result, end.Result, end.Reason))
	} else if g.ended != nil && g.ended.ending.Result != result {
		if a.Text = g.ended.String(); g.flagOnly() {
			a.Text = undeclared
		}
	}
	if clause, why := g.oddScore(result, reason); why != "" {
		depart(&a, g.laws.Cite(clause), why)
	}
	g.finish(o, result, reason, events.SourceRuled, cites, unlisted, p.Points)
	a.Text = join(g.final.words(), a.Text)
	if g.capped(&a); a.Answer == events.AnswerAccepted {
		a.Articles = cites
	}
	return a
}

// depart says from what a ruling departs: it stands at the arbiter's
// discretion.
func depart(a *events.Answered, cites []rules.Article, why string) {
	a.Answer = events.AnswerDiscretion
	a.Articles = mixed(a.Articles, articles(cites))
	a.Text = join(a.Text, why)
}

// mixed adds articles that are not there yet.
func mixed(list, more []string) []string {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}

// neverCame says that a forfeit is about not coming: who lost it made no move.
func (g *Game) neverCame(r rules.Result) bool {
	switch r {
	case rules.WhiteWins:
		return g.lastBy(rules.Black) < 0
	case rules.BlackWins:
		return g.lastBy(rules.White) < 0
	}
	return len(g.plies) == 0
}

// shown returns the end that the Laws give the game by themselves: what the
// board shows, or what the clock showed or was declared.
func (g *Game) shown() (rules.Ending, bool) {
	if end, ok := g.over(); ok {
		return end, true
	}
	if g.ended != nil && !g.ended.chosen && (g.ended.source == events.SourceDerived || g.ended.source == events.SourceRuled) {
		return g.ended.ending, true
	}
	return rules.Ending{}, false
}

// reopen takes back the result, and the provisional end with it.
func (g *Game) reopen(o *out) events.Answered {
	if g.final == nil && g.ended == nil {
		return refused("there is no result at %s to take back", g.id)
	}
	a := accepted()
	if g.final != nil {
		a.Text = scoreBy(g.final.result, rules.Reason(g.final.said.Reason))
	} else {
		a.Text = scoreBy(g.ended.ending.Result, g.ended.ending.Reason)
	}
	a.Text += " is taken back; the game is not over"
	g.takeBackEnd(o)
	g.takeBackFinal(o)
	g.findings.clear(o, g.scope(), "result_conflict")
	g.goOn(o)
	if end, over := g.over(); over {
		a.Text += fmt.Sprintf(", though the board shows %s", scoreBy(end.Result, end.Reason))
	}
	return a
}

// takeBackFinal takes the result back, if there is one.
func (g *Game) takeBackFinal(o *out) {
	if g.final == nil {
		return
	}
	o.say(g.scope(), events.FinalResult{
		Result: string(rules.Ongoing), Reason: string(rules.ReasonNotRecorded),
		Source: events.SourceNone, Withdraws: g.final.id,
	})
	g.final = nil
}

// confirm makes the provisional result final. What is final already is not
// said again.
func (g *Game) confirm(o *out, p events.Confirm) events.Answered {
	if g.final != nil {
		if p.Result != "" && p.Result != string(g.final.result) {
			return refused("the result is %s already, not %s; state another one with a result ruling", g.final.result, clip(p.Result))
		}
		a := accepted()
		a.Text = g.final.words() + " already"
		return a
	}
	if g.ended == nil {
		return refused("there is no provisional result to confirm at %s; state one with a result ruling", g.id)
	}
	e := g.ended.ending
	if p.Result != "" && p.Result != string(e.Result) {
		return refused("the provisional result is %s, not %s", e.Result, clip(p.Result))
	}
	a := accepted()
	g.findings.clear(o, g.scope(), "result_conflict")
	if g.corrected() {
		// What was derived from moves that are not on record any more is derived
		// no more.
		a.Text = fmt.Sprintf("the moves on record do not end the game by %s any more; the result stands as ruled", e.Reason)
		g.finish(o, e.Result, rules.ReasonNotRecorded, events.SourceRuled, nil, "", nil)
	} else {
		g.finish(o, e.Result, e.Reason, g.ended.source, articles(e.Articles), "", nil)
	}
	a.Text = join(g.final.words(), a.Text)
	if g.capped(&a); a.Answer == events.AnswerAccepted {
		a.Articles = g.final.said.Articles
	}
	return a
}

// corrected says that the end that stands was derived from moves which a
// correction replaced, so that it is not theirs any more.
func (g *Game) corrected() bool {
	if g.ended.source != events.SourceDerived || g.ended.ending.Reason == rules.ReasonFlag || g.ended.ending.Reason == rules.ReasonFlagNoMate {
		return false
	}
	end, over := g.over()
	return !over || end.Result != g.ended.ending.Result || end.Reason != g.ended.ending.Reason
}

// finish says the final result. unlisted is an article that the arbiter names and
// no row has; stated is what each player gets, nil for what the result is worth.
func (g *Game) finish(o *out, r rules.Result, why rules.Reason, source string, cites []string, unlisted string, stated *events.Points) {
	f := &final{result: r, said: events.FinalResult{Result: string(r), Reason: string(why), Source: source, Articles: cites, Unlisted: unlisted}}
	f.base = g.worth(r)
	if stated != nil { // with the penalties that were given before
		f.base = events.Points{White: stated.White - g.adjusted.White, Black: stated.Black - g.adjusted.Black}
	}
	if g.final != nil {
		f.said.Withdraws = g.final.id
	}
	g.final = f
	g.sayFinal(o)
	g.presses, g.due = nil, nil
	for _, key := range []string{"gesture", keyFlag(rules.White), keyFlag(rules.Black), keyFlag(rules.NoColor), "device", "clock_expected"} {
		g.findings.clear(o, g.scope(), key)
	}
	g.findings.clearLike(o, g.scope(), "wrong_claim/")
	g.findings.clearLike(o, g.scope(), "illegal_stands/")
}

// sayFinal says the result that stands, with what it gives each player.
func (g *Game) sayFinal(o *out) {
	p := g.points()
	g.final.said.Points = nil
	if p != usualWorth(g.final.result) {
		g.final.said.Points = &p
	}
	g.final.id = o.say(g.scope(), g.final.said)
}
