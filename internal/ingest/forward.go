package ingest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"boardwire/events"
	"boardwire/internal/bus"
	"boardwire/internal/failpoint"
	"boardwire/internal/spool"
)

const (
	// singlyBelow: fewer waiting events are published one by one, which is
	// faster for them than a batch: a batch of 8 takes 6 ms and one of 100
	// takes 11 ms, a single event 0.25 ms (docs/decisions.md).
	singlyBelow = 32
	batchMax    = 100
	// pauses between tries to publish
	pauseMin = 50 * time.Millisecond
	pauseMax = 5 * time.Second
	// publishWait bounds one call to the store.
	publishWait = 10 * time.Second
)

// sittingsTable has the open sitting of each hall.
const sittingsTable = "sittings"

// ForeignError says that the record has events under this source's name that
// this outbox never wrote: two hosts use copies of one outbox.
type ForeignError struct {
	Source string
	Seq    uint64
	What   string
}

// Error says what to do.
func (e *ForeignError) Error() string {
	return fmt.Sprintf("another writer uses the source %s: event %d in the record %s; stop the other host, or move the outbox away to become a new source", e.Source, e.Seq, e.What)
}

// forwarder carries events from the outbox into the record.
//
// Each publish is guarded by the last sequence of the source's own subjects, so
// that a repeat or a second writer is refused. After a refusal, an error or a
// start it reads the source's last event in the record and goes on behind it.
//
// An event is bound to a sitting when it is published. When the hall's pointer
// moves, the writer puts "drained" behind what waits; everything up to it goes
// into the old sitting, in the order of the chain, and what follows into the
// new one. If the old sitting was sealed meanwhile, because this source was
// silent for too long, what waits goes into the new one.
type forwarder struct {
	hall   string
	box    *spool.Outbox
	deps   Deps
	m      *metrics
	drains chan drain
	done   chan struct{}
	ending chan struct{} // nothing more will be appended

	mu      sync.Mutex
	pointer string
	moved   chan struct{}

	store   bus.Store
	sitting string // the one that log belongs to
	log     bus.Log
	filter  string
	last    uint64 // last sequence of our subjects in log
	asked   string // the sitting whose last event is in the outbox
	looked  string // the sitting whose last event was looked for there
	over    string // the sitting whose last event is in its record
	well    bool
	pause   time.Duration
	acked   acked
}

func newForwarder(hall string, box *spool.Outbox, deps Deps, m *metrics) *forwarder {
	return &forwarder{
		hall: hall, box: box, deps: deps, m: m, pause: pauseMin, well: true,
		drains: make(chan drain), done: make(chan struct{}), ending: make(chan struct{}),
		moved: make(chan struct{}, 1),
	}
}

// finish says that nothing more will be appended: run ends when all is out.
func (f *forwarder) finish() { close(f.ending) }

// errNoSitting waits for a hall that has no open sitting yet.
var errNoSitting = errors.New("the hall has no open sitting yet")

// run publishes until ctx ends, or until the outbox is empty after finish.
func (f *forwarder) run(ctx context.Context) error {
	watching, stop := context.WithCancel(ctx)
	var watch sync.WaitGroup
	defer func() {
		stop()
		watch.Wait()
		if f.store != nil {
			_ = f.store.Close()
		}
	}()
	for ctx.Err() == nil {
		err := f.connect(ctx, func() {
			watch.Go(func() { f.watch(watching) })
			watch.Go(func() { f.measure(watching) })
		})
		if err == nil {
			err = f.pump(ctx)
		}
		switch {
		case err == nil || ctx.Err() != nil:
			return nil
		case fatal(err):
			f.deps.Ready("record", err)
			return err
		}
		f.trouble(err)
		f.log = nil // look again how far the record is
		select {
		case <-time.After(f.pause):
		case <-f.moved:
		case <-ctx.Done():
		}
		f.pause = min(2*f.pause, pauseMax)
	}
	return nil
}

func fatal(err error) bool {
	var foreign *ForeignError
	var damage *spool.DamageError
	return errors.As(err, &foreign) || errors.As(err, &damage) || errors.Is(err, spool.ErrClosed)
}

func (f *forwarder) trouble(err error) {
	f.m.failures.Inc()
	f.m.takes.Set(0)
	if f.well {
		f.well = false
		level := slog.LevelWarn
		if errors.Is(err, errNoSitting) {
			level = slog.LevelInfo // every start begins so
		}
		f.deps.Log.Log(context.Background(), level, "the record cannot be reached: events wait in the outbox", "err", err)
		f.deps.Ready("record", err)
	}
}

func (f *forwarder) works() {
	f.pause = pauseMin
	f.m.takes.Set(1)
	if !f.well {
		f.well = true
		f.deps.Log.Info("the record takes events", "sitting", f.sitting)
		f.deps.Ready("record", nil)
	}
}

func (f *forwarder) connect(ctx context.Context, first func()) error {
	if f.store != nil {
		return nil
	}
	store, err := f.deps.Connect(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	f.store = store
	first()
	return nil
}

// watch follows the hall's pointer until ctx ends.
func (f *forwarder) watch(ctx context.Context) {
	see := func(e bus.Entry) {
		var p struct {
			Sitting string `json:"sitting"`
		}
		if e.Key != f.hall || e.Value == nil {
			return
		}
		if err := json.Unmarshal(e.Value, &p); err != nil || events.CheckToken(p.Sitting) != nil {
			f.deps.Log.Error("the pointer to the open sitting cannot be read", "hall", f.hall, "err", fmt.Sprint(err, " ", string(e.Value)))
			return
		}
		f.mu.Lock()
		f.pointer = p.Sitting
		f.mu.Unlock()
		select {
		case f.moved <- struct{}{}:
		default:
		}
	}
	for ctx.Err() == nil {
		table, err := f.store.Table(ctx, sittingsTable, false)
		if err == nil {
			err = table.Watch(ctx, see)
		}
		if err != nil && ctx.Err() == nil {
			f.deps.Log.Debug("watch the table of sittings", "err", err)
		}
		select {
		case <-time.After(4 * pauseMin):
		case <-ctx.Done():
		}
	}
}

// open returns the hall's open sitting, "" while it is not known.
func (f *forwarder) open() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.pointer
}

// pump publishes what waits and what comes. It returns nil when the outbox is
// empty after finish.
func (f *forwarder) pump(ctx context.Context) error {
	for {
		if f.log == nil {
			if err := f.resume(ctx); err != nil {
				return err
			}
		}
		if err := f.turn(ctx); err != nil {
			return err
		}
		n, err := f.publish(ctx)
		if err != nil {
			return err
		}
		f.works()
		if n > 0 {
			continue
		}
		select {
		case <-f.box.Appended():
		case <-f.moved:
		case <-f.ending:
			if f.box.Pending() == 0 || f.over == f.sitting {
				return nil
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// bounded is a context for one call to the store.
func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, publishWait)
}

// resume finds the record to write into and how far it is.
func (f *forwarder) resume(ctx context.Context) error {
	pointer := f.open()
	if pointer == "" {
		return errNoSitting
	}
	if f.box.Bound() == "" {
		if err := f.box.Bind(pointer); err != nil {
			return err
		}
	}
	f.sitting = f.box.Bound()
	f.filter = events.RecordFilter(f.hall, f.sitting, f.box.Source())
	call, cancel := bounded(ctx)
	defer cancel()
	log, err := f.store.Open(call, "IN-"+f.hall+"-"+f.sitting)
	if errors.Is(err, bus.ErrNoStream) && pointer != f.sitting {
		f.deps.Log.Error("the record of the sitting is gone: what waits goes into the open one", "sitting", f.sitting, "next", pointer)
		return f.bind(ctx, pointer)
	}
	if err != nil {
		return err
	}
	m, some, err := log.LastOn(call, f.filter)
	if err != nil {
		return err
	}
	f.log, f.last = log, 0
	if !some {
		return nil
	}
	f.last = m.Seq
	e, err := events.Decode(m.Data)
	if err != nil {
		return fmt.Errorf("last event of %s in %s: %w", f.box.Source(), log.Name(), err)
	}
	if err := f.reconcile(e, m.Data); err != nil {
		return err
	}
	if last, ok := e.Data.(events.SourceDrained); ok && last.Sitting == f.sitting {
		f.over = f.sitting // killed between the last event and the binding
	}
	return nil
}

// bind goes on in another sitting.
func (f *forwarder) bind(ctx context.Context, sitting string) error {
	f.log = nil
	if err := f.box.Bind(sitting); err != nil {
		return err
	}
	return f.resume(ctx)
}

// reconcile trims what the record has already. e is our last event there.
func (f *forwarder) reconcile(e events.Event, stored []byte) error {
	before := f.box.Trimmed()
	foreign := func(what string) error {
		return &ForeignError{Source: f.box.Source(), Seq: e.Seq, What: what}
	}
	switch {
	case e.Source != before.Source:
		return fmt.Errorf("record %s: an event of %s lies under the subjects of %s", f.log.Name(), e.Source, before.Source)
	case e.Seq < before.Seq:
		f.deps.Log.Error("the record has lost events that it had acknowledged", "record", f.log.Name(), "last", e.Seq, "acknowledged", before.Seq)
		return nil
	case e.Seq == before.Seq:
		if events.HashOf(stored) != before.Prev {
			return foreign("is another than the one that was published")
		}
		return nil
	}
	recs, err := f.box.Read(int(min(e.Seq-before.Seq, 1<<30)))
	if err != nil {
		return err
	}
	if uint64(len(recs)) < e.Seq-before.Seq {
		return foreign("was never written here")
	}
	if !bytes.Equal(recs[len(recs)-1].Data, stored) {
		return foreign("is another than the one that waits")
	}
	return f.box.Trim(e.Seq)
}

// turn has the last event of a sitting written when the pointer has moved on,
// and goes on in the next when it is published.
func (f *forwarder) turn(ctx context.Context) error {
	pointer := f.open()
	if pointer == f.sitting {
		return nil
	}
	if f.over == f.sitting {
		f.deps.Log.Info("the sitting is closed for this source", "sitting", f.sitting, "next", pointer)
		return f.bind(ctx, pointer)
	}
	if f.asked == f.sitting {
		return nil
	}
	if f.looked != f.sitting {
		there, err := f.drained()
		if err != nil {
			return err
		}
		f.looked = f.sitting
		if there {
			f.asked = f.sitting
			return nil
		}
	}
	d := drain{sitting: f.sitting, done: make(chan bool, 1)}
	select {
	case f.drains <- d:
	case <-f.ending:
		return nil // asked for at the next start
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case written := <-d.done:
		if written {
			f.asked = f.sitting
		}
	case <-f.ending:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// drained reports whether the last event of the sitting waits in the outbox,
// from before the process was started.
func (f *forwarder) drained() (bool, error) {
	recs, err := f.box.Read(f.box.Pending())
	if err != nil {
		return false, err
	}
	for _, r := range recs {
		e, err := events.Decode(r.Data)
		if err != nil {
			return false, err
		}
		if d, ok := e.Data.(events.SourceDrained); ok && d.Sitting == f.sitting {
			return true, nil
		}
	}
	return false, nil
}

// publish puts the next events into the record: one by one while few wait, in
// one batch above. It returns how many.
func (f *forwarder) publish(ctx context.Context) (int, error) {
	if f.over == f.sitting {
		return 0, nil // what waits belongs to the next one
	}
	recs, err := f.box.Read(batchMax)
	if err != nil || len(recs) == 0 {
		return 0, err
	}
	group := 1
	if f.box.Pending() >= singlyBelow {
		group = batchMax
	}
	sent := 0
	for len(recs) > 0 {
		msgs, last, err := f.messages(recs[:min(group, len(recs))])
		if err != nil {
			return sent, err
		}
		if err := f.append(ctx, msgs); err != nil {
			return sent, err
		}
		failpoint.Hit(failpoint.AfterPublishBeforeTrim)
		if err := f.box.Trim(recs[len(msgs)-1].Seq); err != nil {
			return sent, err
		}
		sent += len(msgs)
		recs = recs[len(msgs):]
		f.m.published.Add(float64(len(msgs)))
		if last {
			f.over = f.sitting
			break
		}
	}
	return sent, nil
}

// messages turns events into messages of the sitting, up to its last event.
func (f *forwarder) messages(recs []spool.Record) (msgs []bus.Msg, last bool, err error) {
	for _, r := range recs {
		e, err := events.Decode(r.Data)
		if err != nil {
			return nil, false, fmt.Errorf("outbox, event %d: %w", r.Seq, err)
		}
		msgs = append(msgs, bus.Msg{Subject: events.Subject(f.hall, f.sitting, e), Data: r.Data})
		if d, ok := e.Data.(events.SourceDrained); ok && d.Sitting == f.sitting {
			return msgs, true, nil
		}
	}
	return msgs, false, nil
}

func (f *forwarder) append(ctx context.Context, msgs []bus.Msg) error {
	call, cancel := bounded(ctx)
	defer cancel()
	began, here := time.Now(), f.deps.Now()
	last, err := f.log.Append(call, bus.Expect(f.filter, f.last), msgs...)
	f.m.publish.Observe(time.Since(began).Seconds())
	if err == nil {
		f.last = last
		f.acked.set(f.log.Name(), last, here, f.deps.Now())
		return nil
	}
	if p := f.open(); errors.Is(err, bus.ErrSealed) && p != f.sitting {
		f.deps.Log.Error("the sitting was sealed before this source was done: what waits goes into the open one", "sitting", f.sitting, "next", p)
		if berr := f.box.Bind(p); berr != nil {
			return berr
		}
	}
	return err
}
