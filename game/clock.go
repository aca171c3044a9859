package game

import (
	"fmt"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// seeClock takes a reading in the clock's own left and right. Until the board
// told which way it stands, the reading waits.
func (g *Game) seeClock(o *out, r clockstate.Reading) {
	if !g.seated {
		g.reading = &r
		return
	}
	g.reading = nil
	white := clockstate.Left
	if g.turned {
		white = clockstate.Right
	}
	at := o.cause.Observed
	sight := r.Sight(white)
	// The board is looked at before the clock stands: a last move and the
	// stopping of the clock can come within one breath.
	if g.clock.Running != rules.NoColor && sight.Running == rules.NoColor && !sight.Absent {
		g.settle(o)
	}
	seen := g.control.See(g.clock, at, sight, g.rate)
	g.clock = seen.State
	if g.clock.Running != rules.NoColor {
		g.ran = true
	}
	if seen.Change&clockstate.Pressed != 0 {
		g.pressed(o, seen.By, clocksOf(seen.State))
	}
	if seen.Change&clockstate.Started != 0 {
		g.settle(o)
	}
	// A press alone is told by the completed move.
	if rest := seen.Change &^ clockstate.Pressed; rest != 0 {
		c := events.ClockChanged{
			Changes:   seen.Change.Words(),
			Clocks:    clocksOf(seen.State),
			WhiteFlag: seen.State.White.Fell,
			BlackFlag: seen.State.Black.Fell,
		}
		if seen.Change&clockstate.Pressed != 0 {
			c.By = seen.By.String()
		}
		o.say(g.scope(), c)
	}
	if seen.Change&clockstate.Adjusted != 0 {
		g.findings.raise(o, g.scope(), fmt.Sprintf("clock_adjusted/%d", len(g.plies)), events.FindingRaised{
			Kind: events.FindingClockAdjusted,
			Ply:  len(g.plies),
			Text: fmt.Sprintf("the clock was set by hand: White %+d s, Black %+d s beyond what play explains",
				int(seen.JumpWhite.Seconds()), int(seen.JumpBlack.Seconds())),
		})
	}
	if seen.Change&clockstate.FlagFell != 0 {
		g.flagged(o, sight)
	}
}
