package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestAdjudicate(t *testing.T) {
	const shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 "
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"the start", nil,
			`{"edition":"2023","ended":false,"result":"*","reason":null,"articles":[],"claims":[],"winnable":{"white":"possible","black":"possible"},"legal_moves":20,"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}`},
		{"mate, in Spanish", []string{"--moves", "1.f3 e5 2. g4 Dh4++", "--notation", "es"},
			`{"edition":"2023","ended":true,"result":"0-1","reason":"checkmate","articles":["5.1.1"],"claims":[],"winnable":{"white":"impossible","black":"possible"},"legal_moves":0,"fen":"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"}`},
		{"a claim on the board", []string{"--moves", shuffle + "Ng8"},
			`{"edition":"2023","ended":false,"result":"*","reason":null,"articles":[],"claims":[{"ground":"threefold","articles":["9.2"]}],"winnable":{"white":"possible","black":"possible"},"legal_moves":20,"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5"}`},
		{"a claim with a move", []string{"--moves", shuffle, "--announce", "Ng8"},
			`{"edition":"2023","ended":false,"result":"*","reason":null,"articles":[],"claims":[{"ground":"threefold","articles":["9.2"]}],"winnable":{"white":"possible","black":"possible"},"legal_moves":22,"fen":"rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 7 4"}`},
		{"a flag against a bare king", []string{"--fen", "4k3/8/8/8/8/8/QQQ5/4K3 b - -", "--flag", "white"},
			`{"edition":"2023","ended":true,"result":"1/2-1/2","reason":"flag_no_mate","articles":["6.9"],"claims":[],"winnable":{"white":"possible","black":"impossible"},"legal_moves":4,"fen":"4k3/8/8/8/8/8/QQQ5/4K3 b - - 0 1"}`},
		{"a flag", []string{"--fen", "4k3/7p/8/8/8/8/QQQ5/4K3 w - - 120 80", "--flag", "white", "--kind", "blitz"},
			`{"edition":"2023","ended":true,"result":"0-1","reason":"flag","articles":["6.9"],"claims":[],"winnable":{"white":"possible","black":"possible"},"legal_moves":56,"fen":"4k3/7p/8/8/8/8/QQQ5/4K3 w - - 120 80"}`},
		{"a flag after stalemate", []string{"--fen", "7k/5K2/6Q1/8/8/8/8/8 b - -", "--flag", "black"},
			`{"edition":"2023","ended":true,"result":"1/2-1/2","reason":"stalemate","articles":["5.2.1"],"claims":[],"winnable":{"white":"impossible","black":"impossible"},"legal_moves":0,"fen":"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"}`},
		{"bare kings", []string{"--fen", "8/8/8/3k4/8/8/8/K7 w - - 130 99"},
			`{"edition":"2023","ended":true,"result":"1/2-1/2","reason":"dead_position","articles":["5.2.2"],"claims":[],"winnable":{"white":"impossible","black":"impossible"},"legal_moves":3,"fen":"8/8/8/3k4/8/8/8/K7 w - - 130 99"}`},
		{"Chess960", []string{"--fen", "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", "--chess960", "--moves", "O-O-O"},
			`{"edition":"2023","ended":false,"result":"*","reason":null,"articles":[],"claims":[],"winnable":{"white":"possible","black":"possible"},"legal_moves":23,"fen":"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/2KRR2Q b kq - 1 1"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errText := boardwire(append([]string{"adjudicate", "--json"}, c.args...)...)
			if code != 0 || errText != "" || strings.TrimSuffix(out, "\n") != c.want {
				t.Errorf("code %d, says %q\n got %s\nwant %s", code, errText, out, c.want)
			}
		})
	}
}

func TestAdjudicateNamesTokenAndPosition(t *testing.T) {
	for _, c := range []struct {
		args []string
		says []string
	}{
		{[]string{"--moves", "e4 e5 Nxf3"}, []string{`token 3 "Nxf3"`, "nothing to capture on f3", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"}},
		{[]string{"--moves", "1.e4 hello"}, []string{`token 2 "hello"`, "not a move in English notation", "4P3"}},
		{[]string{"--moves", "Cf3"}, []string{`token 1 "Cf3"`}},
		{[]string{"--fen", "8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - -", "--moves", "Nec3"}, []string{`"Nec3"`, "e2c3 or e4c3", "8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 0 1"}},
		{[]string{"--announce", "Nf6"}, []string{"--announce", "Nf6", "rnbqkbnr/pppppppp"}},
		{[]string{"--fen", "8/8/8/8/8/8/8 w - -"}, []string{"--fen", "7 ranks"}},
		{[]string{"--fen", "kk6/8/8/8/8/8/8/K7 w - -"}, []string{"--fen", "too many kings", "kk6/8/8/8/8/8/8/K7"}},
		{[]string{"--fen", "4k3/8/8/8/8/8/8/4QK2 w - -"}, []string{"opponent in check"}},
		{[]string{"--laws", "1066"}, []string{"--laws", "1066"}},
		{[]string{"--notation", "xx"}, []string{"--notation", "xx", "en es"}},
		{[]string{"--flag", "red"}, []string{"--flag", "red"}},
		{[]string{"--kind", "bullet"}, []string{"--kind", "bullet"}},
	} {
		code, out, errText := boardwire(append([]string{"adjudicate", "--json"}, c.args...)...)
		if code != exitUsage || out != "" {
			t.Errorf("%q: code %d, out %q; want 2 and nothing", c.args, code, out)
		}
		for _, s := range c.says {
			if !strings.Contains(errText, s) {
				t.Errorf("%q says %q, want %q in it", c.args, errText, s)
			}
		}
	}
}

// TestAdjudicateSaysWhatItLeavesOut: rights that cannot be are dropped with a
// note, not in silence.
func TestAdjudicateSaysWhatItLeavesOut(t *testing.T) {
	for _, c := range []struct{ fen, note, rights string }{
		{"r3k2r/8/8/8/8/8/8/4K2R w KQkq - 0 1", "impossible castling right", "Kkq"},
		{"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", "--chess960", "-"},
	} {
		code, out, errText := boardwire("adjudicate", "--json", "--fen", c.fen)
		var a adjudication
		if err := json.Unmarshal([]byte(out), &a); err != nil {
			t.Fatal(err)
		}
		if rights := strings.Fields(a.FEN)[2]; code != 0 || rights != c.rights || !strings.Contains(errText, c.note) {
			t.Errorf("%s: code %d, rights %s, says %q; want %s and a note of %s", c.fen, code, rights, errText, c.rights, c.note)
		}
	}
}

// TestAdjudicateByEveryEdition asks the same of each: what ends by itself, what
// is claimed, and what the articles are.
func TestAdjudicateByEveryEdition(t *testing.T) {
	const five = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"
	const knights = "4k3/8/8/8/8/8/8/1N2K1N1 b - -"
	for _, c := range []struct{ laws, repeated, flag string }{
		{"1997", "claim  threefold (1997: 9.2)", "ended  1/2-1/2, flag no mate (1997: C4)"},
		{"2001", "claim  threefold (2001: 9.2)", "ended  1-0, flag (2001: 6.10)"},
		{"2005", "claim  threefold (2005: 9.2)", "ended  1-0, flag (2005: 6.10)"},
		{"2009", "claim  threefold (2009: 9.2)", "ended  1-0, flag (2009: 6.9)"},
		{"2014", "ended  1/2-1/2, fivefold (2014: 9.6a)", "ended  1-0, flag\n"},
		{"2017", "ended  1/2-1/2, fivefold (2017: 9.6.1)", "ended  1-0, flag\n"},
		{"2018", "ended  1/2-1/2, fivefold (2018: 9.6.1)", "ended  1-0, flag\n"},
		{"2023", "ended  1/2-1/2, fivefold (2023: 9.6.1)", "ended  1-0, flag (2023: 6.9)"},
	} {
		_, out, errText := boardwire("adjudicate", "--laws", c.laws, "--moves", five)
		if !strings.Contains(out, c.repeated) {
			t.Errorf("%s: want %q, got\n%s%s", c.laws, c.repeated, out, errText)
		}
		_, out, errText = boardwire("adjudicate", "--laws", c.laws, "--kind", "blitz", "--fen", knights, "--flag", "black")
		if !strings.Contains(out, c.flag) {
			t.Errorf("%s: want %q, got\n%s%s", c.laws, c.flag, out, errText)
		}
	}
}

func TestAdjudicateForPeople(t *testing.T) {
	_, out, _ := boardwire("adjudicate", "--fen", "7k/8/8/8/8/8/R7/K7 w - - 100 80")
	want := "position  7k/8/8/8/8/8/R7/K7 w - - 100 80\nlegal moves  15\nended  no\nclaim  fifty (2023: 9.3)\ncan win  White possible, Black impossible\n"
	if out != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
	_, out, _ = boardwire("adjudicate", "--moves", "f3 e5 g4 Qh4")
	if !strings.Contains(out, "ended  0-1, checkmate (2023: 5.1.1)\n") {
		t.Errorf("got\n%s", out)
	}
	code, out, _ := boardwire("adjudicate", "--help")
	if code != 0 || !strings.Contains(out, "  boardwire adjudicate") {
		t.Errorf("--help: code %d, no example in:\n%s", code, out)
	}
}
