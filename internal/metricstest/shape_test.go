package metricstest

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const some = `# HELP boardwire_x_seconds Time, a "word" and {braces}.
# TYPE boardwire_x_seconds histogram
boardwire_x_seconds_bucket{audience="press",le="0.1"} 3
boardwire_x_seconds_bucket{audience="press",le="+Inf"} 3
boardwire_x_seconds_sum{audience="press"} 0.1
boardwire_x_seconds_count{audience="press"} 3
# HELP go_goroutines Number of goroutines that currently exist.
# TYPE go_goroutines gauge
go_goroutines 12
# HELP boardwire_a_total Things.
# TYPE boardwire_a_total counter
boardwire_a_total{board="dgt-1",result="ok, \"=\" or not"} 5
`

func TestShape(t *testing.T) {
	want := "boardwire_a_total counter {board,result}\n\tThings.\n" +
		"boardwire_x_seconds histogram {audience}\n\tTime, a \"word\" and {braces}.\n"
	if diff := cmp.Diff(want, Shape(some)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"board", "result"}, Labels(some)["boardwire_a_total"]); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
}

// The lint that the goldens pass finds what it is there to find.
func TestPromtoolFindsABadName(t *testing.T) {
	Lint(t, some)
	out, err := Promtool(t, "# HELP boardwire_sync_count Syncs.\n# TYPE boardwire_sync_count counter\nboardwire_sync_count 1\n", "check", "metrics")
	if err == nil || !strings.Contains(out, "_total") {
		t.Errorf("a counter without _total passes: %v %s", err, out)
	}
}
