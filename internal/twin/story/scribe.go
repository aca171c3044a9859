package story

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"boardwire/events"
	"boardwire/internal/bus"
)

// Scribe writes a story as a projector would: encoded and chained facts with
// the headers that tell of the record, in one generation of one sitting.
type Scribe struct {
	hall, sitting, gen string
	store              bus.Store
	log                bus.Log
	chain              events.Chain
	desk               events.Chain
	record             bus.Log
	at                 [2]int // sitting and generation
	// sittingFacts are those of the current sitting.
	sittingFacts []Told
	// Written are all facts in order, of all generations, each once.
	Written []Told
	have    map[events.ID]bool
}

// NewScribe begins the first generation of the first sitting of a hall.
func NewScribe(ctx context.Context, store bus.Store, hall string) (*Scribe, error) {
	s := &Scribe{hall: hall, store: store, have: map[events.ID]bool{}, desk: events.Chain{Source: "desk-" + hall}}
	return s, s.Turn(ctx, 1, 1)
}

// Turn goes on in another sitting or generation and moves the hall's pointer.
func (s *Scribe) Turn(ctx context.Context, sitting, gen int) error {
	if sitting != s.at[0] {
		s.sittingFacts = nil
	}
	s.at = [2]int{sitting, gen}
	s.sitting, s.gen = fmt.Sprintf("s%04d", sitting), "g"+strconv.Itoa(gen)
	s.chain = events.Chain{Source: "fold-" + s.hall}
	var err error
	s.record, err = s.store.Create(ctx, bus.Spec{
		Name:     fmt.Sprintf("IN-%s-%s", s.hall, s.sitting),
		Subjects: []string{fmt.Sprintf("bw.in.%s.%s.>", s.hall, s.sitting)},
		Role:     bus.Record,
	})
	if err != nil {
		return err
	}
	s.log, err = s.store.Create(ctx, bus.Spec{
		Name:     fmt.Sprintf("FACT-%s-%s-%s", s.hall, s.sitting, s.gen),
		Subjects: []string{fmt.Sprintf("bw.fact.%s.%s.%s.>", s.hall, s.sitting, s.gen)},
		Role:     bus.Facts,
	})
	if err != nil {
		return err
	}
	table, err := s.store.Table(ctx, "sittings", true)
	if err != nil {
		return err
	}
	at, err := json.Marshal(map[string]string{"sitting": s.sitting, "gen": s.gen})
	if err != nil {
		return err
	}
	_, err = table.Put(ctx, s.hall, at)
	return err
}

// Write appends facts to the current generation.
func (s *Scribe) Write(ctx context.Context, told ...Told) error {
	for _, t := range told {
		fact := t.Fact
		s.chain.Next(&fact)
		b, err := events.Encode(fact)
		if err != nil {
			return err
		}
		_, err = s.log.Append(ctx, bus.Guard{}, bus.Msg{
			Subject: events.FactSubject(s.hall, s.sitting, s.gen, fact),
			Header: map[string]string{
				"Bw-In-Seq":  strconv.FormatUint(t.InSeq, 10),
				"Bw-In-Time": t.InTime.UTC().Format(time.RFC3339Nano),
			},
			Data: b,
		})
		if err != nil {
			return err
		}
		s.chain.Stored(b)
		if !s.have[fact.ID] {
			s.have[fact.ID] = true
			s.Written = append(s.Written, t)
			s.sittingFacts = append(s.sittingFacts, t)
		}
	}
	return nil
}

// NextSitting opens the following sitting.
func (s *Scribe) NextSitting(ctx context.Context) error { return s.Turn(ctx, s.at[0]+1, 1) }

// NextGeneration writes the facts of the sitting once more, as a new generation.
func (s *Scribe) NextGeneration(ctx context.Context) error {
	facts := s.sittingFacts
	if err := s.Turn(ctx, s.at[0], s.at[1]+1); err != nil {
		return err
	}
	return s.Write(ctx, facts...)
}

// Rule records a ruling on an audience at a time and writes the fact that
// answers it.
func (s *Scribe) Rule(ctx context.Context, at time.Time, author, audience string, delay time.Duration, answer string) error {
	return s.Decree(ctx, at, events.TournamentScope("demo"), events.AudienceRuling{
		Ruled:    events.Ruled{Request: fmt.Sprint("r", s.desk.Seq), Author: author},
		Audience: audience, Kind: "public", DelayMS: delay.Milliseconds()}, answer)
}

// Decree records any ruling at a time and writes the fact that answers it.
func (s *Scribe) Decree(ctx context.Context, at time.Time, scope events.Scope, ruling events.Payload, answer string) error {
	e := events.Event{Scope: scope, Observed: at, Recorded: at, Data: ruling}
	s.desk.Next(&e)
	b, err := events.Encode(e)
	if err != nil {
		return err
	}
	seq, err := s.record.Append(ctx, bus.Guard{}, bus.Msg{Subject: events.Subject(s.hall, s.sitting, e), Data: b})
	if err != nil {
		return err
	}
	s.desk.Stored(b)
	fact := events.Derive(e, 0, e.Scope, events.Answered{Ruling: e.ID, Request: "r", Answer: answer})
	return s.Write(ctx, Told{Fact: fact, InTime: at, InSeq: seq})
}
