package metricstest

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Golden waits until a process shows the metrics that a golden file lists, and
// reports the difference when it does not within a while: some show only once a
// board was seen or something was released. scrape returns what /metrics says.
// With update the file is written from what is shown at the end of a while in
// which nothing new came. It returns the last text.
func Golden(t testing.TB, file string, update bool, scrape func() string) string {
	t.Helper()
	if update {
		return write(t, file, scrape)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; `make golden` writes it", err)
	}
	text, diff := "", ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		text = scrape()
		if diff = cmp.Diff(string(want), Shape(text)); diff == "" {
			return text
		}
	}
	t.Errorf("%s (-golden +shown); `make golden` writes it anew:\n%s", file, diff)
	return text
}

const (
	patience = 60 * time.Second
	// settled is how long nothing new may come before a golden file is written.
	settled = 10 * time.Second
)

func write(t testing.TB, file string, scrape func() string) string {
	t.Helper()
	text := ""
	for end := time.Now().Add(settled); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if now := scrape(); Shape(now) != Shape(text) {
			text, end = now, time.Now().Add(settled)
		}
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(Shape(text)), 0o644); err != nil {
		t.Fatal(err)
	}
	return text
}
