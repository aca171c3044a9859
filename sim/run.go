package sim

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

// Run plays the round until the context ends or, with ExitWhenOver, the last
// game is over. A context that ends is a clean stop and no error: where each
// game stands is in the state file then, men in the air and seconds counted.
//
// It needs no reader: whoever opens the ports may come and go, and finds the
// boards as they lie.
func Run(ctx context.Context, c Config) (err error) {
	if err := c.check(); err != nil {
		return err
	}
	if c.Dir != "" {
		if err := os.MkdirAll(c.Dir, 0o755); err != nil {
			return fmt.Errorf("sim: %w", err)
		}
	}
	k, err := newKeeper(&c)
	if err != nil {
		return err
	}
	defer func() {
		if err == nil {
			err = k.err
		}
	}()
	tables := make([]*table, c.Tables)
	for i := range tables {
		if tables[i], err = newTable(&c, i+1, k.s.Tables[i], k.save); err != nil {
			return fmt.Errorf("sim: %w", err)
		}
	}
	defer func() {
		for _, t := range tables {
			t.board.Unplug()
		}
	}()
	for _, t := range tables {
		if err := t.open(); err != nil {
			return fmt.Errorf("sim: %w", err)
		}
		k.save(t.at, false)
	}
	c.Log.Info("boards connected", "boards", len(tables), "speed", c.Speed.String(), "links", c.Dir)
	if !c.NoWait {
		if err := c.allRead(ctx, tables); err != nil {
			return stopped(err)
		}
	}
	if err := playAll(ctx, tables); err != nil {
		return stopped(err)
	}
	c.Log.Info("round over")
	if c.Over != nil {
		c.Over()
	}
	if c.ExitWhenOver {
		for _, t := range tables {
			t.lastWord(ctx)
		}
		return nil
	}
	<-ctx.Done()
	return nil
}

// lastWordMax is how long a reader may take for what a board said last.
const lastWordMax = 5 * time.Second

// stopped takes a context that ended for what it is.
func stopped(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// remind is how often it is told which boards nobody reads.
const remind = 10 * time.Second

// allRead waits until every board is read, as a round begins when all boards
// are seen on the operator's screen.
func (c *Config) allRead(ctx context.Context, tables []*table) error {
	for _, t := range tables {
		for !t.board.Read() {
			soon, cancel := context.WithTimeout(ctx, remind)
			err := t.board.WaitRead(soon)
			cancel()
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				c.Log.Info("waiting for somebody to read the board", "device", t.device)
			}
		}
	}
	return nil
}

// playAll plays all games at the same time. The first error ends them all.
func playAll(ctx context.Context, tables []*table) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var all sync.WaitGroup
	for _, t := range tables {
		all.Go(func() {
			if err := t.play(ctx); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}
