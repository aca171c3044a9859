package game_test

import (
	"strings"
	"testing"

	"boardwire/events"
)

// A move that was put back within the sequence of a claim leaves it in doubt, on
// either ground and in every edition; without it the same claims are correct.
func TestAMovePutBackLeavesClaimsInDoubt(t *testing.T) {
	fifty := wander(t, 100)
	knights := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for _, c := range []struct {
		ground string
		before []string
		after  []string
	}{
		{"threefold", knights, knights},
		{"fifty", fifty[:40], fifty[40:]},
	} {
		for _, edition := range []string{"1997", "2001", "2005", "2009", "2014", "2017", "2018", "2023"} {
			for _, putBack := range []bool{false, true} {
				r := beginIn(t, edition, "standard", "90+30")
				r.play("dgt-1", c.before...)
				if putBack {
					step(t, r, strings.Fields("rule open.1.1 illegal white illegal_move"))
				}
				r.play("dgt-1", c.after...)
				step(t, r, []string{"rule", "open.1.1", "claim", c.ground})
				verdict, text := "", ""
				for _, f := range r.facts {
					if p, ok := f.Event.Data.(events.Answered); ok && p.Verdict != "" {
						verdict, text = p.Verdict, p.Text
					}
				}
				want := events.VerdictCorrect
				if putBack {
					want = events.VerdictCannotSay
				}
				if verdict != want || putBack && !strings.Contains(text, "put back") {
					t.Errorf("%s %s, put back %v: %s (%s), want %s", edition, c.ground, putBack, verdict, text, want)
				}
			}
		}
	}
}
