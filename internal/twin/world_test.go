// Package twin checks that the delay is a promise: two halls that are equal in
// what is released, and differ in everything younger, look the same from
// outside, byte for byte and instant by instant.
package twin_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/feeds/sse"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
	"boardwire/internal/gate"
	"boardwire/internal/twin/story"
	"boardwire/internal/web"
)

const (
	publicDelay = 8 * time.Second
	boothDelay  = 3 * time.Second
)

var audiences = []feeds.Audience{
	{Name: "public", Kind: feeds.Public, Delay: publicDelay},
	{Name: "booth", Kind: feeds.Commentary, Delay: boothDelay},
	{Name: "desk", Kind: feeds.Arbiter},
}

// event is one thing that happens in a hall, at a time since its opening.
type event struct {
	at time.Duration
	do func(w *world)
}

// world is one hall with its gate and its pages, in a bubble of virtual time.
type world struct {
	t      *testing.T
	ctx    context.Context
	opened time.Time
	live   *mem.Store
	pub    *mem.Store
	// scribe writes made-up facts; where whole is set, they follow from a record.
	scribe *story.Scribe
	whole  *whole
	gate   *gate.Process
	sites  map[string]*site

	// pushes is the audience that is sent to other sites.
	pushes   feeds.Audience
	stopPush func()

	public  http.Handler
	streams []*stream
	logging sync.Mutex
	log     []line
}

// site is one audience's pages with what they have taken.
type site struct {
	*web.Site
	audience feeds.Audience
	took     uint64
	names    uint64
}

// line is one thing that was seen from outside.
type line struct {
	at    time.Duration
	where string
	what  string
}

// plant changes a world before it opens: a leak that the check has to find, or
// where its facts come from.
type plant func(w *world)

func newWorld(t *testing.T, leak plant) *world {
	w := &world{t: t, ctx: t.Context(), opened: time.Now(), sites: map[string]*site{}, pushes: audiences[0]}
	w.live, w.pub = mem.New(time.Now), mem.New(time.Now)
	var err error
	w.gate, err = gate.New(gate.Config{Hall: "main", Audiences: audiences, Key: bytes.Repeat([]byte{9}, 32), Boot: "one"}, w.live, w.pub)
	w.must(err)
	for _, a := range audiences {
		// The time before a browser comes back is chance, which no history sets;
		// hearts beat fast enough to be seen between the parting and its release,
		// and never at an instant at which frames come, whose order would be chance.
		cfg := sse.Config{Retry: func() time.Duration { return time.Second }, Heartbeat: 3137 * time.Millisecond}
		w.sites[a.Name] = &site{audience: a, Site: web.New(web.Config{Audience: a, SSE: cfg})}
	}
	w.public = w.sites["public"].Handler()
	if leak != nil {
		leak(w)
	}
	if w.whole == nil {
		w.scribe, err = story.NewScribe(w.ctx, w.live, "main")
		w.must(err)
	}
	w.send(w.pushes)
	return w
}

func (w *world) must(err error) {
	if err != nil {
		w.t.Helper()
		w.t.Fatal(err)
	}
}

// now is the time since the hall opened.
func (w *world) now() time.Duration { return time.Since(w.opened) }

// turn lets the projector, the gate and the pages have a turn.
func (w *world) turn() {
	if w.whole != nil {
		_, err := w.whole.projector.Step(w.ctx)
		w.must(err)
	}
	w.must(w.gate.Step(w.ctx, feeds.Now{Wall: time.Now(), Mono: time.Hour + w.now()}))
	for _, a := range audiences {
		s := w.sites[a.Name]
		w.name(s)
		for _, m := range w.messages("PUB-"+a.Name, s.took) {
			w.must(s.Take(m.Seq, m.Subject, m.Data, m.Time))
			s.took = m.Seq
		}
	}
	synctest.Wait()
}

func (w *world) messages(name string, after uint64) []bus.Msg {
	l, err := w.pub.Open(w.ctx, name)
	w.must(err)
	r, err := l.Read(w.ctx, after+1)
	w.must(err)
	defer r.Close()
	var list []bus.Msg
	for {
		m, ok, err := r.TryNext(w.ctx)
		w.must(err)
		if !ok {
			return list
		}
		list = append(list, m)
	}
}

// name gives a site the names that are out.
func (w *world) name(s *site) {
	t, err := w.pub.Table(w.ctx, "names", true)
	w.must(err)
	all, err := t.All(w.ctx)
	w.must(err)
	top := s.names
	for _, e := range all {
		if e.Revision > s.names {
			w.must(s.Name(e.Key, e.Value))
		}
		top = max(top, e.Revision)
	}
	s.names = top
}

// see notes what was seen. Streams have goroutines of their own, whose order
// within one instant is chance: the lines are put in order before they are
// compared.
func (w *world) see(where, what string) {
	w.logging.Lock()
	defer w.logging.Unlock()
	w.log = append(w.log, line{w.now(), where, what})
}

// request makes one request of the public pages and notes the whole answer.
func (w *world) request(r *http.Request) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	w.public.ServeHTTP(rec, r)
	w.see(describe(r), answer(rec.Code, rec.Header(), rec.Body.Bytes()))
	return rec
}

func describe(r *http.Request) string {
	s := r.Method + " " + r.URL.String()
	for _, k := range []string{"If-None-Match", "If-Modified-Since", "Range", "Last-Event-ID"} {
		if v := r.Header.Get(k); v != "" {
			s += " " + k + ": " + v
		}
	}
	return s
}

func answer(status int, h http.Header, body []byte) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d\n", status)
	_ = h.Write(&b) // sorted; a buffer takes everything
	b.WriteByte('\n')
	b.Write(body)
	return b.String()
}

// stream is a viewer that stays.
type stream struct {
	w      *world
	where  string
	mu     sync.Mutex
	header http.Header
	stop   context.CancelFunc
	done   chan struct{}
}

// listen opens a stream; what it gets is noted as it comes.
func (w *world) listen(url, lastID string) *stream {
	ctx, cancel := context.WithCancel(w.ctx)
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if lastID != "" {
		r.Header.Set("Last-Event-ID", lastID)
	}
	s := &stream{w: w, where: describe(r), header: http.Header{}, stop: cancel, done: make(chan struct{})}
	w.streams = append(w.streams, s)
	go func() {
		defer close(s.done)
		w.public.ServeHTTP(s, r)
	}()
	synctest.Wait()
	return s
}

// Header is part of http.ResponseWriter.
func (s *stream) Header() http.Header { return s.header }

// WriteHeader is part of http.ResponseWriter.
func (s *stream) WriteHeader(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.w.see(s.where, answer(status, s.header, nil))
}

// Write is part of http.ResponseWriter.
func (s *stream) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.w.see(s.where, string(b))
	return len(b), nil
}

// Flush is part of http.Flusher.
func (s *stream) Flush() {}

// visit opens a stream, takes what comes at once, and leaves.
func (w *world) visit(url, lastID string) {
	s := w.listen(url, lastID)
	s.close()
}

func (s *stream) close() {
	s.stop()
	<-s.done
}

func (w *world) close() {
	for _, s := range w.streams {
		s.close()
	}
	w.stopPush()
	w.gate.Close()
	if w.whole != nil {
		w.whole.projector.Close()
	}
	for _, s := range w.sites {
		s.Close()
	}
}

// run lets a history happen. The gate has its turn at every point of the grid
// and after every event; look is called at every point and half-way to the
// next, from the second that begins at from until the instant until.
func run(t *testing.T, leak plant, history []event, from, until time.Duration, look func(w *world)) []line {
	var log []line
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, leak)
		w.turn()
		var told int
		for at := time.Duration(0); at <= until; at += feeds.Grid / 2 {
			for told < len(history) && history[told].at <= at {
				time.Sleep(history[told].at - w.now())
				history[told].do(w)
				w.turn() // the desk's facts go out between the points
				told++
			}
			time.Sleep(at - w.now())
			w.turn()
			if at == from {
				w.settle()
			}
			if at >= from {
				look(w)
			}
		}
		w.close()
		log = w.log
	})
	return log
}

// settle opens the viewers that stay.
func (w *world) settle() {
	for _, url := range []string{"/events", "/events?round=demo.1", "/events?games=demo.1.2,demo.2.1", "/events?moves=last"} {
		w.listen(url, "")
	}
}

// tell writes facts as they follow from a story.
func (w *world) tell(told []story.Told) {
	for i := range told {
		told[i].InTime = time.Now()
	}
	w.must(w.scribe.Write(w.ctx, told...))
}

// person enters what is known of somebody.
func (w *world) person(id, name string) {
	t, err := w.live.Table(w.ctx, "people", true)
	w.must(err)
	b, err := json.Marshal(map[string]string{"name": name, "salt": "s" + name})
	w.must(err)
	_, err = t.Put(w.ctx, id, b)
	w.must(err)
	w.gate.Renamed(id)
}

// rule records a ruling that changes nothing that is released.
func (w *world) rule(scope events.Scope, answer string) {
	if w.whole != nil {
		w.submit(scope, func(r events.Ruled) events.Ruling { return events.Confirm{Ruled: r} })
		return
	}
	ruling := events.ResultRuling{Ruled: events.Ruled{Request: "r", Author: "ann"}, Result: "1-0"}
	w.must(w.scribe.Decree(w.ctx, time.Now(), scope, ruling, answer))
}
