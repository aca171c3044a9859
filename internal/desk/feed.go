package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
)

// Taker is a page that folds frames, as internal/web's Site.
type Taker interface {
	Take(seq uint64, subject string, data []byte, released time.Time) error
	Name(key string, value []byte) error
}

// Feed reads the facts of a hall, in the live account, and shows the desk all
// of them at once. It never touches what the gate writes.
type Feed struct {
	Hall string
	Live bus.Store
	Site Taker
	Log  *slog.Logger
	// Metrics, where set, measure how long facts take to the page.
	Metrics *Metrics
	// Book, where set, takes each ruling that was answered.
	Book *Book

	seq  uint64
	seen map[events.ID]bool
	// began is the store's time from which facts are new and not the past of a
	// sitting that is read again.
	began time.Time
}

// pointer is a hall's entry in the sittings table.
type pointer struct {
	Sitting string `json:"sitting"`
	Gen     string `json:"gen"`
}

// Run follows the facts until ctx ends. After an error of the store it begins
// again; what was shown is not shown twice. It returns an error that this does
// not mend.
func (f *Feed) Run(ctx context.Context) error {
	f.seen, f.began = map[events.ID]bool{}, time.Now()
	if err := f.names(ctx); err != nil {
		return done(ctx, err)
	}
	sittings, err := f.Live.Table(ctx, "sittings", true)
	if err != nil {
		return done(ctx, err)
	}
	for ctx.Err() == nil {
		at, err := f.wait(ctx, sittings)
		if err == nil {
			err = f.follow(ctx, sittings, at)
		}
		var gap *bus.GapError
		switch {
		case err == nil:
		case ctx.Err() != nil:
		case errors.As(err, &gap), errors.Is(err, bus.ErrClosed):
			return fmt.Errorf("desk feed: %w", err)
		default:
			f.Log.Warn("the facts cannot be read; trying again", "err", err)
			select {
			case <-ctx.Done():
			case <-time.After(again):
			}
		}
	}
	return nil
}

// again is how long the feed waits after an error of the store.
const again = 500 * time.Millisecond

func done(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// names keeps the people's names up to date on the pages.
func (f *Feed) names(ctx context.Context) error {
	people, err := f.Live.Table(ctx, "people", true)
	if err != nil {
		return err
	}
	go func() {
		err := people.Watch(ctx, func(e bus.Entry) {
			if len(e.Key) > 5 && e.Key[:5] == "note-" {
				return
			}
			if err := f.Site.Name(e.Key, e.Value); err != nil {
				f.Log.Warn("name refused", "key", e.Key, "err", err)
			}
		})
		if err != nil && ctx.Err() == nil {
			f.Log.Error("names are not followed any more", "err", err)
		}
	}()
	return nil
}

// wait returns the pointer, once there is one.
func (f *Feed) wait(ctx context.Context, sittings bus.Table) (pointer, error) {
	for {
		at, err := f.pointer(ctx, sittings)
		if !errors.Is(err, bus.ErrNoEntry) {
			return at, err
		}
		select {
		case <-ctx.Done():
			return pointer{}, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (f *Feed) pointer(ctx context.Context, sittings bus.Table) (pointer, error) {
	e, err := sittings.Get(ctx, f.Hall)
	if err != nil {
		return pointer{}, err
	}
	var at pointer
	return at, json.Unmarshal(e.Value, &at)
}

// follow reads one generation of one sitting until the pointer moves on.
func (f *Feed) follow(ctx context.Context, sittings bus.Table, at pointer) error {
	facts, err := f.Live.Open(ctx, "FACT-"+f.Hall+"-"+at.Sitting+"-"+at.Gen)
	if errors.Is(err, bus.ErrNoStream) {
		time.Sleep(100 * time.Millisecond) // the projector is making it
		return nil
	}
	if err != nil {
		return err
	}
	r, err := facts.Read(ctx, 1)
	if err != nil {
		return err
	}
	defer r.Close()
	if f.Book != nil {
		f.Book.begin(at.Sitting)
	}
	for {
		waiting, cancel := context.WithTimeout(ctx, time.Second)
		m, err := r.Next(waiting)
		cancel()
		if err == nil {
			if err := f.take(ctx, at.Sitting, m); err != nil {
				return err
			}
			continue
		}
		if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		now, err := f.pointer(ctx, sittings)
		if err != nil {
			return err
		}
		if now != at {
			return nil
		}
	}
}

// take shows one fact. A fact that an earlier generation told is not told
// again. It returns an error of the store.
func (f *Feed) take(ctx context.Context, sitting string, m bus.Msg) error {
	e, err := events.Decode(m.Data)
	if err != nil {
		f.Log.Error("fact cannot be read", "seq", m.Seq, "err", err)
		return nil
	}
	if f.seen[e.ID] {
		return nil
	}
	// The book first: a page that hears of an answer asks for it.
	if a, ok := e.Data.(events.Answered); ok && f.Book != nil {
		if err := f.enter(ctx, sitting, m, a); err != nil {
			return err
		}
	}
	f.seen[e.ID] = true
	f.show(e, m)
	return nil
}

// enter takes an answered ruling into the book. The fact says where in the
// record its cause lies.
func (f *Feed) enter(ctx context.Context, sitting string, m bus.Msg, a events.Answered) error {
	seq, err := strconv.ParseUint(m.Header["Bw-In-Seq"], 10, 64)
	if err != nil {
		f.Log.Error("an answer does not name its cause", "seq", m.Seq, "err", err)
		return nil
	}
	record, err := f.Live.Open(ctx, "IN-"+f.Hall+"-"+sitting)
	if err != nil {
		return fmt.Errorf("the record behind an answer: %w", err)
	}
	cause, err := record.Get(ctx, seq)
	if err != nil {
		return fmt.Errorf("the ruling behind an answer: %w", err)
	}
	e, err := events.Decode(cause.Data)
	if err != nil {
		f.Log.Error("a ruling cannot be read", "seq", seq, "err", err)
		return nil
	}
	if r, ok := e.Data.(events.Ruling); ok {
		f.Book.add(e, cause.Data, r, a)
	}
	return nil
}

// show tells the page of a fact.
func (f *Feed) show(e events.Event, m bus.Msg) {
	at := m.Time
	if t, err := time.Parse(time.RFC3339Nano, m.Header["Bw-In-Time"]); err == nil {
		at = t
	}
	frame, ok := feeds.FrameOf(feeds.Arbiter, e, at)
	if !ok {
		return
	}
	data, err := frame.AppendJSON(nil)
	if err != nil {
		f.Log.Error("frame cannot be written", "fact", e.ID, "err", err)
		return
	}
	f.seq++
	subject := events.PublicSubject("arbiter", e.Scope, frame.Kind)
	if err := f.Site.Take(f.seq, subject, data, m.Time); err != nil {
		f.Log.Error("frame refused by the page", "fact", e.ID, "err", err)
	}
	if at.After(f.began) {
		f.Metrics.seen(at)
	}
}
