package clockstate

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func fischer(moves int, main, bonus time.Duration) Period {
	return Period{Moves: moves, Main: main, Bonus: bonus, Method: methodOf(bonus)}
}

const (
	m = time.Minute
	s = time.Second
)

var classic = Control{[]Period{fischer(40, 90*m, 30*s), fischer(0, 30*m, 30*s)}}

func TestParseControl(t *testing.T) {
	one := func(main, bonus time.Duration) Control { return Control{[]Period{fischer(0, main, bonus)}} }
	three := Control{[]Period{fischer(40, 100*m, 30*s), fischer(20, 50*m, 30*s), fischer(0, 15*m, 30*s)}}
	for _, tt := range []struct {
		in    string
		want  Control
		short string
		pgn   string
	}{
		{"90/40+30+30", classic, "90/40+30+30", "40/5400+30:1800+30"},
		{"40/5400+30:1800+30", classic, "90/40+30+30", "40/5400+30:1800+30"},
		{"90 minutes for 40 moves, then 30 minutes, 30 seconds increment from move 1", classic, "90/40+30+30", "40/5400+30:1800+30"},
		{"90 minutes for the first 40 moves followed by 30 minutes for the rest of the game with an addition of 30 seconds per move starting from move one", classic, "90/40+30+30", "40/5400+30:1800+30"},
		{"40 moves in 90 minutes, then 30 minutes to finish, plus 30 sec per move", classic, "90/40+30+30", "40/5400+30:1800+30"},
		{"1 hour 30 minutes for 40 moves; then 30 minutes; 30 s a move", classic, "90/40+30+30", "40/5400+30:1800+30"},
		{"90+30", one(90*m, 30*s), "90+30", "5400+30"},
		{"15+10", one(15*m, 10*s), "15+10", "900+10"},
		{"900+10", one(15*m, 10*s), "15+10", "900+10"},
		{"15 min + 10 sec", one(15*m, 10*s), "15+10", "900+10"},
		{"15min+10sec", one(15*m, 10*s), "15+10", "900+10"},
		{"15' + 10''", one(15*m, 10*s), "15+10", "900+10"},
		{"15 minutes, increment of 10 seconds", one(15*m, 10*s), "15+10", "900+10"},
		{"10 minutes plus 60 seconds per move", one(10*m, 60*s), "10+60", "600+60"},
		{"5+3", one(5*m, 3*s), "5+3", "300+3"},
		{"180+2", one(3*m, 2*s), "3+2", "180+2"},
		{"5", one(5*m, 0), "5", "300"},
		{"300", one(5*m, 0), "5", "300"},
		{" 2 h ", one(120*m, 0), "120", "7200"},
		{"1m30+1", one(90*s, s), "1m30+1", "90+1"},
		{"200m", one(200*m, 0), "200m", "12000"},
		{"0+10", one(0, 10*s), "0+10", "0+10"},
		{"100/40+50/20+15+30", three, "100/40+50/20+15+30", "40/6000+30:20/3000+30:900+30"},
		{"100 minutes for the first 40 moves, 50 minutes for the next 20 moves, 15 minutes for the remaining moves plus 30 seconds per move from move 1", three, "100/40+50/20+15+30", "40/6000+30:20/3000+30:900+30"},
		{"120 minutes for 40 moves, then 60 minutes for 20 moves, then 15 minutes with 30 seconds increment from move 61",
			Control{[]Period{fischer(40, 120*m, 0), fischer(20, 60*m, 0), fischer(0, 15*m, 30*s)}}, "120/40,60/20,15+30", "40/7200:20/3600:900+30"},
		{"120/40,60/20,15+30", Control{[]Period{fischer(40, 120*m, 0), fischer(20, 60*m, 0), fischer(0, 15*m, 30*s)}}, "120/40,60/20,15+30", "40/7200:20/3600:900+30"},
		{"40/7200", Control{[]Period{fischer(40, 120*m, 0)}}, "120/40", "40/7200"},
		{"90/40+30s", Control{[]Period{fischer(40, 90*m, 30*s)}}, "90/40+30s", "40/5400+30"},
		{"90/40+30", Control{[]Period{fischer(40, 90*m, 0), fischer(0, 30*m, 0)}}, "90/40+30", "40/5400:1800"},
		{"-", Control{}, "?", "?"},
		{"?", Control{}, "?", "?"},
	} {
		got, err := ParseControl(tt.in)
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.in, diff)
		}
		if got.String() != tt.short || got.PGN() != tt.pgn {
			t.Errorf("%q: String %q, PGN %q, want %q, %q", tt.in, got.String(), got.PGN(), tt.short, tt.pgn)
		}
	}
}

func TestParseControlOfEveryMethod(t *testing.T) {
	with := func(m Method, main, bonus time.Duration) Control {
		return Control{[]Period{{Main: main, Bonus: bonus, Method: m}}}
	}
	for _, tt := range []struct {
		in    string
		want  Control
		short string
	}{
		{"25+10d", with(Delay, 25*m, 10*s), "25+10d"},
		{"90d5", with(Delay, 90*m, 5*s), "90+5d"},
		{"90;d5", with(Delay, 90*m, 5*s), "90+5d"},
		{"G/90;d5", with(Delay, 90*m, 5*s), "90+5d"},
		{"40/120,SD/60;d5", Control{[]Period{{40, 120 * m, 5 * s, Delay}, {0, 60 * m, 5 * s, Delay}}}, "120/40+60+5d"},
		{"40/7200:3600+d5", Control{[]Period{{40, 120 * m, 0, Plain}, {0, 60 * m, 5 * s, Delay}}}, "120/40,60+5d"},
		{"25 minutes with 5 seconds delay", with(Delay, 25*m, 5*s), "25+5d"},
		{"30 min, US delay 10 sec", with(Delay, 30*m, 10*s), "30+10d"},
		{"25+10b", with(Bronstein, 25*m, 10*s), "25+10b"},
		{"90 min bronstein 10 sec", with(Bronstein, 90*m, 10*s), "90+10b"},
		{"25 min, 10 sec Bronstein delay", with(Bronstein, 25*m, 10*s), "25+10b"},
		{"60+30y", with(Byoyomi, 60*m, 30*s), "60+30y"},
		{"60 min + 30 sec byo-yomi", with(Byoyomi, 60*m, 30*s), "60+30y"},
		{"90 min for 40 moves, then 15 min, 30 sec byo-yomi", Control{[]Period{{40, 90 * m, 0, Plain}, {0, 15 * m, 30 * s, Byoyomi}}}, "90/40,15+30y"},
		{"count up", with(CountUp, 0, 0), "up"},
	} {
		got, err := ParseControl(tt.in)
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.in, diff)
		}
		if got.String() != tt.short || got.PGN() != "?" {
			t.Errorf("%q: String %q, PGN %q, want %q and ?", tt.in, got.String(), got.PGN(), tt.short)
		}
		if again, err := ParseControl(tt.short); err != nil || cmp.Diff(got, again) != "" {
			t.Errorf("%q does not read back: %v, %v", tt.short, again, err)
		}
	}
}

// Tags as event software and organisers fill them.
func TestParseControlOfRealTags(t *testing.T) {
	for in, want := range map[string]string{
		": 90 minutes for the first 40 moves, followed by 30 minutes for the rest of the gamewith an increment of 30 seconds per move starting from move 1": "90/40+30+30",
		"90min + 30min/40 moves + 30s/move":                                "90/40+30+30",
		"15 minutes + 10 seconds increment per move, starting from move 1": "15+10",
		"15 min. + 10 s. per move":                                         "15+10",
	} {
		if got, err := ParseControl(in); err != nil || got.String() != want {
			t.Errorf("%q: %s, %v; want %s", in, got, err, want)
		}
	}
}

func TestParseControlNamesWhatItCannotRead(t *testing.T) {
	for in, want := range map[string]string{
		"":                                    "empty",
		"ninety-ish minutes":                  `"ninety-ish": not a word`,
		"90 minutes and a beer":               `"beer": not a word`,
		"90+x":                                `"x": want a whole number`,
		"90+":                                 "a number is missing",
		"90+30+30":                            `"30": nothing can follow the seconds a move`,
		"90/0+30":                             "0 moves",
		"1m75":                                "60 seconds or more",
		"*180":                                `"*180": a sand clock: cannot be followed`,
		"hourglass 5 min":                     `"hourglass": cannot be followed`,
		"90 minutes delay":                    "delay of how many seconds?",
		"60/20+30y":                           "byo-yomi is for the rest of the game",
		"90+d":                                "a number is missing",
		"40/5400:1800:900":                    "period 2: covers the rest of the game, but another period follows",
		"1234567":                             "too large a number",
		"999999":                              "a period has at most 24h",
		"0":                                   "no time at all",
		"90 minutes for 40 moves 20 moves":    `"20": moves of which period?`,
		"15 minutes 10":                       `"10": a number of what?`,
		"15 min + 10 sec increment 5 sec inc": "a second increment",
		"90 minutes for 40 moves, then 30 minutes, 30 seconds increment from move 35": `"from move 35": no period begins there`,
		strings.Repeat("90 min ", 100): "longer than 400 bytes",
	} {
		c, err := ParseControl(in)
		if err == nil {
			t.Errorf("%q was read as %+v", in, c)
			continue
		}
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got error %q, want it to say %q", in, err, want)
		}
	}
}

func TestParsePGNTakesSecondsOnly(t *testing.T) {
	c, err := ParsePGN("60+1")
	if want := (Control{[]Period{fischer(0, m, s)}}); err != nil || cmp.Diff(want, c) != "" {
		t.Errorf("got %+v, %v, want %+v", c, err, want)
	}
	if c, err := ParsePGN("15 min"); err == nil {
		t.Errorf("words were read as %+v", c)
	}
}

// anyControl draws a control that ParseControl could have returned.
func anyControl(t *rapid.T) Control {
	var c Control
	n := rapid.IntRange(1, 4).Draw(t, "periods")
	same := rapid.Bool().Draw(t, "one bonus")
	bonus := time.Duration(rapid.SampledFrom([]int{0, 2, 5, 30, 60, 3600}).Draw(t, "bonus")) * s
	for i := range n {
		if !same {
			bonus = time.Duration(rapid.IntRange(0, 60).Draw(t, "own bonus")) * s
		}
		secs := rapid.OneOf(rapid.IntRange(1, 86400), rapid.Map(rapid.IntRange(1, 240), func(m int) int { return m * 60 })).Draw(t, "main")
		moves := rapid.OneOf(rapid.IntRange(1, 60), rapid.IntRange(170, 300))
		p := fischer(moves.Draw(t, "moves"), time.Duration(secs)*s, bonus)
		if i == n-1 && rapid.Bool().Draw(t, "to the end") {
			p.Moves = 0
		}
		c.Periods = append(c.Periods, p)
	}
	return c
}

func TestBothFormsReadBackAsTheSameControl(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anyControl(t)
		got, err := ParseControl(want.String())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", want, diff)
		}
		if got, err = ParsePGN(want.PGN()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", want.PGN(), diff)
		}
	})
}

func FuzzParseControl(f *testing.F) {
	for _, seed := range []string{"90/40+30+30", "40/5400+30:1800+30", "15 min + 10 sec", "1m30+1", "90/40+30s", "120/40,15+30", "15'+10''", "?", "g/90;d5", "25+10b", "15 min, 30 sec byo-yomi", "up"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseControl(text)
		if err != nil {
			return
		}
		again, err := ParseControl(c.String())
		if err != nil {
			t.Fatalf("%q gives %q, which is refused: %v", text, c, err)
		}
		if diff := cmp.Diff(c, again); diff != "" {
			t.Fatalf("%q gives %q (-want +got):\n%s", text, c, diff)
		}
	})
}
