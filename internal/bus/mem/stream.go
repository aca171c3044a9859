package mem

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"boardwire/internal/bus"
)

// overhead is what a message costs besides its text, so that MaxBytes means
// about the same as in a file store.
const overhead = 30

type stored struct {
	bus.Msg
	lost bool
}

type stream struct {
	spec   bus.Spec
	msgs   []stored // message n is at n-1
	last   map[string]uint64
	bytes  int64
	sealed bool
	grown  chan struct{} // closed and made anew with every append
}

func newStream(spec bus.Spec) *stream {
	return &stream{spec: spec, last: map[string]uint64{}, grown: make(chan struct{})}
}

// lastOn returns the last sequence under filter, 0 for none.
func (st *stream) lastOn(filter string) uint64 {
	if filter == "" {
		return uint64(len(st.msgs))
	}
	// A writer asks about its own subjects, and mostly wrote just now.
	low := max(0, len(st.msgs)-256)
	for i := len(st.msgs) - 1; i >= low; i-- {
		if bus.Match(filter, st.msgs[i].Subject) {
			return uint64(i + 1)
		}
	}
	var last uint64
	for subject, seq := range st.last {
		if seq > last && bus.Match(filter, subject) {
			last = seq
		}
	}
	return last
}

type log struct {
	store *Store
	st    *stream
}

func (l *log) Name() string { return l.st.spec.Name }

func (l *log) Append(ctx context.Context, guard bus.Guard, msgs ...bus.Msg) (uint64, error) {
	if err := l.store.usable(ctx); err != nil {
		return 0, err
	}
	if guard.Set && guard.Filter != "" {
		if err := bus.CheckFilter(guard.Filter); err != nil {
			return 0, fmt.Errorf("append to %s: guard: %w", l.Name(), err)
		}
	}
	a, st := l.store.acct, l.st
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := bus.CheckAppend(st.spec.Name, st.spec.Subjects, msgs); err != nil {
		return 0, err
	}
	if st.sealed {
		return 0, fmt.Errorf("append to %s: %w", st.spec.Name, bus.ErrSealed)
	}
	if guard.Set {
		if actual := st.lastOn(guard.Filter); actual != guard.Last {
			return 0, &bus.WrongSequenceError{Stream: st.spec.Name, Want: guard.Last, Actual: actual}
		}
	}
	var size int64
	for _, m := range msgs {
		size += int64(len(m.Subject) + len(m.Data) + overhead)
		for k, v := range m.Header {
			size += int64(len(k) + len(v) + 4)
		}
	}
	if st.spec.MaxBytes > 0 && st.bytes+size > st.spec.MaxBytes {
		return 0, fmt.Errorf("append to %s: %d of %d bytes are in use: %w", st.spec.Name, st.bytes, st.spec.MaxBytes, bus.ErrFull)
	}
	now := a.now().UTC()
	for _, m := range msgs {
		seq := uint64(len(st.msgs) + 1)
		m.Seq, m.Time = seq, now
		m.Data = slices.Clone(m.Data)
		m.Header = headers(m.Header)
		st.msgs = append(st.msgs, stored{Msg: m})
		st.last[m.Subject] = seq
	}
	st.bytes += size
	close(st.grown)
	st.grown = make(chan struct{})
	return uint64(len(st.msgs)), nil
}

// headers returns a copy; an empty map is nil, as the wire knows no difference.
func headers(h map[string]string) map[string]string {
	if len(h) == 0 {
		return nil
	}
	return maps.Clone(h)
}

// out returns a message as readers get it: with nothing shared that a reader
// could change for others.
func (m stored) out() bus.Msg {
	o := m.Msg
	o.Header = headers(o.Header)
	o.Data = slices.Clone(o.Data)
	return o
}

func (l *log) Last(ctx context.Context) (uint64, error) {
	if err := l.store.usable(ctx); err != nil {
		return 0, err
	}
	l.store.acct.mu.Lock()
	defer l.store.acct.mu.Unlock()
	return uint64(len(l.st.msgs)), nil
}

func (l *log) LastOn(ctx context.Context, filter string) (bus.Msg, bool, error) {
	if err := l.store.usable(ctx); err != nil {
		return bus.Msg{}, false, err
	}
	if err := bus.CheckFilter(filter); err != nil {
		return bus.Msg{}, false, fmt.Errorf("last message of %s: %w", l.Name(), err)
	}
	l.store.acct.mu.Lock()
	defer l.store.acct.mu.Unlock()
	seq := l.st.lastOn(filter)
	if seq == 0 {
		return bus.Msg{}, false, nil
	}
	return l.st.msgs[seq-1].out(), true, nil
}

func (l *log) Get(ctx context.Context, seq uint64) (bus.Msg, error) {
	if err := l.store.usable(ctx); err != nil {
		return bus.Msg{}, err
	}
	l.store.acct.mu.Lock()
	defer l.store.acct.mu.Unlock()
	if seq < 1 || seq > uint64(len(l.st.msgs)) || l.st.msgs[seq-1].lost {
		return bus.Msg{}, fmt.Errorf("message %d of %s: %w", seq, l.Name(), bus.ErrNoMessage)
	}
	return l.st.msgs[seq-1].out(), nil
}

func (l *log) Seal(ctx context.Context) error {
	if err := l.store.usable(ctx); err != nil {
		return err
	}
	l.store.acct.mu.Lock()
	defer l.store.acct.mu.Unlock()
	l.st.sealed = true
	return nil
}

// Size returns the bytes in use and the limit.
func (l *log) Size() (used, limit int64, err error) {
	l.store.acct.mu.Lock()
	defer l.store.acct.mu.Unlock()
	return l.st.bytes, l.st.spec.MaxBytes, nil
}

func (l *log) Read(ctx context.Context, from uint64) (bus.Reader, error) {
	if err := l.store.usable(ctx); err != nil {
		return nil, err
	}
	if from < 1 {
		return nil, fmt.Errorf("read %s from %d: sequences begin at 1", l.Name(), from)
	}
	return &reader{log: l, from: from, next: from, done: make(chan struct{})}, nil
}
