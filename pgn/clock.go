package pgn

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"boardwire/rules"
)

// clockText writes a duration as h:mm:ss. A fraction of a second is cut off, as
// a clock does that shows it.
func clockText(d time.Duration) string {
	s := int64(d / time.Second)
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// plainClock reads h:mm:ss, the form of the standard, with up to three digits
// of hours.
func plainClock[T string | []byte](s T) (time.Duration, bool) {
	n := len(s)
	if n < 7 || n > 9 || s[n-3] != ':' || s[n-6] != ':' {
		return 0, false
	}
	hours := 0
	for i := range n - 6 {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		hours = hours*10 + int(s[i]-'0')
	}
	m, s1 := two(s[n-5], s[n-4]), two(s[n-2], s[n-1])
	if m < 0 || m > 59 || s1 < 0 || s1 > 59 {
		return 0, false
	}
	return time.Duration(hours*3600+m*60+s1) * time.Second, true
}

func two(a, b byte) int {
	if a < '0' || a > '9' || b < '0' || b > '9' {
		return -1
	}
	return int(a-'0')*10 + int(b-'0')
}

// readClock reads h:mm:ss or mm:ss, with or without a fraction of a second, and
// h:mm.ss as old boards write it.
func readClock(s string) (time.Duration, bool) {
	if d, ok := plainClock(s); ok {
		return d, true
	}
	whole, fraction, dotted := strings.Cut(strings.Replace(s, ",", ".", 1), ".")
	parts := strings.Split(whole, ":")
	if len(parts) == 2 && len(fraction) == 2 && fraction[0] < '6' {
		parts, fraction, dotted = append(parts, fraction), "", false
	}
	if len(parts) < 2 || len(parts) > 3 || dotted && fraction == "" {
		return 0, false
	}
	var d time.Duration
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil || i > 0 && n > 59 {
			return 0, false
		}
		d = d*60 + time.Duration(n)*time.Second
	}
	if fraction == "" {
		return d, true
	}
	n, err := strconv.ParseUint(fraction, 10, 32)
	if err != nil || len(fraction) > 9 {
		return 0, false
	}
	part := time.Duration(n)
	for range 9 - len(fraction) {
		part *= 10
	}
	return d + part, true
}

// Clock returns the time that the WhiteClock or BlackClock tag gives. Whether it
// is the time at the start or now depends on who wrote it.
func (g *Game) Clock(c rules.Color) (time.Duration, bool) {
	name := "WhiteClock"
	if c == rules.Black {
		name = "BlackClock"
	}
	v, ok := g.Tag(name)
	if !ok {
		return 0, false
	}
	return readClock(strings.TrimSpace(v))
}

// Running returns the side whose clock runs and the time on it, as the Clock
// tag gives them ("B/0:15.29"). A clock that is stopped (N) is no side.
func (g *Game) Running() (rules.Color, time.Duration, bool) {
	v, ok := g.Tag("Clock")
	side, text, cut := strings.Cut(strings.TrimSpace(v), "/")
	d, read := readClock(strings.TrimSpace(text))
	if !ok || !cut || !read {
		return rules.NoColor, 0, false
	}
	switch side {
	case "W":
		return rules.White, d, true
	case "B":
		return rules.Black, d, true
	case "N":
		return rules.NoColor, d, true
	}
	return rules.NoColor, 0, false
}

// Reference returns the instant for which the clock tags hold and the side that
// had the move then, as the ReferenceTime tag of a board maker gives them
// ("W/2024-05-15T14:21:57.339+02:00").
func (g *Game) Reference() (rules.Color, time.Time, bool) {
	v, _ := g.Tag("ReferenceTime")
	side, text, _ := strings.Cut(strings.TrimSpace(v), "/")
	t, err := time.Parse(time.RFC3339Nano, text)
	switch {
	case err == nil && side == "W":
		return rules.White, t, true
	case err == nil && side == "B":
		return rules.Black, t, true
	}
	return rules.NoColor, time.Time{}, false
}
