package web

import (
	"github.com/prometheus/client_golang/prometheus"
)

// Measure registers the Site's figures, for the administration's listener. They
// come from what was released to the audience alone, and none is per board: what
// serves the public could tell nothing more if it were asked.
func (s *Site) Measure(reg prometheus.Registerer) {
	audience := prometheus.Labels{"audience": s.cfg.Audience.Name}
	with := func(k, v string) prometheus.Labels {
		return prometheus.Labels{"audience": s.cfg.Audience.Name, k: v}
	}
	gauge := func(name, help string, labels prometheus.Labels, value func(Stats) float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, func() float64 { return value(s.Stats()) })
	}
	counter := func(name, help string, labels prometheus.Labels, value func(Stats) float64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help, ConstLabels: labels}, func() float64 { return value(s.Stats()) })
	}
	reg.MustRegister(
		gauge("boardwire_broadcast_viewers", "Streams that are open.", with("transport", "sse"),
			func(f Stats) float64 { return float64(f.Viewers) }),
		counter("boardwire_broadcast_drops_total", "Streams that were ended because the viewer did not keep up.", with("reason", "slow"),
			func(f Stats) float64 { return float64(f.Slow) }),
		counter("boardwire_broadcast_messages_total", "Released messages that were taken, since the stream began.", audience,
			func(f Stats) float64 { return float64(f.Seq) }),
		counter("boardwire_broadcast_refused_total", "Released messages that the audience may not see or that cannot be read; they were passed over.", audience,
			func(f Stats) float64 { return float64(f.Refused) }),
		gauge("boardwire_broadcast_games", "Games that the audience has been told of.", audience,
			func(f Stats) float64 { return float64(f.Games) }),
	)
}
