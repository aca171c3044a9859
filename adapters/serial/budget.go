package serial

import (
	"errors"
	"time"
)

// A device that says more than its line can carry is broken, or was made to do
// so. It is read more slowly, so that it can crowd out no other board's
// outbox and disk.
const (
	// slack is how many times the line's speed is still believed: USB bridges
	// hand on in one piece what came over a while.
	slack = 4
	// burst is how many bytes may come at once: what waited while nobody read.
	burst = 256 << 10
	// usualBaud is taken for a line that tells none.
	usualBaud = 9600
	// bitsPerByte are eight with start and stop.
	bitsPerByte = 10
)

// errFlood says that a port is read more slowly than its device talks.
var errFlood = errors.New("the device says more than its line can carry, and is read more slowly; look at the device")

// budget is what a port may still say.
type budget struct {
	perByte time.Duration
	due     time.Time // when everything that came would have come at the line's speed
}

func newBudget(l Line) *budget {
	baud := l.Baud
	if baud <= 0 {
		baud = usualBaud
	}
	return &budget{perByte: bitsPerByte * time.Second / time.Duration(slack*baud)}
}

// spend takes n bytes that came at a time, and returns how long to wait before
// the next read: 0 for a device that keeps to its line.
func (b *budget) spend(now time.Time, n int) time.Duration {
	if b.due.Before(now) {
		b.due = now
	}
	b.due = b.due.Add(time.Duration(n) * b.perByte)
	return max(b.due.Sub(now)-burst*b.perByte, 0)
}
