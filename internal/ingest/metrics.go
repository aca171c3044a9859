package ingest

import (
	"github.com/prometheus/client_golang/prometheus"
)

// metrics are those of one ingest. They tell what is live: for the admin
// listener alone. The label board is bounded by the boards of the host.
type metrics struct {
	bytes        *prometheus.CounterVec
	frames       *prometheus.CounterVec
	up           *prometheus.GaugeVec
	lastSight    *prometheus.GaugeVec
	seen         *prometheus.CounterVec
	unnamed      prometheus.Counter
	openFailures prometheus.Counter
	events       prometheus.Counter
	dropped      prometheus.Counter
	waiting      prometheus.Gauge
	published    prometheus.Counter
	publish      prometheus.Histogram
	failures     prometheus.Counter
}

func newMetrics(reg prometheus.Registerer) *metrics {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	gauges := func(name, help string, labels ...string) *prometheus.GaugeVec {
		return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels)
	}
	m := &metrics{
		bytes:        counters("boardwire_ingest_bytes_total", "Bytes read from boards.", "board"),
		frames:       counters("boardwire_ingest_frames_total", "Frames of boards: ok, or noise that was dropped.", "board", "result"),
		up:           gauges("boardwire_ingest_board_up", "1 while the board answers.", "board"),
		lastSight:    gauges("boardwire_ingest_board_last_sight_timestamp_seconds", "When the board last said something.", "board"),
		seen:         counters("boardwire_ingest_connects_total", "How often the board was found.", "board"),
		unnamed:      counter("boardwire_ingest_unnamed_boards_total", "Boards that go by their port because they tell no serial number of their own."),
		openFailures: counter("boardwire_ingest_open_failures_total", "Ports that could not be opened."),
		events:       counter("boardwire_ingest_events_total", "Events that are safe in the outbox."),
		dropped:      counter("boardwire_ingest_dropped_events_total", "Events that were not recorded because the outbox was full."),
		waiting: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "boardwire_ingest_outbox_events", Help: "Events in the outbox that the record does not have yet."}),
		published: counter("boardwire_ingest_published_total", "Events that the record has taken."),
		publish: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "boardwire_ingest_publish_seconds", Help: "Time to publish one event or one batch.",
			Buckets: prometheus.ExponentialBuckets(0.0001, 3, 10)}),
		failures: counter("boardwire_ingest_publish_failures_total", "Publishes that were tried again."),
	}
	if reg != nil {
		reg.MustRegister(m.bytes, m.frames, m.up, m.lastSight, m.seen, m.unnamed, m.openFailures, m.events,
			m.dropped, m.waiting, m.published, m.publish, m.failures)
	}
	return m
}

func (m *metrics) line(l line) {
	name := l.device.Name
	switch l.what {
	case isSeen:
		m.up.WithLabelValues(name).Set(1)
		m.seen.WithLabelValues(name).Inc()
	case isLost:
		m.up.WithLabelValues(name).Set(0)
	case isSight:
		m.frames.WithLabelValues(name, "ok").Inc()
		m.lastSight.WithLabelValues(name).Set(float64(l.at.UnixMilli()) / 1000)
	}
}
