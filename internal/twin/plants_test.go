package twin_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/twin/story"
)

// live is what a leak peeks at: everything the hall knows by now.
func (w *world) peek(url string) []byte {
	rec := httptest.NewRecorder()
	w.sites["desk"].Handler().ServeHTTP(rec, httptest.NewRequestWithContext(w.ctx, http.MethodGet, url, nil))
	if rec.Code != http.StatusOK {
		return nil
	}
	return rec.Body.Bytes()
}

// facts is how many facts there are by now.
func (w *world) facts() int { return len(w.scribe.Written) }

// spoil changes whole answers of the public pages.
func spoil(change func(w *world, r *http.Request, rec *httptest.ResponseRecorder)) plant {
	return func(w *world) {
		good := w.public
		w.public = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/events" {
				good.ServeHTTP(rw, r)
				return
			}
			rec := httptest.NewRecorder()
			good.ServeHTTP(rec, r)
			change(w, r, rec)
			for k, v := range rec.Header() {
				rw.Header()[k] = v
			}
			rw.WriteHeader(rec.Code)
			_, _ = rw.Write(rec.Body.Bytes())
		})
	}
}

// spoilStream changes what a stream's viewer gets.
func spoilStream(change func(w *world, b []byte) []byte) plant {
	return func(w *world) {
		good := w.public
		w.public = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/events" {
				rw = &spoiled{rw, func(b []byte) []byte { return change(w, b) }}
			}
			good.ServeHTTP(rw, r)
		})
	}
}

type spoiled struct {
	http.ResponseWriter
	change func([]byte) []byte
}

func (s *spoiled) Write(b []byte) (int, error) {
	if _, err := s.ResponseWriter.Write(s.change(b)); err != nil {
		return 0, err
	}
	return len(b), nil
}

func setBody(rec *httptest.ResponseRecorder, body []byte) {
	rec.Body = bytes.NewBuffer(body)
	rec.Header().Set("Content-Length", fmt.Sprint(len(body)))
}

// leaks are ten mistakes that a page server could make. Each peeks at what is
// not released.
var leaks = map[string]plant{
	"ETag": spoil(func(w *world, r *http.Request, rec *httptest.ResponseRecorder) {
		if rec.Header().Get("ETag") != "" {
			rec.Header().Set("ETag", fmt.Sprintf("%q", fmt.Sprint(w.facts())))
		}
	}),
	"Content-Length": spoil(func(w *world, r *http.Request, rec *httptest.ResponseRecorder) {
		if strings.HasPrefix(r.URL.Path, "/api/games/") && rec.Code == http.StatusOK && r.Method == http.MethodGet {
			// A page that leaves room for what is to come.
			setBody(rec, append(rec.Body.Bytes(), bytes.Repeat([]byte(" "), w.facts())...))
		}
	}),
	"Last-Modified": spoil(func(w *world, r *http.Request, rec *httptest.ResponseRecorder) {
		if n := w.facts(); n > 0 && r.URL.Path == "/pgn/demo.1.pgn" {
			rec.Header().Set("Last-Modified", w.scribe.Written[n-1].InTime.UTC().Format(http.TimeFormat))
		}
	}),
	"id": spoilStream(func(w *world, b []byte) []byte {
		return eventID.ReplaceAll(b, fmt.Appendf(nil, "id: ${1}-%d", w.facts()))
	}),
	// A connection that had something to do needs no comment to stay open.
	"heartbeat": spoilStream(func(w *world, b []byte) []byte {
		if n := w.facts(); string(b) == ":\n\n" && n > 0 && time.Since(w.scribe.Written[n-1].InTime) < 5*time.Second {
			return nil
		}
		return b
	}),
	"round list": spoil(func(w *world, r *http.Request, rec *httptest.ResponseRecorder) {
		if r.URL.Path == "/api/rounds" && r.Method == http.MethodGet {
			rec.Body = bytes.NewBuffer(splice(rec.Body.Bytes(), w.peek("/api/rounds"), "rounds"))
		}
	}),
	"404 text": spoil(func(w *world, r *http.Request, rec *httptest.ResponseRecorder) {
		if rec.Code == http.StatusNotFound && w.peek(r.URL.Path) != nil {
			setBody(rec, []byte("not yet\n"))
		}
	}),
	"clock": spoil(func(w *world, r *http.Request, rec *httptest.ResponseRecorder) {
		if strings.HasPrefix(r.URL.Path, "/api/games/") && rec.Code == http.StatusOK && r.Method == http.MethodGet {
			setBody(rec, splice(rec.Body.Bytes(), w.peek(r.URL.Path), "clock"))
		}
	}),
	"PGN tag": spoil(func(w *world, r *http.Request, rec *httptest.ResponseRecorder) {
		if strings.HasSuffix(r.URL.Path, ".pgn") && rec.Code == http.StatusOK {
			setBody(rec, pgnResult.ReplaceAll(rec.Body.Bytes(), pgnResult.Find(w.peek(r.URL.Path))))
		}
	}),
	"error text": spoil(func(w *world, r *http.Request, rec *httptest.ResponseRecorder) {
		if rec.Code == http.StatusMethodNotAllowed {
			setBody(rec, fmt.Appendf(rec.Body.Bytes(), "%d facts are held\n", w.facts()))
		}
	}),
}

var (
	eventID   = regexp.MustCompile(`id: (\w+)-\d+`)
	pgnResult = regexp.MustCompile(`\[Result "[^"]*"\]`)
)

// splice puts one field of the live answer into the public one.
func splice(public, live []byte, field string) []byte {
	var a, b map[string]json.RawMessage
	if json.Unmarshal(public, &a) != nil || json.Unmarshal(live, &b) != nil {
		return public
	}
	a[field] = b[field]
	out, err := json.Marshal(a)
	if err != nil {
		return public
	}
	return out
}

// played is a plain history: two tables paired and begun before the parting.
// After it, the first world goes on, ends a game, rules on it and pairs another
// round, while the second falls silent.
func played() (one, two []event) {
	now := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	tell := func(cause string, game string, payloads ...events.Payload) func(w *world) {
		var told []story.Told
		for i, p := range payloads {
			fact := events.Derive(events.Event{ID: events.ID(cause), Observed: now, Recorded: now}, i, events.TableScope(game), p)
			told = append(told, story.Told{Fact: fact, InSeq: 1})
		}
		return func(w *world) { w.tell(append([]story.Told{}, told...)) }
	}
	pair := func(white, black string) events.Paired {
		return events.Paired{White: white, Black: black, Edition: "2023", Kind: "standard", Control: "90+30",
			FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Rate: 1}
	}
	made := events.Made{Ply: 1, UCI: "g1f3", SAN: "Nf3", FEN: "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"}
	shared := []event{
		{time.Millisecond, func(w *world) { w.person("p1", "One") }},
		{200 * time.Millisecond, tell("a.1", "demo.1.1", pair("p1", "p2"))},
		{300 * time.Millisecond, tell("a.2", "demo.1.2", pair("p3", "p4"))},
		{1500 * time.Millisecond, tell("a.3", "demo.1.2", made)},
		{2500 * time.Millisecond, tell("a.4", "demo.1.1", events.ClockChanged{Changes: []string{"started"}, Clocks: events.Clocks{White: 5400, Black: 5400, Running: "white"}})},
	}
	// A name is corrected in both, and goes out at the next point of the grid:
	// not with the pairing that only the first world has.
	shared = append(shared, event{parting + 4100*time.Millisecond, func(w *world) { w.person("p1", "Corrected") }})
	one = sorted(shared, []event{
		{parting + 500*time.Millisecond, tell("b.1", "demo.1.1", made)},
		{parting + 1200*time.Millisecond, tell("b.2", "demo.1.1", events.ClockChanged{Changes: []string{"pressed"}, Clocks: events.Clocks{White: 5390, Black: 5400, Running: "black"}})},
		{parting + 2100*time.Millisecond, tell("b.4", "demo.1.2", events.Ended{Result: "1-0", Reason: "resignation", Source: events.SourceSignalled})},
		{parting + 2600*time.Millisecond, tell("b.5", "demo.1.2", events.FinalResult{Result: "1-0", Reason: "resignation", Source: events.SourceRuled})},
		{parting + 4300*time.Millisecond, tell("b.3", "demo.2.1", pair("p1", "p3"))},
		{parting + 6*time.Second, tell("b.6", "demo.1.1", events.ClockChanged{Changes: []string{"adjusted"}, Clocks: events.Clocks{White: 5390, Black: 5300}})},
	})
	return one, shared
}

func TestTheCheckFindsPlantedLeaks(t *testing.T) {
	one, two := played()
	if diff := firstDifference(run(t, nil, one, parting, until, crawl), run(t, nil, two, parting, until, crawl)); diff != "" {
		t.Fatalf("without a leak:\n%s", diff)
	}
	if len(leaks) != 10 {
		t.Errorf("%d leaks, want ten", len(leaks))
	}
	for name, leak := range leaks {
		t.Run(name, func(t *testing.T) {
			a := run(t, leak, one, parting, until, crawl)
			b := run(t, leak, two, parting, until, crawl)
			diff := firstDifference(a, b)
			if diff == "" {
				t.Fatal("the check did not see it")
			}
			t.Log(diff)
		})
	}
}

func TestTheWorldsDifferOnceTheyAreReleased(t *testing.T) {
	one, two := played()
	later := until + 2*feeds.Grid
	if firstDifference(run(t, nil, one, later, later, crawl), run(t, nil, two, later, later, crawl)) == "" {
		t.Error("what differs never came out, so that nothing was checked")
	}
}
