package projector

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"boardwire/events"
	"boardwire/internal/bus"
)

// metrics are those of one projector. They belong on the admin listener alone:
// they tell what is live.
type metrics struct {
	events  prometheus.Counter
	facts   *prometheus.CounterVec
	lag     prometheus.Gauge
	apply   prometheus.Histogram
	applied prometheus.Gauge
}

func newMetrics(reg prometheus.Registerer) *metrics {
	m := &metrics{
		events: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "boardwire_projector_events_total", Help: "Record messages folded.",
		}),
		facts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "boardwire_projector_facts_total", Help: "Facts derived, by type.",
		}, []string{"type"}),
		lag: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "boardwire_projector_lag_seconds", Help: "Age of the last record message when it was folded.",
		}),
		apply: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "boardwire_projector_apply_seconds", Help: "Time to fold one record message.",
			Buckets: prometheus.ExponentialBuckets(10e-6, 4, 9),
		}),
		applied: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "boardwire_projector_applied_sequence", Help: "Record sequence folded last in the open sitting.",
		}),
	}
	if reg != nil {
		reg.MustRegister(m.events, m.facts, m.lag, m.apply, m.applied)
	}
	return m
}

func (m *metrics) folded(msg bus.Msg, took time.Duration) {
	m.events.Inc()
	m.apply.Observe(took.Seconds())
	m.lag.Set(max(0, time.Since(msg.Time).Seconds()))
}

func (m *metrics) fact(e events.Event) { m.facts.WithLabelValues(string(e.Type)).Inc() }

func (m *metrics) caughtUp(s *sitting) { m.applied.Set(float64(s.fold.Next() - 1)) }
