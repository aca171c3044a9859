package events

import (
	"fmt"
	"strings"
)

// Scope says what an event belongs to: a device, a table, a round, a
// tournament, or the hall. Its text form is stored: "device/dgt-31415",
// "table/open.1.3", "round/open.1", "tournament/open", "hall".
type Scope string

// HallScope is the scope of what belongs to the whole hall.
const HallScope Scope = "hall"

// DeviceScope returns the scope of one e-board.
func DeviceScope(device string) Scope { return Scope("device/" + device) }

// TableScope returns the scope of one table; id is "<tournament>.<round>.<board>".
func TableScope(id string) Scope { return Scope("table/" + id) }

// RoundScope returns the scope of one round; id is "<tournament>.<round>".
func RoundScope(id string) Scope { return Scope("round/" + id) }

// TournamentScope returns the scope of one tournament.
func TournamentScope(id string) Scope { return Scope("tournament/" + id) }

// Device returns the device of a device scope.
func (s Scope) Device() (string, bool) { return strings.CutPrefix(string(s), "device/") }

// Table returns the game id of a table scope.
func (s Scope) Table() (string, bool) { return strings.CutPrefix(string(s), "table/") }

// Tokens returns the tournament, round and board tokens of a subject, "_" for
// each that the scope does not name.
func (s Scope) Tokens() (tournament, round, board string) {
	tournament, round, board = "_", "_", "_"
	_, id, ok := strings.Cut(string(s), "/")
	if !ok || strings.HasPrefix(string(s), "device/") {
		return
	}
	parts := strings.SplitN(id, ".", 3)
	dst := []*string{&tournament, &round, &board}
	for i, p := range parts {
		*dst[i] = p
	}
	return
}

// CheckToken says whether s may stand in a subject: [a-z0-9-]{1,32}.
func CheckToken(s string) error {
	if len(s) < 1 || len(s) > 32 {
		return fmt.Errorf("%q: a name has 1 to 32 characters", s)
	}
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return fmt.Errorf("%q: character %q at %d; a name has only a-z, 0-9 and '-'", s, c, i+1)
		}
	}
	return nil
}
