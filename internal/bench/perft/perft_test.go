package perft

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestCountsAgree compares counts, not speed: the machine may be busy.
func TestCountsAgree(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	cases := Cases()
	for i := range cases {
		cases[i].Depth -= 2
	}
	got, err := Measure(ctx, cases, 1)
	if errors.Is(err, ErrNoPeer) {
		t.Skipf("SKIPPED: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []uint64{197281, 97862} {
		if got[i].Nodes != want || got[i].Ratio() <= 0 {
			t.Errorf("%s: %d nodes, ratio %.2f; want %d", got[i].Name, got[i].Nodes, got[i].Ratio(), want)
		}
		t.Log(got[i])
	}
}

func TestMeasureStopsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Measure(ctx, Cases(), 1); err == nil {
		t.Error("it went on")
	}
}

// BenchmarkRatio is for people: go test -bench Ratio ./internal/bench/perft.
func BenchmarkRatio(b *testing.B) {
	got, err := Measure(b.Context(), Cases(), 3)
	if err != nil {
		b.Skip(err)
	}
	for _, r := range got {
		b.Log(r)
		b.ReportMetric(r.Ratio(), r.Name+"-ratio")
	}
}
