package push

import (
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics are the figures of all targets. They tell nothing of play but what
// was released, and still belong to the administration's listener alone.
type Metrics struct {
	requests                 *prometheus.CounterVec
	behind, success, refused *prometheus.Desc

	mu      sync.Mutex
	senders map[string]*sender
}

// NewMetrics registers the figures; nil registers them nowhere.
func NewMetrics(reg prometheus.Registerer) *Metrics {
	desc := func(name, help string) *prometheus.Desc {
		return prometheus.NewDesc("boardwire_push_"+name, help, []string{"target"}, nil)
	}
	m := &Metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "boardwire_push_requests_total",
			Help: "Requests to a site that games are sent to, by the status of the answer; none where there was no answer."}, []string{"target", "code"}),
		behind:  desc("behind_seconds", "For how long the site has not taken what is to be sent; 0 when it has everything."),
		success: desc("last_success_timestamp_seconds", "When the site took something last; 0 when it never did."),
		refused: desc("refused_games", "Games that the site refuses as they are, or that lack what it wants."),
		senders: map[string]*sender{},
	}
	if reg != nil {
		reg.MustRegister(m.requests, m)
	}
	return m
}

// Describe is prometheus.Collector.
func (m *Metrics) Describe(to chan<- *prometheus.Desc) {
	to <- m.behind
	to <- m.success
	to <- m.refused
}

// Collect is prometheus.Collector.
func (m *Metrics) Collect(to chan<- prometheus.Metric) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, s := range m.senders {
		f := s.now()
		gauge := func(d *prometheus.Desc, v float64) {
			to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, name)
		}
		behind := 0.0
		if !f.behind.IsZero() {
			behind = time.Since(f.behind).Seconds()
		}
		gauge(m.behind, behind)
		success := 0.0
		if !f.success.IsZero() {
			success = float64(f.success.UnixMilli()) / 1000
		}
		gauge(m.success, success)
		gauge(m.refused, float64(f.refused))
	}
}

func (m *Metrics) add(s *sender) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.senders[s.Name] = s
}

// drop forgets a target that is not sent to any more; its requests stay counted.
func (m *Metrics) drop(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.senders, name)
}

// asked counts a request.
func (m *Metrics) asked(target string, status int) {
	code := "none"
	if status >= 100 && status < 600 {
		code = strconv.Itoa(status)
	}
	m.requests.WithLabelValues(target, code).Inc()
}
