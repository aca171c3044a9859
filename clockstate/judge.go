package clockstate

import (
	"time"

	"boardwire/rules"
)

// view is one reading being compared with the state before it.
type view struct {
	c        Control
	was, now State
	n        Sight
	at       time.Time
	rate     int
	change   Change
	presser  rules.Color
}

// see judges the reading as a whole.
func (v *view) see() Seen {
	plugged := v.was.Absent
	if mover := v.n.mover(); mover != rules.NoColor && v.was.ToMove != rules.NoColor && mover != v.was.ToMove {
		v.presser = v.was.ToMove
		v.change |= Pressed
		// A lever that goes over on a clock at rest completes no move.
		if v.was.Running == v.presser || plugged {
			v.now.side(v.presser).Presses++
		}
	}
	v.change |= v.was.runChange(v.n) | v.was.flagChange(v.n)
	var jumps [3]time.Duration
	if plugged {
		v.change |= Plugged
		v.now.Absent = false
		v.adopt(rules.White, v.n.White)
		v.adopt(rules.Black, v.n.Black)
	} else {
		jumps[rules.White] = v.judge(rules.White, v.n.White)
		jumps[rules.Black] = v.judge(rules.Black, v.n.Black)
		if v.change.Has(Adjusted) && v.c.atStart(v.n) && !v.c.atStart(Sight{White: v.was.White.Left, Black: v.was.Black.Left}) {
			return v.reset()
		}
	}
	v.now.Late = v.late()
	state := v.now.take(v.at, v.n)
	if v.change != 0 {
		state.anchor(v.at)
	}
	return Seen{State: state, Change: v.change, By: v.presser, JumpWhite: jumps[rules.White], JumpBlack: jumps[rules.Black]}
}

// reset returns a clock that was set back to the start: whatever its lever did
// on the way is no press.
func (v *view) reset() Seen {
	state := v.c.Start(v.at)
	state.Known = true
	state = state.take(v.at, v.n)
	state.anchor(v.at)
	return Seen{State: state, Change: Reset | v.change&(Started|Stopped|FlagFell)}
}

// adopt takes a time as it is after the clock was away; only the main time of
// a next period is told from play.
func (v *view) adopt(c rules.Color, got time.Duration) {
	side := v.now.side(c)
	if next, ok := v.c.period(side.Period + 1); ok && next.Main > 0 && got > side.Left+next.Main/2 {
		side.Period++
		v.change |= PeriodBegan
	}
}

// judge compares one side's time with what play makes of it, and returns by
// how much it departs from that, 0 when play explains it.
func (v *view) judge(c rules.Color, got time.Duration) time.Duration {
	lo, hi, due := v.explained(c)
	least, most := lo-v.behind(c), hi
	if v.method(c) == CountUp {
		least, most = lo, hi+v.behind(c)
	}
	if least <= got && got <= most {
		return v.drift(c, got)
	}
	side := v.now.side(c)
	if v.anew(c, got) {
		return 0
	}
	// The main time of a next period comes on top of what was left, even when
	// the time passed since the last reading is more than that.
	if next, ok := v.c.period(side.Period + 1); ok && next.Main > 0 && v.nextDue(c) {
		fell := v.fell(c)
		if rest := got - next.Main; side.Left-fell-v.slack(c)-v.behind(c) <= rest && rest <= hi {
			side.Period++
			v.change |= PeriodBegan
			return 0
		}
	}
	jump := got - min(max(got, lo), hi)
	if v.ran(c) && v.runs(c) {
		jump = got - due
	}
	if v.ran(c) && v.runs(c) && due < got && got <= side.Left {
		// It fell, but by less than the time that passed.
		v.change |= Drifted
		return jump
	}
	v.change |= Adjusted
	return jump
}

// explained returns the least and the most that play can leave on a side's
// display, and what it should be if it ran all the time.
func (v *view) explained(c rules.Color) (lo, hi, due time.Duration) {
	left := v.now.side(c).Left
	if v.method(c) == CountUp {
		due = left + v.fell(c)
		return left, due + v.slack(c), due
	}
	due = max(0, left-v.fell(c))
	if v.ran(c) {
		due = max(0, left-v.c.counted(v.was, v.was.AsOf, v.at, v.rate))
	}
	lo, hi = max(0, left-v.fell(c)-v.slack(c)), left
	switch {
	case c == v.presser && v.ran(c):
		hi += v.bonus(c) + pressSlack
		if v.method(c) == Bronstein {
			// No more comes back than the turn began with.
			hi = min(hi, max(left, v.was.TurnLeft)+pressSlack)
		}
	case v.ran(c) && v.runs(c) && v.presser == rules.NoColor:
		hi = min(left, due+v.slack(c))
	}
	return lo, hi, due
}

// anew says whether a side in byo-yomi got its time for a move again: by its
// press, or when the main time ran out.
func (v *view) anew(c rules.Color, got time.Duration) bool {
	p, ok := v.c.period(v.now.side(c).Period)
	if !ok || p.Method != Byoyomi || got > p.Bonus {
		return false
	}
	side := v.now.side(c)
	if v.c.byoyomi(side.Period) {
		return c == v.presser && v.ran(c) && got >= p.Bonus-pressSlack
	}
	if side.Left-v.fell(c) > v.slack(c)+v.behind(c) || got < p.Bonus+side.Left-v.fell(c)-v.slack(c)-v.behind(c) {
		return false
	}
	side.Period++
	v.change |= PeriodBegan
	return true
}

// method is what a side's clock does with a move's bonus.
func (v *view) method(c rules.Color) Method {
	p, _ := v.c.period(v.now.side(c).Period)
	return p.Method
}

// ran says whether a side's time was counting, runs whether it is now.
func (v *view) ran(c rules.Color) bool  { return v.was.Running == c }
func (v *view) runs(c rules.Color) bool { return v.n.Running == c }

// fell is the most by which play can have lessened a side's time.
func (v *view) fell(c rules.Color) time.Duration {
	if !v.ran(c) && !v.runs(c) {
		return 0
	}
	return passed(v.was.AsOf, v.at, v.rate)
}

// slack is what a side's time may be off: nothing when it stood.
func (v *view) slack(c rules.Color) time.Duration {
	if !v.ran(c) && !v.runs(c) {
		return 0
	}
	return runningSlack*time.Duration(v.rate) + v.fell(c)/driftPart
}

// behind is by how much a side's time may have fallen before the last reading
// reached us, beyond what that showed: nothing when it stood.
func (v *view) behind(c rules.Color) time.Duration {
	if !v.ran(c) && !v.runs(c) {
		return 0
	}
	return v.was.Late
}

// bonus is what a press can have added. A clock whose control is unknown may
// add anything that a control may.
func (v *view) bonus(c rules.Color) time.Duration {
	if len(v.c.Periods) == 0 {
		return maxBonus
	}
	p, _ := v.c.period(v.now.side(c).Period)
	if p.Method == Delay || p.Method == Byoyomi {
		return 0
	}
	return p.Bonus
}

// nextDue says whether the clock can give a side its next period's time: its
// moves are made, or its time ran out, or nobody counted all of its moves.
func (v *view) nextDue(c rules.Color) bool {
	side := v.now.side(c)
	due := v.c.due(side.Period)
	return v.was.Joined || (due > 0 && side.Presses+pressesSlack >= due) || side.Left-v.fell(c) <= v.slack(c)+v.behind(c)
}

// drift compares the running side with the whole run so far. It is told once;
// the next run is measured from there.
func (v *view) drift(c rules.Color, got time.Duration) time.Duration {
	if v.was.Running != c || v.n.Running != c || v.presser != rules.NoColor || got == 0 {
		return 0
	}
	fell := v.c.counted(v.was, v.was.RunFrom, v.at, v.rate)
	off := got - (v.was.RunLeft - fell)
	slow := off
	if v.method(c) == CountUp {
		off = got - (v.was.RunLeft + fell)
		slow = -off
	}
	if slack := runningSlack*time.Duration(v.rate) + fell/driftPart; slow < -slack-v.was.RunLate || slow > slack {
		v.change |= Drifted
		return off
	}
	return 0
}
