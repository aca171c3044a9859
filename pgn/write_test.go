package pgn

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"boardwire/rules"
)

func TestWrite(t *testing.T) {
	g := Game{
		Tags: []Tag{{"WhiteElo", "2400"}, {"Black", `B "the" \ b`}, {"Event", "Cup"}, {"Board", "3"}},
		Plies: []Ply{
			{SAN: "e2e4", Move: rules.Move{From: rules.E2, To: rules.E4}, Clk: seconds(5415), Emt: seconds(15)},
			{SAN: "e5"},
			{SAN: "Nf3", NAGs: []int{1}},
			{SAN: "Nc6", Comment: "a quite long remark that has to be broken somewhere, but not [%csl inside a command] of it"},
		},
		Result: rules.Draw,
	}
	var b strings.Builder
	if err := Write(&b, g); err != nil {
		t.Fatal(err)
	}
	want := `[Event "Cup"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "B \"the\" \\ b"]
[Result "1/2-1/2"]
[Board "3"]
[WhiteElo "2400"]

1. e4 {[%clk 1:30:15] [%emt 0:00:15]} 1... e5 2. Nf3 $1 2... Nc6 {a quite long
remark that has to be broken somewhere, but not [%csl inside a command] of it}
1/2-1/2

`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

func TestWriteFromAPosition(t *testing.T) {
	start, err := rules.ParseFEN("4k3/8/8/8/8/8/8/4K2R b K - 3 20")
	if err != nil {
		t.Fatal(err)
	}
	b, err := Append(nil, Game{Start: start, Plies: []Ply{{SAN: "Kd8"}, {SAN: "O-O"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 20\"]\n[SetUp \"1\"]", "\n\n20... Kd8 21. O-O *\n\n"} {
		if !strings.Contains(string(b), want) {
			t.Errorf("got\n%s\nwant it to hold %q", b, want)
		}
	}
}

func TestWriteVariations(t *testing.T) {
	g := Game{Plies: []Ply{
		{SAN: "e4"},
		{SAN: "e5", Variations: []Variation{
			{Comment: "the other way", Plies: []Ply{{SAN: "c5"}, {SAN: "Nf3", Variations: []Variation{{Plies: []Ply{{SAN: "c3"}}}}}}},
			{Plies: []Ply{{SAN: "e6", Comment: "too"}}},
		}},
		{SAN: "Nf3"},
	}}
	b, err := Append(nil, g)
	if err != nil {
		t.Fatal(err)
	}
	want := "\n\n1. e4 e5 ({the other way} 1... c5 2. Nf3 (2. c3)) (1... e6 {too}) 2. Nf3 *\n\n"
	if !strings.HasSuffix(string(b), want) {
		t.Errorf("got\n%s\nwant it to end in %q", b, want)
	}
}

// A start that classical chess does not know is announced.
func TestWriteChess960(t *testing.T) {
	start, err := rules.ParseFEN("rbnnqkbr/pppppppp/8/8/8/8/PPPPPPPP/RBNNQKBR w HAha - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		tags []Tag
		want string
	}{
		{nil, "[SetUp \"1\"]\n[Variant \"Chess960\"]\n"},
		{[]Tag{{"Variant", "Fischerandom"}}, "[SetUp \"1\"]\n[Variant \"Fischerandom\"]\n"},
	} {
		b, err := Append(nil, Game{Start: start, Tags: c.tags})
		if err != nil || !strings.Contains(string(b), c.want) {
			t.Errorf("error %v, got\n%s\nwant it to hold %q", err, b, c.want)
		}
	}
}

// What was read can be written, whatever it was.
func TestWritable(t *testing.T) {
	minus := -time.Second
	g := Game{
		Tags:    []Tag{{"White Elo", "25\n00"}, {"Result", "½-½"}},
		Comment: "a } b\x00",
		Plies: []Ply{{SAN: "e4", Clk: &minus, NAGs: []int{1, 999}, Comment: "c\td",
			Variations: []Variation{{Comment: "no move"}, {Plies: []Ply{{SAN: "d4", Comment: "}"}}}}}},
		Tail:   []Ply{{SAN: "Ke8"}},
		Result: rules.Draw,
	}
	b, err := Append(nil, g.Writable())
	if err != nil {
		t.Fatal(err)
	}
	want := "[Result \"1/2-1/2\"]\n[WhiteElo \"25 00\"]\n\n{a ) b} 1. e4 $1 {c d no move} (1. d4 {)}) 1/2-1/2\n\n"
	if !strings.HasSuffix(string(b), want) {
		t.Errorf("got\n%s\nwant it to end in %q", b, want)
	}
	if g.Plies[0].Clk != &minus || len(g.Plies[0].NAGs) != 2 || g.Tags[0].Name != "White Elo" {
		t.Error("the game itself was changed")
	}
}

func TestWriteRefuses(t *testing.T) {
	minus := -time.Second
	for _, c := range []struct {
		name string
		g    Game
		want string
	}{
		{"another result in the tag", Game{Tags: []Tag{{"Result", "1-0"}}, Result: rules.Draw}, `write game: the Result tag says "1-0" and the result is "1/2-1/2"; make them the same`},
		{"a tag twice", Game{Tags: []Tag{{"A", "1"}, {"A", "2"}}}, "write game: tag A is there twice"},
		{"a tag name with a blank", Game{Tags: []Tag{{"A B", "1"}}}, `write game: tag name "A B": want letters, digits and _`},
		{"a tag value of two lines", Game{Tags: []Tag{{"A", "1\n2"}}}, `write game: tag A: value "1\n2" cannot be written in one line of UTF-8`},
		{"an illegal move", Game{Plies: []Ply{{SAN: "e4"}, {Move: rules.Move{From: rules.E2, To: rules.E4}}}}, "write game: ply 2: cannot play e2e4: no such legal move for Black at move 1"},
		{"a brace in a comment", Game{Plies: []Ply{{SAN: "e4", Comment: "a } b"}}}, `write game: ply 1: comment "a } b" holds a closing brace, which PGN cannot write`},
		{"a time below zero", Game{Plies: []Ply{{SAN: "e4", Clk: &minus}}}, "write game: ply 1: clk -1s is below zero"},
		{"a variation without moves", Game{Plies: []Ply{{SAN: "e4", Variations: []Variation{{Comment: "x"}}}}}, "write game: ply 1, variation 1: no move"},
		{"an illegal move in a variation", Game{Plies: []Ply{{SAN: "e4", Variations: []Variation{{Plies: []Ply{{SAN: "e5"}}}}}}}, "write game: ply 1, variation 1: ply 1: cannot play e5: no such legal move for White at move 1"},
		{"no result", Game{Result: "2-0"}, `write game: result "2-0": want 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2 or *`},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := []byte("kept")
			b, err := Append(before, c.g)
			if err == nil || err.Error() != c.want {
				t.Errorf("got error %v, want %s", err, c.want)
			}
			if string(b) != "kept" {
				t.Errorf("got %q written, want nothing added", b)
			}
		})
	}
}

// drawGame makes a game of legal moves with everything that can hang on them.
func drawGame(t *rapid.T) Game {
	word := rapid.StringMatching(`[A-Za-z0-9%;\[\](){.,!?"\\äß½-]{1,12}`).Filter(func(s string) bool { return !strings.Contains(s, "[%") && !strings.HasSuffix(s, "[") })
	words := func(label string, max int) string {
		return strings.Join(rapid.SliceOfN(word, 0, max).Draw(t, label), " ")
	}
	when := func(label string) *time.Duration {
		if rapid.Bool().Draw(t, label+" known") {
			return seconds(rapid.IntRange(0, 9*3600).Draw(t, label))
		}
		return nil
	}
	g := Game{Result: rapid.SampledFrom([]rules.Result{"1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "*"}).Draw(t, "result")}
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"Event", "White", "Black", "Board", "Annotator", "ECO"}), 0, 6, rapid.ID[string]).Draw(t, "tags") {
		if v := words(name, 3); v != "" {
			g.Set(name, v)
		}
	}
	pos := rules.Start()
	for range rapid.IntRange(0, 60).Draw(t, "plies") {
		legal := pos.AppendLegal(nil)
		if len(legal) == 0 {
			break
		}
		m := rapid.SampledFrom(legal).Draw(t, "move")
		p := Ply{SAN: pos.SAN(m), Move: m, Clk: when("clk"), Emt: when("emt"), Comment: words("comment", 20)}
		if rapid.IntRange(0, 9).Draw(t, "glyph") == 0 {
			p.NAGs = []int{rapid.IntRange(0, 255).Draw(t, "nag")}
		}
		if rapid.IntRange(0, 9).Draw(t, "variation") == 0 {
			other := rapid.SampledFrom(legal).Draw(t, "other move")
			v := Variation{Comment: words("remark", 5), Plies: []Ply{{SAN: pos.SAN(other), Move: other, Comment: words("comment", 5)}}}
			v.Plies[0].Variations = []Variation{{Plies: []Ply{{SAN: p.SAN, Move: m, Clk: when("clk")}}}}
			p.Variations = []Variation{v}
		}
		g.Plies = append(g.Plies, p)
		pos, _ = pos.Play(m)
	}
	return g
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t)
		b, err := Append(nil, g)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(b), "\n") {
			if line != "" && line[0] != '[' && utf8.RuneCountInString(line) > width && !strings.Contains(line, " %") {
				t.Errorf("line of %d columns: %q", utf8.RuneCountInString(line), line)
			}
		}
		// A second game must not be drawn into the first.
		games := Read(append(b, b...))
		if len(games) != 2 {
			t.Fatalf("got %d games, want 2, from\n%s", len(games), b)
		}
		for _, back := range games {
			for i := range back.Deviations {
				t.Errorf("fault %v in\n%s", &back.Deviations[i], b)
			}
			if diff := cmp.Diff(g.Plies, back.Plies); diff != "" {
				t.Errorf("plies (-written +read):\n%s\nin\n%s", diff, b)
			}
			if back.Result != g.Result {
				t.Errorf("got result %s, want %s", back.Result, g.Result)
			}
			for _, tag := range g.Tags {
				if got, _ := back.Tag(tag.Name); got != tag.Value {
					t.Errorf("tag %s: got %q, want %q", tag.Name, got, tag.Value)
				}
			}
		}
	})
}
