package game

import (
	"fmt"
	"time"

	"boardwire/events"
	"boardwire/rules"
)

// eventRules are what the event announced beside the Laws.
type eventRules struct {
	// Start is the announced start of the round; zero for none.
	Start time.Time
	// DefaultTime is how many seconds late a player may come; nil, the event did
	// not say.
	DefaultTime  *int
	NoDrawBefore int
	Quickplay    bool
	// DrawOdds is for whom a draw counts as a win; NoColor for nobody.
	DrawOdds rules.Color
	Points   events.PointSystem
}

// usualPoints is one, a half, nothing.
var usualPoints = events.PointSystem{Win: 2, Draw: 1, Loss: 0}

// Limits of what an event may announce. A slip of the pen, not a policy.
const (
	maxDefaultTime = 24 * 3600 // seconds
	maxNoDraw      = 1000      // moves
	maxHalfPoints  = 2000
)

// eventRulesOf reads what a roster says beside the Laws.
func eventRulesOf(p events.Roster) (eventRules, error) {
	r := eventRules{NoDrawBefore: p.NoDrawBefore, Quickplay: p.Quickplay, DrawOdds: rules.NoColor, Points: usualPoints}
	if p.Start != "" {
		at, err := time.Parse(time.RFC3339, p.Start)
		if err != nil {
			return r, fmt.Errorf("start %q: want a moment such as 2026-12-05T14:00:00Z", clip(p.Start))
		}
		r.Start = at.UTC()
	}
	if p.DefaultTime != nil {
		if *p.DefaultTime < 0 || *p.DefaultTime > maxDefaultTime {
			return r, fmt.Errorf("default time of %d s: want 0 to %d", *p.DefaultTime, maxDefaultTime)
		}
		n := *p.DefaultTime
		r.DefaultTime = &n
	}
	if p.NoDrawBefore < 0 || p.NoDrawBefore > maxNoDraw {
		return r, fmt.Errorf("no draw before move %d: want 0 to %d", p.NoDrawBefore, maxNoDraw)
	}
	if p.DrawOdds != "" {
		c, err := playerOf(p.DrawOdds)
		if err != nil {
			return r, fmt.Errorf("draw odds: %w", err)
		}
		r.DrawOdds = c
	}
	if s := p.Points; s != nil {
		if s.Win > maxHalfPoints || s.Win < s.Draw || s.Draw < s.Loss || s.Loss < 0 || s.Win == s.Loss {
			return r, fmt.Errorf("points of %d, %d and %d half points: a win is worth more than a loss, a draw lies between, and none is above %d",
				s.Win, s.Draw, s.Loss, maxHalfPoints)
		}
		r.Points = *s
	}
	return r, nil
}

// startOf reads where a game begins; "" is the usual start. A position in which
// the game is over already is none to begin with.
func startOf(fen string, laws rules.Laws) (rules.Position, error) {
	if fen == "" {
		return rules.Start(), nil
	}
	s, err := rules.ParseFEN(fen)
	if err != nil {
		return rules.Position{}, err
	}
	pos, err := s.Position(0)
	if err != nil {
		return rules.Position{}, err
	}
	if end, over := laws.Completed(rules.NewLine(pos)); over {
		return rules.Position{}, fmt.Errorf("the game would be over before it begins, by %s", end.Reason)
	}
	return pos, nil
}
