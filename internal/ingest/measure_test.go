package ingest

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"boardwire/events"
	"boardwire/internal/spool"
)

func TestSkewIsWhatTheTimeOfAPublishDoesNotExplain(t *testing.T) {
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name  string
		there time.Duration // after noon
		took  time.Duration
		want  time.Duration
	}{
		{"within", 3 * time.Millisecond, 5 * time.Millisecond, 0},
		{"at the end", 5 * time.Millisecond, 5 * time.Millisecond, 0},
		{"the record is ahead", 2 * time.Second, 5 * time.Millisecond, 1995 * time.Millisecond},
		{"the record is behind", -time.Hour, 5 * time.Millisecond, -time.Hour},
		{"a slow publish hides what it cannot tell", time.Second, 2 * time.Second, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := skew(noon.Add(c.there), noon, noon.Add(c.took)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestTheAgeOfTheOutboxIsThatOfItsOldestEvent(t *testing.T) {
	box, err := spool.Open(filepath.Join(t.TempDir(), "outbox"), spool.Options{Size: 64 << 10, Source: "ingest-main-host-0001"})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	if got := age(box, noon); got != 0 {
		t.Errorf("nothing waits for %s", got)
	}
	at := noon
	w := &writer{box: box, rec: NewRecorder(), deps: Deps{Now: func() time.Time { return at }}.withDefaults(), m: newMetrics(nil)}
	for range 2 {
		if err := w.append([]Observation{{Observed: at, Data: events.SourceDrained{Sitting: "s0001"}}}); err != nil {
			t.Fatal(err)
		}
		at = at.Add(time.Minute)
	}
	if got := age(box, noon.Add(90*time.Second)); got != 90*time.Second {
		t.Errorf("the oldest has waited for %s, want 90 s", got)
	}
	if got := age(box, noon.Add(-time.Hour)); got != 0 {
		t.Errorf("a clock that was set back makes an age of %s", got)
	}
	if err := box.Trim(1); err != nil {
		t.Fatal(err)
	}
	if got := age(box, noon.Add(90*time.Second)); got != 30*time.Second {
		t.Errorf("the next has waited for %s, want 30 s", got)
	}
}

// A host whose clock is an hour fast is told so by its first publish.
func TestAHostWithAWrongClockIsSeen(t *testing.T) {
	s := hallStore(t, "s0001")
	o := openBox(t, filepath.Join(t.TempDir(), "outbox"))
	defer o.Close()
	fill(t, o, 1)
	f := ending(o, s, "s0001")
	f.deps.Now = func() time.Time { return time.Now().Add(time.Hour) }
	if err := f.pump(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := f.look(t.Context()); err != nil {
		t.Fatal(err)
	}
	reg := prometheus.NewRegistry()
	reg.MustRegister(f.m.skew)
	shown, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	if got := shown[0].Metric[0].GetGauge().GetValue(); got > -3590 || got < -3610 {
		t.Errorf("the record's clock is %v s ahead of a host's that is an hour fast", got)
	}
}

// The outbox' figures are read off the outbox itself.
func TestTheOutboxShowsHowFullItIs(t *testing.T) {
	o := openBox(t, filepath.Join(t.TempDir(), "outbox"))
	defer o.Close()
	reg := prometheus.NewRegistry()
	newMetrics(reg).of(o, reg, time.Now)
	fill(t, o, 3)
	all, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, f := range all {
		got[f.GetName()] = f.Metric[0].GetGauge().GetValue() + float64(f.Metric[0].GetHistogram().GetSampleCount())
	}
	used, size := o.Room()
	for name, want := range map[string]float64{
		"boardwire_ingest_outbox_events": 3, "boardwire_ingest_outbox_bytes": float64(used), "boardwire_ingest_outbox_size_bytes": float64(size),
	} {
		if got[name] != want || want == 0 {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
	}
	if got["boardwire_ingest_outbox_sync_seconds"] == 0 {
		t.Error("no fsync was measured")
	}
}
