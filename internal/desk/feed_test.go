package desk

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
	"boardwire/internal/projector"
)

// hiccup is a store of which every third question fails.
type hiccup struct {
	bus.Store
	asked atomic.Int64
}

var errHiccup = errors.New("no answer in time")

func (h *hiccup) fails() bool { return h.asked.Add(1)%3 == 0 }

func (h *hiccup) Open(ctx context.Context, name string) (bus.Log, error) {
	if h.fails() {
		return nil, errHiccup
	}
	return h.Store.Open(ctx, name)
}

func (h *hiccup) Table(ctx context.Context, name string, create bool) (bus.Table, error) {
	t, err := h.Store.Table(ctx, name, create)
	return hiccupTable{t, h}, err
}

type hiccupTable struct {
	bus.Table
	h *hiccup
}

func (t hiccupTable) Get(ctx context.Context, key string) (bus.Entry, error) {
	if t.h.fails() {
		return bus.Entry{}, errHiccup
	}
	return t.Table.Get(ctx, key)
}

// pageOf counts what the page is shown.
type pageOf chan string

func (p pageOf) Take(_ uint64, subject string, _ []byte, _ time.Time) error {
	p <- subject
	return nil
}

func (pageOf) Name(string, []byte) error { return nil }

// TestFeedOutlivesTheStoresHiccups: an answer that does not come ends no page,
// and shows nothing twice.
func TestFeedOutlivesTheStoresHiccups(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	store := mem.New(time.Now)
	p, err := projector.Open(ctx, projector.Config{Hall: "main"}, store, slog.New(slog.DiscardHandler), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.CatchUp(ctx); err != nil {
		t.Fatal(err)
	}
	running := make(chan error, 2)
	go func() { running <- p.Run(ctx, nil) }()
	page := make(pageOf, 100)
	f := &Feed{Hall: "main", Live: &hiccup{Store: store}, Site: page, Log: slog.New(slog.DiscardHandler)}
	go func() { running <- f.Run(ctx) }()
	pair := events.Roster{
		Ruled: events.Ruled{Request: "r", Author: "a"}, Edition: "2023", Kind: "standard", Control: "90/40+30+30",
		Tables: []events.Pairing{{Board: 1, White: "p1", Black: "p2"}},
	}
	if _, err := p.Submit(ctx, events.RoundScope("open.1"), pair); err != nil {
		t.Fatal(err)
	}
	// The feed asks for the pointer each second, and a third of that fails.
	for _, want := range []string{"bw.pub.arbiter.open.1.1.paired", "bw.pub.arbiter.open.1._.answered"} {
		select {
		case got := <-page:
			if got != want {
				t.Errorf("shown %s, want %s", got, want)
			}
		case err := <-running:
			t.Fatalf("ended: %v", err)
		case <-time.After(time.Minute):
			t.Fatalf("%s is not shown", want)
		}
	}
	if _, err := p.Submit(ctx, events.TableScope("open.1.1"), events.Assign{Ruled: events.Ruled{Request: "d", Author: "a"}, Device: "dgt-1"}); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-page:
		if got != "bw.pub.arbiter.open.1.1.paired" {
			t.Errorf("shown %s, want the new pairing alone", got)
		}
	case <-time.After(time.Minute):
		t.Fatal("the new pairing is not shown")
	}
	cancel()
	for range 2 {
		if err := <-running; err != nil {
			t.Errorf("ended: %v", err)
		}
	}
}
