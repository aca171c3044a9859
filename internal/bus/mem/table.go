package mem

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"boardwire/internal/bus"
)

type table struct {
	name     string
	rows     map[string]bus.Entry // a deleted key stays, with a nil value
	revision uint64
	changed  chan struct{}
}

// Table opens a table; without create, one that is absent is bus.ErrNoStream.
func (s *Store) Table(ctx context.Context, name string, create bool) (bus.Table, error) {
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	if err := bus.CheckName(name); err != nil {
		return nil, err
	}
	s.acct.mu.Lock()
	defer s.acct.mu.Unlock()
	t := s.acct.tables[name]
	if t == nil {
		if !create {
			return nil, fmt.Errorf("open table %s: %w", name, bus.ErrNoStream)
		}
		t = &table{name: name, rows: map[string]bus.Entry{}, changed: make(chan struct{})}
		s.acct.tables[name] = t
	}
	return &view{store: s, t: t}, nil
}

// view is a connection's hold on a table.
type view struct {
	store *Store
	t     *table
}

func (v *view) Get(ctx context.Context, key string) (bus.Entry, error) {
	if err := v.check(ctx, key); err != nil {
		return bus.Entry{}, err
	}
	v.store.acct.mu.Lock()
	defer v.store.acct.mu.Unlock()
	e, ok := v.t.rows[key]
	if !ok || e.Value == nil {
		return bus.Entry{}, fmt.Errorf("table %s: key %s: %w", v.t.name, key, bus.ErrNoEntry)
	}
	return outEntry(e), nil
}

func (v *view) Put(ctx context.Context, key string, value []byte) (uint64, error) {
	if err := v.check(ctx, key); err != nil {
		return 0, err
	}
	v.store.acct.mu.Lock()
	defer v.store.acct.mu.Unlock()
	return v.t.write(key, value), nil
}

func (v *view) Swap(ctx context.Context, key string, value []byte, revision uint64) (uint64, error) {
	if err := v.check(ctx, key); err != nil {
		return 0, err
	}
	v.store.acct.mu.Lock()
	defer v.store.acct.mu.Unlock()
	e, ok := v.t.rows[key]
	if ok && e.Value == nil {
		e.Revision = 0
	}
	if e.Revision != revision {
		return 0, fmt.Errorf("table %s: key %s has revision %d, not %d: %w", v.t.name, key, e.Revision, revision, bus.ErrConflict)
	}
	return v.t.write(key, value), nil
}

func (v *view) Delete(ctx context.Context, key string) error {
	if err := v.check(ctx, key); err != nil {
		return err
	}
	v.store.acct.mu.Lock()
	defer v.store.acct.mu.Unlock()
	if e, ok := v.t.rows[key]; ok && e.Value != nil {
		v.t.set(key, nil)
	}
	return nil
}

func (v *view) All(ctx context.Context) ([]bus.Entry, error) {
	if err := v.store.usable(ctx); err != nil {
		return nil, err
	}
	v.store.acct.mu.Lock()
	defer v.store.acct.mu.Unlock()
	all := []bus.Entry{}
	for _, e := range v.t.rows {
		if e.Value != nil {
			all = append(all, outEntry(e))
		}
	}
	slices.SortFunc(all, func(a, b bus.Entry) int { return cmp.Compare(a.Key, b.Key) })
	return all, nil
}

func (v *view) Watch(ctx context.Context, see func(bus.Entry)) error {
	var seen uint64
	for first := true; ; first = false {
		if err := v.store.usable(ctx); err != nil {
			return err
		}
		news, upto, changed := v.since(seen, first)
		for _, e := range news {
			if err := v.store.usable(ctx); err != nil {
				return err
			}
			see(e)
		}
		seen = upto
		select {
		case <-changed:
		case <-v.store.closed:
			return bus.ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// since returns the entries written after a revision, oldest first, the
// table's revision, and the channel that is closed when there is more. What was
// deleted before a watch began is not news.
func (v *view) since(seen uint64, first bool) ([]bus.Entry, uint64, <-chan struct{}) {
	v.store.acct.mu.Lock()
	defer v.store.acct.mu.Unlock()
	var news []bus.Entry
	for _, e := range v.t.rows {
		if e.Revision > seen && (e.Value != nil || !first) {
			news = append(news, outEntry(e))
		}
	}
	slices.SortFunc(news, func(a, b bus.Entry) int { return cmp.Compare(a.Revision, b.Revision) })
	return news, v.t.revision, v.t.changed
}

func (v *view) check(ctx context.Context, key string) error {
	if err := v.store.usable(ctx); err != nil {
		return err
	}
	if err := bus.CheckKey(key); err != nil {
		return fmt.Errorf("table %s: %w", v.t.name, err)
	}
	return nil
}

// write stores a value; an empty one is not a deletion.
func (t *table) write(key string, value []byte) uint64 {
	return t.set(key, append([]byte{}, value...))
}

func (t *table) set(key string, value []byte) uint64 {
	t.revision++
	t.rows[key] = bus.Entry{Key: key, Value: value, Revision: t.revision}
	close(t.changed)
	t.changed = make(chan struct{})
	return t.revision
}

func outEntry(e bus.Entry) bus.Entry {
	if e.Value != nil {
		e.Value = append([]byte{}, e.Value...)
	}
	return e
}
