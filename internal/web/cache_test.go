package web

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/feeds/sse"

	"github.com/google/go-cmp/cmp"
)

// An audience's delay can change while it is served. The pages say what the
// gate keeps, and viewers whose clocks ran by the old delay are told anew.
func TestPagesSayTheDelayThatIsKept(t *testing.T) {
	s := newStage(t, feeds.Public, 15*time.Minute)
	s.round()
	before := s.site.epoch()
	viewer := s.site.hub.Join(sse.Filter{}, before+"-1")
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		viewer.Serve(httptest.NewRecorder(), httptest.NewRequest("GET", "/events", nil), nil)
	}()
	for _, c := range []struct{ key, value, shown string }{
		{"audience.public", `{"delay_ms":900000}`, "15 minutes"}, // as it was
		{"audience.commentary", `{"delay_ms":1000}`, "15 minutes"},
		{"audience.public", `{"delay_ms":1200000}`, "20 minutes"},
		{"audience.public", `{"delay_ms":-1}`, "20 minutes"},
		{"audience.public", `{"delay_ms":99999999999999}`, "20 minutes"},
		{"audience.public", `what`, "20 minutes"},
	} {
		_ = s.site.Name(c.key, []byte(c.value))
		for _, path := range []string{"/", "/r/demo.1", "/g/demo.1.1"} {
			if text := body(t, s.get(path)); !strings.Contains(text, "Shown with a delay of "+c.shown+"<") {
				t.Errorf("%s after %s = %s does not say %s", path, c.key, c.value, c.shown)
			}
		}
	}
	if text := body(t, s.get("/api/rounds")); !strings.Contains(text, `"delay_ms":1200000`) {
		t.Errorf("the list says %s", text[strings.LastIndex(text, `"audience"`):])
	}
	<-ended
	if back := s.site.hub.Join(sse.Filter{}, before+"-1"); !back.Resync() {
		t.Error("a viewer of before is not told anew")
	}
	// Another node, and this one after a restart, count as it does.
	other := New(s.site.cfg)
	if err := other.Name("audience.public", []byte(`{"delay_ms":1200000}`)); err != nil {
		t.Fatal(err)
	}
	for i, m := range s.log {
		if err := other.Take(uint64(i+1), m.subject, m.data, m.time); err != nil {
			t.Fatal(err)
		}
	}
	if other.epoch() != s.site.epoch() || other.epoch() == before {
		t.Errorf("epochs %s and %s, before %s", other.epoch(), s.site.epoch(), before)
	}
	if people := s.site.seen.Names(); people != other.seen.Names()+17 {
		t.Errorf("delays are among the names: %d and %d", people, other.seen.Names())
	}
}

// What is kept for everybody is never older than what was released.
func TestKeptPagesFollowWhatIsReleased(t *testing.T) {
	s := newStage(t, feeds.Public, time.Minute)
	s.round()
	// Another Site that was never asked before draws the same.
	fresh := func() *Site { return s.open(s.site.cfg) }
	paths := []string{"/", "/r/demo.1", "/g/demo.1.1", "/g/demo.1.1?ply=3", "/pgn/demo.1.pgn", "/pgn/demo.1.1.pgn", "/api/rounds", "/api/games/demo.1.1", "/credits"}
	for name, change := range map[string]func(){
		"nothing":       func() {},
		"a move":        func() { s.move("demo.1.1", "c4", 60) },
		"a second":      func() { s.now = s.now.Add(time.Second) },
		"a name":        func() { s.name("p1", `{"name":"Adler-Berg, Johanna"}`) },
		"a name gone":   func() { delete(s.said, "p2"); _ = s.site.Name("p2", nil) },
		"a title":       func() { s.name("tournament.demo", `{"name":"Harbour Masters"}`) },
		"a result":      func() { s.fact("demo.1.1", events.FinalResult{Result: "1-0", Reason: "resignation", Source: "ruled"}) },
		"taken back":    func() { s.fact("demo.1.1", events.Withdrawn{Ply: 3}) },
		"a new pairing": func() { s.pair("demo.2.1", "p1", "p3") },
	} {
		for _, path := range paths { // each is kept now
			s.get(path)
		}
		change()
		other := fresh()
		for _, path := range paths {
			if diff := cmp.Diff(body(t, ask(other, http.MethodGet, path)), body(t, s.get(path))); diff != "" {
				t.Errorf("%s after %s: %s", path, name, diff)
			}
		}
	}
	for i := range 100 {
		for _, path := range []string{"/r/demo.%d9", "/g/demo.1.%d9", "/pgn/demo.%d9.pgn"} {
			s.get(fmt.Sprintf(path, i))
		}
	}
	if kept := len(s.site.drawn.made) + len(s.site.written.made); kept > len(paths) {
		t.Errorf("%d bodies are kept after asking for what is not there", kept)
	}
}

func TestAPageIsMadeOnceForAllWhoAsk(t *testing.T) {
	var c cache
	var made atomic.Int32
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			body, status := c.get("/", stamp{version: 1}, func() ([]byte, int) {
				made.Add(1)
				time.Sleep(time.Millisecond)
				return []byte("x"), http.StatusOK
			})
			if string(body) != "x" || status != http.StatusOK {
				t.Errorf("%q, %d", body, status)
			}
		})
	}
	wg.Wait()
	if n := made.Load(); n != 1 {
		t.Errorf("made %d times", n)
	}
}

// The state that viewers share is the one that each would get for itself.
func TestSharedStateIsTheWhole(t *testing.T) {
	s := newStage(t, feeds.Arbiter, 0)
	s.round()
	s.pair("demo.10.1", "p1", "p2")
	s.pair("demo.2.1", "p3", "p4")
	s.pair("cup.1.1", "p3", "p<4")
	whole := func(filter sse.Filter, short bool) string {
		rounds := s.site.roundsLocked(filter.Takes)
		games := []feeds.View{}
		for _, r := range rounds {
			games = append(games, r.Games...)
		}
		if short {
			for i, v := range games {
				games[i].Moves = v.Moves[max(len(v.Moves)-lastMoves, 0):]
			}
		}
		return string(encode(struct {
			Rounds   []apiRound      `json:"rounds"`
			Games    []feeds.View    `json:"games"`
			Findings []feeds.Finding `json:"findings,omitempty"`
			moment
		}{listed(rounds), games, s.site.looseFor(filter), s.site.moment()}))
	}
	check := func(when string) {
		t.Helper()
		s.site.mu.Lock()
		defer s.site.mu.Unlock()
		for _, filter := range []sse.Filter{{}, {Round: "demo.1"}, {Round: "none.1"}, {Games: []string{"cup.1.1", "demo.1.2", "demo.10.1"}}, {Games: []string{"demo.1.7"}, Round: "demo.2"}} {
			for _, short := range []bool{false, true} {
				got := string(bytes.Join(s.site.state(filter, short), nil))
				if want := whole(filter, short); got != want {
					t.Errorf("%s, %+v, short %v: %s", when, filter, short, cmp.Diff(want, got))
				}
			}
		}
	}
	check("at first")
	check("again")
	s.move("demo.1.1", "c4", 5)
	s.name("p1", `{"name":"<b>\u2028"}`)
	s.publish("bw.pub.arbiter._._._.finding", []byte(`{"kind":"finding","scope":"hall","at":"2026-03-01T12:00:00.000000Z","fact":"f1","id":"f1","findingkind":"record","text":"a board's record is not whole"}`))
	if len(s.site.seen.Loose()) != 1 {
		t.Fatal("no finding of the hall")
	}
	check("after changes")
}

// A body that is announced and does not come holds nothing up.
func TestNobodyWaitsForABody(t *testing.T) {
	s := newStage(t, feeds.Public, 0)
	s.round()
	server := httptest.NewServer(s.site.Handler())
	defer server.Close()
	for _, ask := range []string{"GET /", "GET /events", "HEAD /events", "POST /r/demo.1", "GET /nothing"} {
		for _, length := range []string{"Content-Length: 100000", "Transfer-Encoding: chunked"} {
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(conn, "%s HTTP/1.1\r\nHost: x\r\n%s\r\n\r\n", ask, length)
			_ = conn.SetReadDeadline(time.Now().Add(20 * time.Second))
			head := make([]byte, 4096)
			n, err := conn.Read(head)
			if text := string(head[:n]); err != nil && err != io.EOF || !strings.Contains(text, "Connection: close") || !strings.HasPrefix(text, "HTTP/1.1 40") {
				t.Errorf("%s with %s: %v, %q", ask, length, err, text)
			}
			conn.Close()
		}
	}
	if n := s.site.Stats().Viewers; n != 0 {
		t.Errorf("%d viewers", n)
	}
}
