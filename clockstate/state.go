package clockstate

import (
	"time"

	"boardwire/rules"
)

// SideState is what is known of one player's time.
type SideState struct {
	// Left is the remaining time of the current period at State.AsOf.
	Left time.Duration
	// Period counts from 0.
	Period int
	// Fell says that the clock showed this side's flag.
	Fell bool
	// Presses counts the moves this side has completed by pressing.
	Presses int
}

// State is the clock at one instant.
type State struct {
	// Known is false until a first reading was seen.
	Known        bool
	White, Black SideState
	// Running is the colour whose time counts; NoColor when stopped.
	Running rules.Color
	// ToMove is the colour whose lever is up.
	ToMove rules.Color
	// Absent says that the clock was unplugged; the times are the last known.
	Absent bool
	AsOf   time.Time
	// Joined says that the clock was not seen from the start of play, or not
	// all the time: Presses may be too few.
	Joined bool
	// RunFrom and RunLeft are when the running side's time was last found to
	// be right, and what it was then: drift is measured from there.
	RunFrom time.Time
	RunLeft time.Duration
	// Late is by how much clock time at most the last reading may have reached us
	// after the clock showed it, as far as the times tell; RunLate what it was at
	// RunFrom. What follows from a busy host is made up for: the next reading
	// falls by more than the time between the two.
	Late, RunLate time.Duration
	// TurnFrom is when the turn of the running side began, TurnLeft what it had
	// then: a delay is counted from there, and Bronstein gives no more back.
	TurnFrom time.Time
	TurnLeft time.Duration
}

// Change is a set of what happened between two readings.
type Change uint16

// What can happen to a clock. Text forms are the lower-case words.
const (
	// Pressed: the lever went over; By tells who pressed.
	Pressed Change = 1 << iota
	// Started: the clock runs and stood before.
	Started
	// Stopped: the clock stands and ran before.
	Stopped
	// PeriodBegan: a side got the time of its next period.
	PeriodBegan
	// FlagFell: a side's flag is shown and was not before.
	FlagFell
	// Adjusted: a time jumped by more than play explains: set by hand.
	Adjusted
	// Reset: both times are those of the start again.
	Reset
	// Drifted: the running side fell slower or faster than time passed.
	Drifted
	// Unplugged: the clock is gone. Plugged: it is back.
	Unplugged
	Plugged
)

// Seen is the answer of Control.See.
type Seen struct {
	State  State
	Change Change
	// By is who pressed (Pressed), NoColor otherwise.
	By rules.Color
	// Jump is by how much each side's time departs from what play explains,
	// where Adjusted or Drifted is set.
	JumpWhite, JumpBlack time.Duration
}
