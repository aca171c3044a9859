package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"go/build"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/feeds/sse"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// What serves the public must not be able to reach what is not released, not
// even by a slip.
func TestImportsReachNoLiveData(t *testing.T) {
	seen := map[string]bool{}
	var walk func(path string)
	walk = func(path string) {
		if seen[path] || !strings.HasPrefix(path, "boardwire/") {
			return
		}
		seen[path] = true
		p, err := build.Import("../../"+strings.TrimPrefix(path, "boardwire/"), ".", 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range p.Imports {
			walk(i)
		}
	}
	walk("boardwire/internal/web")
	for _, banned := range []string{"boardwire/game", "boardwire/boardstate", "boardwire/internal/gate", "boardwire/internal/projector",
		"boardwire/internal/ingest", "boardwire/internal/desk", "boardwire/internal/bus/js", "boardwire/internal/spool"} {
		if seen[banned] {
			t.Errorf("internal/web imports %s", banned)
		}
	}
	if !seen["boardwire/feeds"] {
		t.Fatal("the walk found nothing")
	}
}

func TestUnreleasedAnswersAsWhatDoesNotExist(t *testing.T) {
	s := newStage(t, feeds.Public, time.Minute)
	s.round()
	s.fact("demo.2.1", events.Paired{White: "a", Black: "b", Gone: true})
	want := s.get("/g/demo.9.9")
	for _, path := range []string{
		"/g/demo.2.1", "/r/demo.2", "/api/games/demo.2.1", "/pgn/demo.2.pgn", "/pgn/demo.2.1.pgn", // taken back
		"/g/demo.1.99", "/r/demo.7", "/r/demo", "/g/demo.1", "/g/", "/g", "/g/a/b", "/api/games/..", "/pgn/demo.1", "/pgn/.pgn",
		"/api/games/", "/assets/main.js", "/assets/../x", "/healthz", "/metrics", "/debug/pprof/", "/desk/rulings", "/favicon.ico", "//", "/r/demo.1/",
		"/g/" + strings.Repeat("x", 2000), "/g/%00", "/r/demo.1%2f",
	} {
		got := s.get(path)
		if got.StatusCode != http.StatusNotFound || body(t, got) != notFoundBody {
			t.Errorf("%s: %d", path, got.StatusCode)
		}
		if diff := cmp.Diff(want.Header, got.Header); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

func TestEveryAnswerIsStrict(t *testing.T) {
	s := newStage(t, feeds.Public, time.Minute)
	s.round()
	inline := regexp.MustCompile(`(?i)<script[^>]*>[^<]|<style|\sstyle=|\son[a-z]+=|javascript:|src="?(https?:)?//`)
	for _, path := range []string{"/", "/r/demo.1", "/g/demo.1.1", "/credits", "/api/rounds", "/api/games/demo.1.1", "/pgn/demo.1.pgn", "/nothing"} {
		res := s.get(path)
		text := body(t, res)
		h := res.Header
		if got := h.Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none'") || strings.Contains(got, "unsafe") {
			t.Errorf("%s: policy %q", path, got)
		}
		for _, name := range []string{"Set-Cookie", "Last-Modified", "Expires", "Age", "Server"} {
			if h.Get(name) != "" {
				t.Errorf("%s: header %s %q", path, name, h.Get(name))
			}
		}
		if got := h.Get("Cache-Control"); got != cachePage {
			t.Errorf("%s: Cache-Control %q", path, got)
		}
		if m := inline.FindString(text); m != "" {
			t.Errorf("%s: the policy would refuse %q", path, m)
		}
		head := ask(s.site, http.MethodHead, path)
		if b := body(t, head); b != "" {
			t.Errorf("HEAD %s has a body", path)
		}
		if diff := cmp.Diff(res.Header, head.Header); diff != "" || head.StatusCode != res.StatusCode {
			t.Errorf("HEAD %s: %d %s", path, head.StatusCode, diff)
		}
		if post := ask(s.site, http.MethodPost, path); post.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("POST %s: %d", path, post.StatusCode)
		}
	}
}

func TestValidatorsFollowTheContentAlone(t *testing.T) {
	s := newStage(t, feeds.Public, time.Minute)
	s.round()
	for _, path := range []string{"/api/games/demo.1.1", "/pgn/demo.1.pgn"} {
		first := s.get(path)
		tag := first.Header.Get("ETag")
		s.now = s.now.Add(time.Hour)
		if again := s.get(path, "If-None-Match", tag); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s an hour later: %d, want 304", path, again.StatusCode)
		}
		// Another Site that took the same messages gives the same tag.
		other := s.open(s.site.cfg)
		if got := ask(other, http.MethodGet, path).Header.Get("ETag"); got != tag {
			t.Errorf("%s: another node says %s, this one %s", path, got, tag)
		}
	}
	tag := s.get("/api/games/demo.1.1").Header.Get("ETag")
	s.move("demo.1.1", "c4", 60)
	if again := s.get("/api/games/demo.1.1", "If-None-Match", tag); again.StatusCode != http.StatusOK {
		t.Errorf("after a move: %d, want 200", again.StatusCode)
	}
}

// A Site passes over what its audience may not see, and goes on.
func TestForeignMessagesAreRefused(t *testing.T) {
	s := newStage(t, feeds.Public, time.Minute)
	s.pair("demo.1.1", "a", "b")
	take := func(subject, data string) error {
		s.seq++
		return s.site.Take(s.seq, subject, []byte(data), s.now)
	}
	for name, m := range map[string][2]string{
		"a finding":     {"bw.pub.public.demo.1.1.finding", `{"kind":"finding","game":"demo.1.1","at":"2026-03-01T12:00:00.000000Z","id":"x","findingkind":"flag","text":"secret"}`},
		"another kind":  {"bw.pub.public.demo.1.1.made", `{"kind":"withdrawn","game":"demo.1.1","at":"2026-03-01T12:00:00.000000Z","ply":1}`},
		"not a frame":   {"bw.pub.public.demo.1.1.made", `{}`},
		"without games": {"bw.pub.public._._._.withdrawn", `{"kind":"withdrawn","at":"2026-03-01T12:00:00.000000Z","ply":1}`},
	} {
		if err := take(m[0], m[1]); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	s.move("demo.1.1", "e4", 10)
	if v, _ := s.site.game("demo.1.1"); len(v.Moves) != 1 || len(v.Findings) != 0 {
		t.Errorf("after refusals: %+v", v)
	}
	if got := s.site.Stats().Refused; got != 4 {
		t.Errorf("refused %d, want 4", got)
	}
	if err := s.site.Take(s.seq+2, "bw.pub.public.demo.1.1.made", nil, s.now); err == nil {
		t.Error("a hole was taken")
	}
}

func TestRoundsAreListedInOrder(t *testing.T) {
	s := newStage(t, feeds.Public, 15*time.Minute)
	for _, id := range []string{"b.1.2", "b.10.1", "b.2.1", "a.tb-1.1", "b.1.10", "b.1.1"} {
		s.pair(id, "x", "y")
	}
	var got struct {
		Rounds []struct {
			ID    string
			Games []struct{ ID string }
		}
		Audience string
		DelayMS  int64 `json:"delay_ms"`
	}
	if err := json.Unmarshal([]byte(body(t, s.get("/api/rounds"))), &got); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, r := range got.Rounds {
		for _, g := range r.Games {
			ids = append(ids, g.ID)
		}
	}
	if diff := cmp.Diff([]string{"a.tb-1.1", "b.1.1", "b.1.2", "b.1.10", "b.2.1", "b.10.1"}, ids); diff != "" {
		t.Error(diff)
	}
	if got.Audience != "public" || got.DelayMS != 900_000 {
		t.Errorf("audience %q, delay %d ms", got.Audience, got.DelayMS)
	}
}

func TestAGameAsJSON(t *testing.T) {
	s := newStage(t, feeds.Public, 0)
	s.name("p1", `{"name":"Adler, Johanna","title":"GM","fed":"NOR","rating":2611,"fide":1}`)
	s.pair("demo.1.3", "p1", "p2")
	s.begin("demo.1.3")
	s.move("demo.1.3", "e4", 12)
	s.fact("demo.1.3", events.FinalResult{Result: "1-0", Reason: "illegal_move", Source: "ruled", Articles: []string{"7.5.5"}})
	const want = `{"id":"demo.1.3","board":3,"white":{"id":"p1","name":"Adler, Johanna","title":"GM","fed":"NOR","rating":2611,"fide":1},"black":{"id":"p2"},` +
		`"edition":"2023","gamekind":"standard","control":"90/40+30+30","rate":1,"fen_start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",` +
		`"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1","moves":[{"ply":1,"uci":"e2e4","san":"e4",` +
		`"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1","clk":5448,"emt":12,"completed":true}],` +
		`"clock":{"white":5448,"black":5430,"running":"black","at":"2026-03-01T12:00:12.000000Z"},"status":"final","result":"1-0","reason":"arbiter",` +
		`"reason_text":"White won: decision of the arbiter","source":"ruled"}`
	if diff := cmp.Diff(want, body(t, s.get("/api/games/demo.1.3"))); diff != "" {
		t.Error(diff)
	}
}

func TestClocksCountFromWhatWasShown(t *testing.T) {
	at := feeds.Instant{Time: noon}
	v := feeds.View{Rate: 20, Status: feeds.StatusPlaying, Clock: &feeds.ViewClock{White: 100, Black: 50, Running: "white", At: at}}
	for _, c := range []struct {
		name  string
		after time.Duration
		white bool
		want  int
	}{
		{"at once", 15 * time.Second, true, 100},
		{"twenty times as fast", 15*time.Second + 1500*time.Millisecond, true, 70},
		{"never below zero", time.Minute, true, 0},
		{"not yet", 0, true, 100},
		{"the other side stands", time.Minute, false, 50},
	} {
		got, _, ok := shownAt(v, c.white, noon.Add(c.after), 15*time.Second)
		if !ok || got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	v.Status = feeds.StatusEnded
	if got, running, _ := shownAt(v, true, noon.Add(time.Hour), 0); got != 100 || running {
		t.Errorf("after the end: %d, running %v", got, running)
	}
}

func TestPagesSayWhatIsKnown(t *testing.T) {
	s := newStage(t, feeds.Public, 15*time.Minute)
	empty := body(t, s.get("/"))
	if !strings.Contains(empty, "No round has been released yet") {
		t.Error("an empty Site says nothing")
	}
	s.round()
	for path, want := range map[string][]string{
		"/":                 {"Harbour Open, round&nbsp;1", "½–½", "Result: 0-1, reason not recorded"},
		"/r/demo.1":         {"White won: checkmate (provisional)", "Draw: agreement", "11… Bb7", "Shown with a delay of 15 minutes", "Sørensen, Ida", `#bk"`},
		"/g/demo.1.7":       {"Result: 0-1, reason not recorded", "van den Heuvel-Rietveld", `data-ply="3"`, "1:29:51"},
		"/g/demo.1.4":       {`aria-label="White: king e1, queen f7, rooks a1 h1,`, "Black to move."},
		"/g/demo.1.4?ply=1": {"pawns a2 b2 c2 d2 f2 g2 h2 e4", `data-ply="1"`}, // squares in the board's order
		"/credits":          {"Cburnett", "Rfc1394", "shaack", "CC BY-SA 3.0"},
	} {
		text := body(t, s.get(path))
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s does not say %q", path, w)
			}
		}
	}
	for _, ply := range []string{"99", "-1", "x", "9999999999999999999"} {
		if got := s.get("/g/demo.1.4?ply=" + ply); got.StatusCode != http.StatusOK {
			t.Errorf("ply %s: %d", ply, got.StatusCode)
		}
	}
}

func TestNamesAreEscaped(t *testing.T) {
	s := newStage(t, feeds.Public, 0)
	s.name("p1", `{"name":"<script>alert(1)</script>"}`)
	s.pair("demo.1.1", "p1", "p2")
	for _, path := range []string{"/", "/r/demo.1", "/g/demo.1.1"} {
		if strings.Contains(body(t, s.get(path)), "<script>alert") {
			t.Errorf("%s lets a name be script", path)
		}
	}
	s.name("p1", `{"name":"Quote \" and \\ and\nline"}`)
	if got := body(t, s.get("/pgn/demo.1.pgn")); !strings.Contains(got, `[White "Quote \" and \\ and line"]`) {
		t.Errorf("PGN: %s", got)
	}
}

func TestTheDeskSeesFindings(t *testing.T) {
	s := newStage(t, feeds.Arbiter, 0)
	s.round()
	for _, path := range []string{"/", "/r/demo.1", "/g/demo.1.2"} {
		text := body(t, s.get(path))
		if !strings.Contains(text, "clock was set forward") || !strings.Contains(text, "Art. 6.10.2") {
			t.Errorf("%s does not show the finding", path)
		}
	}
	public := newStage(t, feeds.Public, 0)
	public.round()
	for _, path := range []string{"/", "/r/demo.1", "/g/demo.1.2", "/api/games/demo.1.2"} {
		if strings.Contains(body(t, public.get(path)), "set forward") {
			t.Errorf("%s shows the finding to the public", path)
		}
	}
}

func TestDeskRoutesAreHandedOn(t *testing.T) {
	site := New(Config{Audience: feeds.Audience{Name: "arbiter", Kind: feeds.Arbiter}, Desk: http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusTeapot) })})
	if got := ask(site, http.MethodPost, "/desk/rulings").StatusCode; got != http.StatusTeapot {
		t.Errorf("POST /desk/rulings: %d", got)
	}
}

// The stream over a real connection: the whole state, then what follows; after a
// restart of the server the rest, or one resync.
func TestStreamGoesOnAfterARestart(t *testing.T) {
	s := newStage(t, feeds.Public, 0)
	s.pair("demo.1.1", "a", "b")
	s.pair("demo.1.2", "c", "d")
	s.move("demo.1.1", "e4", 10)

	read := func(id string, events int) []string {
		server := httptest.NewServer(s.site.Handler())
		defer server.Close()
		defer s.site.Close()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/events?games=demo.1.1", nil)
		req.Header.Set("Last-Event-ID", id)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		var got []string
		for lines := bufio.NewScanner(res.Body); len(got) < 2*events && lines.Scan(); {
			for _, field := range []string{"id: ", "event: "} {
				if v, ok := strings.CutPrefix(lines.Text(), field); ok {
					got = append(got, v)
				}
			}
		}
		http.DefaultClient.CloseIdleConnections()
		return got
	}
	first := read("", 1)
	epoch, _, _ := strings.Cut(first[0], "-")
	if diff := cmp.Diff([]string{epoch + "-4", "resync"}, first); diff != "" {
		t.Fatal(diff)
	}
	s.site = s.open(Config{Audience: s.site.cfg.Audience})
	s.move("demo.1.2", "d4", 10)
	s.move("demo.1.1", "e5", 10)
	if diff := cmp.Diff([]string{epoch + "-7", "made", epoch + "-8", "completed"}, read(first[0], 2)); diff != "" {
		t.Errorf("after a restart: %s", diff)
	}
	s.site = s.open(Config{Audience: s.site.cfg.Audience})
	if diff := cmp.Diff([]string{epoch + "-8", "resync"}, read("00000000-3", 1)); diff != "" {
		t.Errorf("id of another stream: %s", diff)
	}
}

func TestResyncIsTheWholeState(t *testing.T) {
	s := newStage(t, feeds.Public, 15*time.Second)
	s.round()
	state := func(f sse.Filter, short bool) (out struct {
		Games   []feeds.View
		Now     string
		DelayMS int64 `json:"delay_ms"`
	}) {
		s.site.mu.Lock()
		defer s.site.mu.Unlock()
		if err := json.Unmarshal(bytes.Join(s.site.state(f, short), nil), &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	if got := state(sse.Filter{}, false); len(got.Games) != 8 || len(got.Games[0].Moves) != 22 || got.DelayMS != 15000 || got.Now != feeds.FormatTime(s.now) {
		t.Errorf("%d games, %d moves, delay %d, now %s", len(got.Games), len(got.Games[0].Moves), got.DelayMS, got.Now)
	}
	if got := state(sse.Filter{Round: "demo.1"}, true); len(got.Games) != 8 || len(got.Games[0].Moves) != lastMoves {
		t.Errorf("short: %d games, %d moves", len(got.Games), len(got.Games[0].Moves))
	}
	if got := state(sse.Filter{Games: []string{"demo.1.9"}}, false); len(got.Games) != 0 {
		t.Errorf("a game that is not there: %d games", len(got.Games))
	}
}

func TestAssets(t *testing.T) {
	s := newStage(t, feeds.Public, 0)
	if err := s.site.Built(); err != nil {
		t.Fatal(err)
	}
	for plain, kind := range map[string]string{"main.js": "text/javascript; charset=utf-8", "main.css": "text/css; charset=utf-8", "standard.svg": "image/svg+xml"} {
		res := s.get(s.site.assets.URL(plain))
		if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != kind || !strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d %v", plain, res.StatusCode, res.Header)
		}
	}
	pieces := body(t, s.get(s.site.assets.URL("standard.svg")))
	for _, id := range []string{"wk", "wq", "wr", "wb", "wn", "wp", "bk", "bq", "br", "bb", "bn", "bp"} {
		if !strings.Contains(pieces, `id="`+id+`"`) {
			t.Errorf("the pieces have no %s", id)
		}
	}
	if !strings.Contains(pieces, "CC BY-SA 3.0") {
		t.Error("the pieces do not carry their licence")
	}
}

func body(t *testing.T, res *http.Response) string {
	t.Helper()
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
