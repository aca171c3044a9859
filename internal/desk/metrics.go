package desk

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"boardwire/events"
)

// Metrics are those of the arbiters' door and page. They tell what is live: for
// the admin listener alone. A nil *Metrics counts nothing.
type Metrics struct {
	rulings *prometheus.CounterVec
	ruling  prometheus.Histogram
	shown   prometheus.Histogram
}

// NewMetrics returns registered metrics.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	times := func(name, help string) prometheus.Histogram {
		return prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: prometheus.ExponentialBuckets(0.001, 2.5, 12)})
	}
	m := &Metrics{
		rulings: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "boardwire_desk_rulings_total", Help: "Rulings that came in at the desk, by their answer; none is one that was not answered."}, []string{"answer"}),
		ruling: times("boardwire_desk_ruling_seconds", "Time from a ruling's arrival at the desk to its answer."),
		shown:  times("boardwire_desk_fact_seconds", "Time from the record's taking of a cause to its fact on the arbiters' page."),
	}
	for _, answer := range []string{events.AnswerAccepted, events.AnswerDiscretion, events.AnswerRefused, unanswered} {
		m.rulings.WithLabelValues(answer)
	}
	reg.MustRegister(m.rulings, m.ruling, m.shown)
	return m
}

// unanswered counts rulings that got no answer in time.
const unanswered = "none"

func (m *Metrics) answered(a events.Answered, err error, took time.Duration) {
	if m == nil {
		return
	}
	answer := a.Answer
	if err != nil {
		answer = unanswered
	}
	m.rulings.WithLabelValues(answer).Inc()
	m.ruling.Observe(took.Seconds())
}

// seen takes a fact that came while the page was followed. What the page began
// with is older than any latency.
func (m *Metrics) seen(at time.Time) {
	if m != nil {
		m.shown.Observe(max(0, time.Since(at).Seconds()))
	}
}
