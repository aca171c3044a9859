package mem

import (
	"context"
	"sync"

	"boardwire/internal/bus"
)

// reader is a position in a stream. One goroutine reads; Close may come from
// another.
type reader struct {
	log  *log
	from uint64
	next uint64
	gap  error
	once sync.Once
	done chan struct{}
}

func (r *reader) Close() error {
	r.once.Do(func() { close(r.done) })
	return nil
}

func (r *reader) Next(ctx context.Context) (bus.Msg, error) {
	for {
		m, ok, grown, err := r.step(ctx)
		if ok || err != nil {
			return m, err
		}
		select {
		case <-grown:
		case <-r.done:
			return bus.Msg{}, bus.ErrClosed
		case <-r.log.store.closed:
			return bus.Msg{}, bus.ErrClosed
		case <-ctx.Done():
			return bus.Msg{}, ctx.Err()
		}
	}
}

func (r *reader) TryNext(ctx context.Context) (bus.Msg, bool, error) {
	m, ok, _, err := r.step(ctx)
	return m, ok, err
}

// step returns the next message, or the channel that is closed when there may
// be one.
func (r *reader) step(ctx context.Context) (m bus.Msg, ok bool, grown <-chan struct{}, err error) {
	if err := r.log.store.usable(ctx); err != nil {
		return m, false, nil, err
	}
	select {
	case <-r.done:
		return m, false, nil, bus.ErrClosed
	default:
	}
	if r.gap != nil {
		return m, false, nil, r.gap
	}
	r.log.store.acct.mu.Lock()
	defer r.log.store.acct.mu.Unlock()
	msgs := r.log.st.msgs
	after := r.next - 1
	if last := uint64(len(msgs)); last < after && after >= r.from {
		return m, false, nil, &bus.CutError{Stream: r.log.Name(), Read: after, Last: last}
	}
	for ; r.next <= uint64(len(msgs)); r.next++ {
		s := msgs[r.next-1]
		if s.lost {
			continue
		}
		if r.next != after+1 {
			r.gap = &bus.GapError{Stream: r.log.Name(), After: after, Got: r.next}
			return m, false, nil, r.gap
		}
		r.next++
		return s.out(), true, nil, nil
	}
	// A hole at the end shows when something follows it.
	r.next = after + 1
	return m, false, r.log.st.grown, nil
}
