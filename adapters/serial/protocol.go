// Package serial reads e-boards on serial ports: the contract of a board
// family, the supervisor of a port, and the search for ports.
package serial

import (
	"errors"
	"io"
	"time"

	"boardwire/boardstate"
	"boardwire/clockstate"
)

// ErrNoise is returned by Protocol.Feed when bytes were dropped to find the
// next frame. Reading goes on; the supervisor counts it.
var ErrNoise = errors.New("serial: noise on the line")

// Info is what a device tells about itself; fields it does not tell are empty.
type Info struct {
	Serial, Version, Trademark string
	// BatteryPercent is -1 when the device did not say.
	BatteryPercent int
}

// Sight is one thing a device said. Exactly one of the pointers is set.
type Sight struct {
	At      time.Time
	Touch   *boardstate.Touch
	Surface *boardstate.Surface
	Clock   *clockstate.Reading
	Info    *Info
	// Raw is the frame it was read from, valid until the next Feed.
	Raw []byte
}

// Protocol is one board family's codec. It owns no port and no goroutine, and
// is used by one goroutine at a time.
type Protocol interface {
	// Name is the driver's name as on the command line, such as "dgt".
	Name() string
	// Line says how the port must be set.
	Line() Line
	// Greet writes what makes the board identify itself, show its surface and
	// send updates. It is called after every open and forgets half-read frames.
	Greet(w io.Writer) error
	// Feed takes bytes as they come, in any pieces, and calls see for each
	// complete frame. It never panics and never keeps b.
	Feed(b []byte, at time.Time, see func(Sight)) error
	// Tick is called at the time it asked for: polls, keep-alives, a new dump.
	Tick(now time.Time, w io.Writer) (next time.Time, err error)
}

// Line is the setting of a serial line.
type Line struct {
	Baud     int
	DataBits int
	// Parity is 'N', 'O' or 'E'.
	Parity   byte
	StopBits int
}
