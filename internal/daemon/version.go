package daemon

import (
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// version may be set by the linker: -X boardwire/internal/daemon.version=1.2.3.
var version string

// Build says what was built.
type Build struct {
	// Version is that of the module, "devel" where none is known.
	Version string
	// Revision is that of the repository, with "+dirty" where files had been
	// changed; empty where it is not known.
	Revision string
	Go       string
}

// BuildInfo returns what the linker and the go command wrote into the binary.
func BuildInfo() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Build{Version: orDevel(version)}
	}
	b := Build{Version: version, Go: info.GoVersion}
	if b.Version == "" && info.Main.Version != "(devel)" {
		b.Version = info.Main.Version
	}
	b.Version = orDevel(b.Version)
	dirty := false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.modified":
			dirty = s.Value == "true"
		}
	}
	if dirty {
		b.Revision += "+dirty"
	}
	return b
}

func orDevel(v string) string {
	if v == "" {
		return "devel"
	}
	return v
}

// String returns "VERSION (REVISION, GO)".
func (b Build) String() string {
	rev := b.Revision
	if rev == "" {
		rev = "no revision"
	}
	return b.Version + " (" + rev + ", " + b.Go + ")"
}

// newRegistry returns a registry with what every process shows.
func newRegistry(more ...prometheus.Collector) *prometheus.Registry {
	r := prometheus.NewRegistry()
	b := BuildInfo()
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name:        "boardwire_build_info",
		Help:        "What was built; the value is 1.",
		ConstLabels: prometheus.Labels{"version": b.Version, "revision": b.Revision, "goversion": b.Go},
	})
	info.Set(1)
	r.MustRegister(
		info,
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		stepped(),
	)
	r.MustRegister(more...)
	return r
}
