package events

import (
	"fmt"
	"strconv"
)

// Chain is the end of what one source has written: the number and hash of its
// last event. The zero Chain with a Source is that of a source that wrote
// nothing yet.
//
// A writer calls Next, encodes, stores, and then Stored; until Stored is called
// Next gives the same number again, so that a failed write leaves no hole. A
// reader calls Check on the decoded event and then Stored on its bytes.
type Chain struct {
	Source string
	Seq    uint64
	Prev   Hash
}

// Next stamps e with the source, its next number and the hash of its previous
// event, and with the id "<source>.<seq>" and the payload's type where these
// are empty.
func (c *Chain) Next(e *Event) {
	e.Source, e.Seq, e.Prev = c.Source, c.Seq+1, c.Prev
	if e.ID == "" {
		e.ID = sourceID(e.Source, e.Seq)
	}
	if e.Type == "" && e.Data != nil {
		e.Type = e.Data.EventType()
	}
}

// Stored moves the chain on by one event, whose stored bytes are b.
func (c *Chain) Stored(b []byte) { c.Seq, c.Prev = c.Seq+1, HashOf(b) }

// Check says whether e is the source's next event. The error is a *ChainError.
func (c *Chain) Check(e Event) error {
	fault := func(what Breach) error {
		return &ChainError{Source: c.Source, Want: c.Seq + 1, Got: e.Seq, What: what, WantPrev: c.Prev, GotPrev: e.Prev, From: e.Source}
	}
	switch {
	case e.Source != c.Source:
		return fault(Foreign)
	case e.Seq <= c.Seq:
		return fault(Repeated)
	case e.Seq > c.Seq+1:
		return fault(Missing)
	case e.Prev != c.Prev:
		return fault(Changed)
	}
	return nil
}

// Breach is the way in which a chain is broken.
type Breach string

// The ways in which a chain is broken.
const (
	// Missing: events between the last one and this one are not there.
	Missing Breach = "missing"
	// Repeated: an event of this number was seen already.
	Repeated Breach = "repeated"
	// Changed: the event before is not the one that this one followed.
	Changed Breach = "changed"
	// Foreign: the event belongs to another source.
	Foreign Breach = "foreign"
)

// ChainError says that an event does not follow its source's previous one.
type ChainError struct {
	Source string
	// Want and Got are sequence numbers.
	Want, Got uint64
	What      Breach
	// WantPrev and GotPrev are the hashes of the event before, as stored and
	// as this event has it.
	WantPrev, GotPrev Hash
	// From is the source that the event names.
	From string
}

// Error says what is broken and where.
func (e *ChainError) Error() string {
	switch e.What {
	case Missing:
		return fmt.Sprintf("source %s: event %d is missing: after %d came %d; restore the record from its other copy", e.Source, e.Want, e.Want-1, e.Got)
	case Repeated:
		return fmt.Sprintf("source %s: event %d came again: %d was next", e.Source, e.Got, e.Want)
	case Changed:
		return fmt.Sprintf("source %s: event %d does not follow the stored event %d: its previous hash is %s, the stored one's is %s; one of them was changed", e.Source, e.Got, e.Want-1, short(e.GotPrev), short(e.WantPrev))
	}
	return fmt.Sprintf("source %s: event %d is of source %q", e.Source, e.Got, clip(e.From))
}

func short(h Hash) string {
	if h == "" {
		return "none"
	}
	return string(h[:min(len(h), 12)])
}

// sourceID is the id of a source's own event.
func sourceID(source string, seq uint64) ID {
	return ID(source + "." + strconv.FormatUint(seq, 10))
}
