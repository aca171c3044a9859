package game

import (
	"fmt"
	"slices"
	"strings"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// quickplay takes a claim in the last two minutes of a quickplay finish, or
// what the arbiter decided about it. Nothing of it is derived: that the
// opponent cannot win by normal means, or does not try to, is for him to judge.
// The answer says what the edition asks for and allows.
func (g *Game) quickplay(o *out, p events.Quickplay) events.Answered {
	by, err := playerOf(p.Player)
	if err != nil {
		return refused("%v", err)
	}
	decide, ok := map[string]func(*out, rules.Color) events.Answered{
		events.QuickplayClaimed: g.quickplayClaimed, events.QuickplayDrawn: g.quickplayDrawn,
		events.QuickplayPostponed: g.quickplayPostponed, events.QuickplayRejected: g.quickplayRejected,
		events.QuickplayIncrement: g.quickplayIncrement,
		events.QuickplaySubmitted: func(o *out, by rules.Color) events.Answered { return g.quickplaySubmitted(o, by, p.Ground) },
	}[p.Step]
	switch {
	case !ok:
		return refused("step %q: want claimed, drawn, postponed, rejected, increment or submitted", clip(p.Step))
	case (p.Step == events.QuickplaySubmitted) != (p.Ground == events.GroundCannotWin || p.Ground == events.GroundNoEffort),
		p.Step != events.QuickplaySubmitted && p.Ground != "":
		return refused("ground %q: want cannot_win or no_effort, with submitted alone", clip(p.Ground))
	}
	if g.final != nil {
		a := accepted()
		a.Text = fmt.Sprintf("the result is %s already", g.final.result)
		return a
	}
	if end, over := g.over(); over {
		return g.against(o, end, rules.Ending{Result: rules.Draw, Reason: rules.ReasonArbiter})
	}
	_, before, over := g.finished()
	a := decide(o, by)
	if over && p.Step != events.QuickplayClaimed && p.Step != events.QuickplayDrawn {
		a.Text = join(a.Text, before+"; no clock is expected to change")
	}
	if p.Step != events.QuickplayClaimed && p.Step != events.QuickplaySubmitted && g.claimant != by {
		a.Text = join(a.Text, "no such claim of "+title(by)+" is on record")
	}
	return a
}

// lastPeriodOf is the last period of the time control, and whether it is one in
// which all remaining moves are made.
func (g *Game) lastPeriodOf() (clockstate.Period, bool) {
	n := len(g.control.Periods)
	if n == 0 {
		return clockstate.Period{}, false
	}
	p := g.control.Periods[n-1]
	return p, p.Moves == 0
}

// allows is what the edition makes of a claim in this game.
func (g *Game) allows() rules.Quickplay {
	last, _ := g.lastPeriodOf()
	return g.laws.Quickplay(rules.QuickplayGame{Kind: g.kind, Bonus: last.Bonus > 0, Announced: g.event.Quickplay})
}

// outside says in an answer where the edition has no such claim in this game.
func (g *Game) outside(a *events.Answered, q rules.Quickplay) {
	switch {
	case q.Applies:
		a.Articles = mixed(a.Articles, articles(q.Articles))
	case q.Unverified && len(q.Articles) == 0:
		a.Text = join(a.Text, "whether such a claim is allowed here is not certain in this edition")
	default:
		depart(a, q.Articles, "in such a game nobody may claim a draw in his last two minutes")
	}
}

func (g *Game) quickplayClaimed(o *out, by rules.Color) events.Answered {
	q := g.allows()
	a := accepted()
	g.outside(&a, q)
	g.claimant, g.putOff = by, false
	if !q.Applies {
		return a
	}
	g.claimable(o, &a, q, by)
	a.Text = join(a.Text, "the arbiter may answer: "+g.quickplayAnswers())
	return a
}

// claimable says in an answer what speaks against a claim.
func (g *Game) claimable(o *out, a *events.Answered, q rules.Quickplay, by rules.Color) {
	if _, all := g.lastPeriodOf(); !all || !g.lastPeriod(by) {
		depart(a, g.laws.Cite(rules.QuickplayFinish), "the last period has not begun for "+title(by))
	}
	hasMove := g.line.Position().Turn() == by
	if !hasMove && q.HasMove == rules.Certain {
		depart(a, q.Articles, title(by)+" does not have the move")
	}
	if g.clock.Known && !g.clock.Absent {
		s := g.control.At(g.clock, o.at, g.rate)
		side := s.White
		if by == rules.Black {
			side = s.Black
		}
		switch {
		case side.Fell || side.Left <= 0:
			depart(a, q.Articles, "his flag had fallen")
		case side.Left >= q.Within:
			depart(a, q.Articles, fmt.Sprintf("he has %s left, not less than %s", clockWords(side.Left), clockWords(q.Within)))
		}
	} else {
		a.Text = join(a.Text, "no clock tells how much he has left")
	}
}

// quickplaySubmitted takes a claim where no arbiter is present: it ends the
// game, and an arbiter elsewhere decides it from what is handed in. Until then
// play stands.
func (g *Game) quickplaySubmitted(o *out, by rules.Color, ground string) events.Answered {
	q := g.allows()
	a := accepted()
	g.outside(&a, q)
	g.claimant, g.putOff = by, true
	g.paused, g.presses = true, nil
	if q.Applies {
		g.claimable(o, &a, q, by)
	}
	why := rules.CannotWinNormally
	if ground == events.GroundNoEffort {
		why = rules.NoEffortToWin
	}
	w := g.laws.QuickplayWithoutArbiter(why)
	a.Articles = mixed(a.Articles, articles(w.Articles))
	if !w.EndsGame {
		cites, _ := g.laws.CiteAll(rules.QuickplayClaim)
		depart(&a, cites, "this edition knows no claim without an arbiter")
		return a
	}
	text := fmt.Sprintf("the claim ends the game: %s writes down the final position", title(by))
	if w.Scoresheet {
		text += " and hands in a scoresheet that is up to date"
	}
	a.Text = join(a.Text, text+fmt.Sprintf(", %s verifies; an arbiter elsewhere decides: state drawn, or a result", title(by.Other())))
	return a
}

// quickplayAnswers lists what the edition lets an arbiter answer.
func (g *Game) quickplayAnswers() string {
	var list []string
	for _, x := range slices.Concat(g.laws.QuickplayAnswers(), g.laws.QuickplayExtraAnswers()) {
		if x.Decision == rules.QuickplayNothing {
			continue
		}
		text := quickplayWords(x)
		if len(x.Articles) > 0 {
			text += " (" + strings.Join(articles(x.Articles), ", ") + ")"
		}
		list = append(list, text)
	}
	return strings.Join(list, "; ")
}

// quickplayWords says what an answer does to the clocks.
func quickplayWords(x rules.QuickplayAnswer) string {
	text := x.Decision.String()
	if x.Decision == rules.QuickplayGrant {
		text = fmt.Sprintf("increment of %s a move for both", lasting(x.Extra))
	}
	switch {
	case x.Opponent == 0:
	case x.Optional:
		text += fmt.Sprintf(", the opponent may be given %s", signed(x.Opponent))
	default:
		text += fmt.Sprintf(", opponent %s", signed(x.Opponent))
	}
	if x.Unverified {
		text += ", not certain in this edition"
	}
	return text
}

// decision finds what the edition says of an answer.
func (g *Game) decision(d rules.QuickplayDecision) (rules.QuickplayAnswer, bool) {
	for _, x := range slices.Concat(g.laws.QuickplayAnswers(), g.laws.QuickplayExtraAnswers()) {
		if x.Decision == d {
			return x, true
		}
	}
	return rules.QuickplayAnswer{}, false
}

func (g *Game) quickplayDrawn(o *out, by rules.Color) events.Answered {
	a := accepted()
	g.outside(&a, g.allows())
	x, _ := g.decision(rules.QuickplayDraw)
	a.Articles = mixed(a.Articles, articles(x.Articles))
	end := rules.Ending{Result: rules.Draw, Reason: rules.ReasonArbiter, Articles: x.Articles}
	if e := g.ended; e != nil && e.ending.Result != rules.Draw && e.source != events.SourceSignalled {
		later := g.putOff && g.claimant == by && e.ending.Reason == rules.ReasonFlag
		if !later {
			depart(&a, e.ending.Articles, e.String()+" before")
		} else {
			put, _ := g.decision(rules.QuickplayPostpone)
			a.Articles = mixed(a.Articles, articles(put.Articles))
		}
	}
	g.findings.clear(o, g.scope(), "result_conflict")
	g.findings.clear(o, g.scope(), "gesture")
	g.end(o, end, events.SourceRuled)
	a.Text = join(a.Text, g.outcome(end))
	return a
}

func (g *Game) quickplayPostponed(o *out, by rules.Color) events.Answered {
	a := accepted()
	g.outside(&a, g.allows())
	x, _ := g.decision(rules.QuickplayPostpone)
	a.Articles = mixed(a.Articles, articles(x.Articles))
	a.Text = join(a.Text, quickplayWords(x))
	if x.AfterFlag {
		a.Text += "; a draw may still be declared after a flag has fallen"
	}
	g.putOff = true
	if !x.Optional {
		g.quickplayTime(o, by, x)
	}
	return a
}

func (g *Game) quickplayRejected(o *out, by rules.Color) events.Answered {
	a := accepted()
	g.outside(&a, g.allows())
	x, ok := g.decision(rules.QuickplayReject)
	if !ok {
		put, _ := g.decision(rules.QuickplayPostpone)
		depart(&a, put.Articles, "this edition knows no rejection: a decision is put off, and may come after a flag")
		return a
	}
	a.Articles = mixed(a.Articles, articles(x.Articles))
	a.Text = join(a.Text, quickplayWords(x))
	g.putOff = false
	if !x.Unverified {
		g.quickplayTime(o, by, x)
	}
	return a
}

func (g *Game) quickplayIncrement(o *out, by rules.Color) events.Answered {
	a := accepted()
	g.outside(&a, g.allows())
	x, ok := g.decision(rules.QuickplayGrant)
	if !ok {
		cites, _ := g.laws.CiteAll(rules.QuickplayClaim)
		depart(&a, cites, "this edition knows no increment that a player may ask for")
		return a
	}
	a.Articles = mixed(a.Articles, articles(x.Articles))
	a.Text = join(a.Text, quickplayWords(x))
	if n := len(g.control.Periods); n > 0 {
		// The clock counts so from now on; the announced control stays what it is.
		periods := slices.Clone(g.control.Periods)
		periods[n-1].Method, periods[n-1].Bonus = clockstate.Fischer, x.Extra
		g.control.Periods = periods
	}
	g.quickplayTime(o, by, x)
	return a
}

// quickplayTime expects of the clock what an answer gives the opponent.
func (g *Game) quickplayTime(o *out, by rules.Color, x rules.QuickplayAnswer) {
	if _, _, over := g.finished(); over {
		return
	}
	if by == rules.White {
		g.expectMore(o, 0, x.Opponent, x.Articles)
	} else {
		g.expectMore(o, x.Opponent, 0, x.Articles)
	}
}
