package game

import (
	"fmt"

	"boardwire/events"
	"boardwire/rules"
)

// nonsense says why a result and its reason make no sense together as data, ""
// where they do: a reason that names a winner beside a draw, or one that names
// a draw beside a win.
func nonsense(r rules.Result, why rules.Reason) string {
	switch win := r == rules.WhiteWins || r == rules.BlackWins; {
	case r == rules.Draw && (why == rules.ReasonCheckmate || why == rules.ReasonResignation):
		return "a draw is not reached by that"
	case win && draws(why):
		return "nobody wins by that"
	}
	return ""
}

// draws says that a reason makes a draw.
func draws(why rules.Reason) bool {
	switch why {
	case rules.ReasonStalemate, rules.ReasonDeadPosition, rules.ReasonFivefold, rules.ReasonSeventyFive,
		rules.ReasonThreefoldClaim, rules.ReasonFiftyClaim, rules.ReasonFlagNoMate, rules.ReasonAgreement,
		rules.ReasonResignationNoMate:
		return true
	}
	return false
}

// said is where the Laws say what a reason does: the clause, and the nearest
// one for editions that have no such rule.
var said = map[rules.Reason]struct{ clause, nearest rules.Clause }{
	rules.ReasonCheckmate:         {rules.Checkmate, rules.Checkmate},
	rules.ReasonStalemate:         {rules.Stalemate, rules.Stalemate},
	rules.ReasonDeadPosition:      {rules.DeadPosition, rules.DeadPosition},
	rules.ReasonFivefold:          {rules.Fivefold, rules.ThreefoldClaim},
	rules.ReasonSeventyFive:       {rules.SeventyFive, rules.FiftyClaim},
	rules.ReasonThreefoldClaim:    {rules.ThreefoldClaim, rules.ThreefoldClaim},
	rules.ReasonFiftyClaim:        {rules.FiftyClaim, rules.FiftyClaim},
	rules.ReasonFlag:              {rules.FlagLoss, rules.FlagLoss},
	rules.ReasonFlagNoMate:        {rules.FlagDraw, rules.FlagDraw},
	rules.ReasonAgreement:         {rules.Agreement, rules.Agreement},
	rules.ReasonResignation:       {rules.Resignation, rules.Resignation},
	rules.ReasonResignationNoMate: {rules.ResignationDraw, rules.Resignation},
	rules.ReasonForfeit:           {rules.DefaultTime, rules.DefaultTime},
}

// oddScore says what is unusual about a score for a reason, and which clause
// says otherwise: a score that only an arbiter gives, for a reason that gives
// another; a reason that the edition does not know.
func (g *Game) oddScore(r rules.Result, why rules.Reason) (rules.Clause, string) {
	s, ok := said[why]
	if !ok {
		return 0, ""
	}
	usual := r == rules.WhiteWins || r == rules.BlackWins
	switch {
	case why == rules.ReasonForfeit:
		usual = usual || r == rules.BothLose
	case why == rules.ReasonFlag:
		usual = usual || r == rules.Draw // both flags
	case draws(why):
		usual = r == rules.Draw
	}
	switch {
	case !usual:
		return s.nearest, fmt.Sprintf("%s does not give %s", why, r)
	case g.laws.Says(s.clause) == rules.Absent:
		return s.nearest, fmt.Sprintf("this edition knows no end by %s", why)
	}
	return 0, ""
}

// usualWorth is what a result gives where the event says nothing else.
func usualWorth(r rules.Result) events.Points { return scored(r, usualPoints, rules.NoColor) }

// worth is what a result gives in this event.
func (g *Game) worth(r rules.Result) events.Points {
	return scored(r, g.event.Points, g.event.DrawOdds)
}

func scored(r rules.Result, s events.PointSystem, odds rules.Color) events.Points {
	switch r {
	case rules.WhiteWins:
		return events.Points{White: s.Win, Black: s.Loss}
	case rules.BlackWins:
		return events.Points{White: s.Loss, Black: s.Win}
	case rules.WhiteHalf:
		return events.Points{White: s.Draw, Black: s.Loss}
	case rules.BlackHalf:
		return events.Points{White: s.Loss, Black: s.Draw}
	case rules.Draw:
		switch odds {
		case rules.White:
			return events.Points{White: s.Win, Black: s.Loss}
		case rules.Black:
			return events.Points{White: s.Loss, Black: s.Win}
		}
		return events.Points{White: s.Draw, Black: s.Draw}
	}
	return events.Points{White: s.Loss, Black: s.Loss}
}

// points is what the final result gives each player, penalties counted. Nobody
// gets less than nothing.
func (g *Game) points() events.Points {
	return events.Points{
		White: min(max(g.final.base.White+g.adjusted.White, 0), maxHalfPoints),
		Black: min(max(g.final.base.Black+g.adjusted.Black, 0), maxHalfPoints),
	}
}

// capped says in an answer where the points of both together are more than a
// game has, in an edition that forbids it (2023, 10.2).
func (g *Game) capped(a *events.Answered) {
	rule, p, s := g.laws.Points(), g.points(), g.event.Points
	most := max(s.Win+s.Loss, 2*s.Draw)
	if rule.Capped != rules.Certain || p.White+p.Black <= most {
		return
	}
	depart(a, g.laws.Cite(rules.PointsCapped), fmt.Sprintf("%s and %s points are more than a game of this event has", half(p.White), half(p.Black)))
}

// half writes half points: "1", "1/2", "1 1/2".
func half(n int) string {
	switch {
	case n%2 == 0:
		return fmt.Sprint(n / 2)
	case n == 1:
		return "1/2"
	}
	return fmt.Sprintf("%d 1/2", n/2)
}
