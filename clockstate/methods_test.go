package clockstate

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardwire/rules"
)

func TestSeeFollowsEachMethod(t *testing.T) {
	with := func(m Method, main, bonus time.Duration) Control {
		return Control{[]Period{{Main: main, Bonus: bonus, Method: m}}}
	}
	for _, tt := range []struct {
		name string
		c    Control
		say  []look
	}{
		{"Bronstein gives back what was used", with(Bronstein, 25*m, 10*s), []look{
			{0, 25 * m, 25 * m, wh, "run", "started"},
			{6 * s, 25*m - 6*s, 25 * m, wh, "run", "nothing"},
			{7 * s, 25 * m, 25 * m, bl, "run", "pressed"},
			{47 * s, 25 * m, 25*m - 30*s, wh, "run", "pressed"},
		}},
		{"Bronstein gives no more back than was used", with(Bronstein, 25*m, 10*s), []look{
			{0, 25 * m, 25 * m, wh, "run", "started"},
			{3 * s, 25*m + 7*s, 25 * m, bl, "run", "pressed,adjusted"},
		}},
		{"a delay lets the clock stand first", with(Delay, 30*m, 10*s), []look{
			{0, 30 * m, 30 * m, wh, "run", "started"},
			{5 * s, 30 * m, 30 * m, wh, "run", "nothing"},
			{9 * s, 30 * m, 30 * m, bl, "run", "pressed"},
			{39 * s, 30 * m, 30*m - 20*s, bl, "run", "nothing"},
			{49 * s, 30 * m, 30*m - 30*s, wh, "run", "pressed"},
			{52 * s, 30 * m, 30*m - 30*s, bl, "run", "pressed"},
		}},
		{"a delay that is over holds nothing back", with(Delay, 30*m, 10*s), []look{
			{0, 30 * m, 30 * m, wh, "run", "started"},
			{60 * s, 30 * m, 30 * m, wh, "run", "drifted"},
		}},
		{"a delay adds nothing at the press", with(Delay, 30*m, 10*s), []look{
			{0, 30 * m, 30 * m, wh, "run", "started"},
			{4 * s, 30*m + 10*s, 30 * m, bl, "run", "pressed,adjusted"},
		}},
		{"byo-yomi begins anew with each move", with(Byoyomi, time.Minute, 30*s), []look{
			{0, time.Minute, time.Minute, wh, "run", "started"},
			{50 * s, 10 * s, time.Minute, wh, "run", "nothing"},
			{65 * s, 25 * s, time.Minute, wh, "run", "period_began"},
			{70 * s, 30 * s, time.Minute, bl, "run", "pressed"},
			{75 * s, 30 * s, 55 * s, wh, "run", "pressed"},
			{95 * s, 10 * s, 55 * s, wh, "run", "nothing"},
			{96 * s, 30 * s, 55 * s, bl, "run", "pressed"},
		}},
		{"byo-yomi that is not pressed does not begin anew", with(Byoyomi, time.Minute, 30*s), []look{
			{0, time.Minute, time.Minute, wh, "run", "started"},
			{65 * s, 25 * s, time.Minute, wh, "run", "period_began"},
			{75 * s, 30 * s, time.Minute, wh, "run", "adjusted"},
		}},
		{"a clock that counts up", with(CountUp, 0, 0), []look{
			{0, 0, 0, wh, "run", "started"},
			{20 * s, 20 * s, 0, wh, "run", "nothing"},
			{30 * s, 30 * s, 0, bl, "run", "pressed"},
			{90 * s, 30 * s, 60 * s, wh, "run", "pressed"},
			{100 * s, 20 * s, 60 * s, wh, "run", "adjusted"},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) { play(t, tt.c, 1, tt.say) })
	}
}

func TestAtOfEachMethod(t *testing.T) {
	for _, tt := range []struct {
		name        string
		p           Period
		left        time.Duration
		after, want time.Duration
	}{
		{"within a delay", Period{Main: time.Minute, Bonus: 10 * s, Method: Delay}, time.Minute, 7 * s, time.Minute},
		{"behind a delay", Period{Main: time.Minute, Bonus: 10 * s, Method: Delay}, time.Minute, 17 * s, 53 * s},
		{"Bronstein falls at once", Period{Main: time.Minute, Bonus: 10 * s, Method: Bronstein}, time.Minute, 7 * s, 53 * s},
		{"main time before byo-yomi", Period{Main: time.Minute, Bonus: 30 * s, Method: Byoyomi}, 20 * s, 15 * s, 5 * s},
		{"into byo-yomi", Period{Main: time.Minute, Bonus: 30 * s, Method: Byoyomi}, 20 * s, 25 * s, 25 * s},
		{"byo-yomi runs out", Period{Main: time.Minute, Bonus: 30 * s, Method: Byoyomi}, 20 * s, 55 * s, 0},
		{"counting up", Period{Method: CountUp}, 20 * s, 55 * s, 75 * s},
	} {
		c := Control{[]Period{tt.p}}
		state := State{Known: true, White: SideState{Left: tt.left}, Running: wh, ToMove: wh, AsOf: zero, TurnFrom: zero, TurnLeft: tt.left}
		if got := c.At(state, zero.Add(tt.after), 1); got.White.Left != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got.White.Left, tt.want)
		}
		half := c.At(c.At(state, zero.Add(tt.after/2), 1), zero.Add(tt.after), 1)
		if got := c.At(state, zero.Add(tt.after), 1); got != half {
			t.Errorf("%s: by way of half the time %+v, straight %+v", tt.name, half, got)
		}
	}
}

// A game under each method, read every few seconds with lag: nothing is told
// but presses, and the byo-yomi where it begins.
func TestAPlayedGameOfEachMethodIsNothingButPresses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Period{
			Main: 5 * m, Bonus: time.Duration(rapid.SampledFrom([]int{3, 10, 30}).Draw(t, "bonus")) * s,
			Method: rapid.SampledFrom([]Method{Bronstein, Delay, Byoyomi, CountUp}).Draw(t, "method"),
		}
		if p.Method == CountUp {
			p.Main, p.Bonus = 0, 0
		}
		c := Control{[]Period{p}}
		left := [3]time.Duration{wh: p.Main, bl: p.Main}
		var byo [3]bool
		side, now := wh, time.Duration(0)
		sight := func() Sight {
			shown := func(d time.Duration) time.Duration { return (d + s - 1) / s * s }
			return Sight{White: shown(left[wh]), Black: shown(left[bl]), Running: side, ToMove: side}
		}
		state := c.See(c.Start(zero), zero, Sight{White: left[wh], Black: left[bl]}, 1).State
		read := func(want Change) {
			t.Helper()
			lag := time.Duration(rapid.Int64Range(0, int64(s)-1).Draw(t, "lag"))
			seen := c.See(state, zero.Add(now+lag), sight(), 1)
			if seen.Change != want {
				t.Fatalf("%s at %v: got %s, want %s\nstate %+v\nsight %+v", p.Method, now, seen.Change, want, state, sight())
			}
			state = seen.State
		}
		read(Started)
		for range rapid.IntRange(1, 30).Draw(t, "plies") {
			think := time.Duration(rapid.IntRange(0, 40).Draw(t, "think")) * s
			switch {
			case p.Method == Byoyomi && byo[side]:
				think = min(think, p.Bonus-3*s)
			case p.Method == Byoyomi && left[side] <= think:
				think = min(think, left[side]+p.Bonus-3*s)
			case p.Method != CountUp && left[side]-think < 3*s:
				think = 0
			}
			turn, thought := left[side], time.Duration(0)
			for thought < think {
				d := min(time.Duration(rapid.IntRange(1, 9).Draw(t, "step"))*s, think-thought)
				thought += d
				now += d
				want := Change(0)
				switch p.Method {
				case CountUp:
					left[side] = turn + thought
				case Delay:
					left[side] = turn - max(0, thought-p.Bonus)
				default:
					left[side] -= d
					if p.Method == Byoyomi && left[side] <= 0 && !byo[side] {
						left[side] += p.Bonus
						byo[side], want = true, PeriodBegan
					}
				}
				read(want)
			}
			switch {
			case p.Method == Bronstein:
				left[side] += min(p.Bonus, thought)
			case byo[side]:
				left[side] = p.Bonus
			}
			side = side.Other()
			read(Pressed)
		}
		if state.Running == rules.NoColor {
			t.Fatal("the clock stands")
		}
	})
}
