package feeds

import (
	"fmt"
	"slices"
	"time"
)

// Policy is how long an audience's facts are held.
type Policy struct {
	// Delay holds for every fact that no Floor holds longer.
	Delay time.Duration
	// Floors are left by delays that were shortened.
	Floors []Floor
}

// Gridded says whether the audience gets its facts at points of Grid alone; one
// that was ever delayed does.
func (p Policy) Gridded() bool { return p.Delay > 0 || len(p.Floors) > 0 }

// Floor keeps a longer delay for facts of before it was shortened.
type Floor struct {
	// Until: facts whose cause the record took at or before it.
	Until time.Time
	Delay time.Duration
}

// Approvers is how many people it takes to shorten a delay.
const Approvers = 2

// ApprovalError says that a delay was not shortened.
type ApprovalError struct {
	Audience  string
	From, To  time.Duration
	Approvals int
}

func (e *ApprovalError) Error() string {
	return fmt.Sprintf("audience %s: the delay stays %s: shortening it to %s takes %d people and %d asked; let another person ask for the same",
		e.Audience, e.From, e.To, Approvers, e.Approvals)
}

// SetDelay changes an audience's delay. A longer one holds at once, for all
// that waits too. A shorter one needs two different people and holds for facts
// of causes that the record took after from, the time of the deciding ruling.
func (g *Gate) SetDelay(audience string, delay time.Duration, approvals []string, from time.Time) error {
	l := g.lane(audience)
	if l == nil {
		return fmt.Errorf("audience %q is not served here: name one of the tournament file", audience)
	}
	if delay < 0 {
		return fmt.Errorf("audience %s: delay %s is negative: give zero or more", audience, delay)
	}
	if delay < l.policy.Delay {
		if n := people(approvals); n < Approvers {
			return &ApprovalError{Audience: audience, From: l.policy.Delay, To: delay, Approvals: n}
		}
		if f := (Floor{Until: from, Delay: l.policy.Delay}); !slices.Contains(l.policy.Floors, f) {
			l.policy.Floors = append(l.policy.Floors, f)
		}
		l.policy.Delay = delay
		return nil
	}
	l.policy.Delay = delay
	for _, q := range l.games {
		for _, it := range q.waiting {
			it.delay = max(it.delay, delay)
		}
	}
	return nil
}

// Policy returns an audience's policy; false when it is not served here.
func (g *Gate) Policy(audience string) (Policy, bool) {
	l := g.lane(audience)
	if l == nil {
		return Policy{}, false
	}
	return Policy{Delay: l.policy.Delay, Floors: slices.Clone(l.policy.Floors)}, true
}

// Restore takes up an earlier policy before anything is held. Of two delays
// the longer one holds: a restart is not a second person.
func (g *Gate) Restore(audience string, p Policy) {
	l := g.lane(audience)
	if l == nil {
		return
	}
	l.policy = Policy{Delay: max(p.Delay, l.policy.Delay), Floors: slices.Clone(p.Floors)}
}

func (l *lane) delayOf(inTime time.Time) time.Duration {
	d := l.policy.Delay
	for _, f := range l.policy.Floors {
		if !inTime.After(f.Until) {
			d = max(d, f.Delay)
		}
	}
	return d
}

func (l *lane) gridded() bool { return l.policy.Gridded() }

func people(names []string) int {
	sorted := slices.Compact(slices.Sorted(slices.Values(names)))
	if len(sorted) > 0 && sorted[0] == "" {
		sorted = sorted[1:]
	}
	return len(sorted)
}
