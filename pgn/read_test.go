package pgn

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/rules"
)

func seconds(n int) *time.Duration {
	d := time.Duration(n) * time.Second
	return &d
}

// plies shows a game's moves as text, with what hangs on them.
func plies(g Game) []string {
	var out []string
	for _, p := range g.Plies {
		s := p.Move.UCI()
		if p.Clk != nil {
			s += " clk " + p.Clk.String()
		}
		if p.Emt != nil {
			s += " emt " + p.Emt.String()
		}
		for _, n := range p.NAGs {
			s += " $" + string(rune('0'+n))
		}
		if p.Comment != "" {
			s += " {" + p.Comment + "}"
		}
		out = append(out, s)
	}
	return out
}

func faults(g Game) []string {
	var out []string
	for i := range g.Deviations {
		out = append(out, g.Deviations[i].Error())
	}
	return out
}

func TestReadMoves(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
		result     rules.Result
		faults     []string
	}{
		{name: "plain", text: "1. e4 e5 2. Nf3 *", want: []string{"e2e4", "e7e5", "g1f3"}, result: "*"},
		{name: "numbers without blanks", text: "1.e4 e5 2.Nf3 2...Nc6 1/2-1/2", want: []string{"e2e4", "e7e5", "g1f3", "b8c6"}, result: "1/2-1/2"},
		{name: "clk and emt in one comment", text: "1. e4 {[%clk 1:30:15] [%emt 0:00:45]} e5 {[%clk 0:05:00.75]} 1-0",
			want: []string{"e2e4 clk 1h30m15s emt 45s", "e7e5 clk 5m0.75s"}, result: "1-0"},
		{name: "clk and emt in two comments, broken over lines", text: "1. e4 {[%clk\n1:30:15]} {[%emt\r\n00:00:45]} *",
			want: []string{"e2e4 clk 1h30m15s emt 45s"}, result: "*"},
		{name: "text beside commands", text: "1. e4 {a [%clk 0:00:01] b  [%eval 0.3] c} *",
			want: []string{"e2e4 clk 1s {a b [%eval 0.3] c}"}, result: "*"},
		{name: "a time that is none", text: "1. e4 {[%clk 1:xx]} *", want: []string{"e2e4 {[%clk 1:xx]}"}, result: "*",
			faults: []string{`pgn line 1 after ply 1: "[%clk 1:xx" is no time; want h:mm:ss`}},
		{name: "glyphs", text: "1. e4! $6 e5?? 2. d4 !? *", want: []string{"e2e4 $1 $6", "e7e5 $4", "d2d4 $5"}, result: "*"},
		{name: "variations with comments and results", text: "1. e4 (1. d4 {x ) y} d5 (1... Nf6 1-0) 2. c4) e5 *", want: []string{"e2e4", "e7e5"}, result: "*"},
		{name: "remarks to the end of the line", text: "1. e4 ; best ) by test\n% escaped\ne5 *", want: []string{"e2e4 {best ) by test}", "e7e5"}, result: "*"},
		{name: "coordinates and long form", text: "e2e4 e7-e5 Ng1f3 *", want: []string{"e2e4", "e7e5", "g1f3"}, result: "*"},
		{name: "castling with zeros", text: "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *",
			want: []string{"e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5", "e1g1", "e8g8"}, result: "*"},
		{name: "both lose", text: "[Result \"0-0\"]\n\n1. e4 0-0", want: []string{"e2e4"}, result: "0-0"},
		{name: "byte order mark", text: "\ufeff1. e4 *", want: []string{"e2e4"}, result: "*"},
		{name: "the good part of a bad game", text: "1. e4 e5\n2. Ke3 Nc6 1-0", want: []string{"e2e4", "e7e5"}, result: "1-0",
			faults: []string{"pgn line 2 after ply 2: the moves end here: cannot play Ke3: no such legal move for White at move 2"}},
		{name: "half a file", text: "[Result \"*\"]\n\n1. e4 {[%clk 1:3", want: []string{"e2e4"}, result: "*",
			faults: []string{"pgn line 3 after ply 1: the text ends inside a comment",
				"pgn line 3 after ply 1: no result at the end of the moves; the tag's is taken"}},
		{name: "tag and moves differ", text: "[Result \"1-0\"]\n\n1. e4 0-1", want: []string{"e2e4"}, result: "1-0",
			faults: []string{"pgn line 3 after ply 1: the tag says 1-0 and the moves end with 0-1"}},
		{name: "a tag that says nothing yields", text: "[Result \"*\"]\n\n1. e4 0-1", want: []string{"e2e4"}, result: "0-1",
			faults: []string{"pgn line 3 after ply 1: the tag says * and the moves end with 0-1"}},
		{name: "half points and dashes as people type them", text: "1. e4 ½–½", want: []string{"e2e4"}, result: "1/2-1/2",
			faults: []string{`pgn line 1 after ply 1: result "½–½" is taken as 1/2-1/2`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			games := Read([]byte(c.text))
			if len(games) != 1 {
				t.Fatalf("got %d games, want 1", len(games))
			}
			if diff := cmp.Diff(c.want, plies(games[0])); diff != "" {
				t.Errorf("moves (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(c.faults, faults(games[0])); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
			if games[0].Result != c.result {
				t.Errorf("got result %s, want %s", games[0].Result, c.result)
			}
		})
	}
}

func TestReadTags(t *testing.T) {
	games := Read([]byte("[Event \"A \\\"B\\\" \\\\ C\"]\n[ White  \"M\xfcller\" ]\n[Broken]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *"))
	if len(games) != 1 {
		t.Fatalf("got %d games, want 1", len(games))
	}
	g := games[0]
	want := []Tag{{"Event", `A "B" \ C`}, {"White", "Müller"}, {"FEN", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}}
	if diff := cmp.Diff(want, g.Tags); diff != "" {
		t.Errorf("tags (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"e2e4"}, plies(g)); diff != "" {
		t.Errorf("moves from the FEN tag (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		"pgn line 2: bytes that are no UTF-8",
		`pgn line 3: tag without a name and a value in quotes; want [Name "value"]: "Broken"`,
	}, faults(g)); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

func TestReadSeveralGames(t *testing.T) {
	text := "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 (1. c4 {never closed\n}\n[White \"C\"]\n\n*\n\n1. b3 1-0 1. a3 0-1"
	var got [][]string
	for _, g := range Read([]byte(text)) {
		white, _ := g.Tag("White")
		got = append(got, append([]string{white, string(g.Result)}, plies(g)...))
	}
	want := [][]string{{"A", "*", "e2e4"}, {"B", "*", "d2d4"}, {"C", "*"}, {"", "1-0", "b2b3"}, {"", "0-1", "a2a3"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
}
