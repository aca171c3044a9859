package projector

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strconv"

	"boardwire/events"
	"boardwire/internal/bus"
)

// mendCut writes a cut into a record that lost its end: a store that finds
// damage in its newest block may drop all that follows, and count on from
// there. The facts tell: they name the messages they were derived from. The fold
// of the cut differs from those facts, so a new generation begins, and the old
// one keeps what is known of the lost messages.
func (s *sitting) mendCut(ctx context.Context) error {
	if s.stored == 0 {
		return nil
	}
	lost, held, err := s.basis(ctx, s.stored)
	if err != nil || held {
		return err
	}
	left, err := s.left(ctx)
	if err != nil {
		return err
	}
	chain := events.Chain{Source: "fold-" + s.p.cfg.Hall}
	filter := events.RecordFilter(s.p.cfg.Hall, s.id, chain.Source)
	m, ok, err := s.record.LastOn(ctx, filter)
	if err != nil {
		return fmt.Errorf("look for a cut in sitting %s: %w", s.id, err)
	}
	if ok {
		e, err := events.Decode(m.Data)
		if err != nil {
			return fmt.Errorf("message %d of sitting %s: %w", m.Seq, s.id, err)
		}
		if c, ok := e.Data.(events.RecordCut); ok && c.Facts == s.facts.Name() {
			return nil // a start before this one wrote it
		}
		chain.Seq, chain.Prev = e.Seq, events.HashOf(m.Data)
	}
	gap := &bus.GapError{Stream: s.record.Name(), After: left, Got: lost + 1}
	if left == 0 {
		return gap // nothing is left that says which sitting this is
	}
	now := s.p.cfg.Now().UTC()
	e := events.Event{Scope: events.HallScope, Observed: now, Recorded: now, Data: events.RecordCut{Left: left, Lost: lost, Facts: s.facts.Name()}}
	chain.Next(&e)
	b, err := events.Encode(e)
	if err != nil {
		return err
	}
	_, err = s.record.Append(ctx, bus.Expect(filter, m.Seq), bus.Msg{Subject: events.Subject(s.p.cfg.Hall, s.id, e), Data: b})
	if errors.Is(err, bus.ErrSealed) {
		return gap
	}
	if err != nil {
		return fmt.Errorf("cut in sitting %s: %w", s.id, err)
	}
	s.p.log.Error("the store lost the end of the record; the hall goes on with what is left: look at every board, and state again what was ruled meanwhile",
		"sitting", s.id, "left", left, "lost", lost, "facts", s.facts.Name())
	return nil
}

// basis returns the record message that a stored fact was derived from, and
// whether the record still holds it.
func (s *sitting) basis(ctx context.Context, fact uint64) (seq uint64, held bool, err error) {
	m, err := s.facts.Get(ctx, fact)
	if err != nil {
		return 0, false, fmt.Errorf("fact %d of sitting %s: %w", fact, s.id, err)
	}
	if seq, err = strconv.ParseUint(m.Header[HeaderInSeq], 10, 64); err != nil {
		return 0, true, nil // this projector did not write it; the fold compares it
	}
	last, err := s.record.Last(ctx)
	if err != nil || seq > last {
		return seq, false, err
	}
	f, err := events.Decode(m.Data)
	if err != nil {
		return seq, true, nil // another version's; the fold compares it
	}
	from, err := s.record.Get(ctx, seq)
	if errors.Is(err, bus.ErrNoMessage) {
		return seq, true, nil // a hole, of which the reader tells
	}
	if err != nil {
		return seq, false, err
	}
	e, err := events.Decode(from.Data)
	if err != nil {
		return seq, true, nil // its facts are named by its number, which stays
	}
	// So are those of an event that is not named by source and number.
	return seq, f.Cause == e.ID || f.Cause == events.ID("in."+strconv.FormatUint(seq, 10)), nil
}

// left returns the last record message of which a fact tells and that the
// record still holds, or where the record ends. 0: none.
func (s *sitting) left(ctx context.Context) (uint64, error) {
	var failed error
	first := sort.Search(int(s.stored), func(i int) bool {
		_, held, err := s.basis(ctx, uint64(i)+1)
		failed = errors.Join(failed, err)
		return !held
	})
	if failed != nil {
		return 0, failed
	}
	lost, _, err := s.basis(ctx, uint64(first)+1)
	if err != nil {
		return 0, err
	}
	last, err := s.record.Last(ctx)
	if err != nil || last < lost {
		return last, err
	}
	if first == 0 {
		return 0, nil
	}
	seq, _, err := s.basis(ctx, uint64(first))
	return seq, err
}
