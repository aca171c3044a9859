package projector

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"boardwire/events"
	"boardwire/internal/bus"
)

// mortal is a store whose user is killed at one of its writes: just before it,
// or just after it and before it is known to be done.
type mortal struct {
	bus.Store
	left  int
	after bool
	dead  bool
	// heals: only one write fails, as in a moment without the store.
	heals bool
}

var errKilled = errors.New("killed")

// write lets one write pass or not.
func (m *mortal) write(do func() error) error {
	if m.dead {
		return errKilled
	}
	if m.left--; m.left > 0 || m.left < 0 && m.heals {
		return do()
	}
	m.dead = !m.heals
	if m.after {
		_ = do()
	}
	return errKilled
}

func (m *mortal) Create(ctx context.Context, s bus.Spec) (log bus.Log, err error) {
	err = m.write(func() error { log, err = m.Store.Create(ctx, s); return err })
	return mortalLog{log, m}, err
}

func (m *mortal) Open(ctx context.Context, name string) (bus.Log, error) {
	log, err := m.Store.Open(ctx, name)
	return mortalLog{log, m}, err
}

func (m *mortal) Table(ctx context.Context, name string, create bool) (bus.Table, error) {
	t, err := m.Store.Table(ctx, name, create)
	return mortalTable{t, m}, err
}

type mortalLog struct {
	bus.Log
	m *mortal
}

func (l mortalLog) Append(ctx context.Context, g bus.Guard, msgs ...bus.Msg) (last uint64, err error) {
	err = l.m.write(func() error { last, err = l.Log.Append(ctx, g, msgs...); return err })
	return last, err
}

// LastOn is how an unanswered append is settled; the dead ask nothing.
func (l mortalLog) LastOn(ctx context.Context, filter string) (bus.Msg, bool, error) {
	if l.m.dead {
		return bus.Msg{}, false, errKilled
	}
	return l.Log.LastOn(ctx, filter)
}

func (l mortalLog) Seal(ctx context.Context) error {
	return l.m.write(func() error { return l.Log.Seal(ctx) })
}

type mortalTable struct {
	bus.Table
	m *mortal
}

func (t mortalTable) Put(ctx context.Context, key string, value []byte) (rev uint64, err error) {
	err = t.m.write(func() error { rev, err = t.Table.Put(ctx, key, value); return err })
	return rev, err
}

// TestKilledWhileClosing kills the projector before and after each of its
// writes while a sitting closes. After a start the closing is finished; the
// desk's chain goes on over both sittings; the tournament file can state itself
// in the new one; and the closing ruling, repeated by a client that heard no
// answer, closes nothing more.
func TestKilledWhileClosing(t *testing.T) {
	ctx := context.Background()
	for n := 1; ; n++ {
		finished := false
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprint(n, " ", after), func(t *testing.T) {
				h := newHall(t)
				h.pair()
				h.playE4()
				file := events.Assign{Ruled: by("file:abc:1"), Device: "dgt-1"}
				h.submit(events.TableScope("open.1.1"), file)
				h.submit(events.TableScope("open.1.1"), events.ResultRuling{Ruled: by("r"), Result: "1/2-1/2", Reason: "agreement"})
				closing := events.CloseSitting{Ruled: by("c")}
				h.p.enter(ctx, events.HallScope, closing)
				h.p.Close()
				said := h.board.Seq

				whole := h.store
				m := &mortal{Store: whole, left: 1 << 30}
				h.store = m
				p, err := Open(ctx, Config{Hall: "main", ExportDir: h.dir, Now: h.p.cfg.Now}, m, h.p.log, nil)
				if err != nil {
					t.Fatal(err)
				}
				h.p, m.left, m.after = p, n, after
				err = p.CatchUp(ctx)
				if err == nil {
					h.drained(whole, "s0001")
					_, err = p.Step(ctx)
				}
				if finished = !m.dead; !finished && !errors.Is(err, errKilled) {
					t.Fatalf("killed at write %d: %v", n, err)
				}
				p.Close()

				h.store = whole
				h.start()
				if h.board.Seq == said {
					h.drained(whole, "s0001")
				}
				h.step()
				if at := h.p.Sitting(); at != "s0002" {
					t.Fatalf("open sitting %s, want s0002", at)
				}
				if !h.p.exported("s0001") {
					t.Error("s0001 is not exported")
				}
				if a := h.submit(events.HallScope, closing); a.Answer != events.AnswerAccepted {
					t.Errorf("closing, repeated: %+v", a)
				}
				h.step()
				if at := h.p.Sitting(); at != "s0002" {
					t.Errorf("open sitting %s after the same ruling again, want s0002", at)
				}
				h.submit(events.RoundScope("open.1"), events.Roster{
					Ruled: by("file:abc:0"), Edition: "2023", Kind: "standard", Control: "90/40+30+30",
					Tables: []events.Pairing{{Board: 1, White: "p1", Black: "p2"}},
				})
				before := len(h.stored("IN-main-s0002"))
				if a := h.submit(events.TableScope("open.1.1"), file); a.Answer != events.AnswerAccepted {
					t.Errorf("the file's ruling in the new sitting: %+v", a)
				}
				if got := len(h.stored("IN-main-s0002")); got != before+1 {
					t.Errorf("the file's ruling added %d messages to the new sitting, want 1", got-before)
				}
				h.deskChain()
			})
		}
		if t.Failed() || finished {
			return
		}
	}
}

// drained lets the board's source drain.
func (h *hall) drained(store bus.Store, sitting string) {
	h.t.Helper()
	m := h.store
	h.store = store
	h.observe(sitting, events.HallScope, events.SourceDrained{Sitting: sitting})
	h.store = m
}

// deskChain checks the desk's events over both sittings.
func (h *hall) deskChain() {
	h.t.Helper()
	chain := events.Chain{Source: "desk-main"}
	for _, sitting := range []string{"s0001", "s0002"} {
		for _, m := range h.stored("IN-main-" + sitting) {
			e, err := events.Decode(m.Data)
			if err != nil {
				h.t.Fatal(err)
			}
			if e.Source != chain.Source {
				continue
			}
			if err := chain.Check(e); err != nil {
				h.t.Errorf("%s, message %d: %v", sitting, m.Seq, err)
			}
			chain.Stored(m.Data)
		}
	}
}
