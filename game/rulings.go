package game

import (
	"fmt"
	"strconv"
	"strings"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// rule takes a ruling and answers it. A ruling is refused only when it makes
// no sense as data; otherwise it stands, with the article it departs from
// where it does. The same request twice is one ruling.
func (h *Hall) rule(o *out, e events.Event, r events.Ruling) {
	request := r.By().Request
	if len(request) > maxRequest {
		a := refused("a request is named by at most %d bytes, not by %d", maxRequest, len(request))
		a.Ruling, a.Request = e.ID, strings.ToValidUTF8(request[:maxRequest], "")
		o.say(e.Scope, a)
		return
	}
	if a, ok := h.requests[request]; ok {
		a.Ruling = e.ID
		o.say(e.Scope, a)
		return
	}
	a := h.answer(o, e, r)
	h.markArticle(&a, e.Scope, r.By().Article)
	h.keepSecret(e.Scope, r)
	h.keepAuthor(r.By().Author)
	a.Ruling, a.Request, a.Text = e.ID, request, clip(a.Text)
	o.say(e.Scope, a)
	h.ruled(o, e.Scope, r)
	if request != "" {
		h.requests[request] = a
	}
}

// maxName is the longest article that a ruling may carry into facts, in bytes.
const maxName = 64

// maxRequest is the longest request id: a file's hash and what it states.
const maxRequest = 128

func (h *Hall) answer(o *out, e events.Event, r events.Ruling) events.Answered {
	if why := misplaced(e.Scope, r); why != "" {
		return refused("%s", why)
	}
	switch p := r.(type) {
	case events.Roster:
		return h.roster(o, e, p)
	case events.AudienceRuling:
		return h.audience(e, p)
	case events.Abandon:
		return h.abandon(p)
	case events.CloseSitting:
		return h.close()
	}
	games, err := h.scoped(e.Scope)
	if err != nil {
		return refused("%v", err)
	}
	switch p := r.(type) {
	case events.Assign:
		return h.assign(o, games[0], p)
	case events.Start:
		for _, g := range games {
			g.startedAt = o.at
		}
		a := accepted()
		a.Text = fmt.Sprintf("play began at %s at %s", o.at.UTC().Format("15:04:05 UTC"), tables(len(games)))
		return a
	case events.Pause:
		for _, g := range games {
			g.paused = true
		}
		a := accepted()
		a.Text = fmt.Sprintf("play stands at %s: men moved from now on are no moves", tables(len(games)))
		return a
	case events.Resume:
		return resume(o, games)
	case events.ResultRuling:
		return games[0].ruleResult(o, p)
	case events.Confirm:
		return games[0].confirm(o, p)
	}
	return games[0].atBoard(o, r)
}

// scoped returns the games that a scope names, by board number.
func (h *Hall) scoped(s events.Scope) ([]*Game, error) {
	if id, ok := s.Table(); ok {
		if g := h.games[id]; g != nil {
			return []*Game{g}, nil
		}
		return nil, fmt.Errorf("there is no table %s in this sitting", id)
	}
	class, prefix, _ := strings.Cut(string(s), "/")
	switch class {
	case "round", "tournament":
		prefix += "."
	case "hall":
	default:
		return nil, fmt.Errorf("%s has no tables", s)
	}
	var out []*Game
	for _, id := range h.Games() {
		if strings.HasPrefix(id, prefix) {
			out = append(out, h.games[id])
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("there is no table in %s", s)
	}
	return out, nil
}

// maxBoard is the highest board number that a subject can carry.
const maxBoard = 99999

// roster takes a whole round: its pairings, edition and control.
func (h *Hall) roster(o *out, e events.Event, p events.Roster) events.Answered {
	id := strings.TrimPrefix(string(e.Scope), "round/")
	edition, err := rules.ParseEdition(p.Edition)
	if err != nil {
		return refused("edition: %v", err)
	}
	laws, err := rules.Of(edition)
	if err != nil {
		return refused("edition: %v", err)
	}
	kind, err := rules.ParseKind(p.Kind)
	if err != nil {
		return refused("%v", err)
	}
	event, err := eventRulesOf(p)
	if err != nil {
		return refused("%v", err)
	}
	controls := make([]clockstate.Control, len(p.Tables))
	starts := make([]rules.Position, len(p.Tables))
	seen := map[int]bool{}
	for i, t := range p.Tables {
		if t.Board < 1 || t.Board > maxBoard || seen[t.Board] {
			return refused("board %d is named twice or is no board number (1 to %d)", t.Board, maxBoard)
		}
		for _, player := range []string{t.White, t.Black} {
			// Ids are keys of tables and stand in addresses; names are kept apart.
			if err := events.CheckToken(player); player != "" && err != nil {
				return refused("board %d: player %v", t.Board, err)
			}
		}
		seen[t.Board] = true
		text := p.Control
		if t.Control != "" {
			text = t.Control
		}
		if controls[i], err = clockstate.ParseControl(text); err != nil {
			return refused("board %d: control: %v", t.Board, err)
		}
		fen := p.FEN
		if t.FEN != "" {
			fen = t.FEN
		}
		if starts[i], err = startOf(fen, laws); err != nil {
			return refused("board %d: start position: %v", t.Board, err)
		}
	}
	r := h.rounds[id]
	if r == nil {
		r = &round{tables: map[string]bool{}}
		h.rounds[id] = r
	}
	now := map[string]bool{}
	var begun []string
	for i, t := range p.Tables {
		table := id + "." + strconv.Itoa(t.Board)
		now[table] = true
		g := h.games[table]
		if g == nil {
			g = newGame(table)
			g.pairedAt = o.at
			h.games[table] = g
		}
		if starts[i] != g.start {
			if len(g.plies) == 0 {
				g.start, g.bars = starts[i], nil
				g.line = rules.NewLine(g.start)
			} else {
				begun = append(begun, table)
			}
		}
		text := controls[i].String()
		white, black := g.seats(t.White, t.Black)
		paired := events.Paired{
			White: white, Black: black, Edition: p.Edition, Kind: p.Kind, Supervised: p.Supervised, Control: text,
			FEN: g.at(0).FEN(), Device: g.paired.Device, Rate: h.rate,
		}
		g.laws, g.kind, g.rate, g.event = laws, kind, h.rate, event
		if g.paired.Control != text {
			g.control = controls[i]
		}
		if g.paired != paired {
			g.paired = paired
			o.say(g.scope(), paired)
		}
		r.tables[table] = true
	}
	a := h.withdrawTables(o, r, now)
	kindDoubts(&a, laws, kind, p.Tables, controls)
	if len(begun) > 0 {
		a.Text = join(a.Text, "the start position stays where moves were made from another one: "+strings.Join(begun, ", "))
	}
	return a
}

// join adds a clause to a text.
func join(text, more string) string {
	if text == "" || more == "" {
		return text + more
	}
	return text + "; " + more
}

// withdrawTables takes back the tables that a new roster leaves out, but for
// those on which something was played.
func (h *Hall) withdrawTables(o *out, r *round, now map[string]bool) events.Answered {
	var kept []string
	for _, table := range h.Games() {
		if !r.tables[table] || now[table] {
			continue
		}
		g := h.games[table]
		if len(g.plies) > 0 || g.ended != nil || g.final != nil {
			kept = append(kept, table)
			continue
		}
		if g.paired.Device != "" {
			delete(h.serves, g.paired.Device)
		}
		g.findings.clearAll(o, g.scope())
		g.paired.Device, g.paired.Gone = "", true
		o.say(g.scope(), g.paired)
		h.disarm(g)
		delete(h.games, table)
		delete(r.tables, table)
	}
	a := accepted()
	if len(kept) > 0 {
		a.Text = "kept, because something was played there: " + strings.Join(kept, ", ")
	}
	return a
}

func accepted() events.Answered { return events.Answered{Answer: events.AnswerAccepted} }

func refused(format string, args ...any) events.Answered {
	return events.Answered{Answer: events.AnswerRefused, Text: fmt.Sprintf(format, args...)}
}
