// Package clockstate says what a chess clock says: time controls, periods,
// flags, and what changed between two readings.
package clockstate

import (
	"time"

	"boardwire/rules"
)

// Side is a side of the clock as the device sees it. Which of them is White
// depends on the seating and is decided by the fold, never by a driver.
type Side uint8

// The sides of a clock.
const (
	NoSide Side = iota
	Left
	Right
)

// Other returns the opposite side; NoSide stays NoSide.
func (s Side) Other() Side {
	switch s {
	case Left:
		return Right
	case Right:
		return Left
	}
	return NoSide
}

// String returns "left", "right" or "".
func (s Side) String() string {
	switch s {
	case Left:
		return "left"
	case Right:
		return "right"
	}
	return ""
}

// Face is one display of the clock.
type Face struct {
	// Time is what the display shows, in whole seconds.
	Time time.Duration
	// Flag says that the flag fell and the display is blocked at zero.
	Flag bool
	// FlagShown says that a flag is shown while the clock may still run, as
	// when a further period has begun.
	FlagShown bool
}

// Reading is one message of a clock, in its own left and right.
type Reading struct {
	Left, Right Face
	// Running says that one side's time is counting.
	Running bool
	// Lever is the side whose lever is up: that side is to move. NoSide when
	// the clock cannot tell.
	Lever Side
	// BatteryLow is the clock's own warning.
	BatteryLow bool
	// Absent says that the board has no clock; all else is meaningless then.
	Absent bool
}

// Sight is a reading seen by the players: White and Black instead of left and
// right.
type Sight struct {
	White, Black         time.Duration
	WhiteFlag, BlackFlag bool
	// Running is the colour whose time counts; NoColor when the clock stands.
	Running rules.Color
	// ToMove is the colour whose lever is up; NoColor when unknown.
	ToMove rules.Color
	// Absent says that no clock is connected.
	Absent bool
}

// Sight turns a reading into colours, given the side on which White sits.
func (r Reading) Sight(white Side) Sight {
	if r.Absent {
		return Sight{Absent: true}
	}
	w, b := r.Left, r.Right
	if white == Right {
		w, b = b, w
	}
	s := Sight{White: w.Time, Black: b.Time, WhiteFlag: w.Flag, BlackFlag: b.Flag}
	switch r.Lever {
	case NoSide:
	case white:
		s.ToMove = rules.White
	default:
		s.ToMove = rules.Black
	}
	if r.Running {
		s.Running = s.ToMove
	}
	return s
}
