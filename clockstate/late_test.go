package clockstate

import (
	"testing"
	"time"

	"boardwire/rules"

	"pgregory.net/rapid"
)

// A busy host takes readings seconds after the clock showed them, several at
// once: whatever it told, it does not say that somebody set the clock, nor that
// more was pressed than was.
func TestALateReadingIsNoAdjustment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.SampledFrom([]int{1, 1, 20}).Draw(t, "rate")
		bonus := time.Duration(rapid.SampledFrom([]int{0, 2, 30}).Draw(t, "bonus")) * s
		c := Control{[]Period{fischer(0, 90*m, bonus)}}
		k := newClock(c, rapid.Bool().Draw(t, "included"), false)
		type shown struct {
			at    time.Duration // clock time
			n     Sight
			press bool
		}
		var list []shown
		at := time.Duration(0)
		show := func(press bool) { list = append(list, shown{at, k.sight(), press}) }
		show(false)
		at += time.Duration(rapid.Int64Range(0, int64(20*s)).Draw(t, "before the start"))
		k.running = wh
		show(false)
		for range rapid.IntRange(1, 20).Draw(t, "plies") {
			think := time.Duration(rapid.Int64Range(0, int64(40*s)).Draw(t, "think"))
			step := time.Duration(rapid.Int64Range(int64(s), int64(10*s)).Draw(t, "step"))
			for think > 0 {
				d := min(step, think)
				think, at = think-d, at+d
				k.run(d)
				show(false)
			}
			k.press()
			show(true)
		}
		state, taken := c.Start(zero), time.Duration(0)
		for i, l := range list {
			// A reading waits for those before it, and now and then for the host.
			delay := time.Duration(rapid.Int64Range(0, int64(s)/2).Draw(t, "lag"))
			if i > 0 && rapid.IntRange(0, 5).Draw(t, "busy") == 0 {
				delay += time.Duration(rapid.Int64Range(0, int64(120*s)).Draw(t, "for"))
			}
			taken = max(taken, l.at+delay)
			seen := c.See(state, zero.Add(taken/time.Duration(rate)), l.n, rate)
			if seen.Change.Has(Adjusted) || seen.Change.Has(Reset) {
				t.Fatalf("reading %d of %v, taken at %v: %s by %v and %v\nstate %+v\nsight %+v", i, l.at, taken, seen.Change, seen.JumpWhite, seen.JumpBlack, state, l.n)
			}
			if seen.Change.Has(Pressed) != l.press {
				t.Fatalf("reading %d of %v, taken at %v: %s", i, l.at, taken, seen.Change)
			}
			state = seen.State
		}
	})
}

// What a late reading explains is not more than it was late: who takes time
// from a running clock is told of all the same.
func TestALateReadingExplainsNoMoreThanItWasLate(t *testing.T) {
	c := Control{[]Period{fischer(0, 30*m, 0)}}
	for _, tt := range []struct {
		name string
		last look
	}{
		{"made up for", look{60 * s, 29 * m, 30 * m, wh, "run", "nothing"}},
		{"made up for and 12 s more", look{60 * s, 29*m - 13*s, 30 * m, wh, "run", "adjusted"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			play(t, c, 1, []look{
				{0, 30 * m, 30 * m, wh, "stand", "nothing"},
				{1 * s, 30 * m, 30 * m, wh, "run", "started"},
				{10 * s, 30*m - 10*s, 30 * m, wh, "run", "nothing"},
				{59 * s, 30*m - 11*s, 30 * m, wh, "run", "drifted"}, // 48 s late
				tt.last,
			})
		})
	}
	if seen := play(t, c, 1, []look{
		{0, 30 * m, 30 * m, wh, "run", "started"},
		{5 * s, 30*m - 5*s, 30 * m, bl, "run", "pressed"},
		{6 * s, 30*m - 5*s, 29*m + 40*s, bl, "run", "adjusted"},
	}); seen.JumpBlack != -19*s || seen.JumpWhite != 0 || seen.State.Running != rules.Black {
		t.Errorf("jumps %v and %v, %s runs; want 0, -19 s, black", seen.JumpWhite, seen.JumpBlack, seen.State.Running)
	}
}
