package daemon

import (
	"time"

	"golang.org/x/sys/unix"
)

// running is how long the machine has run, its sleep included. Nobody can set
// this clock.
func running() (time.Duration, bool) {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &ts); err != nil {
		return 0, false
	}
	return time.Duration(ts.Nano()), true
}
