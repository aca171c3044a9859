package sim

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"boardwire/pgn"
	"boardwire/rules"
	"boardwire/sim/board"
	"boardwire/sim/hand"
)

func TestParseSpeed(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Speed
		err  bool
	}{
		{"1", 1, false}, {"20", 20, false}, {"20x", 20, false}, {"max", SpeedMax, false},
		{"0", 0, true}, {"-1", 0, true}, {"1001", 0, true}, {"", 0, true}, {"fast", 0, true}, {"1.5", 0, true},
	} {
		got, err := ParseSpeed(c.in)
		if got != c.want || (err != nil) != c.err {
			t.Errorf("ParseSpeed(%q) = %v, %v; want %v, error %t", c.in, got, err, c.want, c.err)
		}
	}
	for _, s := range []Speed{1, 20, SpeedMax} {
		if back, err := ParseSpeed(s.String()); back != s || err != nil {
			t.Errorf("ParseSpeed(%q) = %v, %v; want it back", s, back, err)
		}
	}
}

func TestParseScript(t *testing.T) {
	s, err := ParseScript([]byte("first_serial = 7\n[habits]\nslide = 50\n[[board]]\nboard = 2\nend = \"kings\"\nafter = 9\nturned = true\n[[board.unplug]]\nply = 3\nseconds = 20\nrename = true\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := Script{FirstSerial: 7, Habits: &hand.Habits{Slide: 50}, Boards: []Board{{Board: 2, End: EndKings, After: 9, Turned: true, Unplug: []Unplug{{3, 20, true}}}}}
	if diff := cmp.Diff(want, s); diff != "" {
		t.Errorf("script (-want +got):\n%s", diff)
	}
	for _, c := range []struct{ in, want string }{
		{"[[board]]\nboard = 1\nend = \"applause\"", `script: board 1: end "applause", want leave, flag or kings`},
		{"[[board]]\nend = \"flag\"", "script: board 0: boards count from 1"},
		{"[[board]]\nboard = 1\n[[board]]\nboard = 1", "script: board 1 is there twice"},
		{"[[board]]\nboard = 1\nafter = -1", "script: board 1: after -1, want 0 to 3600 seconds"},
		{"[[board]]\nboard = 1\n[[board.unplug]]\nply = 0", "script: board 1: unplug at ply 0 for 0 seconds"},
		{"habit = 1", "script: unknown key"},
		{"habits =", "script: "},
	} {
		if _, err := ParseScript([]byte(c.in)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("ParseScript(%q): got %v, want %s", c.in, err, c.want)
		}
	}
}

func TestParseControl(t *testing.T) {
	for _, c := range []struct {
		in   string
		want control
	}{
		{"40/5400+30:1800+30", control{[]period{{40, 5400}, {0, 1800}}, 30}},
		{"900+10", control{[]period{{0, 900}}, 10}},
		{"300", control{[]period{{0, 300}}, 0}},
		{"40/7200:20/3600:900", control{[]period{{40, 7200}, {20, 3600}, {0, 900}}, 0}},
		{"?", control{[]period{{0, 5400}}, 30}},
		{"", control{[]period{{0, 5400}}, 30}},
	} {
		got, err := parseControl(c.in)
		if err != nil {
			t.Errorf("parseControl(%q): %v", c.in, err)
		}
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(control{}, period{})); diff != "" {
			t.Errorf("parseControl(%q) (-want +got):\n%s", c.in, diff)
		}
	}
	for _, in := range []string{"40/5400+30:1800", "90 minutes", "1/2/3", "-5+3"} {
		if _, err := parseControl(in); err == nil {
			t.Errorf("parseControl(%q): no error", in)
		}
	}
}

// Times that a game does not say follow from those it says.
func TestPlanFillsTimes(t *testing.T) {
	g := pgn.Read([]byte("[TimeControl \"2/100+10:50+10\"]\n\n1. e4 {[%clk 0:01:40]} d5 {[%emt 0:00:07]} 2. exd5 Qxd5 {[%clk 0:02:31] [%emt 0:00:12]} 3. Nc3 {[%emt 0:09:00]} *"))[0]
	p, err := newPlan(g, Board{Board: 1})
	if err != nil {
		t.Fatal(err)
	}
	type row struct{ think, shows int }
	var got []row
	for _, ply := range p.plies {
		got = append(got, row{ply.think, ply.shows})
	}
	want := []row{
		{20, 100}, // 110 - 20 + 10
		{7, 113},  // 110 - 7 + 10
		{15, 145}, // a guess; the second move brings 50 on top of the bonus
		{12, 151}, // as it says
		{145, -1}, // no more than there is; nobody presses
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(row{})); diff != "" {
		t.Errorf("think and shows (-want +got):\n%s", diff)
	}
	if p.white != 110 || p.black != 110 || p.bonus != 10 {
		t.Errorf("got clocks %d %d, bonus %d; want 110 110 10", p.white, p.black, p.bonus)
	}
	if p.plies[3].captured != rules.BlackPawn {
		t.Errorf("got %v in the hand after exd5, want a black pawn", p.plies[3].captured)
	}
}

// However long a ply is thought about: every second is counted, the men arrive,
// and they are seen before the clock is pressed.
func TestDeedsOfAPly(t *testing.T) {
	games := someGames(t, 2, 80)
	rapid.Check(t, func(rt *rapid.T) {
		p, err := newPlan(games[rapid.IntRange(0, 1).Draw(rt, "game")], Board{Board: 1})
		if err != nil {
			rt.Fatal(err)
		}
		i := rapid.IntRange(0, len(p.plies)-1).Draw(rt, "ply")
		p.plies[i].think = rapid.OneOf(rapid.IntRange(0, 8), rapid.IntRange(0, 900)).Draw(rt, "think")
		speed := rapid.SampledFrom([]Speed{1, 5, 20, 100, SpeedMax}).Draw(rt, "speed")
		h := hand.Habits{Slide: 50, PlaceFirst: 30, Over: 50, TakeFirst: 50, Ghost: 50, Adjust: 50, RookFirst: 50, PawnStays: 50}
		seed := rapid.Uint64().Draw(rt, "seed")
		deeds := p.deeds(i, 900, h, speed, rng(seed, 1, i))
		if diff := cmp.Diff(deeds, p.deeds(i, 900, h, speed, rng(seed, 1, i)), cmp.AllowUnexported(deed{})); diff != "" {
			rt.Fatalf("the same ply is played differently the second time:\n%s", diff)
		}
		men := p.plies[i].before.Board()
		ticks, last, at := 0, time.Duration(0), time.Duration(0)
		for _, d := range deeds {
			if d.at < at {
				rt.Fatalf("out of order: %v after %v", d.at, at)
			}
			at = d.at
			switch d.kind {
			case tick:
				ticks++
			case touch:
				men.Put(d.square, d.piece)
				last = d.at
			}
		}
		end := deeds[len(deeds)-1]
		after, err := p.plies[i].before.Play(p.plies[i].move)
		if err != nil {
			rt.Fatal(err)
		}
		switch {
		case ticks != p.plies[i].think:
			rt.Errorf("%d seconds counted, want %d", ticks, p.plies[i].think)
		case men != after.Board():
			rt.Errorf("men %s, want %s", men, after.Board())
		case end.kind != press:
			rt.Errorf("the last deed is %d, want the press", end.kind)
		case end.at-last < board.ScanTime:
			rt.Errorf("pressed %v after the last touch, want at least one scan", end.at-last)
		case end.at < max(shortest, time.Duration(p.plies[i].think)*time.Second/time.Duration(speed.nominal())):
			rt.Errorf("the ply lasts %v, which is too short for %d seconds at %s", end.at, p.plies[i].think, speed)
		case deeds[0].at < 0:
			rt.Errorf("something happens %v before the ply", -deeds[0].at)
		}
	})
}

// Who has little time sets no man right that he would still hold when he moves.
func TestAllStandsRightBeforeTheMove(t *testing.T) {
	g := someGames(t, 1, 80)[0]
	p, err := newPlan(g, Board{Board: 1})
	if err != nil {
		t.Fatal(err)
	}
	h := hand.Habits{Ghost: 100, Adjust: 100, TakeFirst: 100}
	adjusted := 0
	for i := range p.plies {
		ply := &p.plies[i]
		for think := range 8 {
			ply.think = think
			deeds := p.deeds(i, 900, h, 1, rng(uint64(think), 1, i))
			var touches []hand.Touch
			for _, d := range deeds {
				if d.kind == touch {
					touches = append(touches, hand.Touch{Square: d.square, Piece: d.piece})
				}
			}
			move := len(hand.Move(ply.before, ply.move, h, rng(0, 0, 0)))
			men := ply.men
			for _, touch := range touches[:len(touches)-move] {
				men.Put(touch.Square, touch.Piece)
				adjusted++
			}
			if men != ply.men {
				t.Fatalf("ply %d of %d s: %s lies there when the move begins, want %s", i+1, think, men, ply.men)
			}
			if end := deeds[len(deeds)-1]; end.kind != press {
				t.Fatalf("ply %d of %d s: the last deed is %d, want the press", i+1, think, end.kind)
			}
		}
	}
	if adjusted == 0 {
		t.Error("no man was ever set right")
	}
}
