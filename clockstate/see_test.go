package clockstate

import (
	"strings"
	"testing"
	"time"

	"boardwire/rules"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var zero = time.Date(2026, 3, 1, 14, 0, 0, 0, time.UTC)

// look is one reading of a script: when, what is shown, whose lever is up, and
// what must be told.
type look struct {
	at           time.Duration
	white, black time.Duration
	lever        rules.Color
	state        string // "run", "stand", "absent", "white flag", "black flag"
	want         string
}

const (
	wh = rules.White
	bl = rules.Black
)

func (l look) sight() Sight {
	n := Sight{White: l.white, Black: l.black, ToMove: l.lever}
	switch l.state {
	case "run":
		n.Running = l.lever
	case "absent":
		return Sight{Absent: true}
	case "white flag":
		n.WhiteFlag = true
	case "black flag":
		n.BlackFlag = true
	}
	return n
}

// play runs a script from the start, and returns the last answer.
func play(t *testing.T, c Control, rate int, script []look) Seen {
	t.Helper()
	var seen Seen
	state := c.Start(zero)
	for i, l := range script {
		seen = c.See(state, zero.Add(l.at), l.sight(), rate)
		if got := seen.Change.String(); got != l.want {
			t.Errorf("reading %d (at %v, %v-%v): got %s, want %s", i+1, l.at, l.white, l.black, got, l.want)
		}
		state = seen.State
	}
	return seen
}

func TestSee(t *testing.T) {
	plain := Control{[]Period{fischer(0, 30*m, 0)}}
	blitz := Control{[]Period{fischer(0, 3*m, 2*s)}}
	two := Control{[]Period{fischer(2, 10*m, 0), fischer(0, 5*m, 0)}}
	twoInc := Control{[]Period{fischer(2, 10*m, 10*s), fischer(0, 5*m, 10*s)}}
	for _, tt := range []struct {
		name string
		c    Control
		rate int
		say  []look
	}{
		{"the clock is started and counts", plain, 1, []look{
			{0, 30 * m, 30 * m, wh, "stand", "nothing"},
			{5 * s, 30 * m, 30 * m, wh, "run", "started"},
			{6 * s, 30*m - s, 30 * m, wh, "run", "nothing"},
			{15 * s, 30*m - 10*s, 30 * m, wh, "run", "nothing"},
		}},
		{"the first press starts the other clock", plain, 1, []look{
			{0, 30 * m, 30 * m, bl, "stand", "nothing"},
			{5 * s, 30 * m, 30 * m, wh, "run", "pressed,started"},
		}},
		{"a press brings the increment in the same reading", blitz, 1, []look{
			{0, 3 * m, 3 * m, wh, "run", "started"},
			{4 * s, 3*m - 4*s, 3 * m, wh, "run", "nothing"},
			{5 * s, 3*m - 5*s + 2*s, 3 * m, bl, "run", "pressed"},
			{9 * s, 3*m - 3*s, 3*m - 4*s, bl, "run", "nothing"},
			{9 * s, 3*m - 3*s, 3*m - 4*s + 2*s, wh, "run", "pressed"},
		}},
		{"an increment and a lost second together", blitz, 1, []look{
			{0, 3 * m, 3 * m, wh, "run", "started"},
			{4 * s, 3*m - 4*s, 3 * m, wh, "run", "nothing"},
			{4 * s, 3*m - 3*s, 3 * m, bl, "run", "pressed"},
		}},
		{"the first increment is in the start time already", blitz, 1, []look{
			{0, 3*m + 2*s, 3*m + 2*s, wh, "stand", "nothing"},
			{1 * s, 3*m + 2*s, 3*m + 2*s, wh, "run", "started"},
			{6 * s, 3*m - 3*s, 3*m + 2*s, bl, "run", "pressed"},
			{8 * s, 3*m - 3*s, 3*m + 2*s, wh, "run", "pressed"},
		}},
		{"the clock is stopped and started again", plain, 1, []look{
			{0, 30 * m, 30 * m, wh, "run", "started"},
			{7 * s, 30*m - 7*s, 30 * m, wh, "stand", "stopped"},
			{400 * s, 30*m - 7*s, 30 * m, wh, "stand", "nothing"},
			{500 * s, 30*m - 7*s, 30 * m, wh, "run", "started"},
			{510 * s, 30*m - 17*s, 30 * m, wh, "run", "nothing"},
		}},
		{"a lever on a clock at rest", plain, 1, []look{
			{0, 30 * m, 30 * m, wh, "stand", "nothing"},
			{1 * s, 30 * m, 30 * m, bl, "stand", "pressed"},
			{2 * s, 30 * m, 30 * m, wh, "stand", "pressed"},
		}},
		{"a next period at the press that completes its last move", twoInc, 1, []look{
			{0, 10 * m, 10 * m, wh, "run", "started"},
			{10 * s, 10 * m, 10 * m, bl, "run", "pressed"},
			{20 * s, 10 * m, 10 * m, wh, "run", "pressed"},
			{30 * s, 15 * m, 10 * m, bl, "run", "pressed,period_began"},
			{40 * s, 15 * m, 15 * m, wh, "run", "pressed,period_began"},
			{50 * s, 15 * m, 15 * m, bl, "run", "pressed"},
		}},
		{"a next period while the other side thinks", two, 1, []look{
			{0, 10 * m, 10 * m, wh, "run", "started"},
			{10 * s, 10*m - 10*s, 10 * m, bl, "run", "pressed"},
			{20 * s, 10*m - 10*s, 10*m - 10*s, wh, "run", "pressed"},
			{30 * s, 10*m - 20*s, 10*m - 10*s, bl, "run", "pressed"},
			{31 * s, 15*m - 20*s, 10*m - 11*s, bl, "run", "period_began"},
		}},
		{"a next period only when the first one ran out", two, 1, []look{
			{0, 10 * m, 10 * m, wh, "run", "started"},
			{10 * s, 10*m - 10*s, 10 * m, bl, "run", "pressed"},
			{15 * s, 10*m - 10*s, 10*m - 5*s, wh, "run", "pressed"},
			{20 * s, 10*m - 15*s, 10*m - 5*s, bl, "run", "pressed"},
			{25 * s, 10*m - 15*s, 10*m - 10*s, wh, "run", "pressed"},
			{315 * s, 4*m + 55*s, 10*m - 10*s, wh, "run", "nothing"},
			{605 * s, 5 * s, 10*m - 10*s, wh, "run", "nothing"},
			{612 * s, 5*m - 2*s, 10*m - 10*s, wh, "run", "period_began"},
			{613 * s, 5*m - 3*s, 10*m - 10*s, wh, "run", "nothing"},
		}},
		{"a period's time before its moves are made is set by hand", Control{[]Period{fischer(40, 10*m, 0), fischer(0, 5*m, 0)}}, 1, []look{
			{0, 10 * m, 10 * m, wh, "run", "started"},
			{10 * s, 15*m - 10*s, 10 * m, wh, "run", "adjusted"},
		}},
		{"a clock joined in the middle gets its next period", Control{[]Period{fischer(40, 10*m, 0), fischer(0, 5*m, 0)}}, 1, []look{
			{0, 3 * m, 2 * m, wh, "run", "started"},
			{10 * s, 8*m - 10*s, 2 * m, bl, "run", "pressed,period_began"},
		}},
		{"a flag falls and the clock stops", plain, 1, []look{
			{0, 2 * s, 30 * m, wh, "run", "started"},
			{1 * s, 1 * s, 30 * m, wh, "run", "nothing"},
			{2 * s, 0, 30 * m, wh, "white flag", "stopped,flag_fell"},
			{12 * s, 0, 30 * m, wh, "white flag", "nothing"},
		}},
		{"time at rest set by hand", plain, 1, []look{
			{0, 30 * m, 30 * m, wh, "run", "started"},
			{10 * s, 30*m - 10*s, 30 * m, wh, "stand", "stopped"},
			{60 * s, 30*m - 10*s, 32 * m, wh, "stand", "adjusted"},
			{61 * s, 30*m - 10*s, 32*m - s, wh, "stand", "adjusted"},
			{70 * s, 30*m - 10*s, 32*m - s, wh, "run", "started"},
		}},
		{"running time that rises", plain, 1, []look{
			{0, 30 * m, 30 * m, wh, "run", "started"},
			{60 * s, 29 * m, 30 * m, wh, "run", "nothing"},
			{61 * s, 31*m - s, 30 * m, wh, "run", "adjusted"},
		}},
		{"running time that falls by more than the time passed", plain, 1, []look{
			{0, 30 * m, 30 * m, wh, "run", "started"},
			{10 * s, 28 * m, 30 * m, wh, "run", "adjusted"},
		}},
		{"more than the increment at a press", blitz, 1, []look{
			{0, 3 * m, 3 * m, wh, "run", "started"},
			{5 * s, 3 * m, 3 * m, bl, "run", "pressed"},
			{8 * s, 3 * m, 2*m + 57*s + 6*s, wh, "run", "pressed"},
			{10 * s, 2*m + 58*s + 5*s, 3*m + 3*s, bl, "run", "pressed"},
			{12 * s, 2*m + 58*s + 5*s, 5 * m, wh, "run", "pressed,adjusted"},
		}},
		{"both times are those of the start again", blitz, 1, []look{
			{0, 3 * m, 3 * m, wh, "run", "started"},
			{50 * s, 2*m + 12*s, 3 * m, bl, "run", "pressed"},
			{55 * s, 2*m + 12*s, 2*m + 55*s, bl, "stand", "stopped"},
			{99 * s, 3 * m, 3 * m, wh, "stand", "reset"},
			{120 * s, 3 * m, 3 * m, wh, "run", "started"},
		}},
		{"reset while it runs", plain, 1, []look{
			{0, 20 * m, 30 * m, wh, "run", "started"},
			{9 * s, 30 * m, 30 * m, wh, "stand", "stopped,reset"},
		}},
		{"a clock that says it runs and stands still", plain, 1, []look{
			{0, 30 * m, 30 * m, wh, "run", "started"},
			{10 * s, 30 * m, 30 * m, wh, "run", "drifted"},
			{20 * s, 30*m - 10*s, 30 * m, wh, "run", "nothing"},
		}},
		{"a clock that is 4 % slow is told once in a run", plain, 1, []look{
			{0, 30 * m, 30 * m, wh, "run", "started"},
			{50 * s, 30*m - 48*s, 30 * m, wh, "run", "nothing"},
			{100 * s, 30*m - 96*s, 30 * m, wh, "run", "nothing"},
			{150 * s, 30*m - 144*s, 30 * m, wh, "run", "drifted"},
			{160 * s, 30*m - 154*s, 30 * m, wh, "run", "nothing"},
		}},
		{"a second of lag is no drift", plain, 1, []look{
			{0, 30 * m, 30 * m, wh, "run", "started"},
			{10 * s, 30*m - 9*s, 30 * m, wh, "run", "nothing"},
			{600 * s, 20*m + s, 30 * m, wh, "run", "nothing"},
			{610 * s, 20*m - 11*s, 30 * m, wh, "run", "nothing"},
		}},
		{"twenty times as fast", blitz, 20, []look{
			{0, 3 * m, 3 * m, wh, "run", "started"},
			{1 * s, 3*m - 20*s, 3 * m, wh, "run", "nothing"},
			{1600 * time.Millisecond, 3*m - 30*s, 3 * m, bl, "run", "pressed"},
			{4 * s, 3*m - 30*s, 3*m - 48*s, bl, "run", "nothing"},
			{4200 * time.Millisecond, 3*m + 10*s, 3*m - 52*s, bl, "run", "adjusted"},
		}},
		{"unplugged and plugged in again", blitz, 1, []look{
			{0, 3 * m, 3 * m, wh, "run", "started"},
			{5 * s, 0, 0, 0, "absent", "unplugged"},
			{6 * s, 0, 0, 0, "absent", "nothing"},
			{40 * s, 2*m + 47*s, 2*m + 59*s, wh, "run", "started,plugged"},
			{41 * s, 2*m + 46*s, 2*m + 59*s, wh, "run", "nothing"},
		}},
		{"pressed while unplugged", blitz, 1, []look{
			{0, 3 * m, 3 * m, wh, "run", "started"},
			{5 * s, 0, 0, 0, "absent", "unplugged"},
			{40 * s, 2*m + 47*s, 2*m + 59*s, bl, "run", "pressed,started,plugged"},
		}},
		{"no clock at first", plain, 1, []look{
			{0, 0, 0, 0, "absent", "unplugged"},
			{5 * s, 30 * m, 30 * m, wh, "stand", "plugged"},
		}},
		{"an unknown control", Control{}, 1, []look{
			{0, 30 * m, 30 * m, wh, "run", "started"},
			{10 * s, 30*m + 20*s, 30 * m, bl, "run", "pressed"},
			{20 * s, 30*m + 20*s, 30*m - 10*s, bl, "run", "nothing"},
			{30 * s, 29 * m, 30*m - 20*s, bl, "run", "adjusted"},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) { play(t, tt.c, tt.rate, tt.say) })
	}
}

func TestSeeTellsWhoPressedAndHowOften(t *testing.T) {
	c := Control{[]Period{fischer(0, 30*m, 0)}}
	seen := play(t, c, 1, []look{
		{0, 30 * m, 30 * m, bl, "stand", "nothing"},
		{1 * s, 30 * m, 30 * m, wh, "run", "pressed,started"}, // starts the game: no move
		{2 * s, 30*m - s, 30 * m, bl, "run", "pressed"},
		{3 * s, 30*m - s, 30*m - s, wh, "run", "pressed"},
		{4 * s, 30*m - 2*s, 30*m - s, bl, "run", "pressed"},
	})
	if seen.By != wh || seen.State.White.Presses != 2 || seen.State.Black.Presses != 1 {
		t.Errorf("by %s, presses %d and %d; want white, 2 and 1", seen.By, seen.State.White.Presses, seen.State.Black.Presses)
	}
}

func TestSeeTellsTheJump(t *testing.T) {
	c := Control{[]Period{fischer(0, 30*m, 0)}}
	seen := play(t, c, 1, []look{
		{0, 30 * m, 30 * m, wh, "run", "started"},
		{60 * s, 29 * m, 30 * m, wh, "run", "nothing"},
		{70 * s, 29*m - 10*s + 2*m, 28 * m, wh, "run", "adjusted"},
	})
	if seen.JumpWhite != 2*m || seen.JumpBlack != -2*m {
		t.Errorf("jumps %v and %v, want 2m and -2m", seen.JumpWhite, seen.JumpBlack)
	}
}

func TestChangeWordsAreInOneOrder(t *testing.T) {
	all := Pressed | Started | Stopped | PeriodBegan | FlagFell | Adjusted | Reset | Drifted | Unplugged | Plugged
	want := "pressed started stopped period_began flag_fell adjusted reset drifted unplugged plugged"
	if got := strings.Join(all.Words(), " "); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Change(0).Words(); len(got) != 0 {
		t.Errorf("nothing has words: %q", got)
	}
	if got := (Plugged | Pressed).String(); got != "pressed,plugged" {
		t.Errorf("got %q", got)
	}
}

func TestAtIsMonotoneAndStopsAtZero(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.IntRange(-1, 40).Draw(t, "rate")
		state := State{
			Known: true, AsOf: zero,
			White:   SideState{Left: time.Duration(rapid.IntRange(0, 6000).Draw(t, "white")) * s},
			Black:   SideState{Left: time.Duration(rapid.IntRange(0, 6000).Draw(t, "black")) * s},
			Running: rules.Color(rapid.IntRange(0, 2).Draw(t, "running")),
		}
		t1 := zero.Add(time.Duration(rapid.Int64Range(-1e12, 1e13).Draw(t, "first")))
		t2 := t1.Add(time.Duration(rapid.Int64Range(0, 1e18).Draw(t, "then")))
		a, b := Control{}.At(state, t1, rate), Control{}.At(state, t2, rate)
		for _, side := range []struct {
			name                string
			before, first, then time.Duration
		}{
			{"white", state.White.Left, a.White.Left, b.White.Left}, {"black", state.Black.Left, a.Black.Left, b.Black.Left},
		} {
			if side.first > side.before || side.then > side.first || side.then < 0 {
				t.Fatalf("%s: %v, %v, %v", side.name, side.before, side.first, side.then)
			}
		}
		if state.Running == rules.NoColor && (a.White != state.White || b.Black != state.Black) {
			t.Fatal("time fell on a clock at rest")
		}
		if via := (Control{}).At(a, t2, rate); t2.After(a.AsOf) && via != b {
			t.Fatalf("by way of %v: %+v, straight %+v", t1, via, b)
		}
	})
}

// clock is a simulated clock with increments, as devices do them: it counts
// presses, and adds a period's time at the press or when the time runs out.
type clock struct {
	c       Control
	left    [3]time.Duration // exact
	presses [3]int
	period  [3]int
	running rules.Color
	late    bool // adds a period's time only when the first one runs out
}

func newClock(c Control, included, late bool) *clock {
	k := &clock{c: c, late: late}
	for _, side := range []rules.Color{wh, bl} {
		k.left[side] = c.Periods[0].Main
		if included {
			k.left[side] += c.Periods[0].Bonus
		}
	}
	return k
}

// sight is what the display shows: whole seconds, rounded up.
func (k *clock) sight() Sight {
	shown := func(d time.Duration) time.Duration { return (d + s - 1) / s * s }
	return Sight{White: shown(k.left[wh]), Black: shown(k.left[bl]), Running: k.running, ToMove: k.running}
}

// run lets time pass; it reports whether a period began.
func (k *clock) run(d time.Duration) (began bool) {
	k.left[k.running] -= d
	if k.left[k.running] <= 0 {
		k.left[k.running] += k.c.Periods[k.period[k.running]+1].Main
		k.period[k.running]++
		return true
	}
	return false
}

// press ends a move; it reports whether a period began.
func (k *clock) press() (began bool) {
	side := k.running
	k.presses[side]++
	p := k.c.Periods[k.period[side]]
	k.left[side] += p.Bonus
	if !k.late && p.Moves > 0 && k.presses[side] == p.Moves {
		k.period[side]++
		k.left[side] += k.c.Periods[k.period[side]].Main
		began = true
	}
	k.running = side.Other()
	return began
}

// A game of random think times, read every second or more seldom, with up to a
// second of lag: nothing is told but what was played.
func TestAPlayedGameIsNothingButPresses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := rapid.SampledFrom([]int{1, 1, 20}).Draw(t, "rate")
		moves := rapid.IntRange(1, 12).Draw(t, "moves")
		bonus := time.Duration(rapid.SampledFrom([]int{0, 2, 30}).Draw(t, "bonus")) * s
		c := Control{[]Period{fischer(moves, 10*m, bonus), fischer(0, 30*m, bonus)}}
		k := newClock(c, rapid.Bool().Draw(t, "included"), rapid.Bool().Draw(t, "late"))
		at := time.Duration(0) // clock time since the start
		state := c.Start(zero)
		read := func(want Change) {
			t.Helper()
			lag := time.Duration(rapid.Int64Range(0, int64(s)).Draw(t, "lag"))
			seen := c.See(state, zero.Add((at+lag)/time.Duration(rate)), k.sight(), rate)
			if seen.Change != want {
				t.Fatalf("at %v: got %s, want %s\nstate %+v\nsight %+v", at, seen.Change, want, state, k.sight())
			}
			state = seen.State
		}
		read(0)
		k.running = wh
		read(Started)
		plies := rapid.IntRange(1, 40).Draw(t, "plies")
		for ply := 0; ply < plies; ply++ {
			think := time.Duration(rapid.Int64Range(0, int64(90*s)).Draw(t, "think"))
			if k.period[k.running] == 1 {
				think = min(think, max(0, k.left[k.running]-bonus-2*s))
			} else if k.left[k.running]-think < 3*s && k.presses[k.running] < moves {
				think = 0 // no flags before the control in this test
			}
			step := time.Duration(rapid.Int64Range(int64(s), int64(10*s)).Draw(t, "step"))
			for think > 0 {
				d := min(step, think)
				think -= d
				at += d
				began := k.run(d)
				if think > 0 || began {
					want := Change(0)
					if began {
						want = PeriodBegan
					}
					read(want)
				}
			}
			presser := k.running
			want := Pressed
			if k.press() {
				want |= PeriodBegan
			}
			read(want)
			if got := state.side(presser).Presses; got != k.presses[presser] {
				t.Fatalf("%s pressed %d times, counted %d", presser, k.presses[presser], got)
			}
			if got := state.side(presser).Period; got != k.period[presser] {
				t.Fatalf("%s is in period %d, counted %d", presser, k.period[presser], got)
			}
		}
	})
}

func TestAnAdjustmentIsTold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Control{[]Period{fischer(0, 30*m, 5*s)}}
		k := newClock(c, false, false)
		k.running = rapid.SampledFrom([]rules.Color{rules.NoColor, wh, bl}).Draw(t, "running")
		state := c.See(c.Start(zero), zero, k.sight(), 1).State
		d := time.Duration(rapid.IntRange(0, 10).Draw(t, "passed")) * s
		if k.running != rules.NoColor {
			k.run(d)
		}
		side := rapid.SampledFrom([]rules.Color{wh, bl}).Draw(t, "side")
		by := time.Duration(rapid.IntRange(3, 1700).Draw(t, "by")) * s
		if k.running == side {
			// A running clock that is set up by less than what passed looks like
			// one that stood.
			by += 10 * s
		}
		if rapid.Bool().Draw(t, "down") {
			by = -by
		}
		k.left[side] += by
		if c.atStart(k.sight()) {
			t.Skip("set to the start: that is a reset")
		}
		seen := c.See(state, zero.Add(d), k.sight(), 1)
		if !seen.Change.Has(Adjusted) {
			t.Fatalf("%s set by %v after %v: told %s", side, by, d, seen.Change)
		}
		jump := seen.JumpWhite
		if side == bl {
			jump = seen.JumpBlack
		}
		if diff := cmp.Diff(by, jump); diff != "" {
			t.Fatalf("the jump (-want +got):\n%s", diff)
		}
	})
}
