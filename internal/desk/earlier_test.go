package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// ask reads an answer of the desk.
func ask[T any](x *table, target string) (body T) {
	x.t.Helper()
	w := x.do("GET", target, "", x.bearer("desk-token"))
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || w.Code != http.StatusOK {
		x.t.Fatalf("%s: %d %s %v", target, w.Code, w.Body, err)
	}
	return body
}

// close closes the open sitting and waits for the next one.
func (x *table) close(n *int, next string) {
	x.t.Helper()
	if a, code, text := x.rule(n, `"kind":"close"`); code != http.StatusOK || a.Answer != "accepted" {
		x.t.Fatalf("close: %d %s", code, text)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if streams, err := x.store.Streams(context.Background()); err != nil || strings.Contains(fmt.Sprint(streams), "FACT-main-"+next) {
			break
		}
		if time.Now().After(deadline) {
			x.t.Fatalf("no sitting %s was opened", next)
		}
	}
}

// What was ruled in the sittings before the open one can be read: of the round in
// which something was played there, and nothing of it can be changed.
func TestEarlierSittingsAreRead(t *testing.T) {
	x := newTable(t)
	n := 0
	rule := func(body string) {
		t.Helper()
		if a, code, text := x.rule(&n, body); code != http.StatusOK || a.Answer == "refused" {
			t.Fatalf("%s: %d %s", body, code, text)
		}
	}
	const roster = `"table":"open.1","kind":"roster","data":{"edition":"2023","kind":"standard","control":"90+30","tables":[{"board":1,"white":"p1","black":"p2"}]}`
	rule(strings.Replace(roster, `"open.1"`, `"open.2"`, 1)) // nothing is played of it
	rule(`"table":"open.1.1","kind":"correction","data":{"after":0,"moves":["e2e4","e7e5"],"from":"players"}`)
	rule(`"table":"open.1.1","kind":"resign","data":{"player":"black"},"author":"IA Lopez","note":"he shook hands"`)
	rule(`"table":"open.1.1","kind":"confirm","data":{"result":"1-0"},"author":"IA Vega"`)
	type sittings struct{ Sittings []Sitting }
	if list := ask[sittings](x, "/desk/sittings?table=open.1.1"); len(list.Sittings) != 0 {
		t.Errorf("the open sitting is among the earlier ones: %+v", list)
	}
	x.close(&n, "s0002")
	rule(roster)
	rule(`"table":"open.1.1","kind":"pause","author":"IA Vega"`)

	for table, want := range map[string][]string{"open.1.1": {"s0001"}, "open.1": {"s0001"}, "open": {"s0001"}, "": {"s0001"}, "open.2": nil, "open.2.1": nil, "other.1": nil} {
		for range 2 { // the second time as it is known already
			var got []string
			for _, s := range ask[sittings](x, "/desk/sittings?table="+table).Sittings {
				got = append(got, s.Sitting)
				if s.From.IsZero() || s.Until.Before(s.From.Time) {
					t.Errorf("%q, sitting %s: from %v until %v", table, s.Sitting, s.From, s.Until)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("sittings of %q: %q, want %q", table, got, want)
			}
		}
	}
	type book struct{ Rulings []Entry }
	earlier := ask[book](x, "/desk/rulings?table=open.1.1&sitting=s0001").Rulings
	var kinds []string
	for _, e := range earlier {
		kinds = append(kinds, e.Kind)
	}
	if want := []string{"roster", "correction", "resign", "confirm", "close"}; !slices.Equal(kinds, want) {
		t.Fatalf("rulings of s0001: %q, want %q", kinds, want)
	}
	if e := earlier[2]; e.Author != "IA Lopez" || e.Note != "he shook hands" || !strings.Contains(e.Text, "1-0 by resignation") {
		t.Errorf("the resignation is told as %+v", e)
	}
	for sitting, code := range map[string]int{"s0002": 404, "s0009": 404, "x": 404, "../s0001": 404} {
		if w := x.do("GET", "/desk/rulings?table=open.1.1&sitting="+sitting, "", x.bearer("desk-token")); w.Code != code {
			t.Errorf("sitting %s: %d %s, want %d", sitting, w.Code, w.Body, code)
		}
	}
	for _, target := range []string{"/desk/sittings", "/desk/rulings?sitting=s0001"} {
		if w := x.do("GET", target, "", x.bearer("commentary-token")); w.Code != http.StatusForbidden {
			t.Errorf("%s for commentators: %d", target, w.Code)
		}
		if w := x.do("GET", target, "", nil); w.Code != http.StatusUnauthorized {
			t.Errorf("%s without a token: %d", target, w.Code)
		}
	}
	if w := x.do("GET", "/desk/sittings?table=Open", "", x.bearer("desk-token")); w.Code != http.StatusBadRequest {
		t.Errorf("a table that cannot be: %d", w.Code)
	}
}

// A book is that of one sitting: the next one begins it anew.
func TestTheBookIsThatOfTheOpenSitting(t *testing.T) {
	x := newTable(t)
	n := 0
	if a, code, text := x.rule(&n, `"table":"open.1.1","kind":"pause"`); code != http.StatusOK || a.Answer != "accepted" {
		t.Fatalf("%d %s", code, text)
	}
	x.written(2)
	if list := x.book(""); len(list) != 2 {
		t.Fatalf("%d entries of the first sitting, want roster and pause", len(list))
	}
	x.close(&n, "s0002")
	if a, code, text := x.rule(&n, `"kind":"pause"`); code != http.StatusOK || a.Answer != "refused" { // there is no table yet
		t.Fatalf("%d %s", code, text)
	}
	x.written(1)
	if list := x.book(""); len(list) != 1 || list[0].Answer != "refused" {
		t.Errorf("of the second sitting: %+v", list)
	}
}

// Only so many books are kept; one that was dropped is read again.
func TestFewBooksOfEarlierSittingsAreKept(t *testing.T) {
	x := newTable(t)
	n := 0
	for i := 2; i <= mostBooks+3; i++ {
		if _, code, text := x.rule(&n, fmt.Sprintf(`"table":"open.1","kind":"roster","data":{"edition":"2023","kind":"standard","control":"%d","tables":[{"board":1,"white":"p1","black":"p2"}]}`, 60+i)); code != http.StatusOK {
			t.Fatal(text)
		}
		x.close(&n, fmt.Sprintf("s%04d", i))
	}
	for range 2 {
		for i := 1; i <= mostBooks+2; i++ {
			b, err := x.desk.Earlier.book(t.Context(), fmt.Sprintf("s%04d", i))
			if err != nil || b == nil || len(b.about("open.1")) < 2 {
				t.Fatalf("sitting %d: %v, %v", i, b, err)
			}
		}
		if kept := len(x.desk.Earlier.books); kept != mostBooks {
			t.Errorf("%d books are kept, want %d", kept, mostBooks)
		}
	}
}
