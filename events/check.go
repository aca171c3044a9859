package events

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// check says what is wrong with an envelope. Writing and reading ask the same,
// so that nothing is stored that cannot be read.
func (e *Event) check() error {
	if e.Data == nil {
		return errors.New("data: missing")
	}
	if t := e.Data.EventType(); t != e.Type {
		return fmt.Errorf("type: %q, but the data is %q", clip(string(e.Type)), clip(string(t)))
	}
	if err := checkType(e.Type); err != nil {
		return fmt.Errorf("type: %w", err)
	}
	if err := CheckToken(e.Source); err != nil {
		return fmt.Errorf("source: %w", err)
	}
	if e.Seq == 0 {
		return errors.New("seq: 0; a source counts from 1")
	}
	if !e.ownID() && !isDigest(string(e.ID), 32) {
		return fmt.Errorf("id: %q: want %q, or 32 hex digits for a fact", clip(string(e.ID)), sourceID(e.Source, e.Seq))
	}
	if err := e.Scope.check(); err != nil {
		return fmt.Errorf("scope: %w", err)
	}
	if err := checkTime(e.Observed); err != nil {
		return fmt.Errorf("observed: %w", err)
	}
	if err := checkTime(e.Recorded); err != nil {
		return fmt.Errorf("recorded: %w", err)
	}
	if e.Cause != "" {
		if err := e.Cause.check(); err != nil {
			return fmt.Errorf("cause: %w", err)
		}
	}
	if e.Prev != "" && !isDigest(string(e.Prev), 64) {
		return fmt.Errorf("prev: %q: want the 64 hex digits of a SHA-256", clip(string(e.Prev)))
	}
	return nil
}

// ownID says whether the id is source and seq.
func (e *Event) ownID() bool {
	rest, ok := strings.CutPrefix(string(e.ID), e.Source)
	if !ok || len(rest) < 2 || rest[0] != '.' || len(rest) > 21 {
		return false
	}
	var seq uint64
	for i := 1; i < len(rest); i++ {
		d := rest[i] - '0'
		if d > 9 || (d == 0 && i == 1) {
			return false
		}
		seq = seq*10 + uint64(d)
	}
	return seq == e.Seq
}

// check says whether an id has the form of one.
func (id ID) check() error {
	if isDigest(string(id), 32) {
		return nil
	}
	source, seq, ok := strings.Cut(string(id), ".")
	if !ok || CheckToken(source) != nil || !isNumber(seq) || len(seq) > 20 {
		return fmt.Errorf("%q: want an id: a source and its number, or 32 hex digits", clip(string(id)))
	}
	return nil
}

// check says whether a scope names what a scope can name.
func (s Scope) check() error {
	if s == HallScope {
		return nil
	}
	class, id, _ := strings.Cut(string(s), "/")
	parts := 0
	switch class {
	case "device", "tournament":
		parts = 1
	case "round":
		parts = 2
	case "table":
		parts = 3
	default:
		return fmt.Errorf("%q: want hall, device/…, tournament/…, round/… or table/…", clip(string(s)))
	}
	rest := id
	for i := range parts {
		token := rest
		if i < parts-1 {
			token, rest, _ = strings.Cut(rest, ".")
		}
		if err := CheckToken(token); err != nil {
			return fmt.Errorf("%q, part %d of %d: %w", clip(string(s)), i+1, parts, err)
		}
		if i == 2 && (!isNumber(token) || len(token) > 5) {
			return fmt.Errorf("%q: a board is a number from 1 without padding", clip(string(s)))
		}
	}
	return nil
}

// checkTime says whether t can be written.
func checkTime(t time.Time) error {
	if t.IsZero() {
		return errors.New("missing")
	}
	if y := t.UTC().Year(); y < 1 || y > 9999 {
		return fmt.Errorf("year %d: only 1 to 9999 can be written", y)
	}
	return nil
}

// isDigest says whether s is n lower-case hex digits.
func isDigest(s string, n int) bool {
	if len(s) != n {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
