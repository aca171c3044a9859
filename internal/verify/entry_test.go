package verify

import (
	"strings"
	"testing"

	"boardwire/internal/config"
	"boardwire/pgn"
	"boardwire/sim"
)

func shown(moves string, clk ...int) (v view) {
	for i, m := range strings.Fields(moves) {
		move := struct {
			UCI, SAN string
			Clk      *int
		}{UCI: m}
		if i < len(clk) && clk[i] >= 0 {
			move.Clk = &clk[i]
		}
		v.Moves = append(v.Moves, move)
	}
	return v
}

func TestCompare(t *testing.T) {
	e := entry{moves: strings.Fields("e2e4 e7e5 g1f3"), clk: []int{5430, -1, 5400}}
	for _, c := range []struct {
		name string
		v    view
		ply  int
		why  string
	}{
		{"equal", shown("e2e4 e7e5 g1f3", 5430, 77, 5400), 0, ""},
		{"another move", shown("e2e4 e7e6 g1f3", 5430, -1, 5400), 2, "move e7e6, want e7e5"},
		{"another time", shown("e2e4 e7e5 g1f3", 5430, -1, 5399), 3, "clk 1:29:59, want 1:30:00"},
		{"no time", shown("e2e4 e7e5 g1f3", -1, -1, 5400), 1, "no clk, want 1:30:30"},
		{"a move too few", shown("e2e4 e7e5", 5430), 3, "the hall has 2 plies, want 3: g1f3 is missing"},
		{"a move too many", shown("e2e4 e7e5 g1f3 e8e7", 5430, -1, 5400), 4, "the hall has 4 plies, want 3: e8e7 was no move"},
	} {
		if ply, why := e.compare(c.v); ply != c.ply || why != c.why {
			t.Errorf("%s: ply %d, %q; want %d, %q", c.name, ply, why, c.ply, c.why)
		}
	}
}

// Whatever stands in a game's tags, the tournament file can be read.
func TestTournamentFile(t *testing.T) {
	games := pgn.Read([]byte(`[White "A \"B\" \\ C"]
[TimeControl "40/5400+30:1800+30"]

1. e4 {[%clk 1:30:55] [%emt 0:00:05]} *

[White "D' =[x]"]
[Black "	"]
[TimeControl "two hours or so"]

1. e4 {[%clk 0:05:01] [%emt 0:00:02]} e5 {[%clk 0:05:01] [%emt 0:00:02]}
2. d4 {[%clk 0:05:02] [%emt 0:00:02]} d5 {[%clk 0:05:02] [%emt 0:00:02]} *
`))
	var batch []entry
	for i, g := range games {
		e, err := newEntry(i, g)
		if err != nil {
			t.Fatal(err)
		}
		batch = append(batch, e)
	}
	truth, err := sim.Truth(sim.Config{Games: games})
	if err != nil {
		t.Fatal(err)
	}
	text := tournament(batch, truth)
	f, err := config.Parse("tournament.toml", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if got := f.Players[0].Name; got != `A "B" \ C` {
		t.Errorf("got name %q", got)
	}
	for i, want := range []string{"90/40+30+30", "5+3"} {
		if got := f.Rounds[0].Tables[i].Control; got != want {
			t.Errorf("table %d: control %q, want %q", i+1, got, want)
		}
	}
}

func TestGamesFromOtherPositionsAreNotPlayed(t *testing.T) {
	g := pgn.Read([]byte("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *"))[0]
	if _, err := newEntry(0, g); err == nil || !strings.Contains(err.Error(), "usual position") {
		t.Errorf("got %v", err)
	}
}
