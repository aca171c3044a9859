package clockstate

import (
	"time"

	"boardwire/rules"
)

// What play explains. A display is whole seconds, and what it shows may reach
// us a second late; both are clock seconds and so are multiplied by the rate.
const (
	runningSlack = 2 * time.Second
	pressSlack   = time.Second
	// driftPart is the part of the time passed by which a running clock may be
	// off: one in fifty, 2 %.
	driftPart = 50
	// pressesSlack is by how many presses the clock's own count may be ahead
	// of ours when it gives a period's time.
	pressesSlack = 1
	// maxElapsed bounds the arithmetic with times that are far apart.
	maxElapsed = 1000 * time.Hour
)

// Start returns the state before the first reading: both sides have the main
// time of the first period, and nothing runs.
func (c Control) Start(at time.Time) State {
	p, _ := c.period(0)
	side := SideState{Left: p.Main}
	return State{White: side, Black: side, AsOf: at, RunFrom: at}
}

// At returns the state as it will be at t when nothing happens before: the
// running side's time falls by rate seconds a second and stops at zero. With a
// delay it falls only when that has run; byo-yomi follows its main time; a clock
// that counts up rises. For a t before s.AsOf it returns s.
func (c Control) At(s State, t time.Time, rate int) State {
	if !t.After(s.AsOf) {
		return s
	}
	if side := s.side(s.Running); side != nil {
		c.run(side, c.counted(s, s.AsOf, t, rate))
	}
	s.AsOf = t
	return s
}

// run lets counted time pass on a side's clock.
func (c Control) run(side *SideState, d time.Duration) {
	p, ok := c.period(side.Period)
	switch {
	case ok && p.Method == CountUp:
		side.Left += d
		return
	case ok && p.Method == Byoyomi && !c.byoyomi(side.Period) && side.Left <= d:
		d -= side.Left
		side.Left = p.Bonus
		side.Period++
	}
	side.Left = max(0, side.Left-d)
}

// counted is the clock time from one instant to another that counts against the
// running side: all of it, but what a delay holds back.
func (c Control) counted(s State, from, to time.Time, rate int) time.Duration {
	side := s.side(s.Running)
	if side == nil {
		return 0
	}
	if p, ok := c.period(side.Period); ok && p.Method == Delay && !s.TurnFrom.IsZero() {
		if starts := s.TurnFrom.Add(p.Bonus / time.Duration(max(rate, 1))); starts.After(from) {
			from = starts
		}
	}
	return passed(from, to, rate)
}

// See takes a reading n, made at the instant at, and says what happened since
// s. The rate is how many clock seconds pass in one second (1 outside of
// demonstrations; less is taken as 1).
//
// A press is told by the lever alone; an increment comes with it, Bronstein
// gives the time used back up to its fixed amount, and byo-yomi begins anew.
// With a delay a clock stands while that runs, and a move that takes less costs
// nothing. A side's
// next period may begin at the press that completes the last move of the one
// before, or later, as many clocks add the time only when the first period has
// run out. Whatever else a time does that play does not do is Adjusted, and
// Reset when both times are those of the start again. A clock that falls too
// slowly, or is off by more than 2 s and 2 % in a run, has Drifted. Changes
// while the clock was away are not judged.
//
// at is when the host took the reading, which may be any time after the clock
// showed it. A time that falls by more than passed between two readings is
// explained as far as the first of them may have been late.
func (c Control) See(s State, at time.Time, n Sight, rate int) Seen {
	if n.Absent {
		return s.unplug(at)
	}
	if !s.Known {
		return c.first(s, at, n, rate)
	}
	v := view{c: c, was: s, now: s, n: n, at: at, rate: max(rate, 1)}
	return v.see()
}

// unplug returns the state without a clock.
func (s State) unplug(at time.Time) Seen {
	var change Change
	if !s.Absent {
		change = Unplugged
	}
	s.Absent, s.Running, s.AsOf = true, rules.NoColor, at
	s.Joined = s.Joined || s.Known
	return Seen{State: s, Change: change}
}

// first adopts the first reading as it is.
func (c Control) first(s State, at time.Time, n Sight, rate int) Seen {
	seen := Seen{}
	if s.Absent {
		seen.Change |= Plugged
	}
	s.Joined = s.Joined || !c.atStart(n)
	s.Known, s.Absent, s.Late = true, false, 0
	if n.Running != rules.NoColor {
		s.Late = unseenLate * time.Duration(max(rate, 1))
	}
	seen.State, seen.Change = s.take(at, n), seen.Change|s.runChange(n)|s.flagChange(n)
	seen.State.anchor(at)
	return seen
}

// atStart says whether both times are those of the start; the first move's
// increment may be in them already.
func (c Control) atStart(n Sight) bool {
	p, ok := c.period(0)
	is := func(d time.Duration) bool { return d == p.Main || d == p.Main+p.Bonus }
	return ok && is(n.White) && is(n.Black)
}

// take returns s with what the reading says.
func (s State) take(at time.Time, n Sight) State {
	s.White.Left, s.Black.Left = n.White, n.Black
	s.White.Fell, s.Black.Fell = n.WhiteFlag, n.BlackFlag
	// A clock that stood goes on in the same turn with what the turn began with.
	if mover := n.mover(); n.Running != rules.NoColor && (s.Running != n.Running || s.TurnFrom.IsZero()) {
		if s.TurnFrom.IsZero() || s.ToMove != mover {
			s.TurnLeft = s.side(n.Running).Left
		}
		s.TurnFrom = at
	}
	s.Running, s.AsOf = n.Running, at
	if m := n.mover(); m != rules.NoColor {
		s.ToMove = m
	}
	return s
}

// mover is the side to move, as far as the reading tells.
func (n Sight) mover() rules.Color {
	if n.ToMove != rules.NoColor {
		return n.ToMove
	}
	return n.Running
}

// runChange tells Started and Stopped.
func (s State) runChange(n Sight) Change {
	switch was, is := s.Running != rules.NoColor, n.Running != rules.NoColor; {
	case is && !was:
		return Started
	case was && !is:
		return Stopped
	}
	return 0
}

// flagChange tells FlagFell.
func (s State) flagChange(n Sight) Change {
	if n.WhiteFlag && !s.White.Fell || n.BlackFlag && !s.Black.Fell {
		return FlagFell
	}
	return 0
}

// anchor makes at the instant from which drift is measured.
func (s *State) anchor(at time.Time) {
	s.RunFrom, s.RunLeft, s.RunLate = at, 0, s.Late
	if side := s.side(s.Running); side != nil {
		s.RunLeft = side.Left
	}
}

// side returns a colour's side, nil for NoColor.
func (s *State) side(c rules.Color) *SideState {
	switch c {
	case rules.White:
		return &s.White
	case rules.Black:
		return &s.Black
	}
	return nil
}

// passed is the clock time from one instant to another, never negative.
func passed(from, to time.Time, rate int) time.Duration {
	d := min(max(to.Sub(from), 0), maxElapsed/time.Duration(max(rate, 1)))
	return d * time.Duration(max(rate, 1))
}
