// Package game folds the record of a hall into facts: who plays where, which
// moves were made and completed, how games ended, and what a human must look
// at. It is pure: the same record gives the same bytes, always.
package game

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"boardwire/events"
)

// Fact is a fact with its canonical bytes.
type Fact struct {
	Event events.Event
	Bytes []byte
}

// Fold turns stored record messages into stored facts. It numbers and chains
// the facts, so that FACT proves itself as the record does.
type Fold struct {
	hall  *Hall
	chain events.Chain
	last  events.Event
	next  uint64
}

// NewFold returns the fold of a record from its first message on.
func NewFold(hall string) *Fold {
	return &Fold{hall: NewHall(hall), chain: events.Chain{Source: "fold-" + hall}, next: 1}
}

// Hall returns the state folded so far, for reading only.
func (f *Fold) Hall() *Hall { return f.hall }

// Next returns the sequence of the record message that Take expects.
func (f *Fold) Next() uint64 { return f.next }

// Take folds the record message with sequence seq. A message that cannot be
// read becomes a finding and the fold goes on; an error means that the record
// itself is broken (a sequence is missing) and nothing was taken.
func (f *Fold) Take(seq uint64, stored []byte) ([]Fact, error) {
	if seq != f.next {
		return nil, fmt.Errorf("record: expected message %d, got %d: the record has a hole; restore it from the other copy", f.next, seq)
	}
	f.next++
	f.hall.message = seq
	var facts []events.Event
	e, err := events.Decode(stored)
	if err != nil {
		facts = f.quarantine(seq, err)
	} else {
		f.last = e
		facts = f.hall.Apply(e, events.HashOf(stored))
	}
	out := make([]Fact, 0, len(facts))
	for _, e := range facts {
		f.chain.Next(&e)
		b, err := events.Encode(e)
		if err != nil {
			return nil, fmt.Errorf("fact %s from record message %d: %w", e.Type, seq, err)
		}
		f.chain.Stored(b)
		out = append(out, Fact{Event: e, Bytes: b})
	}
	return out, nil
}

// message names a message of the record that has no name of its own.
func message(seq uint64) events.ID { return events.ID("in." + strconv.FormatUint(seq, 10)) }

// quarantine keeps a message that cannot be decoded visible: it stays in the
// record, and the desk is told.
func (f *Fold) quarantine(seq uint64, err error) []events.Event {
	cause := events.Event{
		ID:       message(seq),
		Observed: f.last.Observed,
		Recorded: f.last.Recorded,
	}
	if f.last.ID == "" { // the first message: nothing tells the time
		cause.Observed, cause.Recorded = time.Unix(0, 0), time.Unix(0, 0)
	}
	o := outOf(cause)
	o.say(events.HallScope, events.FindingRaised{
		Kind: events.FindingRecord,
		Text: fmt.Sprintf("message %d of the record cannot be read and was passed over: %s", seq, clip(err.Error())),
	})
	return o.facts
}

// out collects the facts that follow from one event. at is when what is folded
// happened.
type out struct {
	cause events.Event
	at    time.Time
	facts []events.Event
	// said counts what was said: facts are named by it.
	said int
}

func outOf(cause events.Event) *out { return &out{cause: cause, at: cause.Observed} }

// clip shortens a text that came from outside, so that no fact grows too long
// to be stored.
func clip(s string) string {
	const most = 300
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// say adds a fact and returns its id.
func (o *out) say(scope events.Scope, p events.Payload) events.ID {
	e := events.Derive(o.cause, o.said, scope, p)
	o.said++
	o.facts = append(o.facts, e)
	return e.ID
}
