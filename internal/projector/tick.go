package projector

import (
	"context"
	"errors"
	"fmt"
	"time"

	"boardwire/events"
	"boardwire/internal/bus"
)

const (
	// tickEach is how far two ticks lie apart at least.
	tickEach = time.Second
	// tickFirst is how long after a start none is written: boards tell first what
	// happened while nobody listened.
	tickFirst = 5 * time.Second
)

// tick tells the record that time has passed, where the fold waits for that: it
// decides nothing by a clock of its own, so that a replay decides the same. The
// expected sequence keeps a second projector's tick out: one that was told
// already is not told again. Like a ruling it is written into the open sitting
// alone.
func (p *Projector) tick(ctx context.Context) error {
	wait, armed := p.untilTick()
	if !armed || wait > 0 {
		return nil
	}
	s := p.open
	chain := events.Chain{Source: "fold-" + p.cfg.Hall}
	if c, ok := s.fold.Hall().Source(chain.Source); ok {
		chain = c
	}
	filter := events.RecordFilter(p.cfg.Hall, s.id, chain.Source)
	m, ok, err := s.record.LastOn(ctx, filter)
	if err != nil {
		return fmt.Errorf("look for the last tick in sitting %s: %w", s.id, err)
	}
	if ok && m.Seq >= s.fold.Next() {
		return nil // it is not folded yet, and may be all that was waited for
	}
	now := p.cfg.Now().UTC().Truncate(time.Microsecond)
	e := events.Event{Scope: events.HallScope, Observed: now, Recorded: now, Data: events.Tick{At: now}}
	chain.Next(&e)
	b, err := events.Encode(e)
	if err != nil {
		return err
	}
	p.ticked = now
	_, err = s.record.Append(ctx, bus.Expect(filter, m.Seq), bus.Msg{Subject: events.Subject(p.cfg.Hall, s.id, e), Data: b})
	var taken *bus.WrongSequenceError
	if errors.As(err, &taken) {
		p.log.Warn("another projector told the time; there is to be one for a hall", "sitting", s.id)
		return nil
	}
	if err != nil {
		return fmt.Errorf("tick in sitting %s: %w", s.id, err)
	}
	return nil
}

// untilTick returns how long it is until a tick is to be written, and whether
// one is.
func (p *Projector) untilTick() (time.Duration, bool) {
	due, armed := p.open.fold.Hall().Deadline()
	if !armed || p.ready.IsZero() {
		return 0, false
	}
	for _, least := range [...]time.Time{p.ticked.Add(tickEach), p.ready.Add(tickFirst)} {
		if least.After(due) {
			due = least
		}
	}
	return due.Sub(p.cfg.Now()), true
}
