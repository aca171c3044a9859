package ingest

import (
	"context"
	"sync"
	"time"
)

// measureEach is how often the record is looked at.
const measureEach = 10 * time.Second

// acked is the last event that was published by itself: when, and under which
// number the record has it.
type acked struct {
	mu            sync.Mutex
	seq           uint64
	stream        string
	before, after time.Time
}

func (a *acked) set(stream string, seq uint64, before, after time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.stream, a.seq, a.before, a.after = stream, seq, before, after
}

// measure looks at the record now and then, for the operator alone: nothing
// here decides anything.
func (f *forwarder) measure(ctx context.Context) {
	each := time.NewTicker(measureEach)
	defer each.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-each.C:
		}
		call, cancel := bounded(ctx)
		if err := f.look(call); err != nil && ctx.Err() == nil {
			f.deps.Log.Debug("the record cannot be measured", "err", err)
		}
		cancel()
	}
}

// look asks the record what time it was there when it took the last event. The
// difference of the clocks is known as well as the publish was quick.
func (f *forwarder) look(ctx context.Context) error {
	a := &f.acked
	a.mu.Lock()
	stream, seq, before, after := a.stream, a.seq, a.before, a.after
	a.mu.Unlock()
	if stream == "" {
		return nil
	}
	log, err := f.store.Open(ctx, stream)
	if err != nil {
		return err
	}
	m, err := log.Get(ctx, seq)
	if err != nil {
		return err
	}
	f.m.skew.Set(skew(m.Time, before, after).Seconds())
	return nil
}

// skew is by how much another clock was ahead when it read there, between two
// readings of ours; what the time between the two explains is none.
func skew(there, before, after time.Time) time.Duration {
	switch there, before, after := there.Round(0), before.Round(0), after.Round(0); {
	case there.Before(before):
		return there.Sub(before)
	case there.After(after):
		return there.Sub(after)
	}
	return 0
}
