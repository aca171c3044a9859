package verify

import (
	"os"
	"strings"
	"testing"
	"time"

	"boardwire/internal/testshared"
	"boardwire/pgn"
	"boardwire/rules"
	"boardwire/sim"
)

// TestSampleOfTheWorldCup plays twelve games of a real event, chosen for what is
// in them, by clumsy hands through a whole hall.
func TestSampleOfTheWorldCup(t *testing.T) {
	classical := read(t, testshared.Path(t, "data/pgn/fide-worldcup-2025-r1-classical.pgn"))
	fast := read(t, testshared.Path(t, "data/pgn/fide-worldcup-2025-r1-tiebreaks-rapid-blitz.pgn"))
	sample := []struct {
		what   string
		file   []pgn.Game
		number int
		source string
	}{
		{"a short game, mate on the board", classical, 1, "ruled"},
		{"half an hour more, first seen at move 53; promotion", classical, 20, "ruled"},
		{"no move at all", classical, 41, "ruled"},
		{"a king's step into the centre that nobody pressed", classical, 55, "signalled"},
		{"en passant, promotion, half an hour more", classical, 56, "ruled"},
		{"ten times without clk, castling long, two promotions", classical, 95, "ruled"},
		{"one move without clk", classical, 126, "ruled"},
		{"10 minutes; both castle long, en passant", fast, 5, "ruled"},
		{"promotion to a knight; one more move when nobody can win", fast, 27, "ruled"},
		{"228 plies, the last one not pressed", fast, 43, "ruled"},
		{"blitz with 3 seconds a move, en passant", fast, 53, "ruled"},
		{"blitz of 163 plies, castling long", fast, 56, "ruled"},
	}
	var games []pgn.Game
	for _, s := range sample {
		games = append(games, s.file[s.number-1])
	}
	verdicts, err := Run(t.Context(), Config{Games: games, Speed: sim.SpeedMax, Seed: 7, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range verdicts {
		if !v.Equal {
			t.Errorf("%s (game %d): ply %d: %s", sample[i].what, sample[i].number, v.Ply, v.Why)
		}
		if v.Source != sample[i].source {
			t.Errorf("%s (game %d): result %s, want %s", sample[i].what, sample[i].number, v.Source, sample[i].source)
		}
	}
}

// Plies that are no moves: kings that tell the result, and moves that the Laws
// do not allow.
func TestPliesThatAreNoMoves(t *testing.T) {
	games := read(t, "testdata/no-moves.pgn")
	verdicts, err := Run(t.Context(), Config{Games: games, Speed: sim.SpeedMax, Seed: 3, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range verdicts {
		event := tag(games[i], "Event")
		if !v.Equal {
			t.Errorf("%s: ply %d: %s", event, v.Ply, v.Why)
		}
		want := "ruled"
		switch {
		case strings.HasPrefix(event, "Kings"):
			want = "signalled"
		case games[i].Result == rules.Ongoing:
			want = ""
		}
		if v.Source != want {
			t.Errorf("%s: result %s, want %s", event, v.Source, want)
		}
		if told := len(v.Saw) > 0; told != strings.HasPrefix(event, "Illegal") {
			t.Errorf("%s: the arbiters were told %q", event, v.Saw)
		}
	}
}

// What is played otherwise than it is expected is found: the page is looked at,
// and not the file.
func TestDifferencesAreFound(t *testing.T) {
	games := read(t, "testdata/no-moves.pgn")[:1]
	g := games[0]
	g.Tail, g.Result = nil, "1-0"
	var batch []entry
	for i := range 5 {
		e, err := newEntry(i, g)
		if err != nil {
			t.Fatal(err)
		}
		e.gesture = false
		batch = append(batch, e)
	}
	batch[1].moves[4] = "g1h3"
	batch[2].clk[3]++
	batch[3].moves = append(batch[3].moves, "h7h6")
	batch[3].clk = append(batch[3].clk, -1)
	batch[4].gesture = true
	c := Config{Speed: sim.SpeedMax, Dir: t.TempDir(), settle: 4 * time.Second}
	c.fill()
	verdicts, err := c.play(t.Context(), batch)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		ply int
		why string
	}{
		{0, ""},
		{5, "move g1f3, want g1h3"},
		{4, "clk 1:30:44, want 1:30:45"},
		{len(batch[0].moves) + 1, "h7h6 is missing"},
		{0, "the kings in the centre say 1-0"},
	} {
		v := verdicts[i]
		if v.Equal != (want.why == "") || v.Ply != want.ply || !strings.Contains(v.Why, want.why) {
			t.Errorf("game %d: equal %t, ply %d, %q; want ply %d, %q", i+1, v.Equal, v.Ply, v.Why, want.ply, want.why)
		}
		if v.Kept == "" != v.Equal {
			t.Errorf("game %d: data kept in %q", i+1, v.Kept)
		}
	}
	for _, name := range []string{"record.jsonl", "facts.jsonl", "log.jsonl"} {
		if info, err := os.Stat(verdicts[1].Kept + "/" + name); err != nil || info.Size() == 0 {
			t.Errorf("%s of a batch with a difference: %v", name, err)
		}
	}
}

func read(t *testing.T, path string) []pgn.Game {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	games := pgn.Read(b)
	if len(games) == 0 {
		t.Fatalf("%s: no game", path)
	}
	return games
}
