// Package pushtest has a site for tests that takes pushes as Lichess is known to
// take them: it drops games without players, refuses illegal moves and too many
// games, answers for each game, and keeps what it took.
package pushtest

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"boardwire/pgn"
)

// Round is the id of the round that a Lichess has.
const Round = "aBcD1234"

// Path is where it takes pushes.
const Path = "/api/broadcast/round/" + Round + "/push"

// Lichess is the site: a handler. Its methods are safe for concurrent use.
type Lichess struct {
	// Token is what has to come as Bearer, where it is set.
	Token string

	mu     sync.Mutex
	fail   func(w http.ResponseWriter, r *http.Request) bool
	pushes []Push
	games  []Game
}

// Push is one request that came, taken or not.
type Push struct {
	At     time.Time
	Header http.Header
	Body   string
	Status int
}

// Game is a game that the site shows.
type Game struct {
	White, Black string
	PGN          pgn.Game
}

// Trouble has fail look at each request first, several at a time; where it
// returns true it has answered. nil ends the trouble.
func (l *Lichess) Trouble(fail func(w http.ResponseWriter, r *http.Request) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fail = fail
}

// Pushes are all requests so far.
func (l *Lichess) Pushes() []Push {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.pushes)
}

// Games are what it shows, in its order.
func (l *Lichess) Games() []Game {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.games)
}

// Game returns the game that came with a GameId.
func (l *Lichess) Game(id string) (Game, bool) {
	for _, g := range l.Games() {
		if got, _ := g.PGN.Tag("GameId"); got == id {
			return g, true
		}
	}
	return Game{}, false
}

// Reset deletes all games of the round.
func (l *Lichess) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.games = nil
}

// ServeHTTP is http.Handler.
func (l *Lichess) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 8<<20))
	if err != nil {
		return
	}
	push := Push{At: time.Now(), Header: r.Header.Clone(), Body: string(body)}
	record := &status{ResponseWriter: w, code: http.StatusOK}
	l.mu.Lock()
	fail := l.fail
	l.mu.Unlock()
	failed := fail != nil && fail(record, r)
	l.mu.Lock()
	defer l.mu.Unlock()
	if !failed {
		l.take(record, r, body)
	}
	push.Status = record.code
	l.pushes = append(l.pushes, push)
}

type status struct {
	http.ResponseWriter
	code int
}

// WriteHeader is part of http.ResponseWriter.
func (s *status) WriteHeader(code int) {
	s.code = code
	s.ResponseWriter.WriteHeader(code)
}

// Unwrap is for http.ResponseController.
func (s *status) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// take takes a push; the lock is held.
func (l *Lichess) take(w http.ResponseWriter, r *http.Request, body []byte) {
	switch {
	case r.URL.Path != Path:
		Refuse(w, http.StatusNotFound, "Not found")
		return
	case r.Method != http.MethodPost:
		Refuse(w, http.StatusMethodNotAllowed, "POST alone")
		return
	case l.Token != "" && r.Header.Get("Authorization") != "Bearer "+l.Token:
		Refuse(w, http.StatusUnauthorized, "No such token")
		return
	case !strings.HasPrefix(r.Header.Get("Content-Type"), "text/plain"):
		Refuse(w, http.StatusBadRequest, "not text/plain")
		return
	}
	games := pgn.Read(body)
	if len(games) > 100 {
		Refuse(w, http.StatusBadRequest, fmt.Sprint(len(games), " games"))
		return
	}
	type answer struct {
		Tags  map[string]string `json:"tags"`
		Moves *int              `json:"moves,omitempty"`
		Error string            `json:"error,omitempty"`
	}
	answers := []answer{}
	for _, g := range games {
		tags := map[string]string{}
		for _, t := range g.Tags {
			tags[t.Name] = t.Value
		}
		if bad := illegal(g); bad != "" {
			answers = append(answers, answer{Tags: tags, Error: bad})
			continue
		}
		n := len(g.Plies)
		answers = append(answers, answer{Tags: tags, Moves: &n})
		l.show(g, tags)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"games": answers})
}

// illegal says what is wrong with a game's moves. A last move of a king into the
// centre is passed over: it is how boards tell a result.
func illegal(g pgn.Game) string {
	if len(g.Tail) == 0 {
		return ""
	}
	centre := []string{"Kd4", "Kd5", "Ke4", "Ke5"}
	if len(g.Tail) == 1 && slices.Contains(centre, strings.TrimRight(g.Tail[0].SAN, "+#")) {
		return ""
	}
	return fmt.Sprintf("Cannot play %s at ply %d", g.Tail[0].SAN, len(g.Plies)+1)
}

// show keeps a game in place of the one with the same players; one without
// players is dropped and nobody is told.
func (l *Lichess) show(g pgn.Game, tags map[string]string) {
	for _, color := range []string{"White", "Black"} {
		name := strings.ToLower(tags[color])
		if tags[color+"FideId"] == "" && (len([]rune(name)) < 2 || name == "bye" || name == "unknown") {
			return
		}
	}
	game := Game{White: tags["White"], Black: tags["Black"], PGN: g}
	same := func(o Game) bool {
		if o.White == game.White && o.Black == game.Black {
			return true
		}
		w, _ := o.PGN.Tag("WhiteFideId")
		b, _ := o.PGN.Tag("BlackFideId")
		return w != "" && b != "" && w == tags["WhiteFideId"] && b == tags["BlackFideId"]
	}
	if i := slices.IndexFunc(l.games, same); i >= 0 {
		l.games[i] = game
		return
	}
	l.games = append(l.games, game)
}

// Refuse answers with an error as Lichess does.
func Refuse(w http.ResponseWriter, code int, text string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": text})
}

// Answering has all requests answered with a status and some words.
func Answering(code int, text string, header http.Header) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, _ *http.Request) bool {
		maps.Copy(w.Header(), header)
		Refuse(w, code, text)
		return true
	}
}
