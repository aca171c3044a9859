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
	// Written are all facts in order, of all generations, each once.
	Written []Told
	have    map[events.ID]bool
}

// NewScribe begins the first generation of the first sitting of a hall.
func NewScribe(ctx context.Context, store bus.Store, hall string) (*Scribe, error) {
	s := &Scribe{hall: hall, store: store, have: map[events.ID]bool{}}
	return s, s.Turn(ctx, 1, 1)
}

// Turn goes on in another sitting or generation and moves the hall's pointer.
func (s *Scribe) Turn(ctx context.Context, sitting, gen int) error {
	s.sitting, s.gen = fmt.Sprintf("s%04d", sitting), "g"+strconv.Itoa(gen)
	s.chain = events.Chain{Source: "fold-" + s.hall}
	var err error
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
		}
	}
	return nil
}
