package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"boardwire/feeds"
	"boardwire/feeds/pgnfile"
	"boardwire/feeds/sse"
)

const typeJSON = "application/json; charset=utf-8"

// apiGameRow is a game in the list of rounds.
type apiGameRow struct {
	ID     string       `json:"id"`
	Board  int          `json:"board"`
	White  feeds.Player `json:"white"`
	Black  feeds.Player `json:"black"`
	Result string       `json:"result"`
	Plies  int          `json:"plies"`
	Status string       `json:"status"`
}

type apiRound struct {
	ID         string       `json:"id"`
	Tournament string       `json:"tournament"`
	Round      string       `json:"round"`
	Games      []apiGameRow `json:"games"`
}

// moment is what a reader needs to tick a clock: the server's time and how far
// behind play this audience is.
type moment struct {
	DelayMS int64         `json:"delay_ms"`
	Now     feeds.Instant `json:"now"`
}

func (s *Site) moment() moment {
	return moment{DelayMS: s.behind().Milliseconds(), Now: feeds.Instant{Time: s.cfg.Now()}}
}

func rowOf(v feeds.View) apiGameRow {
	return apiGameRow{ID: v.ID, Board: v.Board, White: v.White, Black: v.Black, Result: v.Result, Plies: len(v.Moves), Status: v.Status}
}

func listed(rounds []round) []apiRound {
	list := make([]apiRound, 0, len(rounds))
	for _, r := range rounds {
		out := apiRound{ID: r.ID, Tournament: r.Tournament, Round: r.Round, Games: make([]apiGameRow, 0, len(r.Games))}
		for _, v := range r.Games {
			out.Games = append(out.Games, rowOf(v))
		}
		list = append(list, out)
	}
	return list
}

func (s *Site) apiRounds(w http.ResponseWriter, r *http.Request) {
	body := encode(struct {
		Rounds   []apiRound `json:"rounds"`
		Audience string     `json:"audience"`
		moment
	}{listed(s.rounds("")), s.cfg.Audience.Name, s.moment()})
	w.Header().Set("Cache-Control", cachePage)
	s.write(w, r, http.StatusOK, typeJSON, body)
}

func (s *Site) apiGame(w http.ResponseWriter, r *http.Request, id string) {
	v, ok := s.game(id)
	if !ok {
		s.notFound(w, r)
		return
	}
	s.tagged(w, r, typeJSON, encode(v))
}

// encode returns one line of JSON. The types it is given cannot fail to encode.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("encode: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// pgn serves a round ("demo.1.pgn") or one game of it ("demo.1.3.pgn").
func (s *Site) pgn(w http.ResponseWriter, r *http.Request, file string) {
	id, ok := strings.CutSuffix(file, ".pgn")
	if !ok || id == "" {
		s.notFound(w, r)
		return
	}
	body, status := s.written.get(id, s.stamp(false), func() ([]byte, int) { return s.writePGN(id) })
	switch status {
	case http.StatusOK:
		s.tagged(w, r, "application/x-chess-pgn; charset=utf-8", body)
	case http.StatusNotFound:
		s.notFound(w, r)
	default:
		s.write(w, r, status, "text/plain; charset=utf-8", []byte("this round cannot be written as PGN\n"))
	}
}

func (s *Site) writePGN(id string) ([]byte, int) {
	var games []feeds.View
	if v, ok := s.game(id); ok {
		games = []feeds.View{v}
	} else if rounds := s.rounds(id); len(rounds) == 1 && id != "" {
		games = rounds[0].Games
	} else {
		return nil, http.StatusNotFound
	}
	tournament, _, _ := strings.Cut(id, ".")
	var b bytes.Buffer
	if err := pgnfile.Write(&b, pgnfile.Event{Name: s.title(tournament)}, games); err != nil {
		s.log().Error("round cannot be written as PGN", "id", id, "err", err)
		return nil, http.StatusInternalServerError
	}
	return b.Bytes(), http.StatusOK
}

// maxFollowed is how many games one stream may name.
const maxFollowed = 500

// events serves the live stream. Games that are not there are no error: they
// may come, and an answer that differs would tell.
func (s *Site) events(w http.ResponseWriter, r *http.Request) {
	filter := sse.Filter{Round: r.URL.Query().Get("round")}
	if list := r.URL.Query().Get("games"); list != "" {
		filter.Games = strings.Split(list, ",")
		slices.Sort(filter.Games)
	}
	if len(filter.Games) > maxFollowed {
		s.write(w, r, http.StatusBadRequest, "text/plain; charset=utf-8", []byte("too many games in one stream\n"))
		return
	}
	// The state is read under the lock under which Take sends, so that the
	// viewer gets every frame after it, and none of those before.
	s.mu.Lock()
	viewer := s.hub.Join(filter, r.Header.Get("Last-Event-ID"))
	var state [][]byte
	if viewer.Resync() {
		state = s.state(filter, r.URL.Query().Get("moves") == "last")
	}
	s.mu.Unlock()
	viewer.Serve(w, r, state)
}

func (s *Site) looseFor(filter sse.Filter) []feeds.Finding {
	if !filter.Takes("") {
		return nil
	}
	return s.seen.Loose()
}

// shownAt returns a side's seconds on a clock at a time: what it showed less
// what has passed since, if that side runs; never below 0.
func shownAt(v feeds.View, white bool, now time.Time, delay time.Duration) (seconds int, running, ok bool) {
	if v.Clock == nil {
		return 0, false, false
	}
	seconds, side := v.Clock.Black, "black"
	if white {
		seconds, side = v.Clock.White, "white"
	}
	if v.Clock.Running != side || v.Status != feeds.StatusPlaying {
		return seconds, false, true
	}
	if passed := now.Add(-delay).Sub(v.Clock.At.Time); passed > 0 {
		seconds -= int(passed * time.Duration(v.Rate) / time.Second)
	}
	return max(seconds, 0), true, true
}
