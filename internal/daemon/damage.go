package daemon

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// newHoles counts what a reader found missing. The process ends then, and
// starting it again mends nothing.
func newHoles() prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{
		Name: "boardwire_sequence_holes_total",
		Help: "Streams in which messages were found missing; this process ends because of it.",
	})
}

// linger keeps the admin listener for a while when a run ended because a store
// is damaged. A process that is started again at once, and ends at once, would
// never be seen by what collects its metrics.
func (d *Daemon) linger(err error, o Options) {
	var damage interface {
		error
		Damaged() string
	}
	if !errors.As(err, &damage) {
		return
	}
	d.holes.Inc()
	if d.admin == "" {
		return
	}
	d.Log.Error("messages are missing; this process ends in a moment", "stream", damage.Damaged(), "linger_s", o.Linger.Seconds(), "err", err)
	limit := time.NewTimer(o.Linger)
	defer limit.Stop()
	select {
	case <-limit.C:
	case <-o.Signals:
	}
}
