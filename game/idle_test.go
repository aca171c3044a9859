package game_test

import (
	"testing"
	"time"

	"boardwire/events"
)

// exhaust tells the time whenever the fold waits for it. What is due then must
// not be due again: a projector would write ticks for ever.
func exhaust(t failer, r *record) {
	t.Helper()
	last := r.now.Add(48 * time.Hour)
	for n := 0; ; n++ {
		at, ok := r.fold.Hall().Deadline()
		if !ok || at.After(last) {
			return
		}
		if at.After(r.now) {
			r.now = at
		}
		r.put(&r.ticker, events.HallScope, events.Tick{At: r.now})
		if next, ok := r.fold.Hall().Deadline(); ok && !next.After(r.now) {
			t.Fatalf("tick %d at %v: the next is due at %v, which is over", n, r.now, next)
		}
		if n == 1000 {
			t.Fatal("always something more is due")
		}
	}
}

// Whether a tick tells that time passed or the board does, the same is found.
func TestAnyLaterMessageOfTheBoardIsAsGoodAsATick(t *testing.T) {
	found := func(last func(r *record)) []string {
		r := beginIn(t, "2023", "standard", "90+30")
		r.play("dgt-1", "e2e4")
		c := *r.sensor("dgt-1").clock
		c.Running = false
		r.wait(time.Second)
		r.read("dgt-1", c)
		r.wait(2 * time.Minute)
		last(r)
		var kinds []string
		for _, f := range r.facts {
			if p, ok := f.Event.Data.(events.FindingRaised); ok {
				kinds = append(kinds, p.Kind)
			}
		}
		return kinds
	}
	for name, last := range map[string]func(r *record){
		"a tick":         func(r *record) { r.put(&r.ticker, events.HallScope, events.Tick{At: r.now}) },
		"a dump":         func(r *record) { r.dump("dgt-1") },
		"a reading more": func(r *record) { r.read("dgt-1", *r.sensor("dgt-1").clock) },
	} {
		if got := found(last); len(got) != 1 || got[0] != events.FindingClocksStopped {
			t.Errorf("%s: %q, want that both clocks stand", name, got)
		}
	}
	other := func(r *record) { r.see("dgt-2", events.DeviceSeen{Driver: "dgt"}) }
	if got := found(other); len(got) != 0 {
		t.Errorf("another board's message: %q, want nothing", got)
	}
}
