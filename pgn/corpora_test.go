package pgn

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardwire/internal/testshared"
	"boardwire/rules"
)

// Files of other programs come through whole: no game lost, every move legal,
// nothing cut but what is named here. The plies of games that are not cut are
// those that pgn-extract counts.
func TestCorpora(t *testing.T) {
	for _, c := range []struct {
		file         string
		games, plies int
		cut          int // games that hold what is no game of chess
		timed        bool
	}{
		{file: "fide-worldcup-2025-r1-classical.pgn", games: 156, plies: 13616, timed: true},
		{file: "fide-worldcup-2025-r1-tiebreaks-rapid-blitz.pgn", games: 62, plies: 6658, timed: true},
		{file: "fwwrc-2024-tags-only.pgn", games: 605},
		{file: "lichess-cc0-438games.pgn", games: 438, plies: 28538, timed: true},
		{file: "twic-232games.pgn", games: 232, plies: 19777},
		{file: "pgn4web-chess960wch06.pgn", games: 8, plies: 579},
		{file: "pgn4web-demoLiveGames.pgn", games: 4, plies: 248, timed: true},
		{file: "pgn4web-oly14r11.pgn", games: 12, plies: 1165, timed: true},
		{file: "odd/livechess-2.2.11-illegal-into-check.pgn", games: 1, plies: 75, cut: 1},
		{file: "odd/livechess-2.2.6-ongoing-referencetime.pgn", games: 1, plies: 16},
		{file: "odd/pgnextract-nullmoves.pgn", games: 2, plies: 2, cut: 2},
		{file: "odd/pgnextract-odds-latin1.pgn", games: 32, plies: 2336, cut: 2},
		{file: "odd/pychess-utf8-bom.pgn", games: 2},
		{file: "odd/scalachess-black-absent-result.pgn", games: 1},
		{file: "odd/scalachess-chessbase-weird.pgn", games: 1, plies: 115},
		{file: "odd/scalachess-from-tcec-with-engine-output.pgn", games: 1, plies: 165},
		{file: "odd/scalachess-invisible-char.pgn", games: 1, plies: 19},
		{file: "odd/scalachess-st-louis-fischerandom.pgn", games: 1, plies: 51},
		{file: "odd/scalachess-unclosed-quote.pgn", games: 1, plies: 35},
		{file: "odd/scalachess-unicode-result-draw.pgn", games: 1},
	} {
		t.Run(c.file, func(t *testing.T) {
			b, err := os.ReadFile(testshared.Path(t, "data/pgn/"+c.file))
			if err != nil {
				t.Fatal(err)
			}
			games := Read(b)
			plies, cut, clocks := 0, 0, 0
			for _, g := range games {
				plies += len(g.Plies)
				if g.Cut() {
					cut++
				}
				pos, err := g.Position()
				if err != nil {
					t.Fatal(err)
				}
				for i, p := range g.Plies {
					if pos, err = pos.Play(p.Move); err != nil {
						t.Fatalf("%s, ply %d: %v", white(g), i+1, err)
					}
					if p.Clk != nil {
						clocks++
					}
				}
			}
			if len(games) != c.games || plies != c.plies || cut != c.cut {
				t.Errorf("got %d games, %d plies, %d cut; want %d, %d, %d", len(games), plies, cut, c.games, c.plies, c.cut)
			}
			if c.timed && clocks < plies*9/10 {
				t.Errorf("got %d clock times for %d plies", clocks, plies)
			}
		})
	}
}

// Every file is in the table above.
func TestCorporaAreAllThere(t *testing.T) {
	var files []string
	for _, pattern := range []string{"*.pgn", "odd/*.pgn"} {
		more, err := filepath.Glob(filepath.Join(testshared.Path(t, "data/pgn"), pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	if len(files) != 20 {
		t.Errorf("got %d files, want 20: %v", len(files), files)
	}
}

func white(g Game) string {
	v, _ := g.Tag("White")
	return v
}

// oneGame reads a shared file of which only the first game is looked at.
func oneGame(t *testing.T, file string) Game {
	t.Helper()
	return readAll(t, testshared.Path(t, "data/pgn/"+file), false)[0]
}

func TestOldBoardsWriteADotBeforeTheSeconds(t *testing.T) {
	g := oneGame(t, "pgn4web-demoLiveGames.pgn")
	if got, want := *g.Plies[0].Clk, 15*time.Minute+16*time.Second; got != want {
		t.Errorf("first clk: got %v, want %v", got, want)
	}
	if side, left, ok := g.Running(); side != rules.Black || left != 15*time.Minute+29*time.Second || !ok {
		t.Errorf("Clock tag: got %v %v %v", side, left, ok)
	}
	for _, c := range []rules.Color{rules.White, rules.Black} {
		if got, ok := g.Clock(c); !ok || got != 15*time.Minute+10*time.Second {
			t.Errorf("clock tag of %v: got %v %v", c, got, ok)
		}
	}
}

func TestClockTags(t *testing.T) {
	g := oneGame(t, "odd/livechess-2.2.6-ongoing-referencetime.pgn")
	side, at, ok := g.Reference()
	if want := time.Date(2024, 5, 15, 12, 21, 57, 339e6, time.UTC); !ok || side != rules.White || !at.Equal(want) {
		t.Errorf("ReferenceTime: got %v %v %v, want White %v", side, at, ok, want)
	}
	if got, ok := g.Clock(rules.Black); !ok || got != time.Hour+21*time.Minute+35*time.Second {
		t.Errorf("BlackClock: got %v %v", got, ok)
	}
	if _, _, ok := g.Running(); ok {
		t.Error("a clock runs without a Clock tag")
	}
	if g.Result != rules.Ongoing {
		t.Errorf("got result %v, want *", g.Result)
	}
}

// What follows an illegal move is kept as written, with the result.
func TestIllegalTailIsKept(t *testing.T) {
	g := oneGame(t, "odd/livechess-2.2.11-illegal-into-check.pgn")
	if len(g.Tail) != 12 || g.Tail[0].SAN != "Ka5" || g.Tail[11].SAN != "Qxb7#" || g.Result != rules.WhiteWins {
		t.Errorf("got %d plies of tail, result %v", len(g.Tail), g.Result)
	}
}

// A name in Latin-1 is read, whatever else the file holds.
func TestLatin1Names(t *testing.T) {
	g := oneGame(t, "odd/pgnextract-odds-latin1.pgn")
	if black, _ := g.Tag("Black"); !strings.HasPrefix(black, "François André") {
		t.Errorf("got %q", black)
	}
}

// What is read and written again is read the same, and writes the same bytes.
func TestCorporaSurviveTheWriter(t *testing.T) {
	for _, file := range []string{
		"fide-worldcup-2025-r1-tiebreaks-rapid-blitz.pgn", "pgn4web-chess960wch06.pgn", "pgn4web-oly14r11.pgn",
		"odd/scalachess-chessbase-weird.pgn", "odd/scalachess-from-tcec-with-engine-output.pgn", "odd/scalachess-st-louis-fischerandom.pgn",
		"odd/pgnextract-odds-latin1.pgn",
	} {
		t.Run(file, func(t *testing.T) {
			for i, g := range readAll(t, testshared.Path(t, "data/pgn/"+file), false) {
				once, err := Append(nil, g.Writable())
				if err != nil {
					t.Fatalf("game %d: %v", i+1, err)
				}
				back := Read(once)
				if len(back) != 1 || back[0].Cut() {
					t.Fatalf("game %d: got %d games, %v", i+1, len(back), allFaults(back))
				}
				twice, err := Append(nil, back[0].Writable())
				if err != nil || string(once) != string(twice) {
					t.Fatalf("game %d, error %v: written\n%s\nand then\n%s", i+1, err, once, twice)
				}
			}
		})
	}
}
