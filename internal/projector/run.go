package projector

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"boardwire/internal/bus"
)

const (
	// pauses before a projection is built anew
	pauseMin = 50 * time.Millisecond
	pauseMax = 5 * time.Second
	// tries bounds how often that may fail in a row.
	tries = 20
)

// Run folds until ctx ends. It calls turned, where set, on each turn of its
// loop, at least each half minute.
//
// After an error of the store nobody can say what of a fold's facts is stored:
// the projection is built anew from what the logs hold, as after a kill. Run
// returns an error that this does not mend.
func (p *Projector) Run(ctx context.Context, turned func()) error {
	watching, stop := context.WithCancel(ctx)
	var watch sync.WaitGroup
	defer watch.Wait()
	defer stop()
	watch.Go(func() { p.watch(watching) })
	failed, pause := 0, pauseMin
	for {
		if turned != nil {
			turned()
		}
		err := p.once(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err == nil {
			failed, pause = 0, pauseMin
			continue
		}
		if failed++; hopeless(err) || failed == tries {
			return fmt.Errorf("projector: %w", err)
		}
		p.log.Warn("the projection is built anew", "err", err)
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		pause = min(2*pause, pauseMax)
	}
}

// once folds what there is, and waits for more.
func (p *Projector) once(ctx context.Context) error {
	if p.broken {
		if err := p.rebuild(ctx); err != nil {
			return err
		}
	}
	if _, err := p.Step(ctx); err != nil {
		p.broken = true
		return err
	}
	while := 30 * time.Second
	if len(p.closing) > 0 {
		while = 200 * time.Millisecond
	}
	if tick, armed := p.untilTick(); armed {
		while = min(while, max(tick, time.Millisecond))
	}
	if err := p.open.wait(ctx, while); err != nil {
		p.broken = true
		return err
	}
	return nil
}

// hopeless tells errors that folding again cannot mend.
func hopeless(err error) bool {
	var gap *bus.GapError
	var spec *bus.SpecError
	return errors.As(err, &gap) || errors.As(err, &spec) || errors.Is(err, bus.ErrClosed)
}

// rebuild opens all sittings again, to be folded from their first messages.
func (p *Projector) rebuild(ctx context.Context) error {
	at, err := p.pointer(ctx)
	if err != nil {
		return err
	}
	closing, err := p.openClosing(ctx, at.Sitting)
	if err != nil {
		return err
	}
	open, err := p.openSitting(ctx, at.Sitting, at.Gen)
	if err != nil {
		for _, s := range closing {
			s.close()
		}
		return err
	}
	p.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closing, p.open, p.broken = closing, open, false
	p.applied.Store(0)
	return nil
}
