// Package serialtest is what every board family must pass. A family calls Run
// from its own tests with a fixture of its own bytes.
package serialtest

import (
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/adapters/serial"
	"boardwire/boardstate"
	"boardwire/clockstate"
)

// Fixture is what a family gives the suite.
type Fixture struct {
	// Stream is a session from a frame's first byte on, without noise: a
	// surface, then touches or surfaces. Where it holds a second surface, that
	// must be the sum of the first and the touches between.
	Stream []byte
	// Frame is one complete frame that tells one thing.
	Frame []byte
	// Settle is how many frames after noise may be lost; 0 means 1.
	Settle int
	// Allowed says whether the host may write these bytes to a board. It is
	// written from the protocol's documents, not from the codec.
	Allowed func(written []byte) error
}

// start is an arbitrary instant: codecs know no other time than what they are
// given.
var start = time.Date(2026, 3, 14, 15, 0, 0, 0, time.UTC)

// sight is a serial.Sight by value, so that it can be kept and compared.
type sight struct {
	At      time.Time
	Touch   boardstate.Touch
	Surface boardstate.Surface
	Clock   clockstate.Reading
	Info    serial.Info
	Set     string // which of them it is
	Raw     string
}

func kept(s serial.Sight) sight {
	k := sight{At: s.At, Raw: string(s.Raw)}
	if s.Touch != nil {
		k.Touch, k.Set = *s.Touch, k.Set+"touch"
	}
	if s.Surface != nil {
		k.Surface, k.Set = *s.Surface, k.Set+"surface"
	}
	if s.Clock != nil {
		k.Clock, k.Set = *s.Clock, k.Set+"clock"
	}
	if s.Info != nil {
		k.Info, k.Set = *s.Info, k.Set+"info"
	}
	return k
}

// collect feeds the pieces, all at one instant, and returns what was told. Each
// piece is overwritten after the call: a codec that kept it would show.
func collect(p serial.Protocol, pieces ...[]byte) (out []sight, noise bool) {
	for _, b := range pieces {
		own := append([]byte(nil), b...)
		err := p.Feed(own, start, func(s serial.Sight) { out = append(out, kept(s)) })
		noise = noise || err != nil
		for i := range own {
			own[i] = 0xaa
		}
	}
	return out, noise
}

func one(set string) bool {
	return set == "touch" || set == "surface" || set == "clock" || set == "info"
}

// surfaces compares boards as values: they hide how they are kept.
var surfaces = cmp.Comparer(func(a, b boardstate.Surface) bool { return a == b })
