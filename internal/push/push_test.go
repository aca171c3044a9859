package push

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/internal/push/pushtest"

	"github.com/google/go-cmp/cmp"
)

// bodies are what the site was sent from the n-th push on.
func (s *stage) bodies(n int) (list []string) {
	for _, p := range s.site.Pushes()[n:] {
		list = append(list, p.Body)
	}
	return list
}

func TestASiteGetsWhatTheAudienceIsShown(t *testing.T) {
	play(t, Lichess, func(s *stage) {
		s.name("tournament.demo", `{"name":"Harbour Open"}`)
		var ids []string
		for _, board := range []int{10, 2, 1} {
			ids = append([]string{s.pair("1", board)}, ids...)
		}
		s.pair("2", 1) // another round, another push's matter
		s.move(ids[1])
		s.start()
		s.pass(time.Second)
		if diff := cmp.Diff([]string{s.file(ids...)}, s.bodies(0)); diff != "" {
			t.Fatalf("the first push (-shown +sent):\n%s", diff)
		}
		sent := s.site.Pushes()[0]
		if got := []string{sent.Header.Get("Content-Type"), sent.Header.Get("User-Agent"), sent.Header.Get("Authorization")}; !cmp.Equal(got, []string{"text/plain; charset=utf-8", "boardwire/test", "Bearer " + token}) {
			t.Errorf("headers %q", got)
		}
		for _, want := range []string{`[Event "Harbour Open"]`, `[Round "1.2"]`, `[GameId "demo.1.2"]`, `[White "White 1-2"]`, "1. Nf3 {[%clk 1:29:59] [%emt 0:00:31]} *\n\n"} {
			if !strings.Contains(sent.Body, want) {
				t.Errorf("no %s in\n%s", want, sent.Body)
			}
		}

		// Then the games that change, whole; an end when it is shown.
		s.move(ids[2])
		s.move(ids[0])
		s.pass(2 * time.Second)
		s.fact(ids[0], events.Ended{Result: "1-0", Reason: "resignation", Source: events.SourceSignalled})
		s.pass(2 * time.Second)
		s.fact(ids[0], events.Ended{Result: "*"}) // and taken back
		s.fact(ids[1], events.Withdrawn{Ply: 1})
		s.pass(2 * time.Second)
		if n := len(s.site.Pushes()); n != 4 {
			t.Fatalf("%d pushes, want 4", n)
		}
		if diff := cmp.Diff(s.file(ids[0], ids[1]), s.bodies(3)[0]); diff != "" {
			t.Errorf("the last push (-shown +sent):\n%s", diff)
		}
		if !strings.Contains(s.bodies(2)[0], `[Result "1-0"]`) || strings.Contains(s.bodies(2)[0], "demo.1.2") {
			t.Errorf("the third push: %s", s.bodies(2)[0])
		}
		var order []string
		for _, g := range s.site.Games() {
			id, _ := g.PGN.Tag("GameId")
			order = append(order, id)
		}
		if diff := cmp.Diff(ids, order); diff != "" {
			t.Errorf("the site's order (-boards +shown):\n%s", diff)
		}
		// Nothing changes: nothing is sent.
		s.pass(time.Hour)
		if n := len(s.site.Pushes()); n != 4 {
			t.Errorf("%d pushes after an hour of silence, want 4", n)
		}
		if behind, refused := s.figure("behind_seconds"), s.figure("refused_games"); behind != 0 || refused != 0 {
			t.Errorf("behind %v, refused %v", behind, refused)
		}
	})
}

func TestAnySiteGetsTheWholeFile(t *testing.T) {
	play(t, PGN, func(s *stage) {
		s.cfg.Targets[0].Round = ""
		s.start()
		s.pass(time.Minute)
		if n := len(s.site.Pushes()); n != 0 {
			t.Errorf("%d pushes of nothing", n)
		}
		one, two := s.pair("1", 1), s.pair("2", 1)
		s.pass(2 * time.Second)
		s.move(two)
		s.pass(2 * time.Second)
		if diff := cmp.Diff(s.file(one, two), s.bodies(1)[0]); diff != "" {
			t.Errorf("(-shown +sent):\n%s", diff)
		}
	})
}

// A site is asked no more often than was said, and has the newest in the end.
func TestPushesKeepTheirDistance(t *testing.T) {
	play(t, Lichess, func(s *stage) {
		s.cfg.Targets[0].Every = 3 * time.Second
		s.start()
		game := s.pair("1", 1)
		for range 100 {
			s.move(game)
			s.pass(170 * time.Millisecond)
		}
		s.pass(4 * time.Second)
		pushes := s.site.Pushes()
		for i := 1; i < len(pushes); i++ {
			if d := pushes[i].At.Sub(pushes[i-1].At); d < 3*time.Second {
				t.Errorf("push %d comes %s after the one before", i, d)
			}
		}
		if n := len(pushes); n < 6 || n > 8 || s.plies(game) != 100 {
			t.Errorf("%d pushes in 21 s, %d plies there", n, s.plies(game))
		}
	})
}

// A site that is away is asked less and less often, is sent nothing old when it
// is back, and the waits are told.
func TestAfterAnOutageASiteHasTheNewest(t *testing.T) {
	for name, fail := range map[string]http.RoundTripper{
		"no network": broken{},
		"no answer":  silent{},
		"its trouble": direct{http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "<h1>bad gateway</h1>", http.StatusBadGateway)
		})},
		"a page to sign in": direct{http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, "<html>welcome to the hotel's network</html>")
		})},
	} {
		t.Run(name, func(t *testing.T) {
			play(t, Lichess, func(s *stage) {
				line := &wire{now: s.cfg.Transport}
				s.cfg.Transport = line
				games := []string{s.pair("1", 1), s.pair("1", 2)}
				s.start()
				s.pass(2 * time.Second)
				line.use(fail)
				for range 900 {
					s.move(games[0])
					s.pass(time.Second)
				}
				if n := line.count(); n < 12 || n > 40 {
					t.Errorf("%d requests in a quarter of an hour", n)
				}
				if behind := s.figure("behind_seconds"); behind < 880 || behind > 901 {
					t.Errorf("behind by %v s", behind)
				}
				before := len(s.site.Pushes())
				line.use(direct{s.site})
				s.pass(waitMax + requestTime + 2*time.Second)
				// All of them, for much may have happened at the site meanwhile.
				if diff := cmp.Diff([]string{s.file(games...)}, s.bodies(before)); diff != "" {
					t.Errorf("after the outage (-shown +sent):\n%s", diff)
				}
				if behind := s.figure("behind_seconds"); behind != 0 || s.plies(games[0]) != 900 {
					t.Errorf("behind by %v s, %d plies", behind, s.plies(games[0]))
				}
				log := s.words.String()
				if n := strings.Count(log, "a push was not taken"); n < 2 || n > 6 || !strings.Contains(log, "pushes are taken again") {
					t.Errorf("%d lines of trouble\n%s", n, log)
				}
			})
		})
	}
}

func TestTooManyRequestsAreWaitedFor(t *testing.T) {
	for after, want := range map[string]time.Duration{
		"":         time.Minute,
		"5":        time.Minute, // Lichess wants a minute whatever it says
		"150":      150 * time.Second,
		"date":     3 * time.Minute,
		"99999999": maxAfter,
		"soon":     time.Minute,
	} {
		t.Run(after, func(t *testing.T) {
			play(t, Lichess, func(s *stage) {
				game := s.pair("1", 1)
				s.start()
				s.pass(2 * time.Second)
				text := after
				if after == "date" {
					text = time.Now().Add(3*time.Minute + 200*time.Millisecond).UTC().Format(http.TimeFormat)
				}
				s.site.Trouble(pushtest.Answering(429, "Too many requests", http.Header{"Retry-After": {text}}))
				s.move(game)
				s.pass(time.Second)
				s.site.Trouble(nil)
				s.pass(maxAfter + time.Minute)
				pushes := s.site.Pushes()
				if len(pushes) != 3 || pushes[1].Status != 429 || pushes[2].Status != 200 {
					t.Fatalf("%d pushes", len(pushes))
				}
				if d := pushes[2].At.Sub(pushes[1].At).Round(2 * time.Second); d != want.Round(2*time.Second) {
					t.Errorf("waits %s, want %s", d, want)
				}
			})
		})
	}
}

// What a person has to mend is told with what to do, and waited for; a changed
// token is used at once.
func TestARefusalSaysWhatToDo(t *testing.T) {
	for code, want := range map[int]string{
		400: "it must have no source of its own", 401: "study:write", 403: "study:write", 404: "see that url is the address", 413: "push one round",
		301: "put the right address into url",
	} {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			play(t, Lichess, func(s *stage) {
				changed := make(chan []Target)
				s.cfg.Changed = changed
				game := s.pair("1", 1)
				s.cfg.Targets[0].URL = "https://site.example/secret/path?key=k-5"
				s.site.Trouble(pushtest.Answering(code, strings.Repeat("no! ", 43)+token+" "+token+", not White 1-1 at /secret/path?key=k-5", http.Header{"Location": {"https://" + token + "@else.example/x?key=" + token}}))
				s.start()
				for range 290 {
					s.pass(time.Second)
					s.move(game)
				}
				log := s.words.String()
				if n := len(s.site.Pushes()); n != 1 || strings.Count(log, "a push was not taken") != 1 || !strings.Contains(log, want) {
					t.Errorf("%d requests, want 1; nothing of %q in\n%s", n, want, log)
				}
				for _, private := range []string{"White 1-1", "k-5", "/secret"} {
					if strings.Contains(log, private) {
						t.Errorf("%q is in the log:\n%s", private, log)
					}
				}
				s.site.Trouble(nil)
				better := s.cfg.Targets[0]
				s.site.Token, better.Token, better.URL = "another", "another", "https://site.example"+pushtest.Path
				changed <- []Target{better}
				s.pass(time.Second)
				if s.plies(game) != 290 {
					t.Errorf("%d plies after a new token", s.plies(game))
				}
			})
		})
	}
}

// One game that the site refuses stops no other, and goes again when it changes,
// or after a while.
func TestARefusedGameStopsNoOther(t *testing.T) {
	play(t, Lichess, func(s *stage) {
		games := []string{s.pair("1", 1), s.pair("1", 2), s.pair("1", 3)}
		answer := `{"games":[{"tags":{},"moves":1},{"tags":{"White":"White 1-2","Black":"Black 1-2"},"error":"Cannot play\nNf3 of White 1-2"},{"tags":{},"moves":1}]}`
		s.site.Trouble(func(w http.ResponseWriter, _ *http.Request) bool { fmt.Fprint(w, answer); return true })
		s.start()
		s.pass(10 * time.Second)
		if n := len(s.site.Pushes()); n != 1 || s.figure("refused_games") != 1 || s.figure("behind_seconds") != 0 {
			t.Errorf("%d pushes, %v refused, behind %v", n, s.figure("refused_games"), s.figure("behind_seconds"))
		}
		if log := s.words.String(); strings.Count(log, "refuses a game") != 1 || !strings.Contains(log, `"game":"demo.1.2","why":"Cannot play Nf3 of …"`) {
			t.Errorf("the log says\n%s", log)
		}
		// As many as were sent is the rule; an answer for fewer is found by names.
		s.site.Trouble(func(w http.ResponseWriter, _ *http.Request) bool {
			fmt.Fprint(w, `{"games":[{"tags":{"White":"White 1-3","Black":"Black 1-3"},"error":"no"}]}`)
			return true
		})
		for _, g := range games {
			s.move(g)
		}
		s.pass(10 * time.Second)
		if log := s.words.String(); s.figure("refused_games") != 3 || !strings.Contains(log, `"game":"demo.1.3","why":"no"`) || !strings.Contains(log, `"game":"demo.1.1","why":"the site answered nothing of it"`) || !strings.Contains(log, `"sent":3,"answered":1`) {
			t.Errorf("%v refused\n%s", s.figure("refused_games"), log)
		}
		// It goes again with its next move, and by itself after a while.
		s.move(games[2])
		s.pass(10 * time.Second)
		before := len(s.site.Pushes())
		s.site.Trouble(nil)
		s.pass(wholeEvery - 20*time.Second)
		if n := len(s.site.Pushes()); n != before {
			t.Errorf("%d pushes without any change", n-before)
		}
		s.pass(time.Minute)
		if n := len(s.site.Pushes()); n != before+1 || s.figure("refused_games") != 0 || s.figure("behind_seconds") != 0 || s.plies(games[2]) != 2 {
			t.Errorf("%d pushes more, %v refused, behind %v, %d plies", n-before, s.figure("refused_games"), s.figure("behind_seconds"), s.plies(games[2]))
		}
	})
}

// More games than a push may hold go in several, none of them twice and none
// left behind.
func TestMoreGamesThanOnePushHolds(t *testing.T) {
	play(t, Lichess, func(s *stage) {
		var ids []string
		for board := range 230 {
			ids = append(ids, s.pair("1", board+1))
		}
		s.start()
		s.pass(10 * time.Second)
		if diff := cmp.Diff([]string{s.file(ids[:100]...), s.file(ids[100:200]...), s.file(ids[200:]...)}, s.bodies(0)); diff != "" {
			t.Fatalf("(-shown +sent):\n%s", diff)
		}
		// Boards in front that go on moving leave the rest their turn.
		for range 20 {
			for _, g := range ids {
				s.move(g)
			}
			s.pass(time.Second)
		}
		s.pass(4 * time.Second)
		for _, g := range ids {
			if s.plies(g) != 20 {
				t.Errorf("%s has %d plies there", g, s.plies(g))
			}
		}
	})
}

// A game whose players the site cannot tell is told of and held, until it can.
func TestAGameWithoutNamesIsHeld(t *testing.T) {
	play(t, Lichess, func(s *stage) {
		s.seat("demo.1.1", "a", "w1-1")
		other := s.pair("1", 2)
		s.start()
		s.pass(10 * time.Second)
		if diff := cmp.Diff([]string{s.file(other)}, s.bodies(0)); diff != "" || s.figure("refused_games") != 1 || s.figure("behind_seconds") != 0 {
			t.Errorf("refused %v, behind %v (-shown +sent):\n%s", s.figure("refused_games"), s.figure("behind_seconds"), diff)
		}
		s.move("demo.1.1")
		s.pass(time.Minute)
		if log := s.words.String(); strings.Count(log, "a game is not sent") != 1 || !strings.Contains(log, "white has no FIDE number and no name") {
			t.Errorf("the log says\n%s", log)
		}
		s.name("a", `{"name":"A","fide":1500000}`)
		s.pass(time.Minute)
		if s.plies("demo.1.1") != 1 || s.figure("refused_games") != 0 {
			t.Errorf("%d plies, %v refused", s.plies("demo.1.1"), s.figure("refused_games"))
		}
	})
}

// A round that was emptied at the site fills up again, and order comes back.
func TestAllGamesGoNowAndThen(t *testing.T) {
	play(t, Lichess, func(s *stage) {
		games := []string{s.pair("1", 1), s.pair("1", 2)}
		s.start()
		s.pass(time.Minute)
		s.site.Reset()
		s.move(games[1])
		s.pass(wholeEvery)
		if s.plies(games[0]) != -1 {
			t.Error("a game that did not change was sent at once")
		}
		s.move(games[1])
		s.pass(time.Minute)
		if s.plies(games[0]) != 0 || s.plies(games[1]) != 2 {
			t.Errorf("%d and %d plies", s.plies(games[0]), s.plies(games[1]))
		}
		// A game that comes later brings all, so that they lie in order.
		between := s.pair("1", 3)
		s.pass(time.Minute)
		last := s.site.Pushes()
		if diff := cmp.Diff(s.file(games[0], games[1], between), last[len(last)-1].Body); diff != "" {
			t.Errorf("(-shown +sent):\n%s", diff)
		}
		// One that is gone cannot be taken away; a person is told.
		gone := events.Paired{White: "w1-3", Black: "b1-3", Edition: "2023", Kind: "standard", Control: "90+30", Gone: true}
		s.fact(between, gone)
		s.pass(time.Minute)
		if log := s.words.String(); !strings.Contains(log, "paired by mistake") {
			t.Errorf("the log says\n%s", log)
		}
	})
}

// Targets come and go while others go on.
func TestTargetsAreChanged(t *testing.T) {
	play(t, Lichess, func(s *stage) {
		changed := make(chan []Target)
		s.cfg.Changed = changed
		game := s.pair("1", 1)
		first := s.cfg.Targets[0]
		second := first
		second.Name, second.Kind = "file", PGN
		s.start()
		s.pass(time.Minute)
		changed <- []Target{first, second}
		s.pass(time.Minute)
		if n := len(s.site.Pushes()); n != 2 {
			t.Fatalf("%d pushes, want one of each", n)
		}
		changed <- []Target{second}
		s.move(game)
		s.pass(time.Minute)
		changed <- nil
		s.move(game)
		s.pass(time.Minute)
		if n := len(s.site.Pushes()); n != 3 {
			t.Errorf("%d pushes, want 3", n)
		}
		all, err := s.registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		if n := len(all); n != 1 {
			t.Errorf("%d metrics of no target, want that of the requests alone", n)
		}
	})
}

// What is not there yet is waited for: the gate may start later.
func TestAStreamThatComesLater(t *testing.T) {
	play(t, Lichess, func(s *stage) {
		s.cfg.Targets[0].Audience.Name = "later"
		s.start()
		s.pass(time.Minute)
		if log := s.words.String(); strings.Count(log, "waiting") != 1 {
			t.Errorf("the log says\n%s", log)
		}
	})
}

// broken is a line that is cut.
type broken struct{}

func (broken) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("dial tcp: lookup site.example: no such host")
}

// silent takes requests and never answers.
type silent struct{}

func (silent) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

// wire is a line that can be exchanged; it counts.
type wire struct {
	mu  sync.Mutex
	now http.RoundTripper
	n   int
}

func (l *wire) use(next http.RoundTripper) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now, l.n = next, 0
}

func (l *wire) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.n
}

func (l *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	l.mu.Lock()
	l.n++
	next := l.now
	l.mu.Unlock()
	return next.RoundTrip(r)
}
