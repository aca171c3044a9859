package projector

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/events"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
)

// hall is a projector on the memory log, turned by hand.
type hall struct {
	t     *testing.T
	store bus.Store
	now   time.Time
	dir   string
	p     *Projector
	board events.Chain
}

func newHall(t *testing.T) *hall {
	h := &hall{t: t, now: time.Date(2026, 3, 1, 14, 0, 0, 0, time.UTC), dir: t.TempDir(), board: events.Chain{Source: "ingest-main-venue-00aa"}}
	h.store = mem.New(func() time.Time { h.now = h.now.Add(time.Millisecond); return h.now })
	h.start()
	return h
}

func (h *hall) start() {
	h.t.Helper()
	p, err := Open(context.Background(), Config{Hall: "main", ExportDir: h.dir, Now: func() time.Time { return h.now }}, h.store, slog.New(slog.NewTextHandler(io.Discard, nil)), nil)
	if err != nil {
		h.t.Fatal(err)
	}
	if err := p.CatchUp(context.Background()); err != nil {
		h.t.Fatal(err)
	}
	h.p = p
}

func (h *hall) restart() { h.p.Close(); h.start() }

// submit enters a ruling while the projector is stepped.
func (h *hall) submit(scope events.Scope, r events.Ruling) events.Answered {
	h.t.Helper()
	w := h.p.enter(context.Background(), scope, r)
	h.step()
	select {
	case <-w.done:
		if w.err != nil {
			h.t.Fatal(w.err)
		}
		return w.answer
	default:
		h.t.Fatalf("ruling %s was not answered", r.By().Request)
		return events.Answered{}
	}
}

func (h *hall) step() {
	h.t.Helper()
	if _, err := h.p.Step(context.Background()); err != nil {
		h.t.Fatal(err)
	}
}

// observe appends what a board said to the sitting that is named.
func (h *hall) observe(sitting string, scope events.Scope, p events.Payload) {
	h.t.Helper()
	e := events.Event{Scope: scope, Observed: h.now, Recorded: h.now, Data: p}
	h.board.Next(&e)
	b, err := events.Encode(e)
	if err != nil {
		h.t.Fatal(err)
	}
	log, err := h.store.Open(context.Background(), "IN-main-"+sitting)
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := log.Append(context.Background(), bus.Guard{}, bus.Msg{Subject: events.Subject("main", sitting, e), Data: b}); err != nil {
		h.t.Fatal(err)
	}
	h.board.Stored(b)
}

func by(id string) events.Ruled { return events.Ruled{Request: id, Author: "arbiter"} }

func (h *hall) pair() {
	h.t.Helper()
	h.submit(events.RoundScope("open.1"), events.Roster{
		Ruled: by("roster"), Edition: "2023", Kind: "standard", Control: "90/40+30+30",
		Tables: []events.Pairing{{Board: 1, White: "p1", Black: "p2"}},
	})
	h.submit(events.TableScope("open.1.1"), events.Assign{Ruled: by("assign"), Device: "dgt-1"})
}

func (h *hall) playE4() {
	dev := events.DeviceScope("dgt-1")
	h.observe("s0001", dev, events.BoardSurface{Placement: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"})
	h.observe("s0001", dev, events.BoardSquare{Square: "e2"})
	h.observe("s0001", dev, events.BoardSquare{Square: "e4", Piece: "P"})
	h.observe("s0001", dev, events.DeviceQuiet{Since: h.now, MS: 600})
	h.step()
}

// stored returns a stream's messages.
func (h *hall) stored(name string) []bus.Msg {
	h.t.Helper()
	log, err := h.store.Open(context.Background(), name)
	if err != nil {
		h.t.Fatal(err)
	}
	r, err := log.Read(context.Background(), 1)
	if err != nil {
		h.t.Fatal(err)
	}
	defer r.Close()
	var out []bus.Msg
	for {
		m, ok, err := r.TryNext(context.Background())
		if err != nil {
			h.t.Fatal(err)
		}
		if !ok {
			return out
		}
		out = append(out, m)
	}
}

func types(t *testing.T, msgs []bus.Msg) []string {
	t.Helper()
	var out []string
	for _, m := range msgs {
		e, err := events.Decode(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(e.Type))
	}
	return out
}

func TestFactsFollowTheRecord(t *testing.T) {
	h := newHall(t)
	h.pair()
	h.playE4()
	got := types(t, h.stored("FACT-main-s0001-g1"))
	want := []string{"table.v1.paired", "ruling.v1.answered", "table.v1.paired", "ruling.v1.answered", "piece.v1.lifted", "move.v1.made"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("facts (-want +got):\n%s", d)
	}
	last := h.stored("FACT-main-s0001-g1")[5]
	if want := "bw.fact.main.s0001.g1.open.1.1.move-made"; last.Subject != want {
		t.Errorf("subject %s, want %s", last.Subject, want)
	}
	if last.Header[HeaderInSeq] != "7" || last.Header[HeaderInTime] == "" {
		t.Errorf("headers %v: want the record message that caused the fact", last.Header)
	}
}

// TestRestartAnywhere cuts the facts at every length and starts again: FACT is
// what an undisturbed run would hold, byte for byte.
func TestRestartAnywhere(t *testing.T) {
	whole := newHall(t)
	whole.pair()
	whole.playE4()
	want := whole.stored("FACT-main-s0001-g1")
	for cut := range len(want) + 1 {
		t.Run(fmt.Sprint(cut), func(t *testing.T) {
			h := newHall(t)
			// The same record, with only the first cut facts written.
			record, _ := h.store.Open(context.Background(), "IN-main-s0001")
			for _, m := range whole.stored("IN-main-s0001")[1:] {
				if _, err := record.Append(context.Background(), bus.Guard{}, bus.Msg{Subject: m.Subject, Data: m.Data}); err != nil {
					t.Fatal(err)
				}
			}
			facts, _ := h.store.Open(context.Background(), "FACT-main-s0001-g1")
			for _, m := range want[:cut] {
				if _, err := facts.Append(context.Background(), bus.Guard{}, bus.Msg{Subject: m.Subject, Data: m.Data, Header: m.Header}); err != nil {
					t.Fatal(err)
				}
			}
			h.restart()
			h.restart()
			got := h.stored("FACT-main-s0001-g1")
			if len(got) != len(want) {
				t.Fatalf("%d facts, want %d", len(got), len(want))
			}
			for i := range want {
				if string(got[i].Data) != string(want[i].Data) {
					t.Errorf("fact %d\n got %s\nwant %s", i+1, got[i].Data, want[i].Data)
				}
			}
		})
	}
}

func TestTheSameRequestIsOneRuling(t *testing.T) {
	h := newHall(t)
	h.pair()
	r := events.ResultRuling{Ruled: by("r1"), Result: "1-0", Reason: "resignation"}
	first := h.submit(events.TableScope("open.1.1"), r)
	n := len(h.stored("IN-main-s0001"))
	again := h.submit(events.TableScope("open.1.1"), r)
	h.restart()
	later := h.submit(events.TableScope("open.1.1"), r)
	if first.Ruling != again.Ruling || first.Ruling != later.Ruling {
		t.Errorf("answers differ: %+v, %+v, %+v", first, again, later)
	}
	if got := len(h.stored("IN-main-s0001")); got != n {
		t.Errorf("the record grew from %d to %d messages", n, got)
	}
}

func TestDifferentFactsBeginANewGeneration(t *testing.T) {
	h := newHall(t)
	facts, _ := h.store.Open(context.Background(), "FACT-main-s0001-g1")
	old := events.Derive(events.Event{ID: "desk-main.9", Observed: h.now, Recorded: h.now}, 0, events.HallScope, events.FindingCleared{Finding: "x", Kind: "flag"})
	chain := events.Chain{Source: "fold-main"}
	chain.Next(&old)
	b, err := events.Encode(old)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := facts.Append(context.Background(), bus.Guard{}, bus.Msg{Subject: events.FactSubject("main", "s0001", "g1", old), Data: b}); err != nil {
		t.Fatal(err)
	}
	h.restart()
	h.pair()
	h.playE4()
	if n := len(h.stored("FACT-main-s0001-g1")); n != 1 {
		t.Errorf("the old generation has %d facts, want it left alone with 1", n)
	}
	if n := len(h.stored("FACT-main-s0001-g2")); n != 6 {
		t.Errorf("the new generation has %d facts, want 6", n)
	}
	at, err := h.p.pointer(context.Background())
	if err != nil || at != (Pointer{Sitting: "s0001", Gen: "g2"}) {
		t.Errorf("pointer %+v, %v", at, err)
	}
}

func TestClosingASitting(t *testing.T) {
	h := newHall(t)
	h.pair()
	h.playE4()
	if a := h.submit(events.HallScope, events.CloseSitting{Ruled: by("c1")}); a.Answer != events.AnswerRefused || !strings.Contains(a.Text, "open.1.1") {
		t.Fatalf("with a game open: %+v, want a refusal that names it", a)
	}
	h.submit(events.TableScope("open.1.1"), events.ResultRuling{Ruled: by("r"), Result: "1/2-1/2", Reason: "agreement"})
	if a := h.submit(events.HallScope, events.CloseSitting{Ruled: by("c2")}); a.Answer != events.AnswerAccepted {
		t.Fatalf("closing: %+v", a)
	}
	if h.p.Sitting() != "s0002" {
		t.Fatalf("open sitting %s, want s0002", h.p.Sitting())
	}
	// The board has not drained: its last words still belong to the old one.
	h.observe("s0001", events.DeviceScope("dgt-1"), events.BoardSquare{Square: "d2"})
	h.restart()
	h.observe("s0001", events.HallScope, events.SourceDrained{Sitting: "s0001"})
	h.step()
	export, err := os.ReadFile(filepath.Join(h.dir, "main-s0001.jsonl"))
	if err != nil {
		t.Fatalf("after every source drained: %v", err)
	}
	if info, err := os.Stat(filepath.Join(h.dir, "main-s0001.jsonl")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the export can be read by others: %v, %v", info.Mode(), err)
	}
	if got, want := strings.Count(string(export), "\n"), len(h.stored("IN-main-s0001")); got != want {
		t.Errorf("export has %d lines, the record %d messages", got, want)
	}
	old, _ := h.store.Open(context.Background(), "IN-main-s0001")
	if _, err := old.Append(context.Background(), bus.Guard{}, bus.Msg{Subject: "bw.in.main.s0001.tick", Data: []byte("{}")}); err == nil {
		t.Error("a sealed record took a message")
	}
	// The next sitting goes on with the sources' numbers.
	h.observe("s0002", events.DeviceScope("dgt-1"), events.DeviceSeen{Driver: "dgt", Port: "/dev/ttyUSB0"})
	h.pair()
	h.step()
	for _, m := range h.stored("FACT-main-s0002-g1") {
		if e, _ := events.Decode(m.Data); e.Type == events.TypeFindingRaised {
			t.Errorf("the new sitting complains: %s", m.Data)
		}
	}
	h.restart()
}

func TestRatesAreForDemonstrations(t *testing.T) {
	_, err := Open(context.Background(), Config{Hall: "main", Rate: 20}, mem.New(time.Now), slog.New(slog.NewTextHandler(io.Discard, nil)), nil)
	if err == nil || !strings.Contains(err.Error(), "demonstration") {
		t.Errorf("rate 20 without demo: %v", err)
	}
}

// TestALongSittingGetsRoom: the record takes more than it was made for.
func TestALongSittingGetsRoom(t *testing.T) {
	h := newHall(t)
	h.p.Close()
	h.store = mem.New(func() time.Time { return h.now })
	p, err := Open(context.Background(), Config{Hall: "main", MaxBytes: 1 << 20, Now: func() time.Time { return h.now }}, h.store, slog.New(slog.NewTextHandler(io.Discard, nil)), nil)
	if err != nil {
		t.Fatal(err)
	}
	h.p = p
	for range 12 {
		for range 1000 {
			h.observe("s0001", events.DeviceScope("dgt-1"), events.DeviceQuiet{Since: h.now, MS: 600})
		}
		h.step()
	}
	record, _ := h.store.Open(context.Background(), "IN-main-s0001")
	if used, limit, err := record.(bus.Sizer).Size(); err != nil || limit <= 1<<20 || used <= 1<<20 {
		t.Errorf("%d of %d bytes, %v; want more than the first limit in use", used, limit, err)
	}
}

// TestOneRateASitting: a sitting goes on at the rate it was opened with.
func TestOneRateASitting(t *testing.T) {
	store := mem.New(time.Now)
	for _, c := range []struct {
		rate int
		want *RateError
	}{{20, nil}, {20, nil}, {60, &RateError{Sitting: "s0001", Open: 20, Asked: 60}}, {20, nil}} {
		p, err := Open(context.Background(), Config{Hall: "main", Rate: c.rate, Demo: true}, store, slog.New(slog.DiscardHandler), nil)
		if err != nil {
			t.Fatal(err)
		}
		err = p.CatchUp(context.Background())
		var got *RateError
		if errors.As(err, &got); !cmp.Equal(got, c.want) || (err != nil) != (c.want != nil) {
			t.Errorf("rate %d: %v, want %v", c.rate, err, c.want)
		}
		p.Close()
	}
}
