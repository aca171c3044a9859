package game

import (
	"strings"

	"boardwire/events"
)

// misplaced says why a ruling makes no sense for a scope, and what to write
// instead; "" where it does. What happened at a board belongs to one table; play
// is started and stopped anywhere; a roster states a round, an audience is a
// tournament's, sittings and sources are the hall's.
func misplaced(s events.Scope, r events.Ruling) string {
	class, id, _ := strings.Cut(string(s), "/")
	var to, instead string
	switch r.(type) {
	case events.Start, events.Pause, events.Resume:
		if class != "device" {
			return ""
		}
		to, instead = "a table, a round, a tournament or the hall", "name the table that "+id+" serves"
	case events.CloseSitting, events.Abandon:
		if s == events.HallScope {
			return ""
		}
		to, instead = "the hall", "say it again without "+id
	case events.AudienceRuling:
		if class == "tournament" {
			return ""
		}
		tournament, _, _ := s.Tokens()
		to, instead = "a tournament", "name "+either(tournament, "one, such as open")
	case events.Roster:
		if class == "round" {
			return ""
		}
		tournament, round, _ := s.Tokens()
		to, instead = "a round", "name one, such as "+either(tournament, "open")+"."+either(round, "1")
		if class == "table" {
			instead = "state all of " + tournament + "." + round + " with it"
		}
	default:
		if class == "table" {
			return ""
		}
		tournament, round, _ := s.Tokens()
		to, instead = "one table", "name it, such as "+either(tournament, "open")+"."+either(round, "1")+".3"
	}
	return r.EventType().Kind() + " belongs to " + to + ", not to " + string(s) + ": " + instead
}

// either returns a subject's token, and another word where it names nothing.
func either(token, otherwise string) string {
	if token == "_" {
		return otherwise
	}
	return token
}
