package feedcheck

import (
	"fmt"
	"time"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// clocks tells what the clocks of the game tell.
func (c *checker) clocks() {
	c.control()
	c.missing()
	c.jumps()
	c.zeros()
}

// control compares the declared control with what the clocks show.
func (c *checker) control() {
	shown := c.course.Shown
	switch {
	case c.tagErr != nil && (c.course.Bonus || c.course.Start):
		c.raise(0, events.FindingControlMismatch, fmt.Sprintf("%v; the clocks show %s", c.tagErr, showing(c.course)))
	case len(c.declared.Periods) == 0 || c.course.Follows:
	case len(shown.Periods) == 0 && c.course.Began > 0:
		c.raise(0, events.FindingControlMismatch, fmt.Sprintf("the TimeControl tag says %s and the clocks began at %s", c.declared, span(c.course.Began)))
	case len(shown.Periods) == 0:
		c.raise(0, events.FindingControlMismatch, fmt.Sprintf("the TimeControl tag says %s and the clocks show more than it gives", c.declared))
	default:
		c.raise(0, events.FindingControlMismatch, fmt.Sprintf("the TimeControl tag says %s and the clocks show %s", c.declared, showing(c.course)))
	}
}

// showing writes what is known of the control that the clocks show.
func showing(course clockstate.Course) string {
	p := course.Shown.Periods
	switch {
	case len(p) == 0:
		return "no control that could be told"
	case p[0].Main > 0:
		return course.Shown.String()
	case p[0].Bonus == 0:
		return "no increment"
	}
	return fmt.Sprintf("%s %s a move", p[0].Bonus, p[0].Method)
}

// missing tells of readings that are not there.
func (c *checker) missing() {
	n := c.line.Len()
	var plies []int
	clocked := 0
	for i, s := range c.plies() {
		switch {
		case s.Clk == nil && i+1 == n && c.over == n:
			// A move that ends the game needs no press (Laws 2023, 6.2.1.1).
		case s.Clk == nil && i+1 == n && c.torn():
			// It may stand in the text that is cut off.
		case s.Clk == nil:
			plies = append(plies, i+1)
			clocked += btoi(s.Emt != nil)
		default:
			clocked++
		}
	}
	if clocked == 0 || len(plies) == 0 {
		return // a file without clocks misses none
	}
	if 2*len(plies) > n {
		c.raise(plies[0], events.FindingClkMissing, fmt.Sprintf("%d of %d plies have no clk", len(plies), n))
		return
	}
	for i := 0; i < len(plies); {
		j := i
		for j+1 < len(plies) && plies[j+1] == plies[j]+1 {
			j++
		}
		c.raise(plies[i], events.FindingClkMissing, c.missingText(plies[i], plies[j]))
		i = j + 1
	}
}

// missingText says which readings are missing and what can be said of them.
func (c *checker) missingText(from, to int) string {
	derived := 0
	for ply := from; ply <= to; ply++ {
		derived += btoi(c.course.Derived[ply-1])
	}
	text := "no clk for this ply"
	if to > from {
		text = fmt.Sprintf("no clk for plies %d to %d", from, to)
	}
	switch {
	case to == c.line.Len() && from == to:
		text = "no clk for the last ply: the clock was stopped, not pressed"
	case derived == to-from+1:
		text += "; derived from the think time"
	case derived > 0:
		text += fmt.Sprintf("; %d of them derived from the think times", derived)
	}
	return text
}

// jumps tells of readings that departed from play, by cause.
func (c *checker) jumps() {
	var exchanged []clockstate.Jump
	undeclared := false
	for _, j := range c.course.Jumps {
		switch j.Cause {
		case clockstate.ByFlag:
			c.hiddenFlag(j)
		case clockstate.ByPeriod:
			if !undeclared && !c.declares(j) {
				undeclared = true
				c.raise(j.Ply, events.FindingBonusUndeclared, fmt.Sprintf("about %s came onto %s's clock at move %d, which %s", span(j.Main), title(j.Side), j.Move, c.silence()))
			}
		case clockstate.ByHand:
			c.adjusted(j)
		case clockstate.ByExchange:
			exchanged = append(exchanged, j)
		}
	}
	if c.course.Exchanged {
		c.raise(1, events.FindingClockAdjusted, "White's readings are Black's and the other way round, all through the game: the think times fit the other side's clock")
	}
	if n := len(exchanged); n > 0 {
		text := "the readings of this ply and the next are exchanged: each fits the other side's clock"
		if n > 1 {
			text = fmt.Sprintf("White's readings are Black's and the other way round, from here to ply %d (%d pairs)", exchanged[n-1].Ply+1, n)
		}
		c.raise(exchanged[0].Ply, events.FindingClockAdjusted, text)
	}
}

// declares says whether the declared control has the period that came in.
func (c *checker) declares(j clockstate.Jump) bool {
	if !c.course.Follows {
		return false
	}
	for _, p := range c.declared.Periods[1:] {
		if p.Main == j.Main {
			return true
		}
	}
	return false
}

func (c *checker) silence() string {
	switch {
	case c.tagErr != nil:
		return "no readable TimeControl tag declares"
	case len(c.declared.Periods) == 0:
		return "no TimeControl tag declares"
	}
	return fmt.Sprintf("the TimeControl tag (%s) does not declare", c.declared)
}

func (c *checker) hiddenFlag(j clockstate.Jump) {
	text := fmt.Sprintf("%s had no time left at move %d, and the display shows the %s of the next period: it hides a fallen flag", title(j.Side), j.Move, span(j.Main))
	switch {
	case c.entered == rules.WinFor(j.Side.Other()):
		text += "; the file's result fits"
	case j.Ply+2 <= c.line.Len():
		text += "; play went on"
	default:
		text += fmt.Sprintf("; the file says %s", c.entered)
	}
	c.raise(j.Ply, events.FindingHiddenFlag, text, rules.FlagNoticed, rules.FlagLoss)
}

func (c *checker) adjusted(j clockstate.Jump) {
	how, stood := "more", "a fault of the board"
	if c.fell(j.Ply) {
		stood = "it stood for a while"
	}
	off := j.Off
	if off < 0 {
		how, stood, off = "less", "a fault of the board", -off
	}
	least := ""
	if !c.course.Clocks[j.Ply-1].HasEmt {
		least = "at least "
	}
	c.raise(j.Ply, events.FindingClockAdjusted, fmt.Sprintf("%s's clock shows %s%s %s than play gives: set by hand, or %s", title(j.Side), least, span(off), how, stood))
}

// fell says that a side's reading is no more than the one before and a move's
// bonus, so that a clock that stood may explain it.
func (c *checker) fell(ply int) bool {
	if ply < 3 || len(c.course.Shown.Periods) == 0 {
		return false
	}
	was, now := c.course.Clocks[ply-3], c.course.Clocks[ply-1]
	return was.HasClk && now.Clk <= was.Clk+c.course.Shown.Periods[0].Bonus
}

// zeros tells of a clock that stands at zero. Where a move earns nothing a
// reading of zero may be the rest of a second.
func (c *checker) zeros() {
	if !c.adds() {
		return
	}
	told := [3]bool{}
	for _, ply := range c.course.Zeros {
		side := c.mover(ply)
		if told[side] || c.course.Derived[ply-1] {
			continue
		}
		told[side] = true
		move := (ply + 1) / 2
		if p := c.declared.Periods; c.course.Follows && len(p) > 1 && move >= p[0].Moves {
			c.raise(ply, events.FindingControlMismatch, fmt.Sprintf("%s's clock stands at zero at move %d and play goes on: the %s that the TimeControl tag declares after move %d did not come", title(side), move, span(p[1].Main), p[0].Moves))
			continue
		}
		c.raise(ply, events.FindingFlag, fmt.Sprintf("%s's clock stands at zero at move %d and play goes on", title(side), move), rules.FlagNoticed, rules.FlagLoss)
	}
	if side := c.fallen(); side != rules.NoColor && !told[side] {
		for ply := c.line.Len(); ply > 0; ply-- {
			if c.mover(ply) == side {
				c.raise(ply, events.FindingFlag, fmt.Sprintf("%s's clock stands at zero at the end; whether that decided the game is not recorded", title(side)), rules.FlagNoticed, rules.FlagLoss)
				return
			}
		}
	}
}

// span writes a time for a reader.
func span(d time.Duration) string {
	d = d.Round(time.Second)
	switch {
	case d >= time.Minute && d%time.Minute == 0:
		return plural(int(d/time.Minute), "one minute", "minutes")
	case d > time.Minute:
		return fmt.Sprintf("%d min %d s", d/time.Minute, d%time.Minute/time.Second)
	}
	return fmt.Sprintf("%d s", d/time.Second)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
