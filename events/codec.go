package events

import (
	"errors"
	"fmt"
)

// MaxSize is the longest event in bytes.
const MaxSize = 64 << 10

// ErrTooLong says that an event is longer than MaxSize.
var ErrTooLong = errors.New("event is longer than 65536 bytes")

// Encode returns the canonical bytes of e: one JSON object with its fields in
// the order id, type, scope, source, seq, observed, recorded, cause, prev,
// data; no spaces; empty cause and prev left out; times in UTC cut to
// microseconds; in texts U+FFFD for what is not UTF-8. It refuses what Decode
// would refuse and says which field is wrong.
func Encode(e Event) ([]byte, error) {
	b, err := encode(e)
	if err != nil {
		return nil, fmt.Errorf("encode event %q: %w", clip(string(e.ID)), err)
	}
	return b, nil
}

func encode(e Event) ([]byte, error) {
	if err := e.check(); err != nil {
		return nil, err
	}
	b, ok := encodeFast(&e)
	if !ok {
		var err error
		if b, err = encodeSlow(&e); err != nil {
			return nil, err
		}
	}
	if len(b) > MaxSize {
		return nil, ErrTooLong
	}
	return b, nil
}

// Decode reads one event. It takes fields in any order and spacing, and passes
// over fields of data that it does not know; an unknown field of the envelope,
// a repeated or missing one, a time of another form, a seq of 0 and a source,
// scope or id that is none are errors that name the field. A type that this
// version does not know becomes Unknown with its bytes. Encode(Decode(b)) is b
// for every b that Encode returned. The event shares no memory with b.
func Decode(b []byte) (Event, error) {
	e, err := decode(b)
	if err != nil {
		return Event{}, fmt.Errorf("decode event: %w", err)
	}
	return e, nil
}

func decode(b []byte) (Event, error) {
	if len(b) > MaxSize {
		return Event{}, ErrTooLong
	}
	if e, ok := decodeFast(b); ok {
		return e, nil
	}
	return decodeSlow(b)
}
