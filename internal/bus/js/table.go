package js

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/synadia-io/orbit.go/jetstreamext"

	"boardwire/internal/bus"
)

// Table opens a table, a key-value bucket of one value a key; without create,
// one that is absent is bus.ErrNoStream.
func (s *Store) Table(ctx context.Context, name string, create bool) (bus.Table, error) {
	if err := bus.CheckName(name); err != nil {
		return nil, err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	kv, err := s.js.KeyValue(ctx, name)
	if errors.Is(err, jetstream.ErrBucketNotFound) && create && s.writes() == nil {
		kv, err = s.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket:   name,
			History:  1,
			Storage:  jetstream.FileStorage,
			Replicas: s.replicas,
		})
	}
	if err != nil {
		return nil, fmt.Errorf("open table %s: %w", name, s.cause(err))
	}
	st, err := s.js.Stream(ctx, "KV_"+name)
	if err != nil {
		return nil, fmt.Errorf("open table %s: %w", name, s.cause(err))
	}
	var faults []string
	switch c := st.CachedInfo().Config; {
	case c.Storage != jetstream.FileStorage:
		faults = append(faults, "it is kept in memory, want file storage")
	case c.PersistMode != jetstream.DefaultPersistMode:
		faults = append(faults, "its persist mode is async, want the default")
	case c.MaxAge != 0:
		faults = append(faults, fmt.Sprintf("entries expire after %v, want never", c.MaxAge))
	case c.MaxMsgsPerSubject != 1:
		faults = append(faults, fmt.Sprintf("it keeps %d values a key, want 1: what is erased must be gone", c.MaxMsgsPerSubject))
	}
	if faults != nil {
		return nil, &bus.SpecError{Stream: "KV_" + name, Faults: faults}
	}
	return &table{store: s, name: name, kv: kv}, nil
}

type table struct {
	store *Store
	name  string
	kv    jetstream.KeyValue
}

func (t *table) fail(key string, err error) error {
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return fmt.Errorf("table %s: key %s: %w", t.name, key, bus.ErrNoEntry)
	}
	return fmt.Errorf("table %s: key %s: %w", t.name, key, t.store.cause(err))
}

func (t *table) check(key string) error {
	if err := bus.CheckKey(key); err != nil {
		return fmt.Errorf("table %s: %w", t.name, err)
	}
	return nil
}

func (t *table) checkWrite(key string) error {
	if err := t.store.writes(); err != nil {
		return fmt.Errorf("table %s: %w", t.name, err)
	}
	return t.check(key)
}

func (t *table) Get(ctx context.Context, key string) (bus.Entry, error) {
	if err := t.check(key); err != nil {
		return bus.Entry{}, err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	e, err := t.kv.Get(ctx, key)
	if err != nil {
		return bus.Entry{}, t.fail(key, err)
	}
	return bus.Entry{Key: key, Value: some(e.Value()), Revision: e.Revision()}, nil
}

// some returns a value that is not nil: nil stands for a deleted entry.
func some(v []byte) []byte {
	if v == nil {
		return []byte{}
	}
	return v
}

func (t *table) Put(ctx context.Context, key string, value []byte) (uint64, error) {
	if err := t.checkWrite(key); err != nil {
		return 0, err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	rev, err := t.kv.Put(ctx, key, value)
	if err != nil {
		return 0, t.fail(key, err)
	}
	return rev, nil
}

func (t *table) Swap(ctx context.Context, key string, value []byte, revision uint64) (uint64, error) {
	if err := t.checkWrite(key); err != nil {
		return 0, err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	var rev uint64
	var err error
	if revision == 0 {
		rev, err = t.kv.Create(ctx, key, value)
	} else if have, gerr := t.kv.Get(ctx, key); gerr != nil && !errors.Is(gerr, jetstream.ErrKeyNotFound) {
		return 0, t.fail(key, gerr)
	} else if gerr != nil || have.Revision() != revision {
		// A deletion has a revision too; it is not an entry.
		return 0, fmt.Errorf("table %s: key %s is not at revision %d: %w", t.name, key, revision, bus.ErrConflict)
	} else {
		rev, err = t.kv.Update(ctx, key, value, revision)
	}
	var api *jetstream.APIError
	if errors.Is(err, jetstream.ErrKeyExists) || errors.As(err, &api) && api.ErrorCode == codeWrongLast {
		return 0, fmt.Errorf("table %s: key %s is not at revision %d: %w", t.name, key, revision, bus.ErrConflict)
	}
	if err != nil {
		return 0, t.fail(key, err)
	}
	return rev, nil
}

func (t *table) Delete(ctx context.Context, key string) error {
	if err := t.checkWrite(key); err != nil {
		return err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	if _, err := t.kv.Get(ctx, key); errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil
	}
	if err := t.kv.Delete(ctx, key); err != nil {
		return t.fail(key, err)
	}
	return nil
}

func (t *table) All(ctx context.Context) ([]bus.Entry, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	rows, _, err := t.since(ctx, 1)
	if err != nil {
		return nil, err
	}
	all := []bus.Entry{}
	for _, e := range rows {
		if e.Value != nil {
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b bus.Entry) int { return cmp.Compare(a.Key, b.Key) })
	return all, nil
}

// since returns the entries written at revision from or later, oldest first,
// deletions with a nil value, and the revision to go on from.
func (t *table) since(ctx context.Context, from uint64) ([]bus.Entry, uint64, error) {
	at := map[string]int{}
	var rows []bus.Entry
	for {
		batch, err := jetstreamext.GetBatch(ctx, t.store.js, "KV_"+t.name, chunk, jetstreamext.GetBatchSeq(from))
		if err != nil {
			return nil, from, fmt.Errorf("table %s: %w", t.name, t.store.cause(err))
		}
		begun := from
		for raw, err := range batch {
			if errors.Is(err, jetstreamext.ErrNoMessages) {
				break
			}
			if err != nil {
				return nil, from, fmt.Errorf("table %s: %w", t.name, t.store.cause(err))
			}
			e := bus.Entry{Key: strings.TrimPrefix(raw.Subject, "$KV."+t.name+"."), Revision: raw.Sequence}
			if raw.Header.Get("KV-Operation") == "" {
				e.Value = some(raw.Data)
			}
			// A key written again while we read shows twice; the later counts.
			if i, ok := at[e.Key]; ok {
				rows[i].Key = ""
			}
			at[e.Key] = len(rows)
			rows = append(rows, e)
			from = raw.Sequence + 1
		}
		if from == begun {
			rows = slices.DeleteFunc(rows, func(e bus.Entry) bool { return e.Key == "" })
			return rows, from, nil
		}
	}
}

// pace is when a watch asks: soon after it heard that something is being
// written, for that is on its way to the disk then, and each second anyway.
var pace = []time.Duration{2 * time.Millisecond, 10 * time.Millisecond, 50 * time.Millisecond, time.Second}

// Watch makes no consumer: it hears that something is being written, and asks
// what. A consumer of the client's takes 20 seconds to notice that its server
// was started anew; this takes one.
func (t *table) Watch(ctx context.Context, see func(bus.Entry)) error {
	heard := make(chan *nats.Msg, 16)
	sub, err := t.store.nc.ChanSubscribe("$KV."+t.name+".>", heard)
	if err != nil {
		return fmt.Errorf("watch table %s: %w", t.name, t.store.cause(err))
	}
	defer sub.Unsubscribe()
	next, begun := uint64(1), false
	wait := time.NewTimer(0)
	defer wait.Stop()
	step := len(pace) - 1
	for {
		select {
		case <-heard:
			step = 0
			wait.Reset(pace[step])
			continue
		case <-wait.C:
		case <-t.store.closed:
			return bus.ErrClosed
		case <-ctx.Done():
			return ctx.Err()
		}
		ask, cancel := context.WithTimeout(ctx, soon)
		rows, after, err := t.since(ask, next)
		cancel()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, bus.ErrClosed) {
			return err
		}
		if err == nil {
			for _, e := range rows {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if e.Value != nil || begun {
					see(e)
				}
			}
			if after != next {
				step = len(pace) - 1
			}
			next, begun = after, true
		}
		wait.Reset(pace[step])
		step = min(step+1, len(pace)-1)
	}
}
