package gate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
)

// headerInTime of a FACT message is the record's time of its cause.
const headerInTime = "Bw-In-Time"

// headerInSeq is the record's sequence of the cause.
const headerInSeq = "Bw-In-Seq"

// BrokenError says that the facts cannot be trusted. The gate stops: what it
// holds stays inside.
type BrokenError struct {
	Stream string
	Seq    uint64
	Err    error
}

func (e *BrokenError) Error() string {
	return fmt.Sprintf("gate: %s, message %d: %v; nothing more is released; have the projector write a new generation of the facts", e.Stream, e.Seq, e.Err)
}

// Unwrap returns what is wrong with the message.
func (e *BrokenError) Unwrap() error { return e.Err }

// read takes in every fact there is.
func (p *Process) read(ctx context.Context, now feeds.Now) error {
	what, err := p.follow.look(ctx, now.Mono)
	if err != nil {
		return err
	}
	if p.follow.at.Sitting == "" {
		return nil
	}
	if p.unanswered() && now.Mono-p.reread >= rereadEvery {
		what, p.reread = all, now.Mono
	}
	if what != same || p.gate == nil {
		if err := p.reopen(ctx, what); err != nil {
			p.follow.at, p.follow.moved = pointer{}, true // begin once more
			return err
		}
	}
	for _, s := range p.follow.streams {
		if err := p.drain(ctx, s, now); err != nil {
			return err
		}
	}
	if !p.ready {
		if err := p.compare(); err != nil {
			return err
		}
		p.ready, p.before = true, nil
	}
	return nil
}

// rereadEvery is the least time between two readings of everything because
// appends are not answered.
const rereadEvery = 5 * time.Second

// unanswered says whether an audience's append was not answered.
func (p *Process) unanswered() bool {
	return slices.ContainsFunc(p.outlets, func(o *outlet) bool { return o.sent != nil })
}

// reopen follows a moved pointer, or reads everything again.
func (p *Process) reopen(ctx context.Context, what change) error {
	for _, o := range p.outlets {
		if err := o.open(ctx, p.pub, p.names); err != nil {
			return err
		}
	}
	streams, err := p.follow.find(ctx, p.state.Done)
	if err != nil {
		return err
	}
	if what == sitting && p.gate != nil && p.follow.extend(streams) {
		return nil
	}
	for _, o := range p.outlets {
		if err := o.startOver(ctx, p); err != nil {
			return err
		}
	}
	p.follow.close()
	p.follow.streams = streams
	p.before, p.gate, p.ready = p.gate, feeds.NewGate(p.cfg.Audiences...), false
	clear(p.asked)
	for _, a := range p.cfg.Audiences {
		if policy, ok := p.state.policy(a.Name); ok {
			p.gate.Restore(a.Name, policy)
			if policy.Delay > a.Delay {
				p.log.Warn("the audience keeps the longer delay that was in force; shortening it takes two people's rulings",
					"audience", a.Name, "kept", policy.Delay, "configured", a.Delay)
			}
		}
	}
	return nil
}

// drain takes in what one stream holds.
func (p *Process) drain(ctx context.Context, s *stream, now feeds.Now) error {
	for {
		m, ok, err := s.try(ctx)
		var gap *bus.GapError
		if errors.As(err, &gap) {
			return &BrokenError{Stream: s.name(), Seq: gap.Got, Err: err}
		}
		if err != nil || !ok {
			return err
		}
		if err := p.hold(ctx, s, m, now); err != nil {
			s.close() // this message comes again
			return err
		}
		s.read = m.Seq
		p.state.note(s.name(), m.Seq, now.Mono)
	}
}

func (p *Process) hold(ctx context.Context, s *stream, m bus.Msg, now feeds.Now) error {
	if m.Seq != s.read+1 {
		return &BrokenError{Stream: s.name(), Seq: m.Seq, Err: &bus.GapError{Stream: s.name(), After: s.read, Got: m.Seq}}
	}
	fact, err := events.Decode(m.Data)
	if err != nil {
		return &BrokenError{Stream: s.name(), Seq: m.Seq, Err: err}
	}
	if err := s.chain.Check(fact); err != nil {
		return &BrokenError{Stream: s.name(), Seq: m.Seq, Err: err}
	}
	inTime := p.inTime(s, m)
	if err := p.consider(ctx, s, m, fact, inTime); err != nil {
		return err
	}
	p.gate.Hold(feeds.Held{Fact: fact, InTime: inTime, Seen: p.seen(s, m.Seq, fact.ID, now)}, p.known(fact.ID))
	s.chain.Stored(m.Data)
	if inTime.After(s.newest) {
		s.newest = inTime
	}
	return nil
}

// inTime returns the record's time of a fact's cause. Where the header does not
// tell, it is the time of the fact itself, which is later.
func (p *Process) inTime(s *stream, m bus.Msg) time.Time {
	at, err := time.Parse(time.RFC3339Nano, m.Header[headerInTime])
	if err != nil {
		p.log.Warn("a fact does not tell when the record took its cause; its own time counts", "stream", s.name(), "seq", m.Seq)
		return m.Time
	}
	return at.UTC()
}

// seen returns when a fact was first seen, as far as it can be proved.
func (p *Process) seen(s *stream, seq uint64, id events.ID, now feeds.Now) time.Duration {
	if p.before != nil {
		if at, ok := p.before.Seen(id); ok {
			return at
		}
	}
	if at, ok := p.state.seen(s.name(), seq); ok && at <= now.Mono {
		return at
	}
	return now.Mono
}

// known says what the audiences' streams hold of a fact.
func (p *Process) known(id events.ID) func(audience string) feeds.Known {
	return func(audience string) feeds.Known {
		for _, o := range p.outlets {
			if o.audience.Name == audience {
				return o.known(id)
			}
		}
		return feeds.Known{}
	}
}

// compare looks for messages that no fact explains, once the facts are read.
func (p *Process) compare() error {
	for _, o := range p.outlets {
		foreign := o.unmatched()
		if foreign == 0 {
			continue
		}
		// Every message comes from a fact, and a fact makes at most two.
		if foreign == len(o.macs) && len(p.state.Done) == 0 && o.asked > 0 && 2*o.asked >= len(o.macs) {
			return &BrokenError{Stream: o.stream(), Seq: o.last, Err: fmt.Errorf(
				"it holds %d messages and this gate's key made none of them; put back the key that did, or name another audience", foreign)}
		}
		if len(p.state.Done) == 0 {
			p.log.Error("messages are public that the facts no longer hold; compare the generations",
				"stream", o.stream(), "messages", foreign)
		}
	}
	return nil
}
