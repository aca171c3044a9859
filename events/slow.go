package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// The slow twin is encoding/json with the strictness that an audit log needs.
// It defines the canonical form; the fast codec is checked against it.

// envelope is the order of the fields on the wire.
type envelope struct {
	ID       ID              `json:"id"`
	Type     Type            `json:"type"`
	Scope    Scope           `json:"scope"`
	Source   string          `json:"source"`
	Seq      uint64          `json:"seq"`
	Observed stamp           `json:"observed"`
	Recorded stamp           `json:"recorded"`
	Cause    ID              `json:"cause,omitempty"`
	Prev     Hash            `json:"prev,omitempty"`
	Data     json.RawMessage `json:"data"`
}

// encodeSlow writes a checked event by encoding/json.
func encodeSlow(e *Event) ([]byte, error) {
	data, err := dataSlow(e.Data)
	if err != nil {
		return nil, fmt.Errorf("data: %w", err)
	}
	return marshal(envelope{
		e.ID, e.Type, e.Scope, e.Source, e.Seq, stamp(e.Observed), stamp(e.Recorded), e.Cause, e.Prev, data,
	})
}

// dataSlow writes a payload.
func dataSlow(p Payload) ([]byte, error) {
	switch p := p.(type) {
	case Unknown:
		if !json.Valid(p.Raw) || !utf8.Valid(p.Raw) {
			return nil, errors.New("raw bytes of an unknown type are not JSON in UTF-8")
		}
		return p.Raw, nil
	case Roster:
		if p.Tables == nil {
			p.Tables = []Pairing{}
		}
		return marshal(p)
	case Correction:
		if p.Moves == nil {
			p.Moves = []string{}
		}
		return marshal(p)
	case AdjournedRuling:
		if p.Moves == nil {
			p.Moves = []string{}
		}
		return marshal(p)
	case ClockChanged:
		if p.Changes == nil {
			p.Changes = []string{}
		}
		return marshal(p)
	default:
		return marshal(p)
	}
}

// marshal writes v without the escapes that only a web page needs.
func marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// decodeSlow reads an event in any order and spacing.
func decodeSlow(b []byte) (Event, error) {
	if !utf8.Valid(b) {
		return Event{}, errors.New("not UTF-8")
	}
	var whole map[string]json.RawMessage
	if err := json.Unmarshal(b, &whole); err != nil {
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			return Event{}, fmt.Errorf("at byte %d: %w", syntax.Offset, err)
		}
		return Event{}, err
	}
	if whole == nil {
		return Event{}, errors.New("null is not an event")
	}
	var e Event
	var data json.RawMessage
	err := fields(b, func(name string, raw json.RawMessage) error {
		switch name {
		case "id":
			return text(raw, &e.ID)
		case "type":
			return text(raw, &e.Type)
		case "scope":
			return text(raw, &e.Scope)
		case "source":
			return text(raw, &e.Source)
		case "seq":
			n, err := strconv.ParseUint(string(raw), 10, 64)
			if err != nil {
				return fmt.Errorf("%s: want a whole number", clip(string(raw)))
			}
			e.Seq = n
			return nil
		case "observed":
			return e.readTime(raw, true)
		case "recorded":
			return e.readTime(raw, false)
		case "cause":
			return text(raw, &e.Cause)
		case "prev":
			return text(raw, &e.Prev)
		case "data":
			data = raw
			return nil
		}
		return errors.New("no such field in an envelope")
	})
	if err != nil {
		return Event{}, err
	}
	if data == nil {
		return Event{}, errors.New("data: missing")
	}
	k, ok := lookup(e.Type)
	if !ok {
		e.Data = Unknown{Type: e.Type, Raw: bytes.Clone(data)}
	} else if e.Data, err = k.read(data); err != nil {
		return Event{}, fmt.Errorf("%s: data: %w", e.Type, err)
	}
	if err := e.check(); err != nil {
		return Event{}, err
	}
	return e, nil
}

// readTime reads observed or recorded.
func (e *Event) readTime(raw json.RawMessage, observed bool) error {
	var s string
	if err := text(raw, &s); err != nil {
		return err
	}
	t, err := parseStamp(s)
	if observed {
		e.Observed = t
	} else {
		e.Recorded = t
	}
	return err
}

// text reads a string and nothing else.
func text[S ~string](raw json.RawMessage, dst *S) error {
	if len(raw) == 0 || raw[0] != '"' {
		return fmt.Errorf("%s: want a string", clip(string(raw)))
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return err
	}
	*dst = S(s)
	return nil
}

// fields calls each for every member of the object in b. A repeated name is an
// error, and every error names its field.
func fields(b []byte, each func(name string, raw json.RawMessage) error) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	if _, err := dec.Token(); err != nil {
		return err
	}
	seen := make(map[string]bool)
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return err
		}
		name, _ := tok.(string)
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return fmt.Errorf("%s: %w", clip(name), err)
		}
		if seen[name] {
			return fmt.Errorf("%s: given twice", clip(name))
		}
		seen[name] = true
		if err := each(name, raw); err != nil {
			return fmt.Errorf("%s: %w", clip(name), err)
		}
	}
	return nil
}

// readSlow reads a payload. Fields that this version does not know are passed
// over: a newer version may add them.
func readSlow[P Payload](raw []byte) (Payload, error) {
	var p P
	if len(raw) == 0 || raw[0] != '{' {
		return nil, fmt.Errorf("%s: want an object", clip(string(raw)))
	}
	if err := checkNames(raw); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, err
	}
	return p, nil
}

// checkNames refuses repeated names, and names that are not lower case:
// encoding/json would take "Square" for "square".
func checkNames(raw []byte) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if _, err := dec.Token(); err != nil {
		return err
	}
	return checkObject(dec)
}

// checkObject checks the names of an object whose opening brace was read, and
// of all objects in it.
func checkObject(dec *json.Decoder) error {
	seen := make(map[string]bool)
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return err
		}
		name, _ := tok.(string)
		for i := range len(name) {
			if c := name[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
				return fmt.Errorf("%q: a field's name has only a-z, 0-9 and '_'", clip(name))
			}
		}
		if seen[name] {
			return fmt.Errorf("%s: given twice", clip(name))
		}
		seen[name] = true
		if err := checkValue(dec); err != nil {
			return fmt.Errorf("%s: %w", clip(name), err)
		}
	}
	_, err := dec.Token()
	return err
}

// checkValue checks the names in one value.
func checkValue(dec *json.Decoder) error {
	tok, err := dec.Token()
	if err != nil {
		return err
	}
	switch tok {
	case json.Delim('{'):
		return checkObject(dec)
	case json.Delim('['):
		for dec.More() {
			if err := checkValue(dec); err != nil {
				return err
			}
		}
		_, err := dec.Token()
		return err
	}
	return nil
}
