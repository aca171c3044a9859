package sim

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"boardwire/pgn"
)

// Speed is how many seconds of the chess clock pass in one second. The hands,
// the line and the scan of the boards are never scaled. The zero value is 1.
type Speed int

// SpeedMax: nobody waits for anything; every second is still shown.
const SpeedMax Speed = -1

const speedLimit = 1000

// ParseSpeed reads "20", "20x" or "max".
func ParseSpeed(s string) (Speed, error) {
	if s == "max" {
		return SpeedMax, nil
	}
	n, err := strconv.Atoi(strings.TrimSuffix(s, "x"))
	if err != nil || n < 1 || n > speedLimit {
		return 0, fmt.Errorf("speed %q: want 1 to %d or max", s, speedLimit)
	}
	return Speed(n), nil
}

// UnmarshalText is ParseSpeed.
func (s *Speed) UnmarshalText(text []byte) error {
	v, err := ParseSpeed(string(text))
	if err == nil {
		*s = v
	}
	return err
}

// String returns what ParseSpeed reads.
func (s Speed) String() string {
	switch {
	case s < 0:
		return "max"
	case s == 0:
		return "1"
	}
	return strconv.Itoa(int(s))
}

// nominal is the tempo by which the order of what happens is laid out. Who does
// not wait has all the time there is.
func (s Speed) nominal() int64 { return max(int64(s), 1) }

// Config says what is played and how.
type Config struct {
	// Games are the round, in the order of the boards.
	Games []pgn.Game
	// Script says what hands do beside the moves.
	Script Script
	// Dir is where the links to the ports are made, one for each board named
	// by its device ("dgt-31401"). It is created; "" makes no links.
	Dir string
	// Speed multiplies the time for thinking.
	Speed Speed
	// State is the file that keeps where each game stands, so that a second
	// start goes on from there; "" keeps nothing.
	State string
	// Seed decides what the hands do where they have a choice. A state file
	// knows the seed it began with.
	Seed uint64
	// Tables is how many boards there are; 0 means one for each game. With
	// more boards than games the games are played again.
	Tables int
	// NoWait begins at once. Otherwise play begins when every board is read.
	NoWait bool
	// Patient: the players stop while their board is not read, and for a moment
	// after, so that no move is lost. Otherwise they play on and what they do then is not seen.
	Patient bool
	// ExitWhenOver ends Run with the last game. Otherwise the boards stay
	// connected until the context ends.
	ExitWhenOver bool
	// Over, where set, is called once when nobody does anything at any board any
	// more.
	Over func()
	// Log is told of starts, ends and cables; nil tells nobody.
	Log *slog.Logger
}

// limit of boards in one process.
const maxTables = 2000

// check fills what was left out, or says what is wrong.
func (c *Config) check() error {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Tables == 0 {
		c.Tables = len(c.Games)
	}
	switch {
	case len(c.Games) == 0:
		return fmt.Errorf("sim: no games to play")
	case c.Tables < 0 || c.Tables > maxTables:
		return fmt.Errorf("sim: %d boards, want 1 to %d", c.Tables, maxTables)
	case c.Speed < SpeedMax || c.Speed > speedLimit:
		return fmt.Errorf("sim: speed %d, want 1 to %d or max", c.Speed, speedLimit)
	}
	return nil
}
