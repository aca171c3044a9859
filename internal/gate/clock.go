package gate

import (
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"boardwire/feeds"
)

// Clock reads both clocks of this machine. The monotonic one counts from its
// start, goes on while it sleeps, and cannot be set (CLOCK_BOOTTIME).
func Clock() (feeds.Now, error) {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &ts); err != nil {
		return feeds.Now{}, fmt.Errorf("clock of the time since start: %w", err)
	}
	// The wall clock is read last: what is between the two only delays.
	return feeds.Now{Mono: time.Duration(ts.Nano()), Wall: time.Now().Round(0)}, nil
}

// bootFile names the running of the machine.
const bootFile = "/proc/sys/kernel/random/boot_id"

// Boot returns the name of this running of the machine. Where there is none it
// is empty, and nothing kept is taken as proof.
func Boot() string {
	b, err := os.ReadFile(bootFile)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}
