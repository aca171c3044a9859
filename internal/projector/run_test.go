package projector

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/game"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
)

// steady makes a mortal store safe for a projector that runs by itself.
type steady struct {
	mu sync.Mutex
	mortal
}

func (s *steady) Create(ctx context.Context, spec bus.Spec) (bus.Log, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	log, err := s.mortal.Create(ctx, spec)
	return steadyLog{log, s}, err
}

func (s *steady) Open(ctx context.Context, name string) (bus.Log, error) {
	log, err := s.mortal.Open(ctx, name)
	return steadyLog{log, s}, err
}

func (s *steady) Table(ctx context.Context, name string, create bool) (bus.Table, error) {
	t, err := s.mortal.Table(ctx, name, create)
	return steadyTable{t, s}, err
}

type steadyLog struct {
	bus.Log
	s *steady
}

func (l steadyLog) Append(ctx context.Context, g bus.Guard, msgs ...bus.Msg) (uint64, error) {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	return l.Log.Append(ctx, g, msgs...)
}

func (l steadyLog) LastOn(ctx context.Context, filter string) (bus.Msg, bool, error) {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	return l.Log.LastOn(ctx, filter)
}

func (l steadyLog) Seal(ctx context.Context) error {
	l.s.mu.Lock()
	defer l.s.mu.Unlock()
	return l.Log.Seal(ctx)
}

type steadyTable struct {
	bus.Table
	s *steady
}

func (t steadyTable) Put(ctx context.Context, key string, value []byte) (uint64, error) {
	t.s.mu.Lock()
	defer t.s.mu.Unlock()
	return t.Table.Put(ctx, key, value)
}

// TestAMomentWithoutTheStore lets each write of a running projector fail once,
// done or not done. The projector goes on: every ruling is answered, if need be
// when it is sent again; it is in the record once; FACT is the fold of the
// record; and the sitting is closed, once.
func TestAMomentWithoutTheStore(t *testing.T) {
	for n := 1; ; n++ {
		reached := false
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprint(n, " ", after), func(t *testing.T) {
				reached = throughAMoment(t, n, after)
			})
		}
		if !reached || t.Failed() {
			return
		}
	}
}

func throughAMoment(t *testing.T, n int, after bool) (reached bool) {
	whole := mem.New(time.Now)
	store := &steady{mortal: mortal{Store: whole, left: 1 << 30, after: after, heals: true}}
	p, err := Open(t.Context(), Config{Hall: "main", ExportDir: t.TempDir()}, store, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	store.mu.Lock()
	store.left = n
	store.mu.Unlock()
	go func() { ended <- p.Run(ctx, nil) }()

	h := &hall{t: t, store: whole, p: p, now: time.Now(), board: events.Chain{Source: "ingest-main-venue-00aa"}}
	rule := func(scope events.Scope, r events.Ruling) {
		t.Helper()
		for range 3 {
			a, err := p.Submit(ctx, scope, r)
			if err != nil {
				continue // the client sends it again
			}
			if a.Answer != events.AnswerAccepted {
				t.Errorf("%s: %+v", r.By().Request, a)
			}
			return
		}
		t.Fatalf("%s is not answered", r.By().Request)
	}
	table := events.TableScope("open.1.1")
	rule(events.RoundScope("open.1"), events.Roster{
		Ruled: by("roster"), Edition: "2023", Kind: "standard", Control: "90/40+30+30",
		Tables: []events.Pairing{{Board: 1, White: "p1", Black: "p2"}},
	})
	rule(table, events.Assign{Ruled: by("assign"), Device: "dgt-1"})
	dev := events.DeviceScope("dgt-1")
	h.observe("s0001", dev, events.BoardSurface{Placement: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"})
	h.observe("s0001", dev, events.BoardSquare{Square: "e2"})
	h.observe("s0001", dev, events.BoardSquare{Square: "e4", Piece: "P"})
	h.observe("s0001", dev, events.DeviceQuiet{Since: h.now, MS: 600})
	rule(table, events.ResultRuling{Ruled: by("result"), Result: "1/2-1/2", Reason: "agreement"})
	rule(events.HallScope, events.CloseSitting{Ruled: by("close")})
	h.observe("s0001", events.HallScope, events.SourceDrained{Sitting: "s0001"})
	limit := time.Now().Add(20 * time.Second)
	for p.Sitting() != "s0002" || !p.exported("s0001") {
		if time.Now().After(limit) {
			t.Fatal("the sitting is not closed")
		}
		time.Sleep(time.Millisecond)
	}
	rule(events.HallScope, events.CloseSitting{Ruled: by("close")})
	if err := p.Drained(ctx); err != nil {
		t.Error(err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("the projector ended: %v", err)
	}
	h.deskChain()
	h.factsFollow("s0001")
	h.factsFollow("s0002")
	for _, name := range []string{"IN-main-s0001", "IN-main-s0002"} {
		seen := map[string]bool{}
		for _, m := range h.stored(name) {
			e, err := events.Decode(m.Data)
			if err != nil {
				t.Fatal(err)
			}
			if r, ok := e.Data.(events.Ruling); ok && r.By().Request != "" {
				if seen[r.By().Request] || name == "IN-main-s0002" {
					t.Errorf("%s is in the record again", r.By().Request)
				}
				seen[r.By().Request] = true
			}
		}
	}
	if names, err := whole.Streams(t.Context()); err != nil || slices.Contains(names, "FACT-main-s0001-g2") {
		t.Errorf("streams %v, %v: want one generation", names, err)
	}
	store.mu.Lock()
	defer store.mu.Unlock()
	return store.left < 0
}

// factsFollow holds the facts of a sitting against the fold of its record.
func (h *hall) factsFollow(sitting string) {
	h.t.Helper()
	fold := game.NewFold("main")
	var want [][]byte
	for _, m := range h.stored("IN-main-" + sitting) {
		facts, err := fold.Take(m.Seq, m.Data)
		if err != nil {
			h.t.Fatal(err)
		}
		for _, f := range facts {
			want = append(want, f.Bytes)
		}
	}
	got := h.stored("FACT-main-" + sitting + "-g1")
	if len(got) != len(want) {
		h.t.Fatalf("%s: %d facts, want %d", sitting, len(got), len(want))
	}
	for i := range want {
		if !bytes.Equal(got[i].Data, want[i]) {
			h.t.Errorf("%s: fact %d is %s, want %s", sitting, i+1, got[i].Data, want[i])
		}
	}
}
