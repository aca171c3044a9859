package projector

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"boardwire/events"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
)

func (h *hall) cut(name string, last uint64) {
	h.t.Helper()
	if err := h.store.(*mem.Store).Cut(name, last); err != nil {
		h.t.Fatal(err)
	}
}

// cuts returns the cuts that a record holds.
func (h *hall) cuts(record string) (cuts []events.RecordCut) {
	h.t.Helper()
	for _, m := range h.stored(record) {
		e, err := events.Decode(m.Data)
		if err != nil {
			h.t.Fatal(err)
		}
		if c, ok := e.Data.(events.RecordCut); ok {
			cuts = append(cuts, c)
		}
	}
	return cuts
}

// faults returns what a generation tells of a record that is not whole.
func (h *hall) faults(facts string) (texts []string) {
	h.t.Helper()
	for _, m := range h.stored(facts) {
		e, err := events.Decode(m.Data)
		if err != nil {
			h.t.Fatal(err)
		}
		if f, ok := e.Data.(events.FindingRaised); ok && f.Kind == events.FindingRecord {
			texts = append(texts, f.Text)
		}
	}
	return texts
}

// A store that finds damage in its newest block forgets all that follows, and
// counts on from there. The desk is told once, however often the hall starts;
// play and rulings go on; what had followed stays in the old generation.
func TestARecordThatLostItsEnd(t *testing.T) {
	for _, c := range []struct {
		name string
		// since happens between the loss and the start.
		since func(h *hall)
		want  events.RecordCut
	}{
		{"nobody wrote since", func(*hall) {}, events.RecordCut{Left: 5, Lost: 7, Facts: "FACT-main-s0001-g1"}},
		{"a board spoke since", func(h *hall) {
			for range 9 {
				h.observe("s0001", events.DeviceScope("dgt-1"), events.DeviceQuiet{Since: h.now, MS: 600})
			}
		}, events.RecordCut{Left: 5, Lost: 7, Facts: "FACT-main-s0001-g1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHall(t)
			h.pair()
			h.playE4()
			before := h.stored("FACT-main-s0001-g1")
			h.p.Close()
			h.cut("IN-main-s0001", 5)
			c.since(h)
			for range 3 {
				h.start()
				h.p.Close()
			}
			cuts := h.cuts("IN-main-s0001")
			if len(cuts) != 1 || cuts[0] != c.want {
				t.Fatalf("the record tells of the cuts %+v, want %+v", cuts, c.want)
			}
			h.start()
			if got := h.p.open.gen; got != "g2" {
				t.Errorf("generation %s is open", got)
			}
			want := fmt.Sprintf("messages %d to 7 of the record", c.want.Left+1)
			told := strings.Join(h.faults("FACT-main-s0001-g2"), "\n")
			if strings.Count(told, want) != 1 || !strings.Contains(told, "FACT-main-s0001-g1") {
				t.Errorf("the desk is told %q", told)
			}
			if shown := shows(t, h.p.m.tables); strings.Contains(shown, "record_faults  0") {
				t.Error("no alert sees it:", shown)
			}
			if after := h.stored("FACT-main-s0001-g1"); len(after) != len(before) {
				t.Errorf("the old generation had %d facts and has %d", len(before), len(after))
			}
			if a := h.submit(events.TableScope("open.1.1"), events.ResultRuling{Ruled: by("r"), Result: "1-0", Reason: "resignation"}); a.Answer != events.AnswerAccepted {
				t.Errorf("a ruling after the loss: %+v", a)
			}
		})
	}
}

// A projector that lives while the store is restarted hears of it from its
// reader, and folds anew.
func TestARecordThatLostItsEndUnderARunningProjector(t *testing.T) {
	h := newHall(t)
	h.pair()
	h.playE4()
	h.cut("IN-main-s0001", 5)
	_, err := h.p.Step(context.Background())
	var cut *bus.CutError
	if !errors.As(err, &cut) || cut.Last != 5 || hopeless(err) {
		t.Fatalf("got %v, want a cut at 5 that folding anew mends", err)
	}
	if err := h.p.rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.step()
	if cuts := h.cuts("IN-main-s0001"); len(cuts) != 1 {
		t.Errorf("the record tells of %v", cuts)
	}
}

// Where not even the first message is left, or the record is sealed, nothing can
// go on: that is a hole like any other.
func TestARecordOfWhichNothingIsLeft(t *testing.T) {
	h := newHall(t)
	h.pair()
	h.playE4()
	h.p.Close()
	h.cut("IN-main-s0001", 0)
	_, err := Open(t.Context(), Config{Hall: "main", ExportDir: h.dir}, h.store, slog.New(slog.NewTextHandler(io.Discard, nil)), nil)
	var gap *bus.GapError
	if !errors.As(err, &gap) || gap.After != 0 {
		t.Errorf("got %v, want that messages are missing", err)
	}
}

func TestASealedRecordThatLostItsEnd(t *testing.T) {
	h := newHall(t)
	h.pair()
	h.playE4()
	record, err := h.store.Open(t.Context(), "IN-main-s0001")
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Seal(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.p.Close()
	h.cut("IN-main-s0001", 5)
	_, err = Open(t.Context(), Config{Hall: "main", ExportDir: h.dir}, h.store, slog.New(slog.NewTextHandler(io.Discard, nil)), nil)
	var gap *bus.GapError
	if !errors.As(err, &gap) || gap.After != 5 || gap.Got != 8 {
		t.Errorf("got %v, want that messages are missing", err)
	}
}
