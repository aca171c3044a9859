package gate

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"boardwire/feeds"
	"boardwire/internal/bus"
)

// Run lets out what is due until ctx ends. It returns nil then, and an error
// when another gate writes the same streams or the facts are broken; other
// errors are logged, counted and tried again.
func Run(ctx context.Context, cfg Config, live, pub bus.Store) error {
	if cfg.Boot == "" {
		cfg.Boot = Boot()
	}
	p, err := New(cfg, live, pub)
	if err != nil {
		return err
	}
	r := &runner{Process: p, woken: make(chan struct{}, 1), renamed: map[string]bool{}}
	p.woken = r.wake
	ctx, stop := context.WithCancel(ctx)
	defer func() {
		stop()
		r.waiting.Wait()
		p.Close()
	}()
	r.watch(ctx, "sittings", func(e bus.Entry) {
		if e.Key == cfg.Hall {
			r.move()
		}
	})
	r.watch(ctx, "people", func(e bus.Entry) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.renamed[e.Key] = true // no wake: a correction waits for the grid
	})
	return r.run(ctx)
}

// runner is a Process with what wakes it.
type runner struct {
	*Process
	woken   chan struct{}
	waiting sync.WaitGroup

	mu      sync.Mutex
	moved   bool
	renamed map[string]bool
}

func (r *runner) run(ctx context.Context) error {
	for {
		r.told()
		now, err := Clock()
		if err != nil {
			return err
		}
		if err := r.Step(ctx, now); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			if r.stopped != nil {
				return err
			}
			r.m.failures.Inc()
			r.log.Error("the gate will try again", "error", err)
		}
		if r.cfg.Turned != nil {
			r.cfg.Turned()
		}
		for _, s := range r.follow.streams {
			r.await(ctx, s)
		}
		if !r.sleep(ctx, pause(now.Wall, r.Next())) {
			return nil
		}
	}
}

// pause is how long to sleep: to the next point of the grid, whatever waits, so
// that the gate's own work tells as little as can be; and less where something
// off the grid is due before.
func pause(now, next time.Time) time.Duration {
	d := now.Truncate(feeds.Grid).Add(feeds.Grid).Sub(now)
	if !next.IsZero() {
		d = min(d, max(next.Sub(now), time.Millisecond))
	}
	return d
}

func (r *runner) sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
	case <-r.woken:
	}
	return true
}

func (r *runner) wake() {
	select {
	case r.woken <- struct{}{}:
	default:
	}
}

func (r *runner) move() {
	r.mu.Lock()
	r.moved = true
	r.mu.Unlock()
	r.wake()
}

// told takes over what the watches saw.
func (r *runner) told() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.follow.moved = r.follow.moved || r.moved
	r.moved = false
	maps.Copy(r.names.changed, r.renamed)
	clear(r.renamed)
}

// await lets a goroutine wait for a stream's next message.
func (r *runner) await(ctx context.Context, s *stream) {
	if s.arrived != nil || s.reader == nil {
		return
	}
	reader, arrived := s.reader, make(chan arrival, 1)
	s.arrived = arrived
	r.waiting.Go(func() {
		m, err := reader.Next(ctx)
		arrived <- arrival{m, err}
		r.wake()
	})
}

// watch follows a table until ctx ends, once somebody has made it.
func (r *runner) watch(ctx context.Context, table string, see func(bus.Entry)) {
	r.waiting.Go(func() {
		for ctx.Err() == nil {
			t, err := r.live.Table(ctx, table, false)
			if err == nil {
				err = t.Watch(ctx, see)
			}
			if err != nil && ctx.Err() == nil && !errors.Is(err, bus.ErrClosed) && !errors.Is(err, bus.ErrNoStream) {
				r.log.Error("a table cannot be watched; trying again", "table", table, "error", err)
			}
			again := time.NewTimer(time.Second)
			select {
			case <-ctx.Done():
			case <-again.C:
			}
			again.Stop()
		}
	})
}
