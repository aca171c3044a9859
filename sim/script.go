package sim

import (
	"bytes"
	"fmt"

	"github.com/pelletier/go-toml/v2"

	"boardwire/sim/hand"
)

// End is what the players do when the last move has been played.
type End string

// The ends.
const (
	// EndLeave: they stop the clock and leave the men as they are.
	EndLeave End = "leave"
	// EndFlag: nobody moves until the flag of the side to move falls.
	EndFlag End = "flag"
	// EndKings: they stop the clock and put the kings in the centre.
	EndKings End = "kings"
)

// Script says what hands do beside the moves.
type Script struct {
	// FirstSerial is the serial number of the first board; the others count
	// on. 0 means 31401.
	FirstSerial int `toml:"first_serial"`
	// Habits of the hands; hand.Mild() where the script says nothing.
	Habits *hand.Habits `toml:"habits"`
	Boards []Board      `toml:"board"`
}

// Board is the script of one board.
type Board struct {
	// Board counts from 1.
	Board int `toml:"board"`
	// End is how the game ends; EndLeave where nothing is said.
	End End `toml:"end"`
	// After is how many seconds of the clock the side to move still thinks
	// before the end. It is not used by EndFlag.
	After int `toml:"after"`
	// Turned: White sits with the board's connector on the right.
	Turned bool     `toml:"turned"`
	Unplug []Unplug `toml:"unplug"`
}

// Unplug is one pull of a cable.
type Unplug struct {
	// Ply is the ply, from 1, at whose beginning the cable is pulled. The
	// player makes no move before it is back and the board is read again.
	Ply int `toml:"ply"`
	// Seconds is how long it is out, in real seconds.
	Seconds int `toml:"seconds"`
	// Rename gives the link another name afterwards ("dgt-31406-2").
	Rename bool `toml:"rename"`
}

// ParseScript reads a script from TOML. Unknown keys and values are errors.
func ParseScript(b []byte) (Script, error) {
	var s Script
	d := toml.NewDecoder(bytes.NewReader(b)).DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		if strict, ok := err.(*toml.StrictMissingError); ok {
			return Script{}, fmt.Errorf("script: unknown key:\n%s", strict.String())
		}
		return Script{}, fmt.Errorf("script: %w", err)
	}
	seen := map[int]bool{}
	for _, b := range s.Boards {
		switch {
		case b.Board < 1:
			return Script{}, fmt.Errorf("script: board %d: boards count from 1", b.Board)
		case seen[b.Board]:
			return Script{}, fmt.Errorf("script: board %d is there twice", b.Board)
		case b.End != "" && b.End != EndLeave && b.End != EndFlag && b.End != EndKings:
			return Script{}, fmt.Errorf("script: board %d: end %q, want leave, flag or kings", b.Board, b.End)
		case b.After < 0 || b.After > 3600:
			return Script{}, fmt.Errorf("script: board %d: after %d, want 0 to 3600 seconds", b.Board, b.After)
		}
		seen[b.Board] = true
		for _, u := range b.Unplug {
			if u.Ply < 1 || u.Seconds < 0 || u.Seconds > 3600 {
				return Script{}, fmt.Errorf("script: board %d: unplug at ply %d for %d seconds, want a ply from 1 and 0 to 3600 seconds", b.Board, u.Ply, u.Seconds)
			}
		}
	}
	return s, nil
}

// of returns the script of board n, from 1.
func (s *Script) of(n int) Board {
	for _, b := range s.Boards {
		if b.Board == n {
			return b
		}
	}
	return Board{Board: n}
}

func (s *Script) habits() hand.Habits {
	if s.Habits == nil {
		return hand.Mild()
	}
	return *s.Habits
}

const firstSerial = 31401

func (s *Script) serial(n int) int {
	if s.FirstSerial == 0 {
		return firstSerial + n - 1
	}
	return s.FirstSerial + n - 1
}
