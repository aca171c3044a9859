package projector

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"testing"
	"time"

	"boardwire/events"
)

// stopped plays a move and lets the clock be stopped.
func (h *hall) stopped() {
	h.t.Helper()
	dev := events.DeviceScope("dgt-1")
	for _, running := range []bool{false, true, false} {
		h.observe("s0001", dev, events.ClockReading{Left: 5400, Right: 5400, Lever: "left", Running: running})
		if running {
			h.playE4()
		}
	}
	h.step()
}

// told returns how often the facts tell a kind of finding, and the ticks.
func (h *hall) told(kind string) (findings, ticks int) {
	h.t.Helper()
	for _, m := range h.stored("FACT-main-s0001-g1") {
		e, err := events.Decode(m.Data)
		if err != nil {
			h.t.Fatal(err)
		}
		if f, ok := e.Data.(events.FindingRaised); ok && f.Kind == kind {
			findings++
		}
	}
	for _, kind := range types(h.t, h.stored("IN-main-s0001")) {
		if kind == string(events.TypeTick) {
			ticks++
		}
	}
	return findings, ticks
}

func TestTimeIsToldOnlyWhenSomethingIsDue(t *testing.T) {
	h := newHall(t)
	h.pair()
	h.stopped()
	for range 5 {
		h.now = h.now.Add(10 * time.Second)
		h.step()
	}
	if n, ticks := h.told(events.FindingClocksStopped); n != 0 || ticks != 0 {
		t.Fatalf("before the minute: %d findings, %d ticks; want none", n, ticks)
	}
	h.now = h.now.Add(15 * time.Second)
	h.restart()
	h.step()
	if _, ticks := h.told(""); ticks != 0 {
		t.Errorf("%d ticks before the boards could tell what happened meanwhile", ticks)
	}
	h.now = h.now.Add(tickFirst)
	h.step() // writes the tick
	h.restart()
	h.step()
	for range 5 {
		h.now = h.now.Add(10 * time.Minute)
		h.step()
	}
	if n, ticks := h.told(events.FindingClocksStopped); n != 1 || ticks != 1 {
		t.Errorf("after it: %d findings, %d ticks; want one each", n, ticks)
	}
}

// Two projectors of one hall write one tick, and both fold on.
func TestTwoProjectorsTellTheTimeOnce(t *testing.T) {
	h := newHall(t)
	h.pair()
	h.stopped()
	other, err := Open(context.Background(), h.p.cfg, h.store, slog.New(slog.NewTextHandler(io.Discard, nil)), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.CatchUp(context.Background()); err != nil {
		t.Fatal(err)
	}
	h.now = h.now.Add(2 * time.Minute)
	// Both look before either has written.
	for _, p := range []*Projector{h.p, other} {
		if err := p.tick(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if _, ticks := h.told(""); ticks != 1 {
		t.Errorf("%d ticks, want one", ticks)
	}
	h.step()
	if n, ticks := h.told(events.FindingClocksStopped); n != 1 || ticks != 1 {
		t.Errorf("%d findings, %d ticks; want one each", n, ticks)
	}
}

// A sitting in which time was told is closed like any other, and the next one
// goes on with the chain.
func TestASittingWithTicksCloses(t *testing.T) {
	h := newHall(t)
	h.pair()
	h.stopped()
	h.now = h.now.Add(2 * time.Minute)
	h.step()
	h.step()
	h.submit(events.TableScope("open.1.1"), events.ResultRuling{Ruled: by("r"), Result: "1-0"})
	h.submit(events.HallScope, events.CloseSitting{Ruled: by("close")})
	h.observe("s0001", events.HallScope, events.SourceDrained{Sitting: "s0001"})
	h.step()
	if got := h.p.Sitting(); got != "s0002" || len(h.p.closing) > 0 {
		t.Errorf("open %s, %d closing; want s0002 alone", got, len(h.p.closing))
	}
	marks := h.p.open.fold.Hall().Sources()
	if !slices.ContainsFunc(marks, func(m events.SourceMark) bool { return m.Source == "fold-main" && m.Seq == 1 }) {
		t.Errorf("sources %v: want the one that told the time, at 1", marks)
	}
}

// A projector that runs by itself wakes when something is due, though nothing
// is said any more.
func TestARunningProjectorTellsTheTimeInSilence(t *testing.T) {
	h := newHall(t)
	h.pair()
	h.now = time.Now().UTC().Add(-57 * time.Second)
	h.stopped()
	h.p.Close()
	cfg := h.p.cfg
	cfg.Now = time.Now
	p, err := Open(t.Context(), cfg, h.store, slog.New(slog.NewTextHandler(io.Discard, nil)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx, nil) }()
	record, err := h.store.Open(t.Context(), "FACT-main-s0001-g1")
	if err != nil {
		t.Fatal(err)
	}
	last, err := record.Last(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	waiting, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	r, err := record.Read(t.Context(), last+1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	m, err := r.Next(waiting)
	if err != nil {
		t.Fatalf("no fact follows from silence: %v", err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	p.Close()
	e, err := events.Decode(m.Data)
	if err != nil {
		t.Fatal(err)
	}
	if f, ok := e.Data.(events.FindingRaised); !ok || f.Kind != events.FindingClocksStopped {
		t.Errorf("%s follows, want the finding that both clocks stand", e.Type)
	}
}
