package feeds

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"boardwire/events"
)

// timeLayout is RFC 3339 with six digits, as in the record.
const timeLayout = "2006-01-02T15:04:05.000000Z"

// MaxFrame is the largest frame in bytes; ParseFrame refuses more.
const MaxFrame = 64 << 10

// FormatTime returns t as frames and pages carry it: UTC with microseconds.
func FormatTime(t time.Time) string { return t.UTC().Format(timeLayout) }

// head is what every frame begins with.
type head struct {
	Kind  string       `json:"kind"`
	Game  string       `json:"game,omitempty"`
	Scope events.Scope `json:"scope,omitempty"`
	At    string       `json:"at"`
	Fact  events.ID    `json:"fact,omitempty"`
}

// AppendJSON appends the frame's canonical bytes: fixed field order, no spaces,
// absent fields left out.
func (f Frame) AppendJSON(dst []byte) ([]byte, error) {
	if f.Body == nil || f.Body.kind() != f.Kind {
		return nil, fmt.Errorf("frame %q of %s: body is %T; make frames with FrameOf", f.Kind, f.Game, f.Body)
	}
	first, err := plain(head{Kind: f.Kind, Game: f.Game, Scope: f.Scope, At: FormatTime(f.At), Fact: f.Fact})
	if err != nil {
		return nil, fmt.Errorf("frame %q of %s: %w", f.Kind, f.Game, err)
	}
	rest, err := plain(f.Body)
	if err != nil {
		return nil, fmt.Errorf("frame %q of %s: %w", f.Kind, f.Game, err)
	}
	dst = append(dst, first[:len(first)-1]...)
	if len(rest) > len("{}") {
		dst = append(dst, ',')
		rest = rest[1:]
		return append(dst, rest...), nil
	}
	return append(dst, '}'), nil
}

// MarshalJSON returns the canonical bytes.
func (f Frame) MarshalJSON() ([]byte, error) { return f.AppendJSON(nil) }

// plain is JSON without the escapes that HTML would need: frames are data, and
// a page escapes what it shows.
func plain(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// ParseFrame reads canonical bytes and nothing else: what AppendJSON would not
// write is refused, so that one frame has one form, and an unknown field or
// kind cannot pass unseen.
func ParseFrame(b []byte) (Frame, error) {
	if len(b) > MaxFrame {
		return Frame{}, fmt.Errorf("frame of %d bytes: at most %d", len(b), MaxFrame)
	}
	var h head
	if err := json.Unmarshal(b, &h); err != nil {
		return Frame{}, fmt.Errorf("frame: %w", err)
	}
	at, err := time.Parse(timeLayout, h.At)
	if err != nil {
		return Frame{}, fmt.Errorf("frame %q, at %q: want a UTC time with six digits", h.Kind, h.At)
	}
	body, err := parseBody(h.Kind, b)
	if err != nil {
		return Frame{}, fmt.Errorf("frame %q of %s: %w", h.Kind, h.Game, err)
	}
	f := Frame{Kind: h.Kind, Game: h.Game, Scope: h.Scope, At: at, Fact: h.Fact, Body: body}
	again, err := f.AppendJSON(nil)
	if err != nil {
		return Frame{}, err
	}
	if !bytes.Equal(again, b) {
		return Frame{}, fmt.Errorf("frame %q of %s is not canonical: an unknown or misplaced field, or a space", h.Kind, h.Game)
	}
	return f, nil
}

func parseBody(kind string, b []byte) (Body, error) {
	switch kind {
	case KindPaired:
		return as[Paired](b)
	case KindMade:
		return as[Made](b)
	case KindCompleted:
		return as[Completed](b)
	case KindWithdrawn:
		return as[Withdrawn](b)
	case KindClock:
		return as[Clock](b)
	case KindEnded:
		return as[Ended](b)
	case KindResult:
		return as[Result](b)
	case KindAdjourned:
		return as[Adjourned](b)
	case KindCastling:
		return as[Castling](b)
	case KindLifted:
		return as[Lifted](b)
	case KindUnexplained:
		return as[Unexplained](b)
	case KindFinding:
		return as[Finding](b)
	case KindCleared:
		return as[Cleared](b)
	case KindAnswered:
		return as[Answered](b)
	}
	return nil, fmt.Errorf("unknown kind: this version reads paired, made, completed, withdrawn, clock, ended, result, adjourned, castling and the desk's kinds")
}

func as[B Body](b []byte) (Body, error) {
	var body B
	err := json.Unmarshal(b, &body)
	return body, err
}
