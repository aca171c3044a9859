package warehouse

import "github.com/prometheus/client_golang/prometheus"

// Metrics are those of a hall's writer. They belong on the admin listener
// alone: they tell what is live. The label stream is record, facts, deliveries
// or public.
type Metrics struct {
	rows      *prometheus.CounterVec
	lag       *prometheus.GaugeVec
	lagTime   *prometheus.GaugeVec
	insert    *prometheus.HistogramVec
	errors    *prometheus.CounterVec
	unread    *prometheus.CounterVec
	reachable prometheus.Gauge
}

// NewMetrics registers the metrics; a registry takes them once, however often a
// writer is made. reg may be nil.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	m := &Metrics{
		rows: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "boardwire_warehouse_rows_total", Help: "Rows written, by table. A batch that is tried again counts once.",
		}, []string{"table"}),
		lag: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "boardwire_warehouse_lag_sequences", Help: "Messages that a kind of stream holds and the warehouse does not yet.",
		}, []string{"stream"}),
		lagTime: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "boardwire_warehouse_lag_seconds", Help: "Age of the oldest message that was read and is not written.",
		}, []string{"stream"}),
		insert: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "boardwire_warehouse_insert_seconds", Help: "Time of one insert that was acknowledged.",
			Buckets: prometheus.ExponentialBuckets(1e-3, 4, 8),
		}, []string{"table"}),
		errors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "boardwire_warehouse_errors_total", Help: "Attempts that failed and are made again, by what failed.",
		}, []string{"part"}),
		unread: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "boardwire_warehouse_unread_total", Help: "Messages left out because they are missing or cannot be read.",
		}, []string{"stream"}),
		reachable: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "boardwire_warehouse_up", Help: "1 when ClickHouse answered last time, 0 when it did not.",
		}),
	}
	for _, s := range []string{streamRecord, streamFacts, streamDeliveries, streamPublic} {
		m.lag.WithLabelValues(s)
		m.lagTime.WithLabelValues(s)
		m.unread.WithLabelValues(s)
	}
	for _, part := range []string{partConnect, partInsert, partStreams} {
		m.errors.WithLabelValues(part)
	}
	if reg != nil {
		reg.MustRegister(m.rows, m.lag, m.lagTime, m.insert, m.errors, m.unread, m.reachable)
	}
	return m
}

// What the writer reads, as the label stream.
const (
	streamRecord     = "record"
	streamFacts      = "facts"
	streamDeliveries = "deliveries"
	streamPublic     = "public"
)

// What may fail, as the label part.
const (
	partConnect = "connect"
	partInsert  = "insert"
	partStreams = "streams"
)
