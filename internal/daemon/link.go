package daemon

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"
)

// Link is a connection that mends itself.
type Link interface {
	Connected() bool
	// Reconnects counts how often it was mended.
	Reconnects() uint64
}

// links shows the connections of the process, by the user that each signs in as.
type links struct {
	up, mended *prometheus.Desc
	now        shared[Link]
}

func newLinks() *links {
	return &links{
		up:     prometheus.NewDesc("boardwire_nats_connected", "1 while this process is connected to the NATS server as the user.", []string{"user"}, nil),
		mended: prometheus.NewDesc("boardwire_nats_reconnects_total", "How often the connection as the user was lost and made again.", []string{"user"}, nil),
		now:    shared[Link]{},
	}
}

// Link has the metrics tell whether a user's connection stands; a later one of
// the same user takes its place.
func (d *Daemon) Link(user string, l Link) { d.links.now.set(user, l) }

// Describe is prometheus.Collector.
func (c *links) Describe(to chan<- *prometheus.Desc) { to <- c.up; to <- c.mended }

// Collect is prometheus.Collector.
func (c *links) Collect(to chan<- prometheus.Metric) {
	c.now.each(func(user string, l Link) {
		up := 0.0
		if l.Connected() {
			up = 1
		}
		to <- prometheus.MustNewConstMetric(c.up, prometheus.GaugeValue, up, user)
		to <- prometheus.MustNewConstMetric(c.mended, prometheus.CounterValue, float64(l.Reconnects()), user)
	})
}

// shared is a small map that a scrape reads while the process writes.
type shared[T any] struct {
	mu sync.Mutex
	m  map[string]T
}

func (s *shared[T]) set(key string, v T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.m == nil {
		s.m = map[string]T{}
	}
	s.m[key] = v
}

func (s *shared[T]) each(see func(key string, v T)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, v := range s.m {
		see(k, v)
	}
}
