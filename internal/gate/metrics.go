package gate

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics are for the administration's listener alone. None is per board.
type metrics struct {
	heldNow  *prometheus.GaugeVec
	out      *prometheus.CounterVec
	lateness *prometheus.HistogramVec
	failures prometheus.Counter
}

func newMetrics(reg prometheus.Registerer) *metrics {
	m := &metrics{
		heldNow: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "boardwire_gate_held", Help: "Facts that wait for their release."}, []string{"audience"}),
		out: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "boardwire_gate_released_total", Help: "Messages that were published to an audience."}, []string{"audience"}),
		lateness: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "boardwire_gate_lateness_seconds", Help: "Time between the end of the delay and the release.",
			Buckets: []float64{0.001, 0.01, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 900}}, []string{"audience"}),
		failures: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "boardwire_gate_failures_total", Help: "Turns that ended in an error and were tried again."}),
	}
	if reg != nil {
		reg.MustRegister(m.heldNow, m.out, m.lateness, m.failures)
	}
	return m
}

func (m *metrics) held(audience string, n int) { m.heldNow.WithLabelValues(audience).Set(float64(n)) }

func (m *metrics) released(audience string, late time.Duration) {
	m.out.WithLabelValues(audience).Inc()
	m.lateness.WithLabelValues(audience).Observe(max(late, 0).Seconds())
}
