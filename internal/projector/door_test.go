package projector

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"boardwire/events"
	"boardwire/internal/bus"
)

// lossy is a store on which an append may be stored and not acknowledged, or
// be neither.
type lossy struct {
	bus.Store
	// lose says what happens to the n-th append from now on.
	lose func(n int) loss
	n    int
}

type loss int

const (
	kept    loss = iota // stored and acknowledged
	unheard             // stored, and the answer is lost; nor can be asked for it
	dropped             // not stored
)

var errLost = errors.New("no answer")

func (l *lossy) Open(ctx context.Context, name string) (bus.Log, error) {
	log, err := l.Store.Open(ctx, name)
	return &lossyLog{Log: log, l: l}, err
}

type lossyLog struct {
	bus.Log
	l    *lossy
	deaf bool
}

func (l *lossyLog) Append(ctx context.Context, g bus.Guard, msgs ...bus.Msg) (uint64, error) {
	what := kept
	if l.l.lose != nil {
		what = l.l.lose(l.l.n)
		l.l.n++
	}
	switch what {
	case dropped:
		return 0, errLost
	case unheard:
		if _, err := l.Log.Append(ctx, g, msgs...); err != nil {
			return 0, err
		}
		l.deaf = true
		return 0, errLost
	}
	return l.Log.Append(ctx, g, msgs...)
}

func (l *lossyLog) LastOn(ctx context.Context, filter string) (bus.Msg, bool, error) {
	if l.deaf {
		l.deaf = false
		return bus.Msg{}, false, errLost
	}
	return l.Log.LastOn(ctx, filter)
}

// A ruling whose acknowledgement is lost must not take its number from the
// next one: that would be in the record and never be answered.
func TestRulingsAfterAnAppendInDoubt(t *testing.T) {
	for name, what := range map[string]loss{"stored": unheard, "not stored": dropped} {
		t.Run(name, func(t *testing.T) {
			h := newHall(t)
			h.pair()
			h.p.Close()
			l := &lossy{Store: h.store}
			h.store = l
			h.start()
			l.lose = func(n int) loss {
				if n%2 == 0 {
					return what
				}
				return kept
			}
			for i := range 5 {
				at := events.TableScope("open.1.1")
				lost := h.p.enter(context.Background(), at, events.Pause{Ruled: by(fmt.Sprint("lost-", i))})
				<-lost.done
				if !errors.Is(lost.err, errLost) {
					t.Fatalf("the lost one: %v", lost.err)
				}
				if a := h.submit(at, events.Resume{Ruled: by(fmt.Sprint("next-", i))}); a.Answer != events.AnswerAccepted {
					t.Fatalf("the next one: %+v", a)
				}
				// The client of the lost one sends it again.
				l.lose = nil
				if a := h.submit(at, events.Pause{Ruled: by(fmt.Sprint("lost-", i))}); a.Answer != events.AnswerAccepted {
					t.Fatalf("the lost one again: %+v", a)
				}
				l.n = 0
				l.lose = func(n int) loss {
					if n == 0 {
						return what
					}
					return kept
				}
			}
			h.store = l.Store
			wholeDesk(t, h)
		})
	}
}

// wholeDesk checks that the desk's events follow one another, and that the fold
// had nothing to say of them.
func wholeDesk(t *testing.T, h *hall) {
	t.Helper()
	chain := events.Chain{Source: "desk-main"}
	for _, m := range h.stored("IN-main-s0001") {
		e, err := events.Decode(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		if e.Source != chain.Source {
			continue
		}
		if err := chain.Check(e); err != nil {
			t.Errorf("message %d: %v", m.Seq, err)
		}
		chain.Stored(m.Data)
	}
	for _, m := range h.stored("FACT-main-s0001-g1") {
		e, err := events.Decode(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		if f, ok := e.Data.(events.FindingRaised); ok {
			t.Errorf("finding: %s", f.Text)
		}
	}
}

// cancelling ends a client's context while its ruling is being appended.
type cancelling struct {
	bus.Store
	cancel context.CancelFunc
}

func (c *cancelling) Open(ctx context.Context, name string) (bus.Log, error) {
	log, err := c.Store.Open(ctx, name)
	return cancellingLog{log, c}, err
}

type cancellingLog struct {
	bus.Log
	c *cancelling
}

func (l cancellingLog) Append(ctx context.Context, g bus.Guard, msgs ...bus.Msg) (uint64, error) {
	last, err := l.Log.Append(ctx, g, msgs...)
	l.c.cancel()
	if ctx.Err() != nil {
		return 0, ctx.Err() // as a client of the network would see it
	}
	return last, err
}

func TestAClientThatHangsUpInterruptsNoAppend(t *testing.T) {
	h := newHall(t)
	h.pair()
	h.p.Close()
	c := &cancelling{Store: h.store, cancel: func() {}}
	h.store = c
	h.start()
	ctx, cancel := context.WithCancel(context.Background())
	c.cancel = cancel
	at := events.TableScope("open.1.1")
	gone := h.p.enter(ctx, at, events.Pause{Ruled: by("gone")})
	c.cancel = func() {}
	n := len(h.stored("IN-main-s0001"))
	// It comes back before the fold has answered, and after.
	again := h.p.enter(context.Background(), at, events.Pause{Ruled: by("gone")})
	h.step()
	<-gone.done
	<-again.done
	if gone.err != nil || again.err != nil || gone.answer.Ruling != again.answer.Ruling {
		t.Errorf("%+v, %+v", gone, again)
	}
	h.submit(at, events.Pause{Ruled: by("gone")})
	if got := len(h.stored("IN-main-s0001")); got != n {
		t.Errorf("the record grew by %d messages, want none", got-n)
	}
	if late := h.p.enter(ctx, at, events.Resume{Ruled: by("late")}); !errors.Is(late.err, context.Canceled) {
		t.Errorf("a client that was gone before its turn: %v", late.err)
	}
	h.store = c.Store
	wholeDesk(t, h)
}

func TestManyRulingsAtOnce(t *testing.T) {
	h := newHall(t)
	h.pair()
	ctx, cancel := context.WithCancel(context.Background())
	running := make(chan error, 1)
	go func() { running <- h.p.Run(ctx, nil) }()
	var wg sync.WaitGroup
	for i := range 200 {
		for range 2 { // each of them twice at once
			wg.Go(func() {
				r := events.Pause{Ruled: by(fmt.Sprint("r", i))}
				if a, err := h.p.Submit(ctx, events.TableScope("open.1.1"), r); err != nil || a.Answer != events.AnswerAccepted {
					t.Errorf("%d: %+v, %v", i, a, err)
				}
			})
		}
	}
	wg.Wait()
	cancel()
	if err := <-running; err != nil {
		t.Error(err)
	}
	if got := len(h.stored("IN-main-s0001")); got != 3+200 {
		t.Errorf("the record has %d messages, want 203", got)
	}
	wholeDesk(t, h)
}
