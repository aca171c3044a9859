// Package mem is a log in memory whose clock is the caller's. Simulations and
// property tests run on it; it forgets everything when it is dropped.
//
// It starts no goroutine, and waits on channels only, so that it works in a
// testing/synctest bubble.
package mem

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"boardwire/internal/bus"
)

// Store is one account in memory. It is safe for concurrent use.
type Store struct {
	acct   *account
	once   sync.Once
	closed chan struct{}
}

// account is what all connections to one store share.
type account struct {
	mu      sync.Mutex
	now     func() time.Time
	streams map[string]*stream
	tables  map[string]*table
}

// New returns an empty store. now gives the time each message is stamped with;
// it is called with the store's lock held and must not call the store.
func New(now func() time.Time) *Store {
	return (&Store{acct: &account{
		now:     now,
		streams: map[string]*stream{},
		tables:  map[string]*table{},
	}}).Connect()
}

// Connect returns a second connection to the same data. A process that is
// killed and started again in a simulation closes its own and connects anew.
func (s *Store) Connect() *Store {
	return &Store{acct: s.acct, closed: make(chan struct{})}
}

// Close ends this connection: its readers and watches return bus.ErrClosed.
// The data stays for the other connections.
func (s *Store) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}

// usable says why the store cannot be used now.
func (s *Store) usable(ctx context.Context) error {
	select {
	case <-s.closed:
		return bus.ErrClosed
	default:
		return ctx.Err()
	}
}

// Create makes a stream, or verifies the one there. A greater MaxBytes raises
// the limit; a smaller one is taken as met.
func (s *Store) Create(ctx context.Context, spec bus.Spec) (bus.Log, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	if err := bus.CheckSpec(spec); err != nil {
		return nil, err
	}
	spec.Subjects = slices.Clone(spec.Subjects)
	a := s.acct
	a.mu.Lock()
	defer a.mu.Unlock()
	st := a.streams[spec.Name]
	if st == nil {
		for name, other := range a.streams {
			for _, x := range other.spec.Subjects {
				for _, y := range spec.Subjects {
					if bus.Overlap(x, y) {
						return nil, fmt.Errorf("create stream %s: its subject %s overlaps that of stream %s", spec.Name, y, name)
					}
				}
			}
		}
		st = newStream(spec)
		a.streams[spec.Name] = st
		return &log{store: s, st: st}, nil
	}
	var faults []string
	if !slices.Equal(st.spec.Subjects, spec.Subjects) {
		faults = append(faults, fmt.Sprintf("subjects are %v, want %v", st.spec.Subjects, spec.Subjects))
	}
	if st.spec.Role != spec.Role {
		faults = append(faults, fmt.Sprintf("role is %d, want %d", st.spec.Role, spec.Role))
	}
	if faults != nil {
		return nil, &bus.SpecError{Stream: spec.Name, Faults: faults}
	}
	if st.spec.MaxBytes != 0 && (spec.MaxBytes == 0 || spec.MaxBytes > st.spec.MaxBytes) {
		st.spec.MaxBytes = spec.MaxBytes
	}
	return &log{store: s, st: st}, nil
}

// Open returns a stream that exists, or bus.ErrNoStream.
func (s *Store) Open(ctx context.Context, name string) (bus.Log, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	s.acct.mu.Lock()
	defer s.acct.mu.Unlock()
	st := s.acct.streams[name]
	if st == nil {
		return nil, fmt.Errorf("open stream %s: %w", name, bus.ErrNoStream)
	}
	return &log{store: s, st: st}, nil
}

// Streams lists stream names, sorted.
func (s *Store) Streams(ctx context.Context) ([]string, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	s.acct.mu.Lock()
	defer s.acct.mu.Unlock()
	names := []string{}
	for name := range s.acct.streams {
		names = append(names, name)
	}
	slices.Sort(names)
	return names, nil
}

// Damage makes a message unreadable, as a flipped bit on a disk would. Tests
// use it to see that a hole is noticed.
func (s *Store) Damage(name string, seq uint64) error {
	s.acct.mu.Lock()
	defer s.acct.mu.Unlock()
	st := s.acct.streams[name]
	if st == nil {
		return fmt.Errorf("damage stream %s: %w", name, bus.ErrNoStream)
	}
	if seq < 1 || seq > uint64(len(st.msgs)) {
		return fmt.Errorf("damage stream %s: message %d: %w", name, seq, bus.ErrNoMessage)
	}
	st.msgs[seq-1].lost = true
	return nil
}

// Cut makes a stream forget what follows message last, as a store does that
// finds damage in its newest block. Tests use it to see that it is noticed.
func (s *Store) Cut(name string, last uint64) error {
	s.acct.mu.Lock()
	defer s.acct.mu.Unlock()
	st := s.acct.streams[name]
	if st == nil {
		return fmt.Errorf("cut stream %s: %w", name, bus.ErrNoStream)
	}
	st.msgs = st.msgs[:min(last, uint64(len(st.msgs)))]
	clear(st.last)
	for _, m := range st.msgs {
		st.last[m.Subject] = m.Seq
	}
	return nil
}
