package main

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"boardwire/events"
	"boardwire/game"
)

// speed is how long our way and the other take for one event, at best.
type speed struct {
	what       string
	own, other time.Duration // other is 0 where there is none
}

func (s speed) ratio() float64 { return float64(s.other) / float64(max(s.own, 1)) }

// sample is how many events are measured at once.
const sample = 20_000

// envelope is an event for encoding/json, as one would write it without a codec
// of one's own.
type envelope struct {
	ID       events.ID       `json:"id"`
	Type     events.Type     `json:"type"`
	Scope    events.Scope    `json:"scope"`
	Source   string          `json:"source"`
	Seq      uint64          `json:"seq"`
	Observed time.Time       `json:"observed"`
	Recorded time.Time       `json:"recorded"`
	Cause    events.ID       `json:"cause,omitempty"`
	Prev     events.Hash     `json:"prev,omitempty"`
	Data     json.RawMessage `json:"data"`
}

// codecSpeed compares the codec with encoding/json on the same events in turn.
func codecSpeed(ctx context.Context, stored [][]byte, rounds int) ([]speed, error) {
	stored = stored[max(0, len(stored)-sample):]
	evs := make([]events.Event, len(stored))
	types := make([]reflect.Type, len(stored))
	for i, b := range stored {
		var err error
		if evs[i], err = events.Decode(b); err != nil {
			return nil, err
		}
		types[i] = reflect.TypeOf(evs[i].Data)
		data, err := decodeByJSON(b, types[i])
		if err != nil {
			return nil, err
		}
		if !reflect.DeepEqual(data, evs[i].Data) {
			return nil, fmt.Errorf("encoding/json reads %s as %v, the codec as %v", b, data, evs[i].Data)
		}
	}
	decode := func() error {
		for _, b := range stored {
			if _, err := events.Decode(b); err != nil {
				return err
			}
		}
		return nil
	}
	decodeOther := func() error {
		for i, b := range stored {
			if _, err := decodeByJSON(b, types[i]); err != nil {
				return err
			}
		}
		return nil
	}
	encode := func() error {
		for _, e := range evs {
			if _, err := events.Encode(e); err != nil {
				return err
			}
		}
		return nil
	}
	encodeOther := func() error {
		for _, e := range evs {
			data, err := json.Marshal(e.Data)
			if err != nil {
				return err
			}
			if _, err := json.Marshal(envelope{e.ID, e.Type, e.Scope, e.Source, e.Seq, e.Observed, e.Recorded, e.Cause, e.Prev, data}); err != nil {
				return err
			}
		}
		return nil
	}
	d, err := inTurn(ctx, "decode an event", len(stored), rounds, decode, decodeOther)
	if err != nil {
		return nil, err
	}
	e, err := inTurn(ctx, "encode an event", len(stored), rounds, encode, encodeOther)
	return []speed{d, e}, err
}

func decodeByJSON(b []byte, t reflect.Type) (any, error) {
	var e envelope
	if err := json.Unmarshal(b, &e); err != nil {
		return nil, err
	}
	data := reflect.New(t)
	if err := json.Unmarshal(e.Data, data.Interface()); err != nil {
		return nil, err
	}
	return data.Elem().Interface(), nil
}

// foldSpeed folds a whole record: decode, chains, Laws, facts encoded.
func foldSpeed(ctx context.Context, record [][]byte, rounds int) (speed, error) {
	fold := func() error {
		f := game.NewFold("main")
		for i, b := range record {
			if _, err := f.Take(uint64(i+1), b); err != nil {
				return err
			}
		}
		return nil
	}
	return inTurn(ctx, "fold an event into facts", len(record), rounds, fold, nil)
}

// inTurn runs both in turn and keeps the best time of each, for other work on
// the machine only makes a run slower.
func inTurn(ctx context.Context, what string, n, rounds int, own, other func() error) (speed, error) {
	s := speed{what: what}
	for range rounds {
		for _, way := range []struct {
			run  func() error
			into *time.Duration
		}{{own, &s.own}, {other, &s.other}} {
			if way.run == nil {
				continue
			}
			if err := ctx.Err(); err != nil {
				return s, err
			}
			began := time.Now()
			if err := way.run(); err != nil {
				return s, fmt.Errorf("%s: %w", what, err)
			}
			if took := time.Since(began) / time.Duration(n); *way.into == 0 || took < *way.into {
				*way.into = took
			}
		}
	}
	return s, nil
}
