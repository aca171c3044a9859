package main

import (
	"slices"
	"time"
)

// spread is how a set of times lies.
type spread struct {
	n             int
	p50, p99, max time.Duration
}

// spreadOf sorts the times and returns how they lie. A percentile is the
// smallest time that at least so many of a hundred do not exceed.
func spreadOf(times []time.Duration) spread {
	if len(times) == 0 {
		return spread{}
	}
	slices.Sort(times)
	at := func(percent int) time.Duration {
		return times[max(0, (len(times)*percent+99)/100-1)]
	}
	return spread{n: len(times), p50: at(50), p99: at(99), max: times[len(times)-1]}
}

// ms is a time in milliseconds.
func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
