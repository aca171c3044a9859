//go:build !linux

package daemon

import "time"

// running is not known here: what the runtime's clock does while the machine
// sleeps differs from system to system.
func running() (time.Duration, bool) { return 0, false }
