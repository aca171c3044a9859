package cli

import (
	"strings"
	"testing"
	"time"

	"boardwire/events"
)

// Moves are numbered as on a scoresheet, not by plies.
func TestALineOfTailNumbersMovesAsAScoresheetDoes(t *testing.T) {
	at := time.Date(2026, 6, 20, 14, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		fact events.Payload
		ends string
	}{
		{events.Made{Ply: 1, SAN: "e4", UCI: "e2e4", Articles: []string{"4.7"}}, "move made           1. e4 (e2e4) [4.7]"},
		{events.Made{Ply: 2, SAN: "e5", UCI: "e7e5"}, "1… e5 (e7e5)"},
		{events.Completed{Ply: 24, By: events.ByPress}, "12… by press"},
		{events.Withdrawn{Ply: 25}, "13. and what follows"},
	} {
		line := short(events.Event{Type: tc.fact.EventType(), Scope: events.TableScope("demo.1.1"), Observed: at, Data: tc.fact})
		if !strings.HasPrefix(line, "14:00:00.000 table/demo.1.1 ") || !strings.HasSuffix(line, tc.ends) {
			t.Errorf("%T is %q, want it to end in %q", tc.fact, line, tc.ends)
		}
	}
}
