package e2e

import (
	"flag"
	"strings"
	"testing"

	"boardwire/internal/metricstest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// A hall in one process shows what all its parts show, on its admin listener
// alone.
func TestMetricsOfAHall(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	endEmulator(t, data)
	h := startHall(t, data, nil, "--demo", "--speed", "20")
	text := metricstest.Golden(t, "testdata/metrics-hall.txt", *update, func() string {
		_, body, _ := h.get(h.admin + "/metrics")
		return body
	})
	metricstest.Lint(t, text)
	for _, at := range []string{h.public, h.desk} {
		if status, body, err := h.get(at + "/metrics"); err != nil || status == 200 || strings.Contains(body, "boardwire_") {
			t.Errorf("%s/metrics: %d %v %.100s", at, status, err, body)
		}
	}
	h.stop()
}
