package web

import (
	"fmt"
	"strings"

	"boardwire/feeds"
	"boardwire/feeds/sse"
)

// lastMoves is how many moves a stream of "moves=last" gets of each game.
const lastMoves = 4

// text is what a game gives to the state of a stream. It is encoded once and
// shared: when a server starts anew all viewers come at once, and each would
// otherwise keep the lock, and megabytes, for itself.
type text struct {
	row   []byte // in the list of rounds
	whole []byte // the view
	short []byte // the view with its last moves
}

// textOf returns a game's text; the lock is held.
func (s *Site) textOf(id string) text {
	if t, ok := s.texts[id]; ok {
		return t
	}
	v, _ := s.seen.Game(id) // it is one of those that are shown
	t := text{row: encode(rowOf(v)), whole: encode(v)}
	v.Moves = v.Moves[max(len(v.Moves)-lastMoves, 0):]
	t.short = encode(v)
	s.texts[id] = t
	return t
}

// state is the data of a resync, in parts: everything the viewer follows. A page
// that shows many boards asks for their last moves only. The lock is held.
func (s *Site) state(filter sse.Filter, short bool) [][]byte {
	games := make([][]byte, 0, 2*len(s.seen.IDs()))
	parts := append(make([][]byte, 0, 4*len(s.seen.IDs())+8), []byte(`{"rounds":[`))
	last := ""
	for _, id := range s.seen.IDs() {
		if !filter.Takes(id) {
			continue
		}
		t := s.textOf(id)
		switch r := roundOf(id); {
		case r == last:
			parts = append(parts, comma)
		case last == "":
			parts, last = append(parts, headOf(r)), r
		default:
			parts, last = append(parts, []byte("]},"), headOf(r)), r
		}
		parts = append(parts, t.row)
		if len(games) > 0 {
			games = append(games, comma)
		}
		if short {
			games = append(games, t.short)
		} else {
			games = append(games, t.whole)
		}
	}
	if last != "" {
		parts = append(parts, []byte("]}"))
	}
	parts = append(parts, []byte(`],"games":[`))
	parts = append(parts, games...)
	end := encode(struct {
		Findings []feeds.Finding `json:"findings,omitempty"`
		moment
	}{s.looseFor(filter), s.moment()})
	return append(parts, []byte("],"), end[1:])
}

var comma = []byte(",")

// headOf begins a round in the list of rounds.
func headOf(id string) []byte {
	tournament, slug, _ := strings.Cut(id, ".")
	return fmt.Appendf(nil, `{"id":%s,"tournament":%s,"round":%s,"games":[`, encode(id), encode(tournament), encode(slug))
}
