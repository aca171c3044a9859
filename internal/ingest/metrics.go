package ingest

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"boardwire/events"
	"boardwire/internal/spool"
)

// metrics are those of one ingest. They tell what is live: for the admin
// listener alone. The label board is bounded by the boards of the host.
type metrics struct {
	bytes        *prometheus.CounterVec
	frames       *prometheus.CounterVec
	up           *prometheus.GaugeVec
	lastSight    *prometheus.GaugeVec
	seen         *prometheus.CounterVec
	lost         *prometheus.CounterVec
	unnamed      prometheus.Counter
	openFailures prometheus.Counter
	events       prometheus.Counter
	dropped      prometheus.Counter
	sync         prometheus.Histogram
	published    prometheus.Counter
	publish      prometheus.Histogram
	failures     prometheus.Counter
	takes        prometheus.Gauge
	skew         prometheus.Gauge
}

func newMetrics(reg prometheus.Registerer) *metrics {
	m := &metrics{
		bytes:        counters("boardwire_ingest_bytes_total", "Bytes read from boards.", "board"),
		frames:       counters("boardwire_ingest_frames_total", "Frames of boards: ok, or noise that was dropped.", "board", "result"),
		up:           gauges("boardwire_ingest_board_up", "1 while the board answers.", "board"),
		lastSight:    gauges("boardwire_ingest_board_last_sight_timestamp_seconds", "When the board last said something.", "board"),
		seen:         counters("boardwire_ingest_connects_total", "How often the board was found.", "board"),
		lost:         counters("boardwire_ingest_losses_total", "How often the board stopped answering.", "board"),
		unnamed:      counter("boardwire_ingest_unnamed_boards_total", "Boards that go by their port because they tell no serial number of their own."),
		openFailures: counter("boardwire_ingest_open_failures_total", "Ports that could not be opened."),
		events:       counter("boardwire_ingest_events_total", "Events that are safe in the outbox."),
		dropped:      counter("boardwire_ingest_dropped_events_total", "Events that were not recorded because the outbox was full."),
		sync:         times("boardwire_ingest_outbox_sync_seconds", "Time to make the outbox safe against power loss (fdatasync)."),
		published:    counter("boardwire_ingest_published_total", "Events that the record has taken."),
		publish:      times("boardwire_ingest_publish_seconds", "Time to publish one event or one batch."),
		failures:     counter("boardwire_ingest_publish_failures_total", "Publishes that were tried again."),
		takes:        gauge("boardwire_ingest_record_up", "1 while the record takes events."),
		skew:         gauge("boardwire_ingest_clock_skew_seconds", "The record's clock less this machine's, as far as one publish can tell."),
	}
	if reg != nil {
		reg.MustRegister(m.bytes, m.frames, m.up, m.lastSight, m.seen, m.lost, m.unnamed, m.openFailures, m.events,
			m.dropped, m.sync, m.published, m.publish, m.failures, m.takes, m.skew)
	}
	return m
}

// of has the metrics tell of an outbox.
func (m *metrics) of(box *spool.Outbox, reg prometheus.Registerer, now func() time.Time) {
	box.OnSync(func(took time.Duration) { m.sync.Observe(took.Seconds()) })
	if reg != nil {
		reg.MustRegister(waits(box, now)...)
	}
}

// waits are what a look into the outbox tells.
func waits(box *spool.Outbox, now func() time.Time) []prometheus.Collector {
	gauge := func(name, help string, value func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value)
	}
	return []prometheus.Collector{
		gauge("boardwire_ingest_outbox_events", "Events in the outbox that the record does not have yet.",
			func() float64 { return float64(box.Pending()) }),
		gauge("boardwire_ingest_outbox_age_seconds", "Age of the event that has waited longest in the outbox; 0 when none waits.",
			func() float64 { return age(box, now()).Seconds() }),
		gauge("boardwire_ingest_outbox_bytes", "Bytes that events take which wait in the outbox.",
			func() float64 { used, _ := box.Room(); return float64(used) }),
		gauge("boardwire_ingest_outbox_size_bytes", "Bytes that the outbox has room for.",
			func() float64 { _, size := box.Room(); return float64(size) }),
	}
}

// age is how long the oldest event has waited.
func age(box *spool.Outbox, now time.Time) time.Duration {
	r, ok := box.Oldest()
	if !ok {
		return 0
	}
	e, err := events.Decode(r.Data)
	if err != nil {
		return 0
	}
	return max(0, now.Sub(e.Recorded))
}

func counter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
}

func counters(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
}

func gauge(name, help string) prometheus.Gauge {
	return prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
}

func gauges(name, help string, labels ...string) *prometheus.GaugeVec {
	return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels)
}

// times is a histogram from 0.1 ms to 2 s.
func times(name, help string) prometheus.Histogram {
	return prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: prometheus.ExponentialBuckets(0.0001, 3, 10)})
}

func (m *metrics) line(l line) {
	name := l.device.Name
	switch l.what {
	case isSeen:
		m.up.WithLabelValues(name).Set(1)
		m.seen.WithLabelValues(name).Inc()
		m.lost.WithLabelValues(name).Add(0)
		m.frames.WithLabelValues(name, "noise").Add(0)
	case isLost:
		m.up.WithLabelValues(name).Set(0)
		m.lost.WithLabelValues(name).Inc()
	case isSight:
		m.frames.WithLabelValues(name, "ok").Inc()
		m.lastSight.WithLabelValues(name).Set(float64(l.at.UnixMilli()) / 1000)
	}
}
