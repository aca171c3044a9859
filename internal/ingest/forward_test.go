package ingest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardwire/events"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
	"boardwire/internal/spool"
)

const (
	hall   = "main"
	source = "ingest-main-venue-0001"
)

func recordSpec(sitting string) bus.Spec {
	return bus.Spec{Name: "IN-" + hall + "-" + sitting, Subjects: []string{"bw.in." + hall + "." + sitting + ".>"}, Role: bus.Record, MaxBytes: 64 << 20}
}

type fataler interface {
	Fatalf(string, ...any)
	Fatal(...any)
	Helper()
}

// hallStore is a store with a sitting that is open.
func hallStore(t fataler, sittings ...string) *mem.Store {
	t.Helper()
	s := mem.New(time.Now)
	for _, id := range sittings {
		if _, err := s.Create(context.Background(), recordSpec(id)); err != nil {
			t.Fatal(err)
		}
	}
	point(t, s, sittings[0])
	return s
}

func point(t fataler, s bus.Store, sitting string) {
	t.Helper()
	table, err := s.Table(context.Background(), sittingsTable, true)
	if err == nil {
		_, err = table.Put(context.Background(), hall, []byte(`{"sitting":"`+sitting+`","gen":"g1"}`))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// box opens an outbox and gives it n events more.
func openBox(t fataler, path string) *spool.Outbox {
	t.Helper()
	o, err := spool.Open(path, spool.Options{Size: 1 << 18, Source: source})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func fill(t fataler, o *spool.Outbox, n int) {
	t.Helper()
	chain := o.Chain()
	var group [][]byte
	for range n {
		e := events.Event{Scope: events.DeviceScope("dgt-31415"), Observed: noon, Recorded: noon, Data: events.BoardSquare{Square: "e4", Piece: "P"}}
		chain.Next(&e)
		b, err := events.Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		chain.Stored(b)
		group = append(group, b)
	}
	if err := o.Append(group...); err != nil {
		t.Fatal(err)
	}
}

// recorded reads a record and checks that our events in it are one chain that
// goes on from before.
func recorded(t fataler, s bus.Store, sitting string, before events.Chain) events.Chain {
	t.Helper()
	log, err := s.Open(context.Background(), "IN-"+hall+"-"+sitting)
	if err != nil {
		t.Fatal(err)
	}
	r, err := log.Read(context.Background(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for {
		m, ok, err := r.TryNext(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return before
		}
		e, err := events.Decode(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		if e.Source != before.Source {
			continue
		}
		if err := before.Check(e); err != nil {
			t.Fatalf("record %s, message %d: %v", sitting, m.Seq, err)
		}
		if want := events.Subject(hall, sitting, e); m.Subject != want {
			t.Fatalf("event %d has subject %s, want %s", e.Seq, m.Subject, want)
		}
		before.Stored(m.Data)
	}
}

// ending is a forwarder that stops when all is out.
func ending(o *spool.Outbox, s bus.Store, sitting string) *forwarder {
	f := newForwarder(hall, o, Deps{}.withDefaults(), newMetrics(nil))
	f.store, f.pointer = s, sitting
	f.finish()
	return f
}

func TestFewAreSentSinglyAndManyInBatches(t *testing.T) {
	for _, n := range []int{1, 7, 8, 99, 100, 101, 350} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			s := hallStore(t, "s0001")
			counted := &faulty{Store: s}
			o := openBox(t, filepath.Join(t.TempDir(), "outbox"))
			defer o.Close()
			fill(t, o, n)
			if err := ending(o, counted, "s0001").pump(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := recorded(t, s, "s0001", events.Chain{Source: source}); got != o.Chain() {
				t.Errorf("recorded %+v, want %+v", got, o.Chain())
			}
			want := n
			if n >= singlyBelow {
				want = (n + batchMax - 1) / batchMax
				if rest := n % batchMax; rest > 0 && rest < singlyBelow {
					want += rest - 1
				}
			}
			if counted.appends != want || o.Pending() != 0 {
				t.Errorf("%d appends, want %d; %d events wait", counted.appends, want, o.Pending())
			}
		})
	}
}

// faulty is a store whose appends fail as a network does: before or after they
// took effect.
type faulty struct {
	bus.Store
	appends int
	fail    func() (before, after bool)
}

var errNetwork = errors.New("the network is away")

func (f *faulty) Open(ctx context.Context, name string) (bus.Log, error) {
	l, err := f.Store.Open(ctx, name)
	return &faultyLog{Log: l, f: f}, err
}

type faultyLog struct {
	bus.Log
	f *faulty
}

func (l *faultyLog) Append(ctx context.Context, g bus.Guard, msgs ...bus.Msg) (uint64, error) {
	l.f.appends++
	before, after := false, false
	if l.f.fail != nil {
		before, after = l.f.fail()
	}
	if before {
		return 0, errNetwork
	}
	last, err := l.Log.Append(ctx, g, msgs...)
	if after {
		return 0, errNetwork
	}
	return last, err
}

func TestNothingIsLostOrTwiceWhateverFails(t *testing.T) {
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		path := filepath.Join(dir, fmt.Sprint(n))
		defer os.Remove(path)
		s := hallStore(t, "s0001")
		f := &faulty{Store: s}
		o := openBox(t, path)
		for range rapid.IntRange(1, 8).Draw(t, "rounds") {
			fill(t, o, rapid.IntRange(1, 130).Draw(t, "events"))
			f.fail = func() (bool, bool) {
				k := rapid.IntRange(0, 5).Draw(t, "fate")
				return k == 0, k == 1
			}
			if rapid.Bool().Draw(t, "run") {
				_ = ending(o, f, "s0001").pump(context.Background())
			}
			switch rapid.IntRange(0, 2).Draw(t, "then") {
			case 0: // stopped: the marks are kept
				if err := o.Close(); err != nil {
					t.Fatal(err)
				}
				o = openBox(t, path)
			case 1: // killed: the trims since the last write of the marks are lost
				image, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				_ = o.Close()
				if err := os.WriteFile(path, image, 0o600); err != nil {
					t.Fatal(err)
				}
				o = openBox(t, path)
			}
		}
		f.fail = nil
		if err := ending(o, f, "s0001").pump(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := recorded(t, s, "s0001", events.Chain{Source: source}); got != o.Chain() {
			t.Fatalf("recorded %+v, want %+v", got, o.Chain())
		}
		_ = o.Close()
	})
}

func TestASecondWriterOfOneNameIsToldAndStops(t *testing.T) {
	dir := t.TempDir()
	s := hallStore(t, "s0001")
	o := openBox(t, filepath.Join(dir, "outbox"))
	fill(t, o, 3)
	image, err := os.ReadFile(filepath.Join(dir, "outbox"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "copy"), image, 0o600); err != nil {
		t.Fatal(err)
	}
	fill(t, o, 2)
	if err := ending(o, s, "s0001").pump(t.Context()); err != nil {
		t.Fatal(err)
	}
	_ = o.Close()

	copied := openBox(t, filepath.Join(dir, "copy"))
	defer copied.Close()
	err = ending(copied, s, "s0001").pump(t.Context())
	var foreign *ForeignError
	if !errors.As(err, &foreign) || foreign.Source != source || foreign.Seq != 5 || !strings.Contains(err.Error(), "stop the other host") {
		t.Errorf("the copy: %v", err)
	}
}

func TestAWriterWhoseEventsDifferIsForeign(t *testing.T) {
	s := hallStore(t, "s0001")
	o := openBox(t, filepath.Join(t.TempDir(), "a"))
	defer o.Close()
	fill(t, o, 2)
	if err := ending(o, s, "s0001").pump(t.Context()); err != nil {
		t.Fatal(err)
	}
	// Another outbox under the same name, with other events of these numbers.
	other := openBox(t, filepath.Join(t.TempDir(), "b"))
	defer other.Close()
	e := events.Event{Scope: events.HallScope, Observed: noon, Recorded: noon, Data: events.SourceDrained{Sitting: "s0009"}}
	chain := other.Chain()
	for range 3 {
		e.ID = ""
		chain.Next(&e)
		b, _ := events.Encode(e)
		chain.Stored(b)
		if err := other.Append(b); err != nil {
			t.Fatal(err)
		}
	}
	var foreign *ForeignError
	if err := ending(other, s, "s0001").pump(t.Context()); !errors.As(err, &foreign) {
		t.Errorf("got %v, want a ForeignError", err)
	}
}

// forwarding is a writer without boards and a forwarder, both running.
type forwarding struct {
	lines   chan line
	f       *forwarder
	written chan error
	out     chan error
	stop    context.CancelFunc
}

func forward(t *testing.T, o *spool.Outbox, s *mem.Store) *forwarding {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	deps := Deps{Connect: func(context.Context) (bus.Store, error) { return s.Connect(), nil }}.withDefaults()
	m := newMetrics(nil)
	r := &forwarding{lines: make(chan line), f: newForwarder(hall, o, deps, m), written: make(chan error, 1), out: make(chan error, 1), stop: stop}
	on, err := openRoll(filepath.Join(t.TempDir(), rollName))
	if err != nil {
		t.Fatal(err)
	}
	w := &writer{box: o, rec: NewRecorder(), deps: deps, m: m, lines: r.lines, drains: r.f.drains, roll: on, absent: absentAfter}
	go func() { r.written <- w.run() }()
	go func() { r.out <- r.f.run(ctx) }()
	return r
}

func (r *forwarding) end(t *testing.T) {
	t.Helper()
	close(r.lines)
	if err := <-r.written; err != nil {
		t.Error(err)
	}
	r.f.finish()
	if err := <-r.out; err != nil {
		t.Error(err)
	}
	r.stop()
}

// eventually waits for what another goroutine does.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for late := time.Now().Add(time.Minute); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(late) {
			t.Fatalf("did not happen: %s", what)
		}
	}
}

func last(t *testing.T, s bus.Store, sitting string) (e events.Event) {
	t.Helper()
	log, err := s.Open(t.Context(), "IN-"+hall+"-"+sitting)
	if err != nil {
		t.Fatal(err)
	}
	m, ok, err := log.LastOn(t.Context(), events.RecordFilter(hall, sitting, source))
	if err != nil {
		t.Fatal(err)
	}
	if ok {
		if e, err = events.Decode(m.Data); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

func TestASittingEndsWithDrainedAndTheNextBeginsWithHowBoardsStand(t *testing.T) {
	s := hallStore(t, "s0001", "s0002")
	o := openBox(t, filepath.Join(t.TempDir(), "outbox"))
	r := forward(t, o, s)
	r.lines <- line{what: isSeen, device: board1, at: noon}
	r.lines <- line{what: isSight, device: board1, at: noon, sight: surface(start(), 0)}
	eventually(t, "two events in the first record", func() bool { return last(t, s, "s0001").Seq == 2 })
	point(t, s, "s0002")
	eventually(t, "three events in all and two in the second record", func() bool { return last(t, s, "s0002").Seq == 5 })
	r.lines <- line{what: isSight, device: board1, at: noon, sight: touch(4, 0, true, time.Second)}
	r.end(t)
	if got := last(t, s, "s0001"); got.Data != (events.SourceDrained{Sitting: "s0001"}) || got.Seq != 3 || got.Scope != events.HallScope {
		t.Errorf("the last event of the first sitting is %+v", got)
	}
	first := recorded(t, s, "s0001", events.Chain{Source: source})
	if got := recorded(t, s, "s0002", first); got != o.Chain() || got.Seq != 6 {
		t.Errorf("both records end in %+v, the outbox in %+v", got, o.Chain())
	}
	if o.Bound() != "s0002" || o.Pending() != 0 {
		t.Errorf("bound to %s, %d wait", o.Bound(), o.Pending())
	}
	_ = o.Close()
}

func TestAnOldSittingThatWasSealedIsLeft(t *testing.T) {
	s := hallStore(t, "s0001", "s0002")
	o := openBox(t, filepath.Join(t.TempDir(), "outbox"))
	defer o.Close()
	fill(t, o, 2)
	if err := ending(o, s, "s0001").pump(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := o.Chain()
	fill(t, o, 20) // while the record could not be reached
	log, err := s.Open(t.Context(), "IN-main-s0001")
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Seal(t.Context()); err != nil {
		t.Fatal(err)
	}
	point(t, s, "s0002")
	r := forward(t, o, s)
	eventually(t, "all is in the second record", func() bool { return o.Pending() == 0 && last(t, s, "s0002").Seq >= 22 })
	r.end(t)
	if got := recorded(t, s, "s0002", before); got != o.Chain() {
		t.Errorf("the second record ends in %+v, the outbox in %+v", got, o.Chain())
	}
}

// TestKilledWhileASittingChanges: after a kill at each step of the change the
// next start ends the old sitting once and goes on in the new one.
func TestKilledWhileASittingChanges(t *testing.T) {
	steps := map[string]func(t *testing.T, o *spool.Outbox, s *mem.Store){
		"before drained is written": func(*testing.T, *spool.Outbox, *mem.Store) {},
		"drained waits": func(t *testing.T, o *spool.Outbox, s *mem.Store) {
			putDrained(t, o)
		},
		"drained is published": func(t *testing.T, o *spool.Outbox, s *mem.Store) {
			putDrained(t, o)
			// With the old pointer: the forwarder does not move on.
			if err := ending(o, s, "s0001").pump(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, step := range steps {
		t.Run(name, func(t *testing.T) {
			s := hallStore(t, "s0001", "s0002")
			path := filepath.Join(t.TempDir(), "outbox")
			o := openBox(t, path)
			fill(t, o, 2)
			if err := ending(o, s, "s0001").pump(t.Context()); err != nil {
				t.Fatal(err)
			}
			step(t, o, s)
			_ = o.Close()
			o = openBox(t, path)
			defer o.Close()
			point(t, s, "s0002")
			r := forward(t, o, s)
			eventually(t, "bound to the new sitting", func() bool { return o.Bound() == "s0002" })
			r.lines <- line{what: isSeen, device: board1, at: noon}
			r.end(t)
			if got := last(t, s, "s0001"); got.Data != (events.SourceDrained{Sitting: "s0001"}) || got.Seq != 3 {
				t.Errorf("the last event of the first sitting is %+v", got)
			}
			first := recorded(t, s, "s0001", events.Chain{Source: source})
			if got := recorded(t, s, "s0002", first); got != o.Chain() || got.Seq != 4 {
				t.Errorf("both records end in %+v, the outbox in %+v", got, o.Chain())
			}
		})
	}
}

func putDrained(t *testing.T, o *spool.Outbox) {
	t.Helper()
	w := &writer{box: o, rec: NewRecorder(), deps: Deps{}.withDefaults(), m: newMetrics(nil)}
	if err := w.append([]Observation{{Observed: noon, Data: events.SourceDrained{Sitting: "s0001"}}}); err != nil {
		t.Fatal(err)
	}
}
