package js

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/synadia-io/orbit.go/jetstreamext"

	"boardwire/internal/bus"
)

// chunk is how many messages a direct reader asks for at once.
const chunk = 256

// soon is how long one such question waits. A server that was started anew in
// between never answers it; the next one it does.
const soon = 3 * time.Second

// How often a reader asks that is told nothing: each second while the tail
// speaks, and often once a message was there of which it had said nothing. A
// server that was started anew has no tail until the gate makes one.
const (
	askHearing = time.Second
	askDeaf    = 20 * time.Millisecond
)

// direct reads a stream without a consumer: it asks for messages by sequence,
// and listens to the stream's tail to know when to ask. The tail is a hint; a
// message that it lost is found by asking, at the latest after a second.
type direct struct {
	log  *log
	pos  uint64
	gap  error
	held []bus.Msg
	// ahead: everything up to pos was asked for and there was no more, so that
	// what comes next comes from the tail.
	ahead bool
	// deaf: asking found more than the tail had told.
	deaf bool
	tail chan *nats.Msg
	sub  *nats.Subscription
	once sync.Once
	done chan struct{}
}

func newDirect(l *log, from uint64) (*direct, error) {
	r := &direct{log: l, pos: from - 1, tail: make(chan *nats.Msg, 256), done: make(chan struct{})}
	var err error
	if r.sub, err = l.store.nc.ChanSubscribe(tailSubject(l.name), r.tail); err != nil {
		return nil, fmt.Errorf("read %s: %w", l.name, l.store.cause(err))
	}
	return r, nil
}

func (r *direct) Close() error {
	r.once.Do(func() {
		close(r.done)
		if r.log.store.nc.IsConnected() {
			_ = r.sub.Unsubscribe() // a lost line has ended it already
		}
	})
	return nil
}

func (r *direct) Next(ctx context.Context) (bus.Msg, error) {
	for {
		if !r.ahead || len(r.held) > 0 || r.ended() != nil {
			if m, ok, err := r.TryNext(ctx); ok || err != nil && !r.transient(ctx, err) {
				return m, err
			}
		}
		patience := askHearing
		if r.deaf {
			patience = askDeaf
		}
		poll := time.NewTimer(patience)
		select {
		case m := <-r.tail:
			r.deaf = false
			r.hint(m)
		case <-poll.C:
			m, ok, err := r.TryNext(ctx)
			r.deaf = r.deaf || ok
			if ok || err != nil && !r.transient(ctx, err) {
				return m, err
			}
		case <-r.done:
		case <-r.log.store.closed:
		case <-ctx.Done():
		}
		poll.Stop()
		if ctx.Err() != nil {
			return bus.Msg{}, ctx.Err()
		}
	}
}

// transient tells whether waiting may help: the line is down, say.
func (r *direct) transient(ctx context.Context, err error) bool {
	var gap *bus.GapError
	return ctx.Err() == nil && !errors.Is(err, bus.ErrClosed) && !errors.Is(err, bus.ErrNoStream) && !errors.As(err, &gap)
}

// hint takes the next message from the tail where it is just that one. Where it
// is a later one, what is between has to be asked for.
func (r *direct) hint(m *nats.Msg) {
	meta, err := m.Metadata()
	switch {
	case err != nil || len(r.held) > 0 || meta.Sequence.Stream > r.pos+1:
		r.ahead = false
	case meta.Sequence.Stream == r.pos+1:
		r.held = []bus.Msg{{
			Subject: m.Subject,
			Header:  headers(m.Header),
			Data:    m.Data,
			Seq:     meta.Sequence.Stream,
			Time:    meta.Timestamp.UTC(),
		}}
	}
}

func (r *direct) TryNext(ctx context.Context) (bus.Msg, bool, error) {
	if err := r.ended(); err != nil {
		return bus.Msg{}, false, err
	}
	if len(r.held) == 0 {
		var err error
		r.held, err = r.log.chunk(ctx, r.pos+1)
		r.ahead = err == nil && len(r.held) == 0
		if err != nil || len(r.held) == 0 {
			return bus.Msg{}, false, err
		}
	}
	m := r.held[0]
	if m.Seq != r.pos+1 {
		r.gap = &bus.GapError{Stream: r.log.name, After: r.pos, Got: m.Seq}
		return bus.Msg{}, false, r.gap
	}
	r.held, r.pos = r.held[1:], m.Seq
	return m, true, nil
}

func (r *direct) ended() error {
	select {
	case <-r.done:
		return bus.ErrClosed
	case <-r.log.store.closed:
		return bus.ErrClosed
	default:
		return r.gap
	}
}

// chunk asks for messages from a sequence on; none is no error.
func (l *log) chunk(ctx context.Context, from uint64) ([]bus.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, soon)
	defer cancel()
	all, err := jetstreamext.GetBatch(ctx, l.store.js, l.name, chunk, jetstreamext.GetBatchSeq(from))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", l.name, l.store.cause(err))
	}
	var got []bus.Msg
	for raw, err := range all {
		if errors.Is(err, jetstreamext.ErrNoMessages) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", l.name, l.store.cause(err))
		}
		got = append(got, fromRaw(raw))
	}
	return got, nil
}
