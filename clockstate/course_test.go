package clockstate

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"boardwire/rules"
)

// played makes the stamps of a game of even thinks under a control, the first
// bonus included from the start.
func played(c Control, think func(k int) time.Duration, plies int) []Stamp {
	k := newClock(c, true, true)
	var out []Stamp
	for i := range plies {
		side := []rules.Color{wh, bl}[i%2]
		k.running = side
		d := think(i)
		k.run(d)
		k.press()
		out = append(out, Stamp{Clk: k.left[side], Emt: d, HasClk: true, HasEmt: true})
	}
	return out
}

var classical = Control{[]Period{fischer(40, 90*m, 30*s), fischer(0, 30*m, 30*s)}}

func jumpsText(c Course) string {
	var out []string
	for _, j := range c.Jumps {
		out = append(out, fmt.Sprintf("%d %s", j.Ply, j.Cause))
	}
	return strings.Join(out, "; ")
}

func TestTraceNamesEachJump(t *testing.T) {
	steady := func(int) time.Duration { return 25 * s }
	// slow uses more than the bonus, so that the first period runs out late.
	slow := func(int) time.Duration { return 158 * s }
	for _, tt := range []struct {
		name   string
		base   []Stamp
		damage func([]Stamp) []Stamp
		want   string
	}{
		{"play as it should be", played(classical, steady, 90), nil, ""},
		{"a period comes in when the first has run out, not at move 40", played(classical, slow, 90), nil, "85 period; 86 period"},
		{"two minutes are added to Black's clock", played(classical, steady, 60), func(p []Stamp) []Stamp {
			for k := 31; k < len(p); k += 2 {
				p[k].Clk += 2 * m
			}
			return p
		}, "32 set by hand"},
		{"a minute is taken off White's clock", played(classical, steady, 60), func(p []Stamp) []Stamp {
			for k := 30; k < len(p); k += 2 {
				p[k].Clk -= m
			}
			return p
		}, "31 set by hand"},
		{"the time runs out at move 20, and the display shows the next period", played(classical, steady, 39), func(p []Stamp) []Stamp {
			p[38].Emt, p[38].Clk = p[36].Clk, 30*m
			return p
		}, "39 hidden flag"},
		{"the think time is wrong beside a missing reading", played(classical, steady, 60), func(p []Stamp) []Stamp {
			p[29].HasClk, p[29].HasEmt = false, false
			p[30].Emt -= 20 * s
			return p
		}, "31 missing reading"},
		{"a press seen late", played(classical, steady, 60), func(p []Stamp) []Stamp {
			p[30].Emt -= 7 * s
			p[31].Emt += 7 * s
			return p
		}, "31 late press; 32 late press"},
		{"a think time that the clock did not count", played(classical, slow, 40), func(p []Stamp) []Stamp {
			p[30].Emt += 37 * s
			return p
		}, "31 think time"},
		{"the last move is not pressed", played(classical, steady, 50), func(p []Stamp) []Stamp {
			p[49].Clk -= 30 * s
			return p
		}, "50 stopped"},
		{"one move's readings are exchanged", played(classical, func(k int) time.Duration { return time.Duration(20+k%2*30) * s }, 60), func(p []Stamp) []Stamp {
			p[30].Clk, p[31].Clk = p[31].Clk, p[30].Clk
			return p
		}, "31 exchanged"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := append([]Stamp(nil), tt.base...)
			if tt.damage != nil {
				in = tt.damage(in)
			}
			got := Trace(wh, in, classical)
			if diff := cmp.Diff(tt.want, jumpsText(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if !got.Follows {
				t.Error("the declared control is refused")
			}
		})
	}
}

func TestTraceFindsTheControl(t *testing.T) {
	think := func(k int) time.Duration { return time.Duration(3+k*7%29) * s }
	for _, tt := range []struct {
		name     string
		in       []Stamp
		declared Control
		want     string
		follows  bool
	}{
		{"as declared", played(classical, think, 60), classical, "90/40+30s", true},
		{"nothing declared", played(Control{[]Period{fischer(0, 15*m, 10*s)}}, think, 60), Control{}, "15+10", false},
		{"a tag left from another event", played(Control{[]Period{fischer(0, 15*m, 10*s)}}, think, 60), classical, "15+10", false},
		{"blitz under the same tag", played(Control{[]Period{fischer(0, 5*m, 3*s)}}, func(int) time.Duration { return 4 * s }, 60), classical, "5+3", false},
		{"no bonus", played(Control{[]Period{fischer(0, 60*m, 0)}}, think, 60), Control{}, "60", false},
		{"too little to tell", played(classical, think, 6), Control{}, "?", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Trace(wh, tt.in, tt.declared)
			if got.Shown.String() != tt.want || got.Follows != tt.follows {
				t.Errorf("shown %s, follows %v; want %s, %v", got.Shown, got.Follows, tt.want, tt.follows)
			}
		})
	}
}

// A clock with a delay stands while a move takes less than that.
func TestTraceTellsADelayFromAnIncrement(t *testing.T) {
	left := [2]time.Duration{30 * m, 30 * m}
	var in []Stamp
	for k := range 50 {
		emt := time.Duration([]int{4, 14, 72, 3, 8, 90, 2, 33}[k%8]) * s
		left[k%2] -= max(0, emt-10*s)
		in = append(in, Stamp{Clk: left[k%2], Emt: emt, HasClk: true, HasEmt: true})
	}
	got := Trace(wh, in, Control{})
	if want := (Period{Main: 30 * m, Bonus: 10 * s, Method: Delay}); len(got.Shown.Periods) != 1 || got.Shown.Periods[0] != want || len(got.Jumps) > 0 {
		t.Errorf("shown %+v, jumps %s; want %+v", got.Shown.Periods, jumpsText(got), want)
	}
}

func TestTraceDerivesAMissingReading(t *testing.T) {
	in := played(classical, func(int) time.Duration { return 41 * s }, 40)
	want := in[20].Clk
	in[20].HasClk = false
	got := Trace(wh, in, classical)
	if !got.Derived[20] || !got.Clocks[20].HasClk || got.Clocks[20].Clk != want {
		t.Errorf("got %+v derived %v, want %v derived", got.Clocks[20], got.Derived[20], want)
	}
	if len(got.Jumps) > 0 {
		t.Errorf("jumps: %s", jumpsText(got))
	}
	in[20].Emt += 5 * m // wrong: the next reading is not what follows from it
	if got = Trace(wh, in, classical); got.Derived[20] || got.Clocks[20].HasClk {
		t.Errorf("derived from a think time that does not fit: %+v", got.Clocks[20])
	}
}

func TestTraceSetsExchangedGamesRight(t *testing.T) {
	in := played(classical, func(k int) time.Duration { return time.Duration(3+k*k%97) * s }, 60)
	crossed := exchangeAll(in)
	got := Trace(wh, crossed, classical)
	if !got.Exchanged {
		t.Fatal("not told")
	}
	for k := range in {
		if got.Clocks[k].Clk != in[k].Clk {
			t.Fatalf("ply %d: %v, want %v", k+1, got.Clocks[k].Clk, in[k].Clk)
		}
	}
}

func TestTraceTellsAPressFromAStop(t *testing.T) {
	in := played(classical, func(int) time.Duration { return 25 * s }, 40)
	if !Trace(wh, in, classical).Pressed {
		t.Error("a reading with its bonus was pressed")
	}
	in[39].Clk -= 30 * s
	if Trace(wh, in, classical).Pressed {
		t.Error("a reading without its bonus was not pressed")
	}
	in[39].HasClk = false
	if Trace(wh, in, classical).Pressed {
		t.Error("nothing is known without a reading")
	}
}

// Whatever is thought, a game under its control has no jumps but periods, and
// each clock's period is found.
func TestAPlayedGameHasNoJumpsButPeriods(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bonus := time.Duration(rapid.SampledFrom([]int{2, 5, 10, 30}).Draw(t, "bonus")) * s
		c := Control{[]Period{fischer(40, 60*m, bonus), fischer(0, 30*m, bonus)}}
		k := newClock(c, true, rapid.Bool().Draw(t, "late"))
		var in []Stamp
		periods := 0
		for ply := range rapid.IntRange(30, 140).Draw(t, "plies") {
			side := []rules.Color{wh, bl}[ply%2]
			k.running = side
			think := time.Duration(rapid.IntRange(0, 170).Draw(t, "think")) * s
			if left := k.left[side]; k.presses[side] < 40 && left-think < 3*s || k.period[side] == 1 && left-think < 3*s {
				think = 0 // no flags
			}
			if k.run(think) {
				periods++
			}
			if k.press() {
				periods++
			}
			in = append(in, Stamp{Clk: k.left[side], Emt: think, HasClk: true, HasEmt: true})
		}
		got := Trace(wh, in, c)
		for _, j := range got.Jumps {
			if j.Cause != ByPeriod {
				t.Fatalf("ply %d: %s by %v", j.Ply, j.Cause, j.Off)
			}
		}
		if len(got.Jumps) != periods || !got.Follows {
			t.Fatalf("%d periods, want %d; follows %v", len(got.Jumps), periods, got.Follows)
		}
	})
}

// Whatever a file says, Trace ends and answers for every ply.
func FuzzTrace(f *testing.F) {
	f.Add([]byte{1, 2, 3, 250, 0, 7, 99, 5, 30, 30, 30, 30}, uint8(0))
	f.Fuzz(func(t *testing.T, b []byte, kind uint8) {
		var in []Stamp
		for i := 0; i+2 < len(b); i += 3 {
			in = append(in, Stamp{
				Clk: time.Duration(b[i]) * 40 * s, Emt: time.Duration(b[i+1]) * 5 * s, HasClk: b[i+2]&3 != 0, HasEmt: b[i+2]&12 != 0,
			})
		}
		c := []Control{{}, classical, {[]Period{{Main: 30 * m, Bonus: 10 * s, Method: Delay}}}}[kind%3]
		got := Trace([]rules.Color{wh, bl}[kind/3%2], in, c)
		if len(got.Clocks) != len(in) || len(got.Derived) != len(in) {
			t.Fatalf("%d plies, %d readings, %d marks", len(in), len(got.Clocks), len(got.Derived))
		}
		last := 0
		for _, j := range got.Jumps {
			if j.Ply < last || j.Ply > len(in) || j.Cause.String() == "" {
				t.Fatalf("jump %+v behind %d of %d", j, last, len(in))
			}
			last = j.Ply
		}
	})
}
