package web

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardwire/feeds"
)

const typeHTML = "text/html; charset=utf-8"

// funcs are what the templates call.
func (s *Site) funcs() template.FuncMap {
	return template.FuncMap{
		"asset": func(plain string) string { return s.assets.URL(plain) },
		"cell": func(id string, c *moveCell) any {
			return struct {
				ID   string
				Cell *moveCell
			}{id, c}
		},
		"board": func(fen, uci string) template.HTML { return boardSVG(fen, uci, s.assets.URL("standard.svg")) },
	}
}

// frame is what every page has around it.
type frame struct {
	Title    string
	Page     string // names the script's part: index, round, game, credits
	Follow   string // query of the stream that the page follows
	Audience feeds.Audience
	Desk     bool
	Notice   string
	Body     any
}

// page answers with a page of its own address; build returns false where there
// is nothing. What is asked for beyond the address is not kept for others.
func (s *Site) page(w http.ResponseWriter, r *http.Request, build func() (frame, bool)) {
	draw := func() ([]byte, int) {
		f, ok := build()
		if !ok {
			return nil, http.StatusNotFound
		}
		return s.draw(f)
	}
	var body []byte
	var status int
	if r.URL.RawQuery == "" {
		body, status = s.drawn.get(r.URL.Path, s.stamp(true), draw)
	} else {
		body, status = draw()
	}
	switch status {
	case http.StatusOK:
		w.Header().Set("Cache-Control", cachePage)
		s.write(w, r, http.StatusOK, typeHTML, body)
	case http.StatusNotFound:
		s.notFound(w, r)
	default:
		// The text names no game: what went wrong is the program's own affair.
		s.write(w, r, status, "text/plain; charset=utf-8", []byte("this page cannot be drawn\n"))
	}
}

func (s *Site) draw(f frame) ([]byte, int) {
	f.Audience = s.cfg.Audience
	f.Audience.Delay = s.behind()
	f.Desk = s.cfg.Audience.Kind == feeds.Arbiter
	f.Notice = notice(f.Audience)
	var b bytes.Buffer
	if err := s.pages.ExecuteTemplate(&b, f.Page+".html", f); err != nil {
		s.log().Error("page cannot be drawn", "page", f.Page, "err", err)
		return nil, http.StatusInternalServerError
	}
	return b.Bytes(), http.StatusOK
}

// notice says how far behind play the page is.
func notice(a feeds.Audience) string {
	if a.Delay <= 0 {
		return "Live, without delay"
	}
	return "Shown with a delay of " + spoken(a.Delay)
}

// spoken says a duration in words: "15 minutes", "1 minute 30 seconds".
func spoken(d time.Duration) string {
	var parts []string
	add := func(n int, unit string) {
		if n == 1 {
			parts = append(parts, "1 "+unit)
		} else if n > 1 {
			parts = append(parts, strconv.Itoa(n)+" "+unit+"s")
		}
	}
	total := int(d.Round(time.Second) / time.Second)
	add(total/3600, "hour")
	add(total/60%60, "minute")
	add(total%60, "second")
	if len(parts) == 0 {
		return "less than a second"
	}
	return strings.Join(parts, " ")
}

// clockText shows seconds as a clock does: "1:05:09", "5:09".
func clockText(seconds int) string {
	h, m, sec := seconds/3600, seconds/60%60, seconds%60
	if h > 0 {
		return fmt.Sprintf("%d:%02d:%02d", h, m, sec)
	}
	return fmt.Sprintf("%d:%02d", m, sec)
}

// side is one player's line at a board.
type side struct {
	feeds.Player
	Color   string // white, black
	Clock   string // "1:05:09"; "–" where no clock was seen
	Running bool
	Score   string // 1, ½, 0; empty while the game is played
}

// card is one board on a page.
type card struct {
	feeds.View
	Top, Bottom side
	Last        string // uci of the last move
	LastText    string // "12. Nf3"
	State       string // what the result line says
	Label       string // sentence for the board
}

func (s *Site) card(v feeds.View, now time.Time) card {
	c := card{View: v, Top: s.side(v, false, now), Bottom: s.side(v, true, now), State: stateText(v)}
	if n := len(v.Moves); n > 0 {
		c.Last = v.Moves[n-1].UCI
		c.LastText = numbered(v.FENStart, v.Moves[n-1])
	}
	c.Label = fmt.Sprintf("Board %d, %s against %s", v.Board, v.White.Shown(), v.Black.Shown())
	if c.LastText != "" {
		c.Label += ", after " + c.LastText
	}
	return c
}

func (s *Site) side(v feeds.View, white bool, now time.Time) side {
	out := side{Player: v.Black, Color: "black", Clock: "–"}
	if white {
		out.Player, out.Color = v.White, "white"
	}
	if seconds, running, ok := shownAt(v, white, now, s.behind()); ok {
		out.Clock, out.Running = clockText(seconds), running
	}
	if w, b, ok := strings.Cut(v.Result, "-"); ok {
		out.Score = strings.ReplaceAll(b, "1/2", "½")
		if white {
			out.Score = strings.ReplaceAll(w, "1/2", "½")
		}
	}
	return out
}

// stateText is the line under a board.
func stateText(v feeds.View) string {
	switch v.Status {
	case feeds.StatusPlaying:
		if len(v.Moves) == 0 {
			return "Not started"
		}
		return "Playing"
	case feeds.StatusAdjourned:
		return "Adjourned"
	case feeds.StatusEnded:
		return v.ReasonText + " (provisional)"
	}
	return v.ReasonText
}

// overview is a page's list of rounds.
type overview struct {
	Rounds []roundView
	Queue  queue
}

type roundView struct {
	ID, Title, Round string
	Cards            []card
	Playing          int
}

func (s *Site) roundViews(only string) []roundView {
	now := s.cfg.Now()
	var list []roundView
	for _, r := range s.rounds(only) {
		view := roundView{ID: r.ID, Title: s.title(r.Tournament), Round: r.Round}
		for _, v := range r.Games {
			if v.Status == feeds.StatusPlaying {
				view.Playing++
			}
			view.Cards = append(view.Cards, s.card(v, now))
		}
		list = append(list, view)
	}
	return list
}

func (s *Site) index(w http.ResponseWriter, r *http.Request) {
	s.page(w, r, func() (frame, bool) {
		rounds := s.roundViews("")
		return frame{Title: "Rounds", Page: "index", Follow: "moves=last",
			Body: overview{Rounds: rounds, Queue: s.queue(rounds)}}, true
	})
}

func (s *Site) roundPage(w http.ResponseWriter, r *http.Request, id string) {
	s.page(w, r, func() (frame, bool) {
		rounds := s.roundViews(id)
		if len(rounds) != 1 {
			return frame{}, false
		}
		return frame{Title: rounds[0].Title + ", round " + rounds[0].Round, Page: "round", Follow: "moves=last&round=" + id,
			Body: overview{Rounds: rounds, Queue: s.queue(rounds)}}, true
	})
}

// gameView is the page of one game.
type gameView struct {
	card
	RoundID, RoundTitle, Round string
	Rows                       []moveRow
	Sentence                   string
	Ply                        int // the ply that is shown; 0 is the start
	Shown                      string
	Latest                     bool
	Back, Next                 int // plies of the links that step
	Queue                      queue
}

// moveRow is one line of the list of moves.
type moveRow struct {
	Number       int
	White, Black *moveCell
}

type moveCell struct {
	Ply     int
	SAN     string
	Clock   string
	Pending bool // made, and not yet completed
	Current bool
}

func (s *Site) gamePage(w http.ResponseWriter, r *http.Request, id string) {
	s.page(w, r, func() (frame, bool) {
		v, ok := s.game(id)
		if !ok {
			return frame{}, false
		}
		return frame{Title: v.White.Shown() + " – " + v.Black.Shown(), Page: "game", Follow: "games=" + id,
			Body: s.gameView(v, r.URL.Query().Get("ply"))}, true
	})
}

func (s *Site) gameView(v feeds.View, ply string) gameView {
	roundID := roundOf(v.ID)
	tournament, slug, _ := strings.Cut(roundID, ".")
	g := gameView{card: s.card(v, s.cfg.Now()), RoundID: roundID, RoundTitle: s.title(tournament), Round: slug, Shown: v.FEN, Latest: true}
	if n := len(v.Moves); n > 0 {
		g.Ply = v.Moves[n-1].Ply
	}
	s.choose(&g, ply)
	g.Rows = rows(v, g.Ply)
	g.Back, g.Next = max(g.Ply-1, 0), min(g.Ply+1, len(v.Moves))
	g.Sentence = sentence(g.Shown)
	g.Queue.add(v, false)
	return g
}

// choose shows an earlier position where the address asks for one that there is.
func (s *Site) choose(g *gameView, text string) {
	ply, err := strconv.Atoi(text)
	if err != nil {
		return
	}
	if ply == 0 && len(g.Moves) > 0 {
		g.Ply, g.Shown, g.Last, g.Latest = 0, g.FENStart, "", false
		return
	}
	i := slices.IndexFunc(g.Moves, func(m feeds.Move) bool { return m.Ply == ply })
	if i >= 0 {
		g.Ply, g.Shown, g.Last, g.Latest = ply, g.Moves[i].FEN, g.Moves[i].UCI, i == len(g.Moves)-1
	}
}

func rows(v feeds.View, current int) []moveRow {
	var list []moveRow
	for _, m := range v.Moves {
		number, black := moveNumber(v.FENStart, m.Ply)
		cell := &moveCell{Ply: m.Ply, SAN: m.SAN, Pending: !m.Completed, Current: m.Ply == current}
		if m.Clk != nil {
			cell.Clock = clockText(*m.Clk)
		}
		if len(list) == 0 || list[len(list)-1].Number != number {
			list = append(list, moveRow{Number: number})
		}
		row := &list[len(list)-1]
		if black {
			row.Black = cell
		} else {
			row.White = cell
		}
	}
	return list
}

func (s *Site) credits(w http.ResponseWriter, r *http.Request) {
	s.page(w, r, func() (frame, bool) { return frame{Title: "Credits", Page: "credits"}, true })
}
