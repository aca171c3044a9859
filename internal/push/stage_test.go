package push

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/feeds/pgnfile"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
	"boardwire/internal/push/pushtest"
	"boardwire/rules"

	"github.com/prometheus/client_golang/prometheus"
)

const token = "lip_a-token-that-nobody-may-read"

// stage is an audience's stream as a gate writes it, and a site. It runs in a
// bubble of virtual time: requests reach the site without a network.
type stage struct {
	t        *testing.T
	pub      *mem.Store
	log      bus.Log
	names    bus.Table
	seen     *feeds.Seen // what the audience was shown
	at       map[string]*table
	site     *pushtest.Lichess
	words    *words
	registry *prometheus.Registry
	cfg      Config
	end      func()
}

type table struct {
	pos rules.Position
	ply int
}

// words is a log that is read while it is written.
type words struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (w *words) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

func (w *words) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.String()
}

// direct carries requests to a handler.
type direct struct{ to http.Handler }

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	d.to.ServeHTTP(rec, r)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	return rec.Result(), nil
}

var audience15 = feeds.Audience{Name: "public", Kind: feeds.Public, Delay: 15 * time.Minute}

// play runs a test in a bubble, with one target of a kind.
func play(t *testing.T, kind string, do func(s *stage)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, kind)
		do(s)
		if s.end != nil {
			s.end()
		}
		if strings.Contains(s.words.String(), token) {
			t.Errorf("the token is in the log:\n%s", s.words)
		}
	})
}

func newStage(t *testing.T, kind string) *stage {
	s := &stage{t: t, pub: mem.New(time.Now), seen: feeds.NewSeen(feeds.Public), at: map[string]*table{},
		site: &pushtest.Lichess{Token: token}, words: &words{}, registry: prometheus.NewRegistry()}
	var err error
	if s.log, err = s.pub.Create(t.Context(), bus.Spec{Name: "PUB-public", Subjects: []string{"bw.pub.public.>"}, Role: bus.Public}); err != nil {
		t.Fatal(err)
	}
	if s.names, err = s.pub.Table(t.Context(), "names", true); err != nil {
		t.Fatal(err)
	}
	s.cfg = Config{
		Targets: []Target{{Name: "lichess", Audience: audience15, Kind: kind, URL: "https://site.example" + pushtest.Path, Token: token,
			Tournament: "demo", Round: "1", Every: time.Second}},
		Agent: "boardwire/test", Metrics: NewMetrics(s.registry), Log: slog.New(slog.NewJSONHandler(s.words, nil)),
		Transport: direct{s.site}, Jitter: func(d time.Duration) time.Duration { return d },
	}
	return s
}

// start begins to push.
func (s *stage) start() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, s.cfg, s.pub) }()
	s.end = func() {
		cancel()
		if err := <-ended; err != nil {
			s.t.Errorf("Run: %v", err)
		}
	}
}

// pass lets time pass, and what is due happen.
func (s *stage) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (s *stage) fact(game string, p events.Payload) {
	s.t.Helper()
	e := events.Event{ID: "f", Type: p.EventType(), Scope: events.TableScope(game), Data: p}
	frame, ok := feeds.FrameOf(feeds.Public, e, time.Now())
	if !ok {
		s.t.Fatalf("%s is not for the public", e.Type)
	}
	data, err := frame.AppendJSON(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	m := bus.Msg{Subject: events.PublicSubject("public", e.Scope, frame.Kind), Data: data}
	if _, err := s.log.Append(s.t.Context(), bus.Guard{}, m); err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.seen.Take(m.Subject, m.Data); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) name(key, value string) {
	s.t.Helper()
	if _, err := s.names.Put(s.t.Context(), key, []byte(value)); err != nil {
		s.t.Fatal(err)
	}
	if err := s.seen.Name(key, []byte(value)); err != nil {
		s.t.Fatal(err)
	}
}

// pair seats two players with names.
func (s *stage) pair(round string, board int) string {
	s.t.Helper()
	game := fmt.Sprintf("demo.%s.%d", round, board)
	white, black := fmt.Sprintf("w%s-%d", round, board), fmt.Sprintf("b%s-%d", round, board)
	s.name(white, fmt.Sprintf(`{"name":"White %s-%d","rating":2000}`, round, board))
	s.name(black, fmt.Sprintf(`{"name":"Black %s-%d"}`, round, board))
	s.seat(game, white, black)
	return game
}

func (s *stage) seat(game, white, black string) {
	s.t.Helper()
	s.fact(game, events.Paired{White: white, Black: black, Edition: "2023", Kind: "standard", Control: "90+30", FEN: rules.Start().FEN(), Rate: 1})
	s.at[game] = &table{pos: rules.Start()}
}

// moves are played one after the other, without end.
var moves = [...]string{"Nf3", "Nf6", "Ng1", "Ng8"}

func (s *stage) move(game string) {
	s.t.Helper()
	b := s.at[game]
	san := moves[b.ply%len(moves)]
	m, err := b.pos.ParseSAN(san)
	if err != nil {
		s.t.Fatal(err)
	}
	next, err := b.pos.Play(m)
	if err != nil {
		s.t.Fatal(err)
	}
	b.ply++
	s.fact(game, events.Made{Ply: b.ply, UCI: m.UCI(), SAN: b.pos.SAN(m), FEN: next.FEN()})
	s.fact(game, events.Completed{Ply: b.ply, By: events.ByPress, Clocks: &events.Clocks{White: 5400 - b.ply, Black: 5400 - b.ply}})
	b.pos = next
}

// file is what the audience's pages give of some games.
func (s *stage) file(games ...string) string {
	s.t.Helper()
	var b bytes.Buffer
	for _, id := range games {
		v, ok := s.seen.Game(id)
		if !ok {
			s.t.Fatalf("%s is not shown", id)
		}
		if err := pgnfile.Write(&b, pgnfile.Event{Name: s.seen.Title("demo")}, []feeds.View{v}); err != nil {
			s.t.Fatal(err)
		}
	}
	return b.String()
}

// figure returns a metric of the target.
func (s *stage) figure(name string) float64 {
	s.t.Helper()
	all, err := s.registry.Gather()
	if err != nil {
		s.t.Fatal(err)
	}
	for _, f := range all {
		if f.GetName() == "boardwire_push_"+name {
			m := f.GetMetric()[0]
			return m.GetGauge().GetValue() + m.GetCounter().GetValue()
		}
	}
	s.t.Fatalf("no metric %s", name)
	return 0
}

// plies is how many moves the site shows of a game, -1 for none of it.
func (s *stage) plies(game string) int {
	g, ok := s.site.Game(game)
	if !ok {
		return -1
	}
	return len(g.PGN.Plies)
}
