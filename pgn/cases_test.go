package pgn

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwire/internal/testshared"
	"boardwire/rules"
)

// feedCase is one line of the list of what real feeds do.
type feedCase struct{ ID, Input string }

func feedCases(t *testing.T) []feedCase {
	t.Helper()
	f, err := os.Open(testshared.Path(t, "cases/feed-cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []feedCase
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c feedCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// one reads the one game of a text.
func one(t *testing.T, text string) Game {
	t.Helper()
	games := Read([]byte(text))
	if len(games) != 1 {
		t.Fatalf("got %d games, want 1, from\n%s", len(games), text)
	}
	return games[0]
}

func hasCode(g Game, c Code) bool {
	return slices.ContainsFunc(g.Deviations, func(d Deviation) bool { return d.Code == c })
}

const someTags = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n"

// checks are what the reader must do with each case about PGN text. The input
// is the list's, made whole where it is only a part.
var checks = map[string]func(t *testing.T, input string){
	// Two empty lines before the moves.
	"P02": func(t *testing.T, input string) {
		g := one(t, strings.Replace(input, "headers\n", someTags, 1)+" *")
		if len(g.Plies) != 1 || len(g.Deviations) > 0 {
			t.Errorf("got %d plies, %v", len(g.Plies), faults(g))
		}
	},
	// A colon in the name of a tag.
	"P04": func(t *testing.T, input string) {
		g := one(t, input+"\n\n1. e4 e5 *")
		if kind, _ := g.Tag("BlackType"); kind != "program" || len(g.Plies) != 2 || !hasCode(g, TagForm) || g.Cut() {
			t.Errorf("got BlackType %q, %d plies, %v", kind, len(g.Plies), faults(g))
		}
	},
	// Tags and no move, read and written.
	"P06": func(t *testing.T, _ string) {
		g := one(t, someTags+"\n*\n")
		b, err := Append(nil, g)
		if err != nil {
			t.Fatal(err)
		}
		if back := one(t, string(b)); len(back.Plies) != 0 || white(back) != "A" || len(back.Deviations) > 0 {
			t.Errorf("got %d plies, White %q, %v", len(back.Plies), white(back), faults(back))
		}
	},
	// A remark before a first move that is Black's.
	"P07": func(t *testing.T, input string) {
		fen := "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppp1ppp/4p3/8/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 0 1\"]\n\n"
		g := one(t, fen+input+" *")
		if len(g.Plies) != 1 || g.Comment != "text" || len(g.Deviations) > 0 {
			t.Errorf("got %d plies, comment %q, %v", len(g.Plies), g.Comment, faults(g))
		}
	},
	// A byte order mark first, and in the middle of a joined file.
	"P09": func(t *testing.T, input string) {
		head := strings.Replace(input, `\ufeff`, "\ufeff", 1) + " \"A\"]\n\n1. e4 *\n\n"
		games := Read([]byte(head + head + "{\ufeff}\ufeff" + head))
		if len(games) != 3 {
			t.Fatalf("got %d games, want 3", len(games))
		}
		for _, g := range games {
			if event, _ := g.Tag("Event"); event != "A" || len(g.Plies) != 1 || g.Cut() {
				t.Errorf("got Event %q, %d plies, %v", event, len(g.Plies), faults(g))
			}
		}
	},
	// A file that is still being written: whatever has arrived is a beginning of
	// the game, and it shows that the game does not end there.
	"P10": func(t *testing.T, _ string) {
		whole := someTags + "\n1. e4 {[%clk 1:30:15]} e5 {[%clk 1:29:58] a word} 2. Nf3 (2. f4 exf4) Nc6 $1 3. Bc4 Bc5 4. O-O d6 5. exd5\n"
		want := one(t, whole).Plies
		for n := range len(whole) {
			for _, g := range Read([]byte(whole[:n])) {
				if len(g.Plies) > len(want) {
					t.Fatalf("%d bytes: got %d plies of %d", n, len(g.Plies), len(want))
				}
				for i, p := range g.Plies {
					if p.Move != want[i].Move || p.Clk != nil && *p.Clk != *want[i].Clk {
						t.Errorf("%d bytes, ply %d: got %v %v, want %v %v", n, i+1, p.Move, p.Clk, want[i].Move, want[i].Clk)
					}
				}
				if !hasCode(g, ResultMissing) {
					t.Errorf("%d bytes: nothing says that the game does not end there: %v", n, faults(g))
				}
			}
		}
	},
	// Hours, minutes, a dot and seconds.
	"T08": func(t *testing.T, input string) {
		comment, tag, _ := strings.Cut(input, "} ")
		g := one(t, tag+"\n\n1. e4 "+comment+"} *")
		if clk := g.Plies[0].Clk; clk == nil || *clk != 15*time.Minute+16*time.Second {
			t.Errorf("got clk %v, want 15 minutes and 16 seconds", clk)
		}
		if side, left, ok := g.Running(); side != rules.Black || left != 15*time.Minute+29*time.Second || !ok {
			t.Errorf("got %v %v %v from the Clock tag", side, left, ok)
		}
	},
	// A command broken by a line's end, and another behind it.
	"T14": func(t *testing.T, input string) {
		g := one(t, "1. e4 "+input+" *")
		if clk := g.Plies[0].Clk; clk == nil || *clk != 29*time.Minute+32*time.Second+600*time.Millisecond {
			t.Errorf("got clk %v", clk)
		}
		if v, ok := Command(g.Plies[0].Comment, "timestamp"); v != "43" || !ok {
			t.Errorf("got timestamp %q %v", v, ok)
		}
	},
	// Scores that only an arbiter gives.
	"R03": func(t *testing.T, input string) {
		for _, r := range []rules.Result{rules.BothLose, rules.WhiteHalf, rules.BlackHalf} {
			head := strings.Replace(input, "1/2-0", string(r), 1)
			if g := one(t, head+"\n\n1. e4 e5 "+string(r)); g.Result != r || len(g.Deviations) > 0 {
				t.Errorf("got %s, want %s, %v", g.Result, r, faults(g))
			}
		}
	},
	// Signs that are not ASCII in results.
	"R05": func(t *testing.T, input string) {
		n := 0
		for _, part := range strings.Split(input, ",") {
			word := strings.TrimSpace(strings.NewReplacer("[Result", "", "]", "", `"`, "", "(en dash)", "").Replace(part))
			want := rules.Draw
			if strings.HasPrefix(word, "1") && !strings.HasPrefix(word, "1/2") {
				want = rules.WhiteWins
			}
			n++
			if g := one(t, "[Result \""+word+"\"]\n\n1. e4 "+word+"\n"); g.Result != want || !hasCode(g, ResultForm) || g.Cut() {
				t.Errorf("%q: got %s, want %s, %v", word, g.Result, want, faults(g))
			}
		}
		if n < 3 {
			t.Errorf("got %d forms from %q, want at least 3", n, input)
		}
	},
	// Latin-1 that nobody announced, and one bad byte in a file.
	"I16": latinName,
	"I18": latinName,
	// Another game is refused, not read by the wrong rules.
	"I19": func(t *testing.T, input string) {
		g := one(t, input+"\n\n1. e4 N@e5 *")
		if len(g.Plies) != 0 || !hasCode(g, OtherGame) || !g.Cut() {
			t.Errorf("got %d plies, %v", len(g.Plies), faults(g))
		}
	},
}

func latinName(t *testing.T, _ string) {
	g := one(t, "[White \"Nordmann, \xd8yvind\"]\n\n1. e4 *")
	if white(g) != "Nordmann, Øyvind" || !hasCode(g, EncodingForm) || g.Cut() {
		t.Errorf("got White %q, %v", white(g), faults(g))
	}
}

// Every case about PGN as a text has a check, and passes it.
func TestFeedCases(t *testing.T) {
	seen := 0
	for _, c := range feedCases(t) {
		check, ok := checks[c.ID]
		if !ok {
			if strings.HasPrefix(c.ID, "P") {
				t.Errorf("case %s has no check", c.ID)
			}
			continue
		}
		seen++
		t.Run(c.ID, func(t *testing.T) { check(t, c.Input) })
	}
	if seen != len(checks) {
		t.Errorf("%d of %d checks found their case", seen, len(checks))
	}
}
