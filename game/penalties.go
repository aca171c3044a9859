package game

import (
	"fmt"
	"slices"
	"time"

	"boardwire/events"
	"boardwire/rules"
)

// penalties are the words for what an arbiter may do to a player, with what
// each needs to say.
var penalties = map[string]struct{ words, wants string }{
	events.PenaltyWarning:  {"a warning", ""},
	events.PenaltyMoreTime: {"more time for the opponent", "seconds"},
	events.PenaltyLessTime: {"less time", "seconds"},
	events.PenaltyMore:     {"more points for the opponent", "half points"},
	events.PenaltyLess:     {"less points", "half points"},
	events.PenaltyLoss:     {"loss of the game", ""},
	events.PenaltyPhone:    {"loss for a telephone", ""},
	events.PenaltyFine:     {"a fine", ""},
	events.PenaltyExcluded: {"exclusion from a round", ""},
	events.PenaltyExpelled: {"expulsion from the event", ""},
}

// rulePenalty takes a penalty that is the arbiter's own choice (1997, 13.4;
// 2023, 12.9). Time is expected of the clock, points go into the result, a loss
// ends the game provisionally; the others leave the game alone.
func (g *Game) rulePenalty(o *out, p events.Penalty) events.Answered {
	by, err := playerOf(p.Player)
	if err != nil {
		return refused("%v", err)
	}
	kind, ok := penalties[p.Penalty]
	switch {
	case !ok:
		return refused("penalty %q: want warning, opponent_more_time, less_time, opponent_more_points, less_points, loss, phone, fine, excluded or expelled", clip(p.Penalty))
	case kind.wants == "seconds" && (p.Seconds < 1 || p.Seconds > maxShown):
		return refused("%s of %d s: say how much, from 1 s to 100 hours", kind.words, p.Seconds)
	case kind.wants == "half points" && (p.HalfPoints < 1 || p.HalfPoints > maxHalfPoints):
		return refused("%s, %d half points: say how many, from 1 to %d", kind.words, p.HalfPoints, maxHalfPoints)
	case kind.wants != "seconds" && p.Seconds != 0:
		return refused("%s has no time beside it", kind.words)
	case kind.wants != "half points" && p.HalfPoints != 0:
		return refused("%s has no points beside it", kind.words)
	}
	if p.Penalty == events.PenaltyPhone {
		return g.telephone(o, by)
	}
	a := accepted()
	cites := g.laws.Cite(rules.ArbiterPenalties)
	a.Articles = articles(cites)
	a.Text = fmt.Sprintf("%s: %s", title(by), kind.words)
	switch p.Penalty {
	case events.PenaltyMoreTime, events.PenaltyLessTime:
		return g.timePenalty(o, a, by, p, cites)
	case events.PenaltyMore, events.PenaltyLess:
		return g.pointPenalty(o, a, by, p)
	case events.PenaltyLoss:
		end := rules.Ending{Result: rules.WinFor(by.Other()), Reason: rules.ReasonArbiter, Articles: cites}
		before := g.ended
		if before != nil && before.chosen && before.ending.Result != end.Result {
			end.Result = rules.BothLose // the other one lost by a penalty already
		}
		b := g.declare(o, end, true, end, "")
		if g.ended != before {
			g.ended.chosen = true
		}
		b.Articles = mixed(b.Articles, a.Articles)
		b.Text = join(b.Text, fmt.Sprintf("%s; what %s scores is the arbiter's to say: state a result where it is no win", a.Text, title(by.Other())))
		return b
	case events.PenaltyExcluded, events.PenaltyExpelled:
		if g.final == nil && g.ended == nil {
			a.Text += "; this game is not decided by it: state a result where it is"
		}
	}
	if g.laws.Lists(penaltyOf[p.Penalty]) == rules.Absent {
		depart(&a, cites, "this edition does not name that penalty")
	}
	return a
}

// timePenalty expects of the clock what a penalty of time does to it.
func (g *Game) timePenalty(o *out, a events.Answered, by rules.Color, p events.Penalty, cites []rules.Article) events.Answered {
	if g.final != nil {
		a.Text += fmt.Sprintf("; the result is %s already, no clock is expected to change", g.final.result)
		return a
	}
	whose, d := by.Other(), seconds(p.Seconds)
	if p.Penalty == events.PenaltyLessTime {
		whose, d = by, -d
	}
	a.Text = fmt.Sprintf("%s, %s", a.Text, signed(d))
	if _, before, over := g.finished(); over && !g.flagOnly() {
		a.Text = join(a.Text, before+"; no clock is expected to change")
		return a
	}
	if left, known := g.left(whose, o.at); known && d < 0 && -d >= left {
		d = -left
		a.Text = join(a.Text, fmt.Sprintf("he has %s left: his flag falls with it", clockWords(left)))
	}
	var white, black time.Duration
	if whose == rules.White {
		white = d
	} else {
		black = d
	}
	g.expectMore(o, white, black, cites)
	return a
}

// pointPenalty keeps points for the result; one that is final is said again.
func (g *Game) pointPenalty(o *out, a events.Answered, by rules.Color, p events.Penalty) events.Answered {
	whose, n := by.Other(), p.HalfPoints
	if p.Penalty == events.PenaltyLess {
		whose, n = by, -n
	}
	if whose == rules.White {
		g.adjusted.White = min(max(g.adjusted.White+n, -maxHalfPoints), maxHalfPoints)
	} else {
		g.adjusted.Black = min(max(g.adjusted.Black+n, -maxHalfPoints), maxHalfPoints)
	}
	a.Text = fmt.Sprintf("%s, %s", a.Text, half(p.HalfPoints))
	if g.laws.Lists(penaltyOf[p.Penalty]) == rules.Absent {
		depart(&a, g.laws.Cite(rules.ArbiterPenalties), "this edition does not name that penalty")
	}
	if g.final == nil {
		a.Text += "; it is counted with the result"
		return a
	}
	g.final.said.Withdraws = g.final.id
	g.sayFinal(o)
	g.capped(&a)
	return a
}

// penaltyOf are the names of package rules.
var penaltyOf = map[string]rules.ArbiterPenalty{
	events.PenaltyWarning: rules.PenaltyWarning, events.PenaltyMoreTime: rules.PenaltyOpponentTime,
	events.PenaltyLessTime: rules.PenaltyOwnTime, events.PenaltyMore: rules.PenaltyOpponentPoints,
	events.PenaltyLess: rules.PenaltyOwnPoints, events.PenaltyLoss: rules.PenaltyGameLost,
	events.PenaltyFine: rules.PenaltyFine, events.PenaltyExcluded: rules.PenaltyExclusion,
	events.PenaltyExpelled: rules.PenaltyExpulsion,
}

// uncount takes that an offence does not count any more. Time that was given
// for it is not taken back by that: a clock ruling says so.
func (g *Game) uncount(p events.Uncount) events.Answered {
	by, err := playerOf(p.Player)
	if err != nil {
		return refused("%v", err)
	}
	for i := len(g.offences) - 1; i >= 0; i-- {
		x := g.offences[i]
		if x.by != by || p.Ply != 0 && x.ply != p.Ply {
			continue
		}
		g.offences = slices.Delete(g.offences, i, i+1)
		left := 0
		for _, y := range g.offences {
			if y.by == by {
				left++
			}
		}
		a := accepted()
		a.Text = fmt.Sprintf("%s's %s at ply %d does not count any more, %d do; what it cost is not taken back by this", title(by), x.what, x.ply, left)
		return a
	}
	if p.Ply != 0 {
		return refused("no offence of %s at ply %d counts", by, p.Ply)
	}
	return refused("no offence of %s counts", by)
}
