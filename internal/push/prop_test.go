package push

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/internal/push/pushtest"
	"boardwire/pgn"

	"pgregory.net/rapid"
)

// Whatever happens in a round, at the site and on the way to it, the site has in
// the end what the audience is shown; it is never asked more often than was
// said, and is never sent what was not shown at that time.
func TestAfterAnythingASiteHasWhatIsShown(t *testing.T) {
	troubles := []func(http.ResponseWriter, *http.Request) bool{
		nil,
		pushtest.Answering(429, "too many", http.Header{"Retry-After": {"70"}}),
		pushtest.Answering(503, "later", nil),
		pushtest.Answering(400, "no", nil),
		func(w http.ResponseWriter, _ *http.Request) bool {
			fmt.Fprint(w, `{"games":[{"error":"no"}]}`)
			return true
		},
		func(w http.ResponseWriter, r *http.Request) bool { <-r.Context().Done(); return true },
	}
	rapid.Check(t, func(rt *rapid.T) {
		pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(rt, "pick") }
		var faults []string
		fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
		play(t, Lichess, func(s *stage) {
			s.cfg.Targets[0].Every = time.Duration(1+pick(4)) * time.Second
			s.start()
			var games []string
			shown := map[string]bool{} // every text that was shown of a game
			note := func() {
				for _, g := range games {
					shown[s.file(g)] = true
				}
			}
			for range 5 + pick(40) {
				switch what := pick(8); {
				case what == 0 || len(games) == 0:
					games = append(games, s.pair("1", len(games)+1))
				case what < 4:
					s.move(games[pick(len(games))])
				case what == 4:
					g := games[pick(len(games))]
					if b := s.at[g]; b.ply > 0 {
						s.fact(g, events.Ended{Result: []string{"1-0", "*"}[pick(2)], Reason: "resignation", Source: events.SourceSignalled})
					}
				case what == 5:
					s.site.Trouble(troubles[pick(len(troubles))])
				default:
					note()
					s.pass(time.Duration(pick(90000)) * time.Millisecond)
				}
				note()
			}
			s.site.Trouble(nil)
			s.pass(2 * maxAfter)
			for _, g := range games {
				there, ok := s.site.Game(g)
				var b bytes.Buffer
				if err := pgn.Write(&b, there.PGN); err != nil || !ok || b.String() != s.file(g) {
					fault("%s: %v %v\nthere: %s\nshown: %s", g, ok, err, &b, s.file(g))
				}
			}
			if n := len(s.site.Games()); n != len(games) {
				fault("%d games there, %d are shown", n, len(games))
			}
			if behind, refused := s.figure("behind_seconds"), s.figure("refused_games"); behind != 0 || refused != 0 {
				fault("behind %v, refused %v", behind, refused)
			}
			pushes := s.site.Pushes()
			for i, p := range pushes {
				if i > 0 && p.At.Sub(pushes[i-1].At) < s.cfg.Targets[0].Every {
					fault("push %d comes %s after the one before", i, p.At.Sub(pushes[i-1].At))
				}
				for _, g := range pgn.Read([]byte(p.Body)) {
					var b bytes.Buffer
					if err := pgn.Write(&b, g); err != nil || !shown[b.String()] {
						fault("push %d has what was never shown: %v\n%s", i, err, &b)
					}
				}
			}
			if len(faults) > 0 {
				faults = append(faults, s.words.String())
			}
		})
		if len(faults) > 0 {
			rt.Fatal(strings.Join(faults, "\n"))
		}
	})
}
