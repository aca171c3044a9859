package game

import (
	"fmt"
	"slices"
	"time"

	"boardwire/events"
	"boardwire/rules"
)

// presence takes that players came to the board or are not there: no board sees
// that. The answer says what the edition makes of it and from when on a game is
// lost; it is never a result, for in every edition the arbiter may decide
// otherwise.
func (g *Game) presence(o *out, p events.Presence) events.Answered {
	who := []rules.Color{rules.White, rules.Black}
	if p.Player != "both" {
		c, err := playerOf(p.Player)
		if err != nil {
			return refused("player %q: want white, black or both", clip(p.Player))
		}
		who = []rules.Color{c}
	}
	came := p.State == events.PresenceArrived
	if !came && p.State != events.PresenceAbsent {
		return refused("state %q: want arrived or absent", clip(p.State))
	}
	a := accepted()
	for _, c := range who {
		if came && !g.arrived[c] { // said again, he did not come again
			g.cameAt[c] = o.at
		}
		g.arrived[c], g.absent[c] = came, !came
	}
	if g.final != nil || g.ended != nil {
		a.Text = join(a.Text, "the game is over")
		return a
	}
	if x := g.adjourned; x != nil && !x.resumed.IsZero() {
		g.onResumption(o, &a, who, came)
		return a
	}
	if g.closed() {
		a.Text = join(a.Text, "the game is adjourned; rule resume when it is to go on")
		return a
	}
	g.atStart(o, &a, who, came)
	return a
}

// allowance is how late a player may come, and whether the event or the edition
// says so for certain.
func (g *Game) allowance() (time.Duration, bool) {
	if n := g.event.DefaultTime; n != nil {
		return seconds(*n), true
	}
	return g.laws.DefaultTime()
}

// playBegan is when the play of a round began: by a ruling, else as announced.
func (g *Game) playBegan() time.Time {
	if !g.startedAt.IsZero() {
		return g.startedAt
	}
	return g.event.Start
}

// atStart says what coming or not coming means at the start of a game (1997,
// 6.6; 2023, 6.7).
func (g *Game) atStart(o *out, a *events.Answered, who []rules.Color, came bool) {
	a.Articles = articles(g.laws.Cite(rules.DefaultTime))
	late, known := g.allowance()
	start := g.playBegan()
	switch {
	case !known:
		a.Text = join(a.Text, "the event announced no default time, and what the edition says is not certain; the arbiter decides")
		return
	case start.IsZero():
		a.Text = join(a.Text, fmt.Sprintf("the default time is %s; when play began is not known, rule start when it begins", lasting(late)))
		return
	}
	over := start.Add(late / time.Duration(g.rate))
	var losers [rules.Black + 1]bool
	for _, c := range who {
		if g.lastBy(c) >= 0 {
			a.Text = join(a.Text, title(c)+" has made a move")
			continue
		}
		at := o.at
		if came {
			at = g.cameAt[c]
			a.Text = join(a.Text, fmt.Sprintf("%s came %s after the start of play", title(c), lasting(max(at.Sub(start), 0).Round(time.Second))))
		}
		losers[c] = at.After(over)
	}
	for _, c := range [...]rules.Color{rules.White, rules.Black} {
		if !slices.Contains(who, c) && g.lastBy(c) < 0 && (g.absent[c] && o.at.After(over) || g.arrived[c] && g.cameAt[c].After(over)) {
			losers[c] = true // as was said before
		}
	}
	a.Text = join(a.Text, fmt.Sprintf("the default time is %s, over at %s", lasting(late), over.UTC().Format("15:04:05 UTC")))
	if end, ok := g.laws.Late(losers[rules.White], losers[rules.Black]); ok {
		a.Text += fmt.Sprintf(": by the edition that is %s by %s unless the arbiter decides otherwise; state the result where it is so", end.Result, end.Reason)
		return
	}
	if !came && late > 0 && g.absent[rules.White] && g.absent[rules.Black] && len(g.plies) == 0 {
		a.Articles = mixed(a.Articles, articles(g.laws.NobodyPresent()))
		a.Text += "; neither is there: White's clock runs until he comes"
	}
}

// onResumption says what coming or not coming means at the resumption of an
// adjourned game (1997, A9 and A10; 2023, I.9 to I.11).
func (g *Game) onResumption(o *out, a *events.Answered, who []rules.Color, came bool) {
	rule := g.laws.Adjournment()
	a.Articles = articles(g.laws.Cite(rules.LateOnResumption))
	late, known := rule.Late, rule.LateKnown == rules.Certain
	if known && late == 0 {
		late, known = g.allowance()
	}
	if !known {
		a.Text = join(a.Text, "how late a player may come to a resumption is not certain here; the arbiter decides")
		return
	}
	x := g.adjourned
	over := x.resumed.Add(late / time.Duration(g.rate))
	var losers []rules.Color
	for _, c := range who {
		if g.movedSince(c, x.resumed) {
			a.Text = join(a.Text, title(c)+" has made a move")
			continue
		}
		at := o.at
		if came {
			at = g.cameAt[c]
			a.Text = join(a.Text, fmt.Sprintf("%s came %s after the resumption", title(c), lasting(max(at.Sub(x.resumed), 0).Round(time.Second))))
		}
		if at.After(over) {
			losers = append(losers, c)
		}
	}
	a.Text = join(a.Text, fmt.Sprintf("a player may be %s late, until %s", lasting(late), over.UTC().Format("15:04:05 UTC")))
	if len(losers) == 0 {
		if !came {
			step := g.laws.Resume(rules.Resumption{Sealer: !g.absent[x.sealer], Replier: !g.absent[x.sealer.Other()]})
			a.Articles = mixed(a.Articles, articles(step.Articles))
		}
		return
	}
	if g.sealed() {
		a.Text += "; open the envelope first: a sealed move that ended the game counts"
		return
	}
	for _, c := range losers {
		flag := g.clock.White.Fell
		if c == rules.White {
			flag = g.clock.Black.Fell
		}
		if end, ok := g.laws.LateOnResumption(g.line, rules.Absence{Late: c, Sealed: c == x.sealer, Flagged: flag}); ok {
			a.Articles = mixed(a.Articles, articles(end.Articles))
			a.Text += fmt.Sprintf("; by the edition that is %s unless the arbiter decides otherwise; state the result where it is so", end.Result)
		}
	}
}

// movedSince says that a player made a move at the board after a moment.
func (g *Game) movedSince(c rules.Color, t time.Time) bool {
	for _, p := range g.plies {
		if p.by == c && p.at.After(t) && p.origin != events.OriginSealed {
			return true
		}
	}
	return false
}
