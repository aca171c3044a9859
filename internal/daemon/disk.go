package daemon

import (
	"github.com/prometheus/client_golang/prometheus"
)

// disks shows how much room there is where the process keeps something.
type disks struct {
	free, size *prometheus.Desc
	paths      shared[string] // by what the folder is for
}

func newDisks() *disks {
	return &disks{
		free:  prometheus.NewDesc("boardwire_disk_free_bytes", "Room on the disk of a folder of this process, for those who are not root.", []string{"folder"}, nil),
		size:  prometheus.NewDesc("boardwire_disk_size_bytes", "Size of the disk of a folder of this process.", []string{"folder"}, nil),
		paths: shared[string]{},
	}
}

// Disk has the metrics tell how full the disk is on which path lies. folder says
// what is kept there: outbox, nats, data.
func (d *Daemon) Disk(folder, path string) { d.disks.paths.set(folder, path) }

// Describe is prometheus.Collector.
func (c *disks) Describe(to chan<- *prometheus.Desc) { to <- c.free; to <- c.size }

// Collect is prometheus.Collector. A folder that is not there yet shows nothing.
func (c *disks) Collect(to chan<- prometheus.Metric) {
	c.paths.each(func(folder, path string) {
		free, size, err := room(path)
		if err != nil {
			return
		}
		to <- prometheus.MustNewConstMetric(c.free, prometheus.GaugeValue, float64(free), folder)
		to <- prometheus.MustNewConstMetric(c.size, prometheus.GaugeValue, float64(size), folder)
	})
}
