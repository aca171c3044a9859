package game_test

import (
	"slices"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/rules"
)

// wander returns n plies without capture and pawn move in which no position
// comes a fifth time: each goes where it was least often.
func wander(t *testing.T, n int) []string {
	t.Helper()
	line := rules.NewLine(rules.Start())
	var out []string
	for len(out) < n {
		pos := line.Position()
		least, best := 5, rules.Move{}
		for m := range pos.Legal() {
			if pos.Board().At(m.From).Role() == rules.Pawn || pos.Captured(m) != rules.NoPiece || line.Push(m) != nil {
				continue
			}
			if times := line.Occurrences(); times < least && !line.Position().InCheck() {
				least, best = times, m
			}
			if err := line.TakeBack(1); err != nil {
				t.Fatal(err)
			}
		}
		if line.Push(best) != nil {
			t.Fatalf("nowhere to go after %d plies", len(out))
		}
		out = append(out, best.UCI())
	}
	return out
}

// beginIn opens a game of an event.
func beginIn(t *testing.T, event ...string) *record {
	t.Helper()
	r := newRecord(t)
	step(t, r, append([]string{"event"}, event...))
	step(t, r, []string{"begin"})
	return r
}

// ends returns the provisional ends that were told.
func ends(r *record) []string {
	var out []string
	for _, f := range r.facts {
		if e, ok := f.Event.Data.(events.Ended); ok {
			out = append(out, e.Result+" "+e.Reason)
		}
	}
	return out
}

// The fortieth move is made and not pressed, the opponent replies, the flag
// falls: the move was not completed in time, in no edition.
func TestTheFortiethMoveUnpressedLosesOnTime(t *testing.T) {
	moves := wander(t, 80)
	for _, edition := range []string{"1997", "2009", "2014", "2023"} {
		t.Run(edition, func(t *testing.T) {
			r := beginIn(t, edition, "standard", "90/40+30")
			r.play("dgt-1", moves[:78]...)
			for _, uci := range moves[78:] {
				for _, act := range r.carry("dgt-1", uci) {
					r.wait(200 * time.Millisecond)
					r.hand("dgt-1", act)
				}
				r.wait(600 * time.Millisecond)
				r.quiet("dgt-1", 600)
			}
			c := *r.sensor("dgt-1").clock
			r.wait(time.Duration(c.Left) * time.Second)
			c.Left, c.LeftFlag, c.Running = 0, true, false
			r.read("dgt-1", c)
			g := r.fold.Hall().Game("open.1.1")
			if g.Line().Len() != 80 || !g.Completed(77) || g.Completed(79) {
				t.Errorf("%d plies, 77 completed %v, 79 completed %v; want 80, true, false", g.Line().Len(), g.Completed(77), g.Completed(79))
			}
			if got := ends(r); !slices.Equal(got, []string{"0-1 flag"}) {
				t.Errorf("ends %q, want 0-1 flag", got)
			}
			counted := ""
			for _, f := range r.facts {
				if p, ok := f.Event.Data.(events.FindingRaised); ok && p.Kind == events.FindingMoveCount {
					counted = p.Text
				}
			}
			if want := "White completed 39 of 40 moves"; counted != want {
				t.Errorf("counted %q, want %q", counted, want)
			}
		})
	}
}

// 75 moves draw since 2014; in that edition only once the last is completed.
func TestSeventyFiveMovesByEdition(t *testing.T) {
	moves := wander(t, 150)
	for _, c := range []struct {
		edition       string
		made, pressed bool
	}{
		{"1997", false, false}, {"2009", false, false}, {"2014", false, true}, {"2017", true, true}, {"2023", true, true},
	} {
		t.Run(c.edition, func(t *testing.T) {
			r := beginIn(t, c.edition, "standard", "90+30")
			r.play("dgt-1", moves[:149]...)
			for _, act := range r.carry("dgt-1", moves[149]) {
				r.hand("dgt-1", act)
			}
			r.wait(600 * time.Millisecond)
			r.quiet("dgt-1", 600)
			if got := len(ends(r)) > 0; got != c.made {
				t.Errorf("ended with the move on the board: %v, want %v", got, c.made)
			}
			r.press("dgt-1")
			if got := len(ends(r)) > 0; got != c.pressed {
				t.Errorf("ended with the press: %v, want %v", got, c.pressed)
			}
			if c.pressed && !slices.Equal(ends(r), []string{"1/2-1/2 seventyfive_moves"}) {
				t.Errorf("ends %q", ends(r))
			}
			if _, err := audit(r.facts); err != nil {
				t.Error(err)
			}
		})
	}
}

// A flag that falls before the 75th move is completed loses, in the edition
// that asks for completion.
func TestAFlagBeforeTheSeventyFifthMoveIsPressed(t *testing.T) {
	moves := wander(t, 150)
	for edition, want := range map[string]string{"2014": "1-0 flag", "2023": "1/2-1/2 seventyfive_moves"} {
		r := beginIn(t, edition, "standard", "90+30")
		r.play("dgt-1", moves[:149]...)
		for _, act := range r.carry("dgt-1", moves[149]) {
			r.hand("dgt-1", act)
		}
		r.wait(600 * time.Millisecond)
		r.quiet("dgt-1", 600)
		c := *r.sensor("dgt-1").clock
		r.wait(time.Duration(c.Right) * time.Second)
		c.Right, c.RightFlag, c.Running = 0, true, false
		r.read("dgt-1", c)
		if got := ends(r); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: ends %q, want %q", edition, got, want)
		}
	}
}

// Every finding about a table carries what the row of its edition, kind and
// supervision asks.
func TestFindingsCarryTheDutyOfTheRow(t *testing.T) {
	for _, e := range rules.Carried() {
		laws, err := rules.Of(e)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range rules.Kinds() {
			for _, supervised := range []bool{false, true} {
				event := []string{e.String(), kind.String(), "5"}
				if supervised {
					event = append(event, "supervised")
				}
				r := beginIn(t, event...)
				r.play("dgt-1", "e2e4", "e7e5")
				r.wait(5 * time.Second)
				step(t, r, []string{"play", "dgt-1", "g1-", "g3=N"})
				r.wait(time.Second)
				r.quiet("dgt-1", 600)
				r.press("dgt-1")
				r.wait(294 * time.Second)
				flag := []string{"clk", "dgt-1", "280", "0", "right", "stop", "flag-right"}
				step(t, r, flag)
				if got := ends(r); len(got) > 0 {
					t.Errorf("%v: what the opponent faces is not put right, ends %q", event, got)
				}
				alone := beginIn(t, event...)
				alone.play("dgt-1", "e2e4", "e7e5", "g1f3")
				alone.wait(294 * time.Second)
				step(t, alone, flag)
				seen := map[string]bool{}
				for _, f := range slices.Concat(r.facts, alone.facts) {
					p, ok := f.Event.Data.(events.FindingRaised)
					if !ok {
						continue
					}
					seen[p.Kind] = true
					d := laws.Duty(rules.Finding(p.Kind), kind, supervised)
					if p.Duty == nil || p.Duty.Act != d.Act.String() || p.Duty.Until != d.Until.String() || len(p.Duty.Articles) != len(d.Articles) {
						t.Errorf("%v: %s has duty %+v, the row says %q %v", event, p.Kind, p.Duty, d, d.Articles)
					}
					if p.Kind == events.FindingFlag && (d.Act == rules.ActNever) == (len(ends(alone)) > 0) {
						t.Errorf("%v: duty %q, ends %q", event, d, ends(alone))
					}
				}
				if !seen[events.FindingIllegalMove] || !seen[events.FindingFlag] {
					t.Errorf("%v: findings %v", event, seen)
				}
			}
		}
	}
}
