package game

import (
	"fmt"

	"boardwire/events"
	"boardwire/rules"
)

// signed takes the result that both players signed. It stands, even if it is
// incorrect, unless the arbiter decides otherwise (2023, 8.7), and it is
// provisional until he confirms it. Where the game had ended otherwise he is
// told; in an edition that has no such rule the end stays then as it was.
func (g *Game) signed(o *out, p events.Signed) events.Answered {
	result, err := rules.ParseResult(p.Result)
	if err != nil {
		return refused("result: %v", err)
	}
	if result == rules.Ongoing {
		return refused("nobody signs %s: it is no result", result)
	}
	a := accepted()
	cites := g.laws.Cite(rules.SignedResult)
	a.Articles = articles(cites)
	stands := g.laws.Says(rules.SignedResult) != rules.Absent
	if !stands {
		a.Text = "in this edition nothing says that a signed result stands; the arbiter decides"
	}
	conflict := func(other string, end []rules.Article) {
		g.findings.clear(o, g.scope(), "result_conflict")
		g.raise(o, "result_conflict", rules.FindingResultConflict, len(g.plies), append(end, cites...),
			fmt.Sprintf("both players signed %s, but %s", result, other))
		a.Text = join(other, a.Text)
	}
	if g.final != nil {
		if g.final.result != result {
			conflict(fmt.Sprintf("the result is %s already", g.final.result), nil)
		} else {
			a.Text = join("that is the result already", a.Text)
		}
		return a
	}
	if g.ended != nil && g.ended.source == events.SourceRecorded && g.ended.ending.Result == result {
		a.Text = join("they signed that already", a.Text)
		return a
	}
	if end, ok := g.shown(); ok && end.Result == result {
		if g.ended == nil || g.ended.ending.Result != result {
			g.end(o, end, events.SourceDerived) // and not as they had signed before
		}
		g.findings.clear(o, g.scope(), "result_conflict")
		a.Text = join(fmt.Sprintf("so the game ended, by %s", end.Reason), a.Text)
		return a
	} else if ok {
		conflict(fmt.Sprintf("the game ended %s by %s", end.Result, end.Reason), end.Articles)
		if !stands {
			return a
		}
	} else if g.ended != nil && g.ended.ending.Result != result {
		conflict(g.ended.String(), nil)
	}
	g.findings.clear(o, g.scope(), "gesture")
	g.end(o, rules.Ending{Result: result, Reason: rules.ReasonNotRecorded, Articles: cites}, events.SourceRecorded)
	a.Text = join(a.Text, fmt.Sprintf("both signed %s, provisional until it is confirmed", result))
	return a
}
