package game

import (
	"fmt"
	"time"
)

// clockWords writes a time as a clock shows it: 1:29:58, 2:00, 0:07.
func clockWords(d time.Duration) string {
	s := max(d, 0) / time.Second
	if h := s / 3600; h > 0 {
		return fmt.Sprintf("%d:%02d:%02d", h, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// signed writes a change of a clock's time: +2:00, -0:29.
func signed(d time.Duration) string {
	switch d = d.Round(time.Second); {
	case d > 0:
		return "+" + clockWords(d)
	case d < 0:
		return "-" + clockWords(-d)
	}
	return clockWords(d)
}

// lasting writes how long something takes, in minutes and seconds.
func lasting(d time.Duration) string {
	m, s := d/time.Minute, d%time.Minute/time.Second
	switch {
	case s == 0 && m > 0:
		return fmt.Sprintf("%d min", m)
	case m == 0:
		return fmt.Sprintf("%d s", s)
	}
	return fmt.Sprintf("%d min %d s", m, s)
}
