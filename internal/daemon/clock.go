package daemon

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// stepped shows by how much the machine's clock was set while the process ran:
// what the wall clock gained on one that nobody can set. A slow correction moves
// both and does not show; a jump does. On Linux the other clock goes on while the
// machine sleeps, so that a laptop that was closed shows nothing; elsewhere its
// sleep may show.
func stepped() prometheus.Collector {
	began := time.Now()
	up, known := running()
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "boardwire_clock_stepped_seconds",
		Help: "By how much the machine's clock was set since the process started.",
	}, func() float64 {
		now := time.Now()
		passed := now.Sub(began)
		if since, ok := running(); ok && known {
			passed = since - up
		}
		return drift(began, now, passed).Seconds()
	})
}

// drift is what the wall clock gained between two readings over the time that
// passed on the other clock.
func drift(from, to time.Time, passed time.Duration) time.Duration {
	return to.Round(0).Sub(from.Round(0)) - passed
}
