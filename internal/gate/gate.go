// Package gate is the one process that writes what an audience may read. It
// reads a hall's facts, holds each for as long as the audience's delay
// promises, and publishes it to the audience's own stream in another account,
// which is all that a page server can reach.
//
// It may be killed anywhere. What is out is found in the audience's stream by
// its mac; when a fact was first seen is kept in a small file, and where that
// proves nothing the delay counts anew: a gate that was disturbed is late, never
// early.
package gate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
)

// Config says what a gate serves.
type Config struct {
	// Hall is a token, as in subjects.
	Hall string
	// Audiences are those served; each has a stream PUB-<name>.
	Audiences []feeds.Audience
	// Key makes the macs by which a gate knows its own messages again. At
	// least 16 bytes; LoadKey reads it.
	Key []byte
	// Boot names the running of the machine that Now.Mono counts from.
	Boot string
	// State keeps when facts were first seen; nil keeps nothing, and every
	// start counts every delay anew.
	State State
	// Log and Registry are for the operator and may be nil. None of it is ever
	// public.
	Log      *slog.Logger
	Registry prometheus.Registerer
	// Turned, where set, is called on each turn of Run's loop.
	Turned func()
}

// Process is the gate of one hall. One goroutine calls its methods.
type Process struct {
	cfg  Config
	live bus.Store
	pub  bus.Store
	log  *slog.Logger
	m    *metrics

	gate     *feeds.Gate
	before   *feeds.Gate // that of the generation before, for when facts were seen
	outlets  []*outlet
	names    *names
	follow   *hall
	asked    map[string]request // delays that were asked for, by audience
	state    kept
	saved    time.Duration
	reread   time.Duration
	restored bool
	// ready: everything the facts held when they were opened has been read, so
	// that what takes something back is known before that goes out.
	ready   bool
	stopped error
	next    time.Time
	// woken, where set, is called when something that was done on the side is
	// finished; without it everything is done within Step.
	woken  func()
	saving chan error
	// prepared: the audiences' streams and the table of names are there.
	prepared bool
}

// New returns a gate that has read nothing yet.
func New(cfg Config, live, pub bus.Store) (*Process, error) {
	if err := check(cfg); err != nil {
		return nil, err
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	p := &Process{cfg: cfg, live: live, pub: pub, log: cfg.Log, m: newMetrics(cfg.Registry), asked: map[string]request{}}
	p.names = newNames(live, pub)
	p.follow = newHall(cfg.Hall, live)
	for _, a := range cfg.Audiences {
		p.outlets = append(p.outlets, newOutlet(a, cfg.Key))
	}
	// Who waits least comes first.
	slices.SortStableFunc(p.outlets, func(a, b *outlet) int { return cmp.Compare(a.audience.Delay, b.audience.Delay) })
	return p, nil
}

func check(cfg Config) error {
	if err := events.CheckToken(cfg.Hall); err != nil {
		return fmt.Errorf("gate: hall %w", err)
	}
	if len(cfg.Key) < 16 {
		return fmt.Errorf("gate: the key has %d bytes: give at least 16", len(cfg.Key))
	}
	seen := map[string]bool{}
	for _, a := range cfg.Audiences {
		if err := events.CheckToken(a.Name); err != nil {
			return fmt.Errorf("gate: audience %w", err)
		}
		switch {
		case seen[a.Name]:
			return fmt.Errorf("gate: audience %s is named twice", a.Name)
		case a.Kind.String() == "":
			return fmt.Errorf("gate: audience %s has no kind: name public, commentary, hall or arbiter", a.Name)
		case a.Delay < 0:
			return fmt.Errorf("gate: audience %s: delay %s is negative", a.Name, a.Delay)
		}
		seen[a.Name] = true
	}
	return nil
}

// Step reads the facts there are, and publishes what is due at now. It does not
// wait. Errors of a store are for the caller to try again; after a
// *FencedError or *BrokenError every Step returns the same.
func (p *Process) Step(ctx context.Context, now feeds.Now) error {
	if p.stopped != nil {
		return p.stopped
	}
	err := p.step(ctx, now)
	if final(err) {
		p.stopped = err
	}
	return err
}

func (p *Process) step(ctx context.Context, now feeds.Now) error {
	if err := p.restore(now); err != nil {
		return err
	}
	if err := p.prepare(ctx); err != nil {
		return err
	}
	err := p.read(ctx, now)
	if !p.ready || final(err) {
		return err
	}
	// What is held goes out in its time even while the facts cannot be read.
	p.next = time.Time{}
	for _, o := range p.outlets {
		next, outErr := o.step(ctx, p, now)
		err = errors.Join(err, outErr)
		if !next.IsZero() && (p.next.IsZero() || next.Before(p.next)) {
			p.next = next
		}
		p.m.held(p.gate, o)
	}
	err = errors.Join(err, p.names.correct(ctx, now), p.names.delays(ctx, p.gate, p.cfg.Audiences))
	return errors.Join(err, p.keep(now))
}

// prepare makes what readers wait for, before there is anything to read: their
// pages must stand long before the first delay has passed.
func (p *Process) prepare(ctx context.Context) error {
	if p.prepared {
		return nil
	}
	if err := p.names.make(ctx); err != nil {
		return err
	}
	for _, o := range p.outlets {
		if err := o.make(ctx, p.pub); err != nil {
			return err
		}
	}
	p.prepared = true
	return nil
}

// final says whether trying again is of no use.
func final(err error) bool {
	var fenced *FencedError
	var broken *BrokenError
	return errors.As(err, &fenced) || errors.As(err, &broken)
}

// Next returns when something will be due, as far as can be told; zero when
// nothing waits.
func (p *Process) Next() time.Time { return p.next }

// SetDelay changes an audience's delay as feeds.Gate.SetDelay does, and keeps it.
func (p *Process) SetDelay(audience string, delay time.Duration, approvals []string, from time.Time) error {
	if p.gate == nil {
		return fmt.Errorf("gate: the facts of hall %s are not read yet: try again", p.cfg.Hall)
	}
	if err := p.gate.SetDelay(audience, delay, approvals, from); err != nil {
		return err
	}
	p.state.setPolicies(p.gate, p.cfg.Audiences)
	return nil
}

// Renamed says that an entry of the table of people was written. A name that is
// out is corrected at the next point of the grid; one that is not stays inside.
// Run finds out by itself.
func (p *Process) Renamed(id string) { p.names.changed[id] = true }

// Close ends the readers.
func (p *Process) Close() {
	for _, o := range p.outlets {
		_, _ = o.answered(p, true) // what it was is found out at the next start
	}
	if p.saving != nil {
		<-p.saving
		p.saving = nil
	}
	p.follow.close()
}
