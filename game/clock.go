package game

import (
	"fmt"
	"time"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// reading is what a clock said, and when.
type reading struct {
	clockstate.Reading
	at time.Time
}

// seeClock takes a reading in the clock's own left and right. Until the board
// told which way it stands, the reading waits.
func (g *Game) seeClock(o *out, at time.Time, r clockstate.Reading) {
	g.reading = &reading{r, at}
	g.whiteRuns(r)
	side, known := g.white()
	if g.waiting = !g.seated || !known; g.waiting {
		return
	}
	g.expire(at)
	sight := r.Sight(side)
	was := g.clock
	// The board is looked at before the clock stands: a last move and the
	// stopping of the clock can come within one breath.
	if was.Running != rules.NoColor && sight.Running == rules.NoColor && !sight.Absent {
		g.settle(o, onStop)
	}
	seen := g.look(at, sight)
	g.clock = seen.State
	g.stand(at, sight)
	if seen.Change.Has(clockstate.Started) {
		g.settleStill(o, onStart)
		g.tellSetup(o)
		g.tellBoard(o, false)
	}
	facts := len(o.facts)
	if by, ok := g.presser(was, seen); ok {
		g.pressed(o, by, clocksOf(seen.State), at)
	}
	if g.clock.Running == rules.NoColor {
		// A lever that is put back on a clock at rest takes the press back.
		g.unpress(g.clock.ToMove)
	}
	told := false
	for _, f := range o.facts[facts:] {
		c, ok := f.Data.(events.Completed)
		told = told || ok && c.By == events.ByPress
	}
	g.tellClock(o, seen, told)
	if seen.Change.Has(clockstate.FlagFell) {
		g.beforeFlag(o)
	}
	if seen.Change.Has(clockstate.PeriodBegan) {
		g.periodEnded(was, seen.State, at)
		if g.ended == nil && g.ranOut(was, seen, at) {
			g.scoresheets(o)
		}
	}
	if seen.Change.Has(clockstate.FlagFell) {
		g.flagged(o, sight)
	}
	g.flagsUp(o, seen.State)
	g.lastMinutes(o)
	g.recording(o)
}

// readAgain takes the reading that waited for the seating.
func (g *Game) readAgain(o *out) {
	if g.waiting && g.seated {
		g.seeClock(o, g.reading.at, g.reading.Reading)
	}
}

// look compares a reading with the state before. What changed while the board
// was away is taken as it is.
func (g *Game) look(at time.Time, sight clockstate.Sight) clockstate.Seen {
	if !g.away || sight.Absent {
		return g.control.See(g.clock, at, sight, g.rate)
	}
	was := g.clock
	gone := g.control.See(was, at, clockstate.Sight{Absent: true}, g.rate).State
	seen := g.control.See(gone, at, sight, g.rate)
	seen.Change &^= clockstate.Plugged | clockstate.Started
	switch ran, runs := was.Running != rules.NoColor, sight.Running != rules.NoColor; {
	case was.Absent:
		seen.Change |= clockstate.Plugged
	case runs && !ran:
		seen.Change |= clockstate.Started
	case ran && !runs:
		seen.Change |= clockstate.Stopped
	}
	return seen
}

// stand keeps whether the clock ran in this game, and since when it stands.
func (g *Game) stand(at time.Time, sight clockstate.Sight) {
	if sight.Absent {
		return
	}
	stands := sight.Running == rules.NoColor
	switch {
	case !stands:
		g.ran = true
	case !g.stands:
		g.stoppedAt = at
		g.firm = g.ended != nil
	}
	g.stands = stands
}

// presser says who pressed the clock with a move behind it: the player whose
// time ran. While the board was away it is the player whose time stands now
// and is another than before. A lever that goes over on a clock at rest
// completes no move, but a clock that starts for the opponent of the player
// who moved last does.
func (g *Game) presser(was clockstate.State, seen clockstate.Seen) (rules.Color, bool) {
	away := g.away && !seen.State.Absent
	if away {
		g.away = false
	}
	pressed := seen.Change.Has(clockstate.Pressed)
	switch {
	case pressed && (was.Running == seen.By || away || was.Absent):
		return seen.By, true
	case away && !pressed && was.Running != rules.NoColor:
		switch rested := was.Running.Other(); {
		case rested == rules.White && was.White.Left != seen.State.White.Left,
			rested == rules.Black && was.Black.Left != seen.State.Black.Left:
			return rested, true
		}
	case seen.Change.Has(clockstate.Started):
		moved := seen.State.Running.Other()
		if n := len(g.plies); n > 0 && g.plies[n-1].by == moved && g.plies[n-1].completed == "" {
			return moved, true
		}
	}
	return rules.NoColor, false
}

// tellClock says what happened to the clock. A press is told by the move that
// it completed, and here when it completed none.
func (g *Game) tellClock(o *out, seen clockstate.Seen, told bool) {
	change := seen.Change
	if !seen.State.Known {
		return // a board that never had a clock
	}
	if change&^clockstate.Pressed == 0 && (told || change == 0) {
		return
	}
	c := events.ClockChanged{
		Changes:   change.Words(),
		Clocks:    clocksOf(seen.State),
		WhiteFlag: seen.State.White.Fell,
		BlackFlag: seen.State.Black.Fell,
	}
	if change.Has(clockstate.Pressed) {
		c.By = seen.By.String()
	}
	o.say(g.scope(), c)
	done, text := g.fulfil(o, seen)
	if done {
		return
	}
	// Before play and after it anyone may set the clock.
	_, _, over := g.finished()
	over = over && !g.flagOnly()
	if !over && (change.Has(clockstate.Adjusted) || text != "") && (g.ran || len(g.plies) > 0) && !g.reset && !g.closed() && g.final == nil {
		g.raise(o, fmt.Sprintf("clock_adjusted/%d", len(g.plies)), rules.FindingClockAdjusted, len(g.plies), nil,
			"the clock was set by hand"+jump("White", seen.JumpWhite)+jump("Black", seen.JumpBlack)+text)
	}
}

// jump says by how much a time departs from what play explains.
func jump(who string, d time.Duration) string {
	switch d = d.Round(time.Second); {
	case d > 0:
		return fmt.Sprintf("; %s has %s more than play explains", who, lasting(d))
	case d < 0:
		return fmt.Sprintf("; %s has %s less than play explains", who, lasting(-d))
	}
	return ""
}

// leave takes that the board does not answer any more, or answers anew: what
// it shows may be behind the game until it is dumped, and its clock until the
// next reading.
func (g *Game) leave() {
	g.stale = g.placed
	g.away = g.clock.Known && !g.clock.Absent
	g.bare = nil
}

// side is what is known of a player's time.
func (g *Game) side(c rules.Color) clockstate.SideState {
	if c == rules.Black {
		return g.clock.Black
	}
	return g.clock.White
}

// left is what a player has left at t, if a clock tells it.
func (g *Game) left(c rules.Color, t time.Time) (time.Duration, bool) {
	if !g.clock.Known || g.clock.Absent {
		return 0, false
	}
	s := g.control.At(g.clock, t, g.rate)
	if c == rules.Black {
		return max(s.Black.Left, 0), true
	}
	return max(s.White.Left, 0), true
}

// clocks returns both times as they would show at t, or nil if no clock was seen.
func (g *Game) clocks(t time.Time) *events.Clocks {
	if !g.clock.Known {
		return nil
	}
	s := g.control.At(g.clock, t, g.rate)
	c := clocksOf(s)
	return &c
}

func clocksOf(s clockstate.State) events.Clocks {
	return events.Clocks{
		White:   int(s.White.Left / time.Second),
		Black:   int(s.Black.Left / time.Second),
		Running: s.Running.String(),
	}
}
