package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"boardwire/feeds"
	"boardwire/feeds/sse"
)

// hall200 is a Site with two hundred games of eighty plies.
func hall200(tb testing.TB) *stage {
	s := newStage(tb, feeds.Public, 15*time.Minute)
	line := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 20)
	for i := range 200 {
		game := fmt.Sprintf("open.1.%d", i+1)
		s.pair(game, fmt.Sprintf("w%d", i), fmt.Sprintf("b%d", i))
		s.begin(game)
		s.play(game, line)
	}
	return s
}

// BenchmarkAnswers is what a request costs at two hundred boards.
func BenchmarkAnswers(b *testing.B) {
	s := hall200(b)
	for _, path := range []string{"/", "/r/open.1", "/g/open.1.7", "/api/rounds", "/api/games/open.1.7", "/pgn/open.1.pgn"} {
		b.Run(strings.ReplaceAll(path, "/", "_"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if res := ask(s.site, http.MethodGet, path); res.StatusCode != http.StatusOK {
					b.Fatal(res.StatusCode)
				}
			}
		})
	}
}

// BenchmarkState is what a viewer who comes anew costs under the lock.
func BenchmarkState(b *testing.B) {
	s := hall200(b)
	for name, short := range map[string]bool{"whole": false, "last moves": true} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.site.mu.Lock()
				s.site.state(sse.Filter{}, short)
				s.site.mu.Unlock()
			}
		})
	}
}
