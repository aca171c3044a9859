package events

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// stampLayout is RFC 3339 in UTC with exactly six digits of a second.
const stampLayout = "2006-01-02T15:04:05.000000Z"

// Stamp returns t as an event holds it: in UTC, cut to microseconds. Encode
// does the same to every time it writes.
func Stamp(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// parseStamp reads a time of exactly that form.
func parseStamp(s string) (time.Time, error) {
	t, err := time.Parse(stampLayout, s)
	// Parse takes a comma for the point as well; the way back does not.
	if err != nil || t.Format(stampLayout) != s || t.IsZero() {
		return time.Time{}, fmt.Errorf("time %q: want UTC with six digits of a second, like 2026-03-01T13:04:05.000000Z", clip(s))
	}
	return t, nil
}

// stamp is a time in the slow twin's own types.
type stamp time.Time

func (s stamp) MarshalJSON() ([]byte, error) {
	t := time.Time(s)
	if err := checkTime(t); err != nil {
		return nil, err
	}
	return []byte(`"` + t.UTC().Format(stampLayout) + `"`), nil
}

func (s *stamp) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	t, err := parseStamp(text)
	*s = stamp(t)
	return err
}

type quietWire struct {
	Since stamp `json:"since"`
	MS    int64 `json:"ms"`
}

// MarshalJSON writes the canonical form: six digits of a second.
func (q DeviceQuiet) MarshalJSON() ([]byte, error) {
	return json.Marshal(quietWire{stamp(q.Since), q.MS})
}

// UnmarshalJSON reads what MarshalJSON writes, and no other form of time.
func (q *DeviceQuiet) UnmarshalJSON(b []byte) error {
	var w quietWire
	if err := json.Unmarshal(b, &w); err != nil {
		return err
	}
	if time.Time(w.Since).IsZero() {
		return errors.New("since: missing")
	}
	q.Since, q.MS = time.Time(w.Since), w.MS
	return nil
}

type tickWire struct {
	At stamp `json:"at"`
}

// MarshalJSON writes the canonical form: six digits of a second.
func (t Tick) MarshalJSON() ([]byte, error) { return json.Marshal(tickWire{stamp(t.At)}) }

// UnmarshalJSON reads what MarshalJSON writes, and no other form of time.
func (t *Tick) UnmarshalJSON(b []byte) error {
	var w tickWire
	if err := json.Unmarshal(b, &w); err != nil {
		return err
	}
	if time.Time(w.At).IsZero() {
		return errors.New("at: missing")
	}
	t.At = time.Time(w.At)
	return nil
}
