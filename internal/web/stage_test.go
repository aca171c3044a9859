package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/rules"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// stage plays games in front of a Site: facts become frames and messages as a
// gate would publish them, at times of the test's own.
type stage struct {
	tb   testing.TB
	site *Site
	kind feeds.AudienceKind
	seq  uint64
	log  []message         // all that was published, to start another Site from
	said map[string]string // the names, by key
	now  time.Time
	at   map[string]*table
}

type message struct {
	subject string
	data    []byte
	time    time.Time
}

type table struct {
	pos          rules.Position
	ply          int
	white, black int
}

func newStage(tb testing.TB, kind feeds.AudienceKind, delay time.Duration) *stage {
	s := &stage{tb: tb, kind: kind, now: noon, at: map[string]*table{}, said: map[string]string{}}
	s.site = s.open(Config{Audience: feeds.Audience{Name: kind.String(), Kind: kind, Delay: delay}})
	return s
}

func (s *stage) open(cfg Config) *Site {
	if cfg.Now == nil {
		cfg.Now = func() time.Time { return s.now }
	}
	if cfg.SSE.Retry == nil {
		cfg.SSE.Retry = func() time.Duration { return 500 * time.Millisecond }
	}
	site := New(cfg)
	for i, m := range s.log {
		if err := site.Take(uint64(i+1), m.subject, m.data, m.time); err != nil {
			s.tb.Fatal(err)
		}
	}
	for key, value := range s.said {
		if err := site.Name(key, []byte(value)); err != nil {
			s.tb.Fatal(err)
		}
	}
	return site
}

// fact publishes a fact of a game, if the audience may see it.
func (s *stage) fact(game string, p events.Payload) {
	s.tb.Helper()
	e := events.Event{ID: events.ID(fmt.Sprintf("fact%d", s.seq)), Type: p.EventType(), Scope: events.TableScope(game), Data: p}
	frame, ok := feeds.FrameOf(s.kind, e, s.now.Add(-s.site.cfg.Audience.Delay))
	if !ok {
		return
	}
	data, err := frame.AppendJSON(nil)
	if err != nil {
		s.tb.Fatal(err)
	}
	s.publish(events.PublicSubject(s.kind.String(), e.Scope, frame.Kind), data)
}

func (s *stage) publish(subject string, data []byte) {
	s.tb.Helper()
	s.seq++
	s.log = append(s.log, message{subject, data, s.now})
	if err := s.site.Take(s.seq, subject, data, s.now); err != nil {
		s.tb.Fatal(err)
	}
}

// pair seats two players and starts White's clock.
func (s *stage) pair(game, white, black string) {
	s.fact(game, events.Paired{White: white, Black: black, Edition: "2023", Kind: "standard", Control: "90/40+30+30",
		FEN: rules.Start().FEN(), Device: "dgt-31401", Rate: 1})
	s.at[game] = &table{pos: rules.Start(), white: 5430, black: 5430}
}

func (s *stage) begin(game string) {
	t := s.at[game]
	s.fact(game, events.ClockChanged{Changes: []string{"started"}, Clocks: events.Clocks{White: t.white, Black: t.black, Running: "white"}})
}

// move plays one move, lets its thinking time pass, and presses the clock.
func (s *stage) move(game, san string, think int) {
	s.tb.Helper()
	t := s.at[game]
	m, err := t.pos.ParseSAN(san)
	if err != nil {
		s.tb.Fatal(err)
	}
	next, err := t.pos.Play(m)
	if err != nil {
		s.tb.Fatal(err)
	}
	t.ply++
	mover, own := t.pos.Turn(), &t.white
	if mover == rules.Black {
		own = &t.black
	}
	*own -= think
	s.now = s.now.Add(time.Duration(think) * time.Second)
	s.fact(game, events.Made{Ply: t.ply, UCI: m.UCI(), SAN: t.pos.SAN(m), FEN: next.FEN(),
		Clocks: &events.Clocks{White: t.white, Black: t.black, Running: mover.String()}})
	*own += 30
	s.fact(game, events.Completed{Ply: t.ply, By: events.ByPress,
		Clocks: &events.Clocks{White: t.white, Black: t.black, Running: mover.Other().String()}})
	t.pos = next
}

// play plays moves written in one line, without numbers.
func (s *stage) play(game, line string) {
	s.tb.Helper()
	for i, san := range strings.Fields(line) {
		s.move(game, san, 9+i*17%120)
	}
}

// round sets up eight games as they stand in the middle of a round.
func (s *stage) round() {
	s.tb.Helper()
	s.now = noon
	people := [][2]string{
		{"Adler, Johanna", "Okafor, Chidi"}, {"Lindqvist, Per", "Marino, Giulia"}, {"Novák, Tomáš", "Haddad, Leïla"},
		{"Sørensen, Ida", "Castro, Benjamín"}, {"Wójcik, Zofia", "Tanaka, Hiro"}, {"O’Brien, Niamh", "Petrov, Anton"},
		{"van den Heuvel-Rietveld, Maximiliaan", "Kaya, Elif"}, {"Singh, Arjun", "Dubois, Claire"},
	}
	for i, pair := range people {
		game := fmt.Sprintf("demo.1.%d", i+1)
		white, black := fmt.Sprintf("p%d", 2*i+1), fmt.Sprintf("p%d", 2*i+2)
		s.name(white, fmt.Sprintf(`{"name":%q,"title":"%s","fed":"NOR","rating":%d,"fide":%d}`, pair[0], []string{"GM", "", "IM", "FM"}[i%4], 2611-i*37, 1500000+i))
		s.name(black, fmt.Sprintf(`{"name":%q,"rating":%d}`, pair[1], 2590-i*41))
		s.pair(game, white, black)
	}
	s.name("tournament.demo", `{"name":"Harbour Open"}`)
	lines := []string{
		"e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7",
		"d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 c6 e3 Be7 Bd3 O-O Qc2 Nbd7 Nf3 Re8 O-O Nf8",
		"e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 Be7 Qd2 O-O O-O-O Nbd7 g4 b5",
		"e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#",
		"c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5 Bg2 Nb6 O-O Be7 a3 O-O",
		"e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7 Qg4 Qc7",
		"d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7",
	}
	for i, line := range lines {
		game := fmt.Sprintf("demo.1.%d", i+1)
		s.begin(game)
		s.now = noon.Add(time.Duration(i) * 40 * time.Second)
		s.play(game, line)
	}
	s.fact("demo.1.4", events.Ended{Result: "1-0", Reason: "checkmate", Source: "derived", Articles: []string{"5.1.1"}})
	s.fact("demo.1.6", events.FinalResult{Result: "1/2-1/2", Reason: "agreement", Source: "ruled", Articles: []string{"5.2.3"}})
	s.fact("demo.1.7", events.FinalResult{Result: "0-1", Reason: "not_recorded", Source: "recorded"})
	s.fact("demo.1.2", events.FindingRaised{Kind: "clock_adjusted", Ply: 12, Text: "White's clock was set forward by 2:00", Articles: []string{"6.10.2"}})
	s.now = noon.Add(26 * time.Minute)
}

// trouble adds findings of every urgency, as the desk gets them.
func (s *stage) trouble() {
	s.tb.Helper()
	now := &events.Duty{Act: "must act", Until: "until the end of the game", Articles: []string{"7.5.1"}}
	for _, x := range []struct {
		game string
		f    events.FindingRaised
	}{
		{"demo.1.1", events.FindingRaised{Kind: "threefold", Ply: 22, Text: "the position is on the board for the third time",
			Duty: &events.Duty{Act: "only on a claim", Until: "until the claimant touches a piece", Articles: []string{"9.2", "9.4"}}}},
		{"demo.1.3", events.FindingRaised{Kind: "touched", Ply: 21, Text: "the knight on c3 was lifted and the pawn g2 moved",
			Duty: &events.Duty{Act: "information only", Articles: []string{"4.3"}}}},
		{"demo.1.3", events.FindingRaised{Kind: "illegal_move", Ply: 23, Text: "white pressed the clock and no legal move explains the board after 11… b5",
			Articles: []string{"7.5.1"}, Duty: now}},
		{"demo.1.5", events.FindingRaised{Kind: "move_count", Ply: 15, Text: "39 moves were made when the first period ended",
			Duty: &events.Duty{Act: "must not intervene or signal", Articles: []string{"12.6"}}}},
		{"demo.1.7", events.FindingRaised{Kind: "press_without_move", Ply: 15, Text: "white pressed the clock and made no move",
			Duty: &events.Duty{Act: "may act", Until: "until the opponent's next move", Articles: []string{"7.5.3"}}}},
		{"demo.1.8", events.FindingRaised{Kind: "clock_expected", Text: "the clock is to be changed: Black +2:00", Articles: []string{"7.5.5"}}},
	} {
		s.fact(x.game, x.f)
	}
	s.fact("demo.1.3", events.Unexplained{Placement: "r2q1rk1/3nbppp/p2pbn2/1p2p3/4P1P1/1NN1BP2/PPPK3P/3R1B1R", After: 22})
}

func (s *stage) name(key, value string) {
	s.tb.Helper()
	s.said[key] = value
	if err := s.site.Name(key, []byte(value)); err != nil {
		s.tb.Fatal(err)
	}
}

// get asks the Site as a browser would.
func (s *stage) get(path string, head ...string) *http.Response {
	s.tb.Helper()
	return ask(s.site, http.MethodGet, path, head...)
}

func ask(site *Site, method, path string, head ...string) *http.Response {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i+1 < len(head); i += 2 {
		r.Header.Set(head[i], head[i+1])
	}
	w := httptest.NewRecorder()
	site.Handler().ServeHTTP(w, r)
	return w.Result()
}

// position reads a FEN.
func position(tb testing.TB, fen string) rules.Position {
	tb.Helper()
	setup, err := rules.ParseFEN(fen)
	if err != nil {
		tb.Fatal(err)
	}
	pos, err := setup.Position(0)
	if err != nil {
		tb.Fatal(err)
	}
	return pos
}
