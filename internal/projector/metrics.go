package projector

import (
	"context"
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
	last    prometheus.Gauge
	behind  prometheus.Gauge
	size    prometheus.Gauge
	limit   prometheus.Gauge
	tables  *tables
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
		last: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "boardwire_projector_last_sequence", Help: "Last sequence of the open sitting's record, looked up each second.",
		}),
		behind: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "boardwire_projector_lag_events", Help: "Record messages of the open sitting that are not folded yet, looked up each second.",
		}),
		size: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "boardwire_projector_record_bytes", Help: "Bytes of the open sitting's record at the server.",
		}),
		limit: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "boardwire_projector_record_limit_bytes", Help: "Bytes that the record may have; it is raised at four fifths while the server's disk has room.",
		}),
		tables: newTables(),
	}
	if reg != nil {
		reg.MustRegister(m.events, m.facts, m.lag, m.apply, m.applied, m.last, m.behind, m.size, m.limit, m.tables)
	}
	return m
}

func (m *metrics) folded(msg bus.Msg, took time.Duration) {
	m.events.Inc()
	m.apply.Observe(took.Seconds())
	m.lag.Set(max(0, time.Since(msg.Time).Seconds()))
}

func (m *metrics) fact(sitting string, e events.Event) {
	m.facts.WithLabelValues(string(e.Type)).Inc()
	m.tables.fact(sitting, e)
}

func (m *metrics) caughtUp(s *sitting) { m.applied.Set(float64(s.fold.Next() - 1)) }

// lookEvery is how often the record's end is looked up, sizeEach after how many
// such looks its size is.
const (
	lookEvery = time.Second
	sizeEach  = 10
)

// watch looks up how far the fold is behind the record, and how full that is,
// until ctx ends. It does not wait for the fold: one that hangs shows.
func (p *Projector) watch(ctx context.Context) {
	each := time.NewTicker(lookEvery)
	defer each.Stop()
	for n := 0; ; n++ {
		p.measure(ctx, n%sizeEach == 0)
		select {
		case <-ctx.Done():
			return
		case <-each.C:
		}
	}
}

// measure is one look at the record.
func (p *Projector) measure(ctx context.Context, size bool) {
	p.mu.Lock()
	record := p.open.record
	p.mu.Unlock()
	// What is applied is read first, and may only be too little.
	applied := p.applied.Load()
	if last, err := record.Last(ctx); err == nil {
		p.m.last.Set(float64(last))
		p.m.behind.Set(float64(last - min(last, applied)))
	}
	if s, ok := record.(bus.Sizer); ok && size {
		if used, limit, err := s.Size(); err == nil {
			p.m.size.Set(float64(used))
			p.m.limit.Set(float64(limit))
		}
	}
}
