package daemon

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// stepped shows by how much the machine's clock was set while the process ran:
// what the wall clock gained on the monotonic one, which nobody can set. A slow
// correction moves both and does not show; a jump does, and so does sleep.
func stepped() prometheus.Collector {
	began := time.Now()
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "boardwire_clock_stepped_seconds",
		Help: "By how much the machine's clock was set, or the machine slept, since the process started.",
	}, func() float64 {
		now := time.Now()
		return drift(began, now, now.Sub(began)).Seconds()
	})
}

// drift is what the wall clock gained between two readings over the time that
// passed on the other clock.
func drift(from, to time.Time, passed time.Duration) time.Duration {
	return to.Round(0).Sub(from.Round(0)) - passed
}
