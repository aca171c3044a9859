package lichess_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"boardwire/feeds"
	"boardwire/feeds/lichess"

	"github.com/google/go-cmp/cmp"
)

func TestWhatAGameLacks(t *testing.T) {
	fine := feeds.Player{ID: "p1", Person: feeds.Person{Name: "Ash, Ann"}}
	for _, c := range []struct {
		id, name string
		fide     int
		lacks    bool
	}{
		{"p1", "Ash, Ann", 0, false}, {"p1", "Li", 0, false}, {"p1", "李", 0, true}, {"p1", "A", 0, true}, {"p1", " A ", 0, true},
		{"p1", "BYE", 0, true}, {"p1", "Unknown", 0, true}, {"p1", "Byers", 0, false}, {"p1", "A", 1500000, false},
		{"p1", "", 0, false}, {"p", "", 0, true}, {"bye", "", 0, true},
	} {
		p := feeds.Player{ID: c.id, Person: feeds.Person{Name: c.name, FIDE: c.fide}}
		white, black := lichess.Lacks(feeds.View{White: p, Black: fine}), lichess.Lacks(feeds.View{White: fine, Black: p})
		if (white != "") != c.lacks || (black != "") != c.lacks {
			t.Errorf("%q (id %q, FIDE %d): %q, %q; want a lack: %v", c.name, c.id, c.fide, white, black, c.lacks)
		}
		if c.lacks && (!strings.HasPrefix(white, "white ") || !strings.HasPrefix(black, "black ")) {
			t.Errorf("%q, %q name the wrong side", white, black)
		}
	}
}

func TestAnswers(t *testing.T) {
	got, err := lichess.ParseAnswer([]byte(`{"games":[
		{"tags":{"White":"Ash, Ann","Black":"Bay, Ben","Result":"*","Elo":2000},"moves":34,"more":true},
		{"tags":{"White":"Cox, Cal","Black":"Dow, Dee"},"error":"Cannot play\n Ke9 at ply 12"},
		{"tags":{},"error":""},
		{"moves":0}],"else":1}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []lichess.Game{
		{White: "Ash, Ann", Black: "Bay, Ben", Moves: 34},
		{White: "Cox, Cal", Black: "Dow, Dee", Error: "Cannot play\n Ke9 at ply 12"},
		{Error: "no reason given"},
		{},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for name, text := range map[string]string{
		"a page": "<html>sign in to this network</html>", "another site's": `{"ok":true}`, "nothing": "", "half": `{"games":[{"tags"`,
		"an endless one": `{"games":[]}` + strings.Repeat(" ", lichess.MaxAnswer),
	} {
		if _, err := lichess.ParseAnswer([]byte(text)); err == nil {
			t.Errorf("%s is an answer", name)
		}
	}
}

func TestReasons(t *testing.T) {
	for text, want := range map[string]string{
		`{"error":"The relay has an upstream URL, and cannot be pushed to."}`: "The relay has an upstream URL, and cannot be pushed to.",
		`{"error":{"pgn":["too long"]}}`:                                      `{"pgn":["too long"]}`,
		"<h1>502</h1>\r\n\x1b[31mBad \u202egateway":                           "<h1>502</h1> [31mBad gateway",
		"":                          "",
		strings.Repeat("ab ", 5000): strings.Repeat("ab ", 66) + "a…",
	} {
		if got := lichess.Clean(lichess.Reason([]byte(text))); got != want {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add([]byte(`{"games":[{"tags":{"White":"a","Black":"b"},"moves":3},{"tags":{"White":7},"error":"x\ny"}]}`))
	f.Add([]byte(`{"error":{"a":[1,2]}}`))
	f.Add([]byte("\xff\xfe<html>"))
	f.Fuzz(func(t *testing.T, b []byte) {
		games, err := lichess.ParseAnswer(b)
		if err != nil && games != nil {
			t.Error("an error with games")
		}
		texts := []string{lichess.Reason(b)}
		for _, g := range games {
			if g.Moves < 0 {
				t.Errorf("%d moves", g.Moves)
			}
			texts = append(texts, g.Error)
		}
		for _, s := range texts {
			s = lichess.Clean(s)
			if !utf8.ValidString(s) || utf8.RuneCountInString(s) > 200 || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) {
				t.Errorf("%q does not fit a line of a log", s)
			}
		}
	})
}
