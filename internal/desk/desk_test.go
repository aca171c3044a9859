package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
	"boardwire/internal/projector"
)

// table is a desk with a projector behind it, on the memory log.
type table struct {
	t       *testing.T
	desk    *Desk
	handler http.Handler
	people  bus.Table
	store   bus.Store
	secrets string
	logged  *buffer
}

// buffer is what several goroutines log.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (w *buffer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

func (w *buffer) bytes() []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	return bytes.Clone(w.b.Bytes())
}

func newTable(t *testing.T) *table {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	store := mem.New(time.Now)
	logged := &buffer{}
	log := slog.New(slog.NewTextHandler(logged, nil))
	p, err := projector.Open(ctx, projector.Config{Hall: "main"}, store, log, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.CatchUp(ctx); err != nil {
		t.Fatal(err)
	}
	stopped := make(chan error, 1)
	go func() { stopped <- p.Run(ctx, nil) }()
	t.Cleanup(func() {
		cancel()
		if err := <-stopped; err != nil {
			t.Error(err)
		}
		p.Close()
	})
	people, err := store.Table(ctx, "people", true)
	if err != nil {
		t.Fatal(err)
	}
	x := &table{t: t, people: people, store: store, logged: logged, secrets: filepath.Join(t.TempDir(), "secrets")}
	page := func(name string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, name) })
	}
	if x.desk, err = New(x.secrets, p, people, log, page("the arbiters' page")); err != nil {
		t.Fatal(err)
	}
	if err := x.desk.Admit(x.secrets, "commentary", page("the commentators' page")); err != nil {
		t.Fatal(err)
	}
	x.desk.Book = &Book{}
	x.desk.Earlier = &Earlier{Hall: "main", Live: store}
	x.handler = x.desk.Handler()
	_, err = p.Submit(ctx, events.RoundScope("open.1"), events.Roster{
		Ruled:   events.Ruled{Request: "file:1", Author: "file:1"},
		Edition: "2023", Kind: "standard", Control: "90+30",
		Tables: []events.Pairing{{Board: 1, White: "p1", Black: "p2"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func (x *table) do(method, target, body string, change func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	x.handler.ServeHTTP(w, r)
	return w
}

func (x *table) bearer(file string) func(*http.Request) {
	token, err := Token(x.secrets, file)
	if err != nil {
		x.t.Fatal(err)
	}
	return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
}

const someID = "3c0f1c9e-5a53-4f43-8a3e-0b3a0d0c1a2b"

func TestWithoutATokenTheDeskShowsNothing(t *testing.T) {
	x := newTable(t)
	for _, target := range []string{"/", "/api/rounds", "/g/open.1.1", "/desk/rulings", "/desk/link"} {
		for _, method := range []string{"GET", "POST"} {
			if w := x.do(method, target, "{}", nil); w.Code != http.StatusUnauthorized {
				t.Errorf("%s %s: %d, want 401", method, target, w.Code)
			}
		}
	}
	if info, err := os.Stat(filepath.Join(x.secrets, "desk-token")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("desk-token: %v, mode %v; want 0600", err, info.Mode())
	}
}

func TestTheLinkSignsInOnce(t *testing.T) {
	x := newTable(t)
	link := x.desk.LoginPath(Arbiters)
	w := x.do("GET", link, "", nil)
	cookies := w.Result().Cookies()
	if w.Code != http.StatusOK || len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode {
		t.Fatalf("first use: %d, cookies %v; want one strict HttpOnly cookie", w.Code, cookies)
	}
	if w := x.do("GET", link, "", nil); w.Code != http.StatusForbidden {
		t.Errorf("second use: %d, want 403", w.Code)
	}
	page := x.do("GET", "/", "", func(r *http.Request) { r.AddCookie(cookies[0]) })
	if page.Body.String() != "the arbiters' page" {
		t.Errorf("signed in: %q", page.Body)
	}
	if again := x.desk.LoginPath(Arbiters); again == link || again == "" {
		t.Error("no new link after the first was used")
	}
}

func TestLookingAtALinkDoesNotUseItUp(t *testing.T) {
	x := newTable(t)
	link := x.desk.LoginPath(Arbiters)
	if w := x.do("HEAD", link, "", nil); len(w.Result().Cookies()) != 0 {
		t.Error("a look at the link signs in")
	}
	if w := x.do("GET", link, "", nil); w.Code != http.StatusOK {
		t.Errorf("after a look: %d, want 200", w.Code)
	}
}

// Desks on one machine differ by their ports alone, which cookies do not know.
func TestDesksOnOneMachineDoNotSignEachOtherOut(t *testing.T) {
	x, y := newTable(t), newTable(t)
	jar := map[string]*http.Cookie{}
	for port, d := range map[string]*table{"8081": x, "8083": y} {
		w := d.do("GET", d.desk.LoginPath(Arbiters), "", func(r *http.Request) { r.Host = "127.0.0.1:" + port })
		for _, c := range w.Result().Cookies() {
			jar[c.Name] = c
		}
	}
	for port, d := range map[string]*table{"8081": x, "8083": y} {
		w := d.do("GET", "/", "", func(r *http.Request) {
			r.Host = "127.0.0.1:" + port
			for _, c := range jar {
				r.AddCookie(c)
			}
		})
		if w.Code != http.StatusOK {
			t.Errorf("port %s: %d, want 200", port, w.Code)
		}
	}
}

func TestEveryAnswerIsGuarded(t *testing.T) {
	x := newTable(t)
	for _, ask := range [][2]string{{"GET", "/"}, {"GET", "/desk/login?once=x"}, {"GET", x.desk.LoginPath(Arbiters)}, {"POST", "/desk/rulings"}, {"PUT", "/desk/link"}} {
		for _, change := range []func(*http.Request){nil, x.bearer("desk-token"), x.bearer("commentary-token")} {
			h := x.do(ask[0], ask[1], "{", change).Header()
			if !strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'none'") || h.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%v: %v", ask, h)
			}
		}
	}
}

func TestABodyThatIsTooLongIsRefused(t *testing.T) {
	x := newTable(t)
	w := x.do("POST", "/desk/rulings", `{"note":"`+strings.Repeat("x", 1<<20)+`"}`, x.bearer("desk-token"))
	if w.Code != http.StatusRequestEntityTooLarge || !strings.Contains(w.Body.String(), "more than 65536 bytes") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestEachGroupHasItsOwnPages(t *testing.T) {
	x := newTable(t)
	w := x.do("GET", "/", "", x.bearer("commentary-token"))
	if w.Body.String() != "the commentators' page" {
		t.Errorf("commentary sees %q", w.Body)
	}
	body := `{"id":"` + someID + `","table":"open.1.1","kind":"result","data":{"result":"1-0"}}`
	if w := x.do("POST", "/desk/rulings", body, x.bearer("commentary-token")); w.Code != http.StatusForbidden {
		t.Errorf("a commentator ruled: %d %s", w.Code, w.Body)
	}
	if w := x.do("POST", "/desk/link", "", x.bearer("commentary-token")); w.Code != http.StatusForbidden {
		t.Errorf("a commentator got a sign-in link: %d %s", w.Code, w.Body)
	}
}

// A group that shared the arbiters' name would share their token.
func TestNoGroupTakesTheArbitersPlace(t *testing.T) {
	x := newTable(t)
	for _, name := range []string{"arbiter", "desk", "commentary"} {
		if err := x.desk.Admit(x.secrets, name, http.NotFoundHandler()); err == nil || !strings.Contains(err.Error(), "name") {
			t.Errorf("%s was admitted: %v", name, err)
		}
	}
	if w := x.do("GET", "/", "", x.bearer("desk-token")); w.Body.String() != "the arbiters' page" {
		t.Errorf("the arbiters see %q", w.Body)
	}
}

func TestARulingIsAnswered(t *testing.T) {
	x := newTable(t)
	body := `{"id":"` + someID + `","table":"open.1.1","kind":"result","data":{"result":"1-0","reason":"resignation"},"author":"IA Lopez","note":"White shook hands"}`
	var first, second events.Answered
	for _, a := range []*events.Answered{&first, &second} {
		w := x.do("POST", "/desk/rulings", body, x.bearer("desk-token"))
		if w.Code != http.StatusOK {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		if err := json.Unmarshal(w.Body.Bytes(), a); err != nil {
			t.Fatal(err)
		}
	}
	if first.Answer != events.AnswerAccepted || first.Ruling == "" || first.Ruling != second.Ruling {
		t.Errorf("answers %+v and %+v: the same id is one ruling", first, second)
	}
	entries, err := x.people.All(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, e := range entries {
		if strings.HasPrefix(e.Key, "note-") && strings.Contains(string(e.Value), "shook hands") {
			kept++
		}
	}
	if kept != 1 {
		t.Errorf("the note's text is %d times in the people table, want once", kept)
	}
}

func TestBadRulingsAreSaid(t *testing.T) {
	x := newTable(t)
	for _, tc := range []struct{ name, body, says string }{
		{"no JSON", `{`, "ends too early"},
		{"nothing", ` `, "empty"},
		{"a word", `hello`, "not JSON, at byte 1"},
		{"a list", `[]`, "a JSON array where an object is wanted"},
		{"a number for a word", `{"id":7}`, "id is a JSON number"},
		{"not UTF-8", "{\"id\":\"\xff\"}", "UTF-8"},
		{"control characters", `{"id":"` + someID + `","kind":"close","author":"a\u0007"}`, "cannot be seen"},
		{"turned text", `{"id":"` + someID + `","kind":"close","author":"\u202eoez"}`, "cannot be seen"},
		{"no id", `{"kind":"close"}`, "UUID"},
		{"unknown kind", `{"id":"` + someID + `","kind":"castle"}`, "kinds are"},
		{"unknown field", `{"id":"` + someID + `","kind":"close","tabel":"x"}`, "tabel"},
		{"unknown data", `{"id":"` + someID + `","kind":"result","table":"open.1.1","data":{"score":"1-0"}}`, "score"},
		{"author in data", `{"id":"` + someID + `","kind":"result","table":"open.1.1","data":{"author":"x"}}`, "beside data"},
		{"bad table", `{"id":"` + someID + `","kind":"confirm","table":"Open.1.1"}`, "Open"},
		{"a padded board", `{"id":"` + someID + `","kind":"confirm","table":"open.1.01"}`, "without padding"},
		{"a board in words", `{"id":"` + someID + `","kind":"confirm","table":"open.1.one"}`, "without padding"},
		{"two values", `{"id":"` + someID + `","kind":"close"} {}`, "after the JSON object"},
	} {
		w := x.do("POST", "/desk/rulings", tc.body, x.bearer("desk-token"))
		if w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), tc.says) {
			t.Errorf("%s: %d %s; want 400 and %q", tc.name, w.Code, w.Body, tc.says)
		}
	}
	w := x.do("POST", "/desk/rulings", `{"id":"`+someID+`","kind":"confirm","table":"open.1.9"}`, x.bearer("desk-token"))
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "refused") {
		t.Errorf("an unknown table: %d %s; want the fold's refusal", w.Code, w.Body)
	}
}

func TestABrowserOfAnotherSiteCannotRule(t *testing.T) {
	x := newTable(t)
	cookie := x.do("GET", x.desk.LoginPath(Arbiters), "", nil).Result().Cookies()[0]
	body := `{"id":"` + someID + `","kind":"pause"}`
	for origin, want := range map[string]int{"http://evil.example": 403, "": 403, "http://example.com": 200} {
		w := x.do("POST", "/desk/rulings", body, func(r *http.Request) {
			r.AddCookie(cookie)
			if origin != "" {
				r.Header.Set("Origin", origin)
			}
		})
		if w.Code != want {
			t.Errorf("origin %q: %d %s, want %d", origin, w.Code, w.Body, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"id":"` + someID + `","kind":"result","table":"open.1.1","data":{"result":"1-0"}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		req, err := parse(b)
		if err != nil {
			return
		}
		if _, err := scope(req.Table); err != nil {
			return
		}
		_, _ = ruling(req, events.Ruled{Request: req.ID, Author: "x"})
	})
}
