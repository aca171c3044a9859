package bus

import (
	"errors"
	"fmt"
	"strings"
)

// MaxMessage is how many bytes one message takes, headers included. Streams
// are made for 64 KiB; the rest is room for the headers of an append.
const MaxMessage = 63 << 10

var (
	// ErrNoMessage: the stream has no message of that sequence.
	ErrNoMessage = errors.New("no such message")
	// ErrUnacknowledged: the store did not answer; the messages may be
	// written or not. Ask LastOn before sending them again.
	ErrUnacknowledged = errors.New("not acknowledged")
	// ErrNoSpace: the disk under the store is full; nothing was written.
	ErrNoSpace = errors.New("the store's disk is full")
	// ErrClosed: the store or the reader was closed.
	ErrClosed = errors.New("closed")
)

// SpecError says that a stream is not set up as it must be. Nothing was
// changed.
type SpecError struct {
	Stream string
	// Faults say what differs, one each.
	Faults []string
}

func (e *SpecError) Error() string {
	return fmt.Sprintf("stream %s is not set up as it must be: %s", e.Stream, strings.Join(e.Faults, "; "))
}

// Sizer is a Log that can tell how full it is. Both stores' logs are Sizers.
type Sizer interface {
	// Size returns the bytes in use and the most there may be, as the stream
	// counts them; limit is 0 where there is none.
	Size() (used, limit int64, err error)
}

// CheckAppend says why msgs cannot be appended to a stream of these subjects,
// or nil. Both stores ask it first, so that they refuse the same.
func CheckAppend(stream string, subjects []string, msgs []Msg) error {
	if len(msgs) == 0 {
		return fmt.Errorf("append to %s: no messages", stream)
	}
	if len(msgs) > MaxBatch {
		return fmt.Errorf("append to %s: %d messages; one append takes %d", stream, len(msgs), MaxBatch)
	}
	for i, m := range msgs {
		if err := checkMsg(subjects, m); err != nil {
			return fmt.Errorf("append to %s: message %d of %d: %w", stream, i+1, len(msgs), err)
		}
	}
	return nil
}

func checkMsg(subjects []string, m Msg) error {
	if err := CheckSubject(m.Subject); err != nil {
		return err
	}
	if !MatchAny(subjects, m.Subject) {
		return fmt.Errorf("subject %s is none of this stream's (%s)", m.Subject, strings.Join(subjects, ", "))
	}
	size := len(m.Subject) + len(m.Data)
	for k, v := range m.Header {
		if k == "" || strings.ContainsAny(k, ": \r\n") || strings.HasPrefix(k, "Nats-") {
			return fmt.Errorf("header %q: a key has no colon, space or line break and does not begin with Nats-", k)
		}
		if strings.ContainsAny(v, "\r\n") || v != strings.TrimSpace(v) {
			return fmt.Errorf("header %s: a value has no line break and no outer space", k)
		}
		size += len(k) + len(v) + 4
	}
	if size > MaxMessage {
		return fmt.Errorf("message on %s has %d bytes; at most %d", m.Subject, size, MaxMessage)
	}
	return nil
}

// CheckSubject says why s is not the subject of a message: dot-separated
// tokens, none empty, no wildcard, no space.
func CheckSubject(s string) error {
	return checkTokens(s, false)
}

// CheckFilter says why s is not a subject filter. "*" stands for one token and
// ">" at the end for one or more.
func CheckFilter(s string) error {
	return checkTokens(s, true)
}

func checkTokens(s string, wild bool) error {
	if s == "" {
		return errors.New("subject is empty")
	}
	for rest, more := s, true; more; {
		var tok string
		tok, rest, more = strings.Cut(rest, ".")
		switch {
		case tok == "":
			return fmt.Errorf("subject %q has an empty token", s)
		case strings.ContainsAny(tok, " \t\r\n\x00"):
			return fmt.Errorf("subject %q has a space in it", s)
		case tok == ">" && more:
			return fmt.Errorf("subject %q: '>' stands only at the end", s)
		case (tok == "*" || tok == ">") && wild:
		case strings.ContainsAny(tok, "*>"):
			return fmt.Errorf("subject %q has a wildcard where none may be", s)
		}
	}
	return nil
}

// Match tells whether a subject lies under a filter.
func Match(filter, subject string) bool {
	for {
		f, frest, fmore := strings.Cut(filter, ".")
		if f == ">" && !fmore {
			return subject != ""
		}
		s, srest, smore := strings.Cut(subject, ".")
		if f != s && f != "*" || fmore != smore {
			return false
		}
		if !fmore {
			return true
		}
		filter, subject = frest, srest
	}
}

// MatchAny tells whether a subject lies under any of the filters.
func MatchAny(filters []string, subject string) bool {
	for _, f := range filters {
		if Match(f, subject) {
			return true
		}
	}
	return false
}

// Overlap tells whether some subject lies under both filters.
func Overlap(a, b string) bool {
	for {
		x, xrest, xmore := strings.Cut(a, ".")
		y, yrest, ymore := strings.Cut(b, ".")
		if x == ">" && !xmore || y == ">" && !ymore {
			return true
		}
		if x != y && x != "*" && y != "*" || xmore != ymore {
			return false
		}
		if !xmore {
			return true
		}
		a, b = xrest, yrest
	}
}

// CheckName says why s is not the name of a stream or table: letters, digits,
// '-' and '_', at most 128.
func CheckName(s string) error {
	if s == "" || len(s) > 128 {
		return fmt.Errorf("name %q: a stream or table has 1 to 128 characters", s)
	}
	for _, c := range []byte(s) {
		if !alphanumeric(c) && c != '-' && c != '_' {
			return fmt.Errorf("name %q: a stream or table has letters, digits, '-' and '_' only", s)
		}
	}
	return nil
}

// CheckKey says why s is not a key of a table: letters, digits and "-_/=.",
// no dot first or last, at most 512.
func CheckKey(s string) error {
	if s == "" || len(s) > 512 || s[0] == '.' || s[len(s)-1] == '.' {
		return fmt.Errorf("key %q: a key has 1 to 512 characters and no dot first or last", s)
	}
	for _, c := range []byte(s) {
		if !alphanumeric(c) && !strings.ContainsRune("-_/=.", rune(c)) {
			return fmt.Errorf("key %q: a key has letters, digits and -_/=. only", s)
		}
	}
	return nil
}

func alphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// CheckSpec says why a stream cannot be made as spec says.
func CheckSpec(spec Spec) error {
	if err := CheckName(spec.Name); err != nil {
		return err
	}
	if len(spec.Subjects) == 0 {
		return fmt.Errorf("stream %s has no subjects", spec.Name)
	}
	for _, s := range spec.Subjects {
		if err := CheckFilter(s); err != nil {
			return fmt.Errorf("stream %s: %w", spec.Name, err)
		}
	}
	if spec.Role < Record || spec.Role > Public {
		return fmt.Errorf("stream %s has no role; name one of bus.Record, bus.Facts, bus.Public", spec.Name)
	}
	if spec.MaxBytes < 0 {
		return fmt.Errorf("stream %s: MaxBytes is %d; it must not be negative", spec.Name, spec.MaxBytes)
	}
	return nil
}
