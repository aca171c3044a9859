package gate

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"boardwire/feeds"
)

// metrics are for the administration's listener alone. None is per board.
type metrics struct {
	heldNow  *prometheus.GaugeVec
	oldest   *prometheus.GaugeVec
	delay    *prometheus.GaugeVec
	last     *prometheus.GaugeVec
	out      *prometheus.CounterVec
	lateness *prometheus.HistogramVec
	failures prometheus.Counter
}

func newMetrics(reg prometheus.Registerer) *metrics {
	m := &metrics{
		heldNow: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "boardwire_gate_held", Help: "Facts that wait for their release."}, []string{"audience"}),
		oldest: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "boardwire_gate_oldest_held_timestamp_seconds",
			Help: "When the record took what has waited longest for its release; 0 when nothing waits."}, []string{"audience"}),
		delay: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "boardwire_gate_delay_seconds", Help: "The delay that is kept for an audience."}, []string{"audience"}),
		last: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "boardwire_gate_last_sequence", Help: "Last sequence of an audience's stream."}, []string{"audience"}),
		out: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "boardwire_gate_released_total", Help: "Messages that were published to an audience."}, []string{"audience"}),
		lateness: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "boardwire_gate_lateness_seconds", Help: "Time between the end of the delay and the release.",
			Buckets: []float64{0.001, 0.01, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300, 900}}, []string{"audience"}),
		failures: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "boardwire_gate_failures_total", Help: "Turns that ended in an error and were tried again."}),
	}
	if reg != nil {
		reg.MustRegister(m.heldNow, m.oldest, m.delay, m.last, m.out, m.lateness, m.failures)
	}
	return m
}

// held takes what waits for an audience, and how far its stream is. The time of
// the oldest shows, and not its age: it grows old in the eyes of who asks even
// when the gate stands still.
func (m *metrics) held(g *feeds.Gate, o *outlet) {
	audience := o.audience.Name
	m.last.WithLabelValues(audience).Set(float64(o.last))
	m.heldNow.WithLabelValues(audience).Set(float64(g.Waiting(audience) + len(o.sent)))
	oldest := 0.0
	if at, ok := o.oldest(g); ok {
		oldest = float64(at.UnixMilli()) / 1000
	}
	m.oldest.WithLabelValues(audience).Set(oldest)
	if p, ok := g.Policy(audience); ok {
		m.delay.WithLabelValues(audience).Set(p.Delay.Seconds())
	}
	m.out.WithLabelValues(audience) // show before the first release
	m.lateness.WithLabelValues(audience)
}

func (m *metrics) released(audience string, late time.Duration) {
	m.out.WithLabelValues(audience).Inc()
	m.lateness.WithLabelValues(audience).Observe(max(late, 0).Seconds())
}
