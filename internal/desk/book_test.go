package desk

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"
)

// written follows the hall into the book until the page was shown n answers.
func (x *table) written(n int) {
	x.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	page := make(pageOf, 1000)
	f := &Feed{Hall: "main", Live: x.store, Site: page, Log: slog.New(slog.DiscardHandler), Book: x.desk.Book}
	done := make(chan error, 1)
	go func() { done <- f.Run(ctx) }()
	for seen := 0; seen < n; {
		select {
		case subject := <-page:
			if strings.HasSuffix(subject, ".answered") {
				seen++
			}
		case <-time.After(time.Minute):
			x.t.Fatalf("%d answers were shown, want %d", seen, n)
		}
	}
	cancel()
	if err := <-done; err != nil {
		x.t.Error(err)
	}
}

func (x *table) book(table string) []Entry {
	x.t.Helper()
	w := x.do("GET", "/desk/rulings?table="+table, "", x.bearer("desk-token"))
	var body struct{ Rulings []Entry }
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != http.StatusOK {
		x.t.Fatalf("%d %s %v", w.Code, w.Body, err)
	}
	return body.Rulings
}

// What was ruled is told with who ruled it, its answer, and the note as long as
// that is kept; a ruling that was sent twice stands once.
func TestTheBookTellsWhatWasRuled(t *testing.T) {
	x := newTable(t)
	rule := func(id, rest string) {
		t.Helper()
		body := `{"id":"00000000-0000-4000-8000-00000000000` + id + `",` + rest + `}`
		if w := x.do("POST", "/desk/rulings", body, x.bearer("desk-token")); w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	rule("1", `"table":"open.1.1","kind":"resign","data":{"player":"black"},"author":"IA Lopez","article":"5.1.2","note":"he shook hands"`)
	rule("1", `"table":"open.1.1","kind":"resign","data":{"player":"black"},"author":"IA Lopez","article":"5.1.2","note":"he shook hands"`)
	rule("2", `"table":"open.1","kind":"pause","author":"IA Vega"`)
	rule("3", `"table":"open.1.7","kind":"confirm","author":"IA Vega"`) // there is no such table
	x.written(4)

	list := x.book("open.1.1")
	if len(list) != 3 {
		t.Fatalf("%d entries, want the roster, the resignation and the pause of the round: %+v", len(list), list)
	}
	e := list[1]
	e.At.Time = time.Time{}
	want := Entry{Table: "open.1.1", Kind: "resign", Data: json.RawMessage(`{"player":"black"}`), Author: "IA Lopez", Article: "5.1.2",
		Note: "he shook hands", Request: "00000000-0000-4000-8000-000000000001", Answer: "accepted",
		Articles: []string{"5.1.2"}, Text: "1-0 by resignation, provisional until it is confirmed"}
	if got, wanted := text(t, e), text(t, want); got != wanted {
		t.Errorf("told %s\nwant %s", got, wanted)
	}
	if list[0].Kind != "roster" || list[0].Data != nil || list[2].Kind != "pause" || list[2].Author != "IA Vega" {
		t.Errorf("around it: %+v and %+v", list[0], list[2])
	}
	if all := x.book(""); len(all) != 4 || all[3].Answer != "refused" || all[3].Text == "" {
		t.Errorf("of the hall: %+v", all)
	}
	if other := x.book("open.1.7"); len(other) != 3 {
		t.Errorf("of another table: %+v", other)
	}

	notes, err := x.people.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range notes {
		if strings.HasPrefix(n.Key, "note-") {
			if err := x.people.Delete(t.Context(), n.Key); err != nil {
				t.Fatal(err)
			}
		}
	}
	if again := x.book("open.1.1"); again[1].Note != "" {
		t.Errorf("the note was erased and is still told: %q", again[1].Note)
	}
}

func text(t *testing.T, e Entry) string {
	t.Helper()
	b, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestTheBookIsForArbiters(t *testing.T) {
	x := newTable(t)
	for _, target := range []string{"/desk/rulings", "/desk/moves?fen=x"} {
		if w := x.do("GET", target, "", nil); w.Code != http.StatusUnauthorized {
			t.Errorf("%s without a token: %d", target, w.Code)
		}
		if w := x.do("GET", target, "", x.bearer("commentary-token")); w.Code != http.StatusForbidden {
			t.Errorf("%s for commentators: %d", target, w.Code)
		}
	}
	if w := x.do("GET", "/desk/rulings?table=Open", "", x.bearer("desk-token")); w.Code != http.StatusBadRequest {
		t.Errorf("a table that cannot be: %d %s", w.Code, w.Body)
	}
}

func TestMovesAreReadAsTheyAreWritten(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, c := range []struct{ name, fen, text, lang, want, fault string }{
		{name: "nothing", fen: start},
		{name: "a scoresheet", fen: start, text: "1. e4 e5 2.Nf3 2... Nc6", want: "e2e4 e4, e7e5 e5, g1f3 Nf3, b8c6 Nc6"},
		{name: "squares", fen: start, text: "e2e4 e7e5", want: "e2e4 e4, e7e5 e5"},
		{name: "Spanish", fen: start, text: "Cf3 Cc6", lang: "es", want: "g1f3 Nf3, b8c6 Nc6"},
		{name: "after an illegal move, the opponent in check", fen: "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", text: "Kd1", want: "e1d1 Kd1+"},
		{name: "no move", fen: start, text: "e4 Nf9", fault: "move 2"},
		{name: "not legal", fen: start, text: "e5", fault: "move 1"},
		{name: "no position", fen: "8", text: "e4", fault: "fen"},
		{name: "no language", fen: start, text: "e4", lang: "klingon", fault: "klingon"},
		{name: "too long", fen: start, text: strings.Repeat("e4 ", 4000), fault: "bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			list, err := readMoves(c.fen, c.text, c.lang)
			if c.fault != "" {
				if err == nil || !strings.Contains(err.Error(), c.fault) {
					t.Errorf("got %v, want a fault with %q", err, c.fault)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range list {
				got = append(got, m.UCI+" "+m.SAN)
			}
			if s := strings.Join(got, ", "); s != c.want {
				t.Errorf("read %q, want %q", s, c.want)
			}
		})
	}
}

func FuzzReadMoves(f *testing.F) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	f.Add(start, "1. e4 e5 2. Nf3", "")
	f.Add("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "Kd1", "es")
	f.Fuzz(func(t *testing.T, fen, text, lang string) {
		list, err := readMoves(fen, text, lang)
		if err != nil {
			return
		}
		// What was read is read again from its own words.
		var uci []string
		for _, m := range list {
			uci = append(uci, m.UCI)
		}
		again, err := readMoves(fen, strings.Join(uci, " "), "")
		if err != nil || len(again) != len(list) {
			t.Fatalf("%q from %q: read as %v, which is read as %v: %v", text, fen, list, again, err)
		}
	})
}
