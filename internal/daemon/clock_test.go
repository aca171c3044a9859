package daemon

import (
	"testing"
	"time"
)

func TestAClockThatIsSetShows(t *testing.T) {
	began := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name string
		wall time.Time
		mono time.Duration
		want time.Duration
	}{
		{"an hour later", began.Add(time.Hour), time.Hour, 0},
		{"set back by a minute", began.Add(59 * time.Minute), time.Hour, -time.Minute},
		{"set ahead by a second", began.Add(time.Hour + time.Second), time.Hour, time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := drift(began, c.wall, c.mono); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
