package projector

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"boardwire/events"
	"boardwire/game"
	"boardwire/internal/bus"
	"boardwire/internal/failpoint"
)

// Headers of a FACT message: the record message that caused it.
const (
	HeaderInSeq  = "Bw-In-Seq"
	HeaderInTime = "Bw-In-Time"
)

// sitting folds one record into one generation of facts.
type sitting struct {
	p      *Projector
	id     string
	gen    string
	record bus.Log
	facts  bus.Log
	reader bus.Reader
	// held is a message that wait took and step has not folded.
	held *bus.Msg
	fold *game.Fold
	// stored is how many facts the stream held when the fold began; those are
	// compared, not written.
	stored  uint64
	checked bus.Reader
	written uint64
	// looked counts messages since room was looked for.
	looked int
}

// openSitting opens a record and the facts of one generation.
func (p *Projector) openSitting(ctx context.Context, id, gen string) (*sitting, error) {
	record, err := p.live.Open(ctx, "IN-"+p.cfg.Hall+"-"+id)
	if err != nil {
		return nil, fmt.Errorf("sitting %s: %w", id, err)
	}
	s := &sitting{p: p, id: id, record: record}
	if err := s.start(ctx, gen); err != nil {
		return nil, err
	}
	if err := s.mendCut(ctx); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// start begins the fold from zero into a generation.
func (s *sitting) start(ctx context.Context, gen string) error {
	s.close()
	facts, err := s.p.live.Create(ctx, factSpec(s.p.cfg.Hall, s.id, gen, s.p.cfg.MaxBytes))
	if err != nil {
		return fmt.Errorf("facts of sitting %s: %w", s.id, err)
	}
	s.gen, s.facts, s.held = gen, facts, nil
	s.fold = game.NewFold(s.p.cfg.Hall)
	s.p.m.tables.begin(s.id)
	s.written = 0
	if s.stored, err = facts.Last(ctx); err != nil {
		return err
	}
	if s.stored > 0 {
		if s.checked, err = facts.Read(ctx, 1); err != nil {
			return err
		}
	}
	s.reader, err = s.record.Read(ctx, 1)
	return err
}

func (s *sitting) close() {
	if s.reader != nil {
		s.reader.Close()
	}
	if s.checked != nil {
		s.checked.Close()
	}
	s.reader, s.checked = nil, nil
}

// step folds everything the record holds now.
func (s *sitting) step(ctx context.Context) (int, error) {
	n := 0
	for {
		m, ok, err := s.next(ctx)
		if err != nil || !ok {
			return n, err
		}
		if err := s.take(ctx, m); err != nil {
			var stale *differs
			if !errors.As(err, &stale) {
				return n, err
			}
			if err := s.regenerate(ctx, stale); err != nil {
				return n, err
			}
		}
		n++
		if s == s.p.open {
			s.p.applied.Store(s.fold.Next() - 1)
		}
	}
}

func (s *sitting) next(ctx context.Context) (bus.Msg, bool, error) {
	if s.held != nil {
		m := *s.held
		s.held = nil
		return m, true, nil
	}
	return s.reader.TryNext(ctx)
}

// wait returns when the record holds a further message, or after a while.
func (s *sitting) wait(ctx context.Context, while time.Duration) error {
	if s.held != nil {
		return nil
	}
	inner, cancel := context.WithTimeout(ctx, while)
	defer cancel()
	m, err := s.reader.Next(inner)
	if err != nil {
		if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			return nil
		}
		return err
	}
	s.held = &m
	return nil
}

// take folds one message and writes or compares its facts.
func (s *sitting) take(ctx context.Context, m bus.Msg) error {
	began := s.p.cfg.Now()
	facts, err := s.fold.Take(m.Seq, m.Data)
	if err != nil {
		return fmt.Errorf("sitting %s: %w", s.id, err)
	}
	s.p.m.folded(m, s.p.cfg.Now().Sub(began))
	if s == s.p.open {
		s.p.secrets.Store(s.fold.Hall().Secrets())
	}
	header := map[string]string{
		HeaderInSeq:  strconv.FormatUint(m.Seq, 10),
		HeaderInTime: m.Time.UTC().Format(time.RFC3339Nano),
	}
	for i, f := range facts {
		if i > 0 {
			failpoint.Hit(failpoint.BetweenFacts)
		}
		if s.written < s.stored {
			if err := s.compare(ctx, f); err != nil {
				return err
			}
		} else if _, err := s.facts.Append(ctx, bus.Expect("", s.written), bus.Msg{
			Subject: events.FactSubject(s.p.cfg.Hall, s.id, s.gen, f.Event), Header: header, Data: f.Bytes,
		}); err != nil {
			return fmt.Errorf("fact %d of sitting %s: %w", s.written+1, s.id, err)
		}
		s.written++
		s.p.fact(s, f.Event)
		s.p.m.tables.stages(s.id, s.fold.Hall(), f.Event)
	}
	return nil
}

// differs says that the stored facts are not what this version folds.
type differs struct {
	seq       uint64
	want, got []byte
}

func (d *differs) Error() string {
	return fmt.Sprintf("fact %d differs from the one stored:\nstored %s\nfolded %s", d.seq, d.got, d.want)
}

// compare checks a folded fact against the one that is stored.
func (s *sitting) compare(ctx context.Context, f game.Fact) error {
	m, ok, err := s.checked.TryNext(ctx)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("facts of sitting %s: message %d of %d cannot be read", s.id, s.written+1, s.stored)
	}
	if !bytes.Equal(m.Data, f.Bytes) {
		return &differs{seq: m.Seq, want: f.Bytes, got: m.Data}
	}
	return nil
}

// regenerate folds the record again into a new generation, beside the old one,
// and moves the pointer when it is complete.
func (s *sitting) regenerate(ctx context.Context, why *differs) error {
	n, err := strconv.Atoi(s.gen[1:])
	if err != nil {
		return fmt.Errorf("generation %q: %w", s.gen, err)
	}
	gen := "g" + strconv.Itoa(n+1)
	s.p.log.Warn("facts differ, folding a new generation", "sitting", s.id, "fact", why.seq, "from", s.gen, "to", gen)
	last, err := s.record.Last(ctx)
	if err != nil {
		return err
	}
	if err := s.start(ctx, gen); err != nil {
		return err
	}
	for s.fold.Next() <= last {
		m, err := s.reader.Next(ctx)
		if err != nil {
			return err
		}
		if err := s.take(ctx, m); err != nil {
			return err
		}
	}
	if s.p.open != s && s.p.open != nil {
		return nil // a closing sitting is not what the pointer names
	}
	return s.p.point(ctx, Pointer{Sitting: s.id, Gen: gen})
}
