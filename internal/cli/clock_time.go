package cli

import (
	"fmt"
	"strconv"
	"strings"
)

// clockTime is what a clock shows, in whole seconds: written as on its face,
// 1:05:00 or 5:00, or as seconds alone.
type clockTime int

// maxClock is above what any clock shows, 100 hours.
const maxClock = 360_000

// UnmarshalText is called by the parser of the command line.
func (c *clockTime) UnmarshalText(text []byte) error {
	wrong := fmt.Errorf("%q is no time of a clock: want 1:05:00, 5:00 or seconds", text)
	parts := strings.Split(string(text), ":")
	if len(parts) > 3 {
		return wrong
	}
	total := 0
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 32)
		if err != nil || i > 0 && (len(p) != 2 || n > 59) || n > maxClock {
			return wrong
		}
		total = 60*total + int(n)
	}
	if total > maxClock {
		return wrong
	}
	*c = clockTime(total)
	return nil
}
