package push

import (
	"log/slog"
	"time"
)

// Waits after a request that was not taken.
const (
	waitMin = time.Second
	// waitMax is the longest after an answer of trouble, or none.
	waitMax = time.Minute
	// waitLong is after a refusal that stays one until a person does something.
	waitLong = 5 * time.Minute
	// again is how often trouble that goes on is logged.
	again = 5 * time.Minute
)

// trouble is a run of requests that were not taken.
type trouble struct {
	log   *slog.Logger
	tries int
	since time.Time
	said  string
	when  time.Time
}

// met takes one more that failed and returns how long to leave the site alone.
// It logs why when that changes, and now and then.
func (t *trouble) met(v verdict, jitter func(time.Duration) time.Duration) time.Duration {
	now := time.Now()
	if t.tries == 0 {
		t.since = now
	}
	wait := waitLong
	if !v.stubborn {
		wait = jitter(min(waitMin<<min(t.tries, 10), waitMax))
	}
	wait = max(wait, v.after)
	t.tries++
	if v.why != t.said || now.Sub(t.when) >= again {
		t.said, t.when = v.why, now
		t.log.Warn("a push was not taken", "why", v.why, "do", v.advice, "again_s", wait.Seconds(), "tries", t.tries)
	}
	return wait
}

// over ends it.
func (t *trouble) over() {
	if t.tries > 0 {
		t.log.Info("pushes are taken again", "after_s", time.Since(t.since).Seconds(), "tries", t.tries)
	}
	*t = trouble{log: t.log}
}
