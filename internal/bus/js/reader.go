package js

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"boardwire/internal/bus"
)

const (
	// stall is how long silence lasts before the reader asks whether there is
	// more, and builds its consumer anew if there is.
	stall = 10 * time.Second
	// overdue is how long a message that the stream counts may take to come.
	overdue = 2 * time.Second
)

func (l *log) Read(ctx context.Context, from uint64) (bus.Reader, error) {
	if from < 1 {
		return nil, fmt.Errorf("read %s from %d: sequences begin at 1", l.name, from)
	}
	if l.store.direct {
		return newDirect(l, from)
	}
	r := &reader{log: l, from: from, pos: from - 1, linked: l.store.Reconnects(), items: make(chan bus.Msg, 1024)}
	r.ctx, r.cancel = context.WithCancelCause(context.Background())
	p, err := r.consume(ctx, from)
	if err != nil {
		return nil, err
	}
	go r.pump(p, from-1)
	return r, nil
}

// reader is a consumer with a goroutine that pulls from it.
type reader struct {
	log   *log
	from  uint64
	pos   uint64 // the last message handed out
	items chan bus.Msg
	// at is when the server stored the message that came last, and linked the
	// connection that brought it.
	at     time.Time
	linked uint64
	ctx    context.Context
	cancel context.CancelCauseFunc
	once   sync.Once
}

func (r *reader) Close() error {
	r.once.Do(func() { r.cancel(bus.ErrClosed) })
	return nil
}

// consume makes a consumer that begins with message from.
func (r *reader) consume(ctx context.Context, from uint64) (*puller, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	p, err := newPuller(ctx, r.log.store, r.log.name, from, usual)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", r.log.name, r.log.store.cause(err))
	}
	return p, nil
}

// pump moves messages from the consumer to the reader, and replaces a consumer
// that broke or fell silent. It ends the reader on what cannot heal.
func (r *reader) pump(p *puller, pos uint64) {
	defer close(r.items)
	defer func() {
		if p != nil {
			p.stop()
		}
	}()
	for {
		var err error
		pos, err = r.drain(p, pos)
		p.stop()
		p = nil
		var gap *bus.GapError
		var cut *bus.CutError
		if errors.As(err, &gap) || errors.As(err, &cut) || r.ctx.Err() != nil {
			r.cancel(err)
			return
		}
		for p == nil {
			select {
			case <-r.ctx.Done():
				return
			case <-r.log.store.closed:
				r.cancel(bus.ErrClosed)
				return
			case <-time.After(200 * time.Millisecond):
			}
			if p, err = r.consume(r.ctx, pos+1); errors.Is(err, bus.ErrNoStream) || errors.Is(err, bus.ErrClosed) {
				r.cancel(err)
				return
			}
		}
	}
}

// drain hands messages on until the consumer has to be replaced.
func (r *reader) drain(p *puller, pos uint64) (uint64, error) {
	wait := spell{parent: r.ctx}
	defer wait.end()
	for {
		m, err := p.take(wait.context())
		if err != nil {
			if r.ctx.Err() != nil {
				return pos, r.ctx.Err()
			}
			if !errors.Is(err, context.DeadlineExceeded) {
				return pos, err
			}
			wait.end()
			if last, lastErr := r.log.Last(r.ctx); lastErr == nil && last <= pos {
				if err := r.cut(pos, last); err != nil {
					return pos, err
				}
				continue
			}
			return pos, err
		}
		if linked := r.log.store.Reconnects(); linked != r.linked {
			if err := r.sameEnd(pos); err != nil {
				return pos, err
			}
			r.linked = linked
		}
		if seq := m.seq; seq <= pos {
			// One that begins behind the end is passed what comes before.
			if seq >= r.from {
				return pos, &bus.CutError{Stream: r.log.name, Read: pos, Last: seq}
			}
			continue
		} else if seq != pos+1 {
			return pos, &bus.GapError{Stream: r.log.name, After: pos, Got: seq}
		}
		pos++
		r.at = m.at
		select {
		case r.items <- bus.Msg{
			Subject: m.Subject,
			Header:  headers(m.Header),
			Data:    m.Data,
			Seq:     pos,
			Time:    m.at,
		}:
		case <-r.ctx.Done():
			return pos, r.ctx.Err()
		}
	}
}

// cut tells that a stream with this end lost messages that were read from it.
func (r *reader) cut(pos, last uint64) error {
	if last < pos && pos >= r.from {
		return &bus.CutError{Stream: r.log.name, Read: pos, Last: last}
	}
	return nil
}

// sameEnd tells that the server was away and lost the message that was read
// last: another one may be under its sequence.
func (r *reader) sameEnd(pos uint64) error {
	if pos < r.from {
		return nil
	}
	m, err := r.log.Get(r.ctx, pos)
	if errors.Is(err, bus.ErrNoMessage) || err == nil && !m.Time.Equal(r.at) {
		last, err := r.log.Last(r.ctx)
		if err != nil {
			return err
		}
		return &bus.CutError{Stream: r.log.name, Read: pos, Last: last}
	}
	return err
}

func (r *reader) Next(ctx context.Context) (bus.Msg, error) {
	if err := r.ended(); err != nil {
		return bus.Msg{}, err
	}
	select {
	case m, ok := <-r.items:
		return r.take(m, ok)
	case <-r.log.store.closed:
		return bus.Msg{}, bus.ErrClosed
	case <-ctx.Done():
		return bus.Msg{}, ctx.Err()
	}
}

// ended tells that the reader or its store was closed. A gap shows only after
// the messages before it.
func (r *reader) ended() error {
	select {
	case <-r.log.store.closed:
		return bus.ErrClosed
	default:
	}
	if r.ctx.Err() != nil && context.Cause(r.ctx) == bus.ErrClosed {
		return bus.ErrClosed
	}
	return nil
}

func (r *reader) take(m bus.Msg, ok bool) (bus.Msg, error) {
	if !ok {
		return bus.Msg{}, context.Cause(r.ctx)
	}
	r.pos = m.Seq
	return m, nil
}

func (r *reader) TryNext(ctx context.Context) (bus.Msg, bool, error) {
	if err := r.ended(); err != nil {
		return bus.Msg{}, false, err
	}
	select {
	case m, ok := <-r.items:
		m, err := r.take(m, ok)
		return m, err == nil, err
	default:
	}
	last, err := r.log.Last(ctx)
	if err != nil {
		return bus.Msg{}, false, err
	}
	if last <= r.pos {
		return bus.Msg{}, false, r.cut(r.pos, last)
	}
	for {
		wait, cancel := context.WithTimeout(ctx, overdue)
		m, err := r.Next(wait)
		cancel()
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return m, err == nil, err
		}
		// Damage at the very end of a stream shows only so: the message is
		// counted, and is not there.
		if _, err := r.log.Get(ctx, r.pos+1); errors.Is(err, bus.ErrNoMessage) {
			return bus.Msg{}, false, &bus.GapError{Stream: r.log.name, After: r.pos, Got: last + 1}
		}
	}
}
