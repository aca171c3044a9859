package twin_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus/js"
	"boardwire/internal/gate"
	"boardwire/internal/twin/story"
	"boardwire/internal/web"
)

// realDelay is the public's delay of the halls that run in real time.
const realDelay = 2 * time.Second

// realHall is a hall on an embedded server, with its gate and its pages running
// as they do for a club, each with the credentials of its part.
type realHall struct {
	t      *testing.T
	scribe *story.Scribe
	url    string

	mu   sync.Mutex
	seen []line
}

func startRealHall(t *testing.T, ctx context.Context, running *sync.WaitGroup) *realHall {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	server, err := js.StartServer(ctx, js.ServerConfig{Dir: t.TempDir()})
	must(err)
	t.Cleanup(server.Close)
	connect := func(user js.User) *js.Store {
		s, err := server.Store("twin", user)
		must(err)
		t.Cleanup(func() { s.Close() })
		return s
	}
	h := &realHall{t: t}
	h.scribe, err = story.NewScribe(ctx, connect(js.Live), "main")
	must(err)
	key, err := gate.LoadKey(t.TempDir() + "/gate-key")
	must(err)
	cfg := gate.Config{Hall: "main", Key: key, State: gate.FileState(t.TempDir() + "/state"),
		Audiences: []feeds.Audience{{Name: "public", Kind: feeds.Public, Delay: realDelay}, {Name: "desk", Kind: feeds.Arbiter}}}
	reader, publisher := connect(js.Gate), connect(js.Publisher)
	_, err = publisher.Table(ctx, "names", true) // the pages start before the first pairing is out
	must(err)
	running.Go(func() {
		if err := gate.Run(ctx, cfg, reader, publisher); err != nil {
			t.Errorf("gate: %v", err)
		}
	})
	must(waitFor(ctx, func() bool { _, err := publisher.Open(ctx, "PUB-public"); return err == nil }))

	webStore := connect(js.Web)
	pub, err := webStore.Open(ctx, "PUB-public")
	must(err)
	names, err := webStore.Table(ctx, "names", false)
	must(err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	h.url = "http://" + listener.Addr().String()
	site := web.New(web.Config{Audience: cfg.Audiences[0], Listener: listener})
	if err := site.Built(); err != nil {
		t.Skipf("SKIPPED: the real twin run was not tested: %v", err)
	}
	running.Go(func() {
		if err := site.Run(ctx, pub, names); err != nil {
			t.Errorf("web: %v", err)
		}
	})
	return h
}

// waitFor waits for something that a process is about to do.
func waitFor(ctx context.Context, there func() bool) error {
	for !there() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
	return nil
}

func (h *realHall) note(at time.Duration, where, what string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.seen = append(h.seen, line{at, where, what})
}

// follow reads the stream and notes each event with its second.
func (h *realHall) follow(ctx context.Context, opened time.Time) {
	r, _ := http.NewRequestWithContext(ctx, http.MethodGet, h.url+"/events", nil)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Errorf("stream: %v", err)
		return
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		if text := lines.Text(); text != "" {
			h.note(time.Since(opened), "stream", varies.ReplaceAllString(text, "$1"))
		}
	}
	if err := lines.Err(); err != nil && ctx.Err() == nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		h.t.Errorf("stream: %v", err)
	}
}

// varies is what differs between two halls whatever happens in them: the name
// of the stream, the present time, and chance.
var varies = regexp.MustCompile(`(id: |"now":"|retry: )[0-9a-fTZ:.-]+`)

var realPlaces = []string{"/api/rounds", "/api/games/demo.1.1", "/api/games/demo.2.1", "/pgn/demo.1.pgn", "/g/demo.1.1", "/r/demo.2", "/"}

// poll asks for every page.
func (h *realHall) poll(ctx context.Context, at time.Duration) {
	for _, url := range realPlaces {
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, h.url+url, nil)
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			h.t.Errorf("%s: %v", url, err)
			return
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			h.t.Errorf("%s: %v", url, err)
		}
		res.Header.Del("Date")
		h.note(at, url, varies.ReplaceAllString(answer(res.StatusCode, res.Header, body), "$1"))
	}
}

// TestRealTwins runs two halls side by side on real servers, for some seconds
// of real time. Both tell the same until they part; from then on the one goes
// on and the other is silent.
func TestRealTwins(t *testing.T) {
	if testing.Short() {
		t.Skip("runs in real time")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
	defer cancel()
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	halls := []*realHall{startRealHall(t, ctx, &running), startRealHall(t, ctx, &running)}

	one, two := realHistory()
	opened := time.Now().Truncate(feeds.Grid).Add(2 * feeds.Grid)
	time.Sleep(time.Until(opened))
	var acting sync.WaitGroup
	following, leave := context.WithCancel(ctx)
	for i, h := range halls {
		acting.Go(func() { h.follow(following, opened) })
		history := [][]act{one, two}[i]
		acting.Go(func() {
			for _, a := range history {
				time.Sleep(time.Until(opened.Add(a.at)))
				told := a.told
				told.InTime = time.Now()
				if err := h.scribe.Write(ctx, told); err != nil {
					t.Errorf("write: %v", err)
				}
			}
		})
		acting.Go(func() {
			for at := feeds.Grid / 2; at < realUntil; at += feeds.Grid {
				time.Sleep(time.Until(opened.Add(at)))
				h.poll(ctx, at)
			}
		})
	}
	time.Sleep(time.Until(opened.Add(realUntil + 3*feeds.Grid)))
	leave()
	acting.Wait()
	for i, h := range halls {
		h.onTheGrid(i)
	}
	if diff := firstDifference(halls[0].before(), halls[1].before()); diff != "" {
		t.Errorf("the public could tell the two apart:\n%s", diff)
	}
	if !strings.Contains(halls[0].text(), "b1c3") || strings.Contains(halls[1].text(), "b1c3") {
		t.Error("what differs never came out, so that nothing was checked")
	}
	if diff := lateness(halls[0], one); diff != "" {
		t.Error(diff)
	}
}

// act is one fact at a time since the opening.
type act struct {
	at   time.Duration
	told story.Told
}

// realParting is when the histories part; what differs is out from realUntil on
// at the earliest.
const (
	realParting = 2 * time.Second
	realUntil   = realParting + realDelay
)

func realHistory() (one, two []act) {
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	n := 0
	tell := func(at time.Duration, game string, p events.Payload) act {
		n++
		cause := events.Event{ID: events.ID(fmt.Sprintf("a.%d", n)), Observed: day, Recorded: day}
		return act{at, story.Told{Fact: events.Derive(cause, 0, events.TableScope(game), p), InSeq: uint64(n)}}
	}
	pair := events.Paired{White: "p1", Black: "p2", Edition: "2023", Kind: "standard", Control: "90+30",
		FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Rate: 1}
	first := events.Made{Ply: 1, UCI: "g1f3", SAN: "Nf3", FEN: "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"}
	second := events.Made{Ply: 1, UCI: "b1c3", SAN: "Nc3", FEN: "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq - 1 1"}
	two = []act{
		tell(100*time.Millisecond, "demo.1.1", pair),
		tell(300*time.Millisecond, "demo.1.2", pair),
		tell(1200*time.Millisecond, "demo.1.1", first),
	}
	one = append(slices.Clone(two),
		tell(realParting+100*time.Millisecond, "demo.1.2", second),
		tell(realParting+400*time.Millisecond, "demo.1.1", events.Ended{Result: "1-0", Reason: "resignation", Source: events.SourceSignalled}),
		tell(realParting+1100*time.Millisecond, "demo.2.1", pair))
	return one, two
}

// before returns what was seen before anything that differs may be out. The
// stream's events count by their second.
func (h *realHall) before() (list []line) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.seen {
		if l.at < realUntil {
			l.at = l.at.Truncate(feeds.Grid)
			list = append(list, l)
		}
	}
	return list
}

func (h *realHall) text() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var b bytes.Buffer
	for _, l := range h.seen {
		b.WriteString(l.what + "\n")
	}
	return b.String()
}

// onTheGrid checks that frames come shortly after a point of the grid. Half a
// second allows for a slow machine and still tells a grid from none.
func (h *realHall) onTheGrid(i int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.seen {
		if strings.HasPrefix(l.what, `data: {"kind"`) && l.at%feeds.Grid > feeds.Grid/2 {
			h.t.Errorf("hall %d: at %s, off the grid: %s", i, l.at, l.what)
		}
	}
}

// lateness checks that nothing came before its delay had passed.
func lateness(h *realHall, history []act) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range history {
		kind := a.told.Fact.Type.Kind()
		kind = kind[strings.LastIndexByte(kind, '-')+1:]
		game, _ := a.told.Fact.Scope.Table()
		mark := fmt.Sprintf(`data: {"kind":%q,"game":%q`, kind, game)
		i := slices.IndexFunc(h.seen, func(l line) bool { return strings.HasPrefix(l.what, mark) })
		if i < 0 {
			return fmt.Sprintf("%s of %s never came", kind, game)
		}
		if at := h.seen[i].at; at < a.at+realDelay {
			return fmt.Sprintf("%s of %s came at %s, %s after %s", kind, game, at, at-a.at, a.at)
		}
	}
	return ""
}
