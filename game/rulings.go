package game

import (
	"fmt"
	"strconv"
	"strings"

	"boardwire/boardstate"
	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// rule takes a ruling and answers it. A ruling is refused only when it makes
// no sense as data; otherwise it stands, with the article it departs from
// where it does. The same request twice is one ruling.
func (h *Hall) rule(o *out, e events.Event, r events.Ruling) {
	by := r.By()
	if a, ok := h.requests[by.Request]; ok && by.Request != "" {
		a.Ruling = e.ID
		o.say(e.Scope, a)
		return
	}
	a := h.answer(o, e, r)
	a.Ruling, a.Request = e.ID, by.Request
	o.say(e.Scope, a)
	if by.Request != "" {
		h.requests[by.Request] = a
	}
}

func (h *Hall) answer(o *out, e events.Event, r events.Ruling) events.Answered {
	switch p := r.(type) {
	case events.Roster:
		return h.roster(o, e, p)
	case events.AudienceRuling:
		return accepted()
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
		if len(games) != 1 {
			return refused("a device is assigned to one table, not to %s", e.Scope)
		}
		return h.assign(o, games[0], p)
	case events.Start:
		return accepted()
	case events.Pause:
		for _, g := range games {
			g.paused = true
		}
		return accepted()
	case events.Resume:
		for _, g := range games {
			g.paused, g.reset = false, false
			g.settle(o)
		}
		return accepted()
	case events.ResultRuling:
		if len(games) != 1 {
			return refused("a result belongs to one table, not to %s", e.Scope)
		}
		return games[0].ruleResult(o, p)
	case events.Confirm:
		if len(games) != 1 {
			return refused("a result belongs to one table, not to %s", e.Scope)
		}
		return games[0].confirm(o, p)
	}
	return refused("%s is not a ruling that this version knows", r.EventType())
}

// scoped returns the games that a scope names, by board number.
func (h *Hall) scoped(s events.Scope) ([]*Game, error) {
	if id, ok := s.Table(); ok {
		if g := h.games[id]; g != nil {
			return []*Game{g}, nil
		}
		return nil, fmt.Errorf("there is no table %s in this sitting", id)
	}
	prefix := ""
	if s != events.HallScope {
		_, id, _ := strings.Cut(string(s), "/")
		prefix = id + "."
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

// roster takes a whole round: its pairings, edition and control.
func (h *Hall) roster(o *out, e events.Event, p events.Roster) events.Answered {
	id, ok := strings.CutPrefix(string(e.Scope), "round/")
	if !ok {
		return refused("a roster belongs to a round, not to %s", e.Scope)
	}
	edition, err := rules.ParseEdition(p.Edition)
	if err != nil {
		return refused("edition: %v", err)
	}
	laws, err := rules.Of(edition)
	if err != nil {
		return refused("edition: %v", err)
	}
	controls := make([]clockstate.Control, len(p.Tables))
	seen := map[int]bool{}
	for i, t := range p.Tables {
		if t.Board < 1 || seen[t.Board] {
			return refused("board %d is named twice or is no board number", t.Board)
		}
		seen[t.Board] = true
		text := p.Control
		if t.Control != "" {
			text = t.Control
		}
		if controls[i], err = clockstate.ParseControl(text); err != nil {
			return refused("board %d: control: %v", t.Board, err)
		}
	}
	r := h.rounds[id]
	if r == nil {
		r = &round{tables: map[string]bool{}}
		h.rounds[id] = r
	}
	r.roster = p
	now := map[string]bool{}
	for i, t := range p.Tables {
		table := id + "." + strconv.Itoa(t.Board)
		now[table] = true
		g := h.games[table]
		if g == nil {
			g = newGame(table)
			h.games[table] = g
		}
		text := controls[i].String()
		paired := events.Paired{
			White: t.White, Black: t.Black, Edition: p.Edition, Kind: p.Kind, Control: text,
			FEN: g.line.At(0).FEN(), Device: g.paired.Device, Rate: h.rate,
		}
		g.laws, g.rate = laws, h.rate
		if g.paired.Control != text {
			g.control = controls[i]
		}
		if g.paired != paired {
			g.paired = paired
			o.say(g.scope(), paired)
		}
		r.tables[table] = true
	}
	return h.withdrawTables(o, r, now)
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
		g.paired.Device, g.paired.Gone = "", true
		o.say(g.scope(), g.paired)
		delete(h.games, table)
		delete(r.tables, table)
	}
	a := accepted()
	if len(kept) > 0 {
		a.Text = "kept, because something was played there: " + strings.Join(kept, ", ")
	}
	return a
}

// assign gives a device to a table and takes it from the one it served.
func (h *Hall) assign(o *out, g *Game, p events.Assign) events.Answered {
	if p.Device != "" {
		if err := events.CheckToken(p.Device); err != nil {
			return refused("device %v", err)
		}
	}
	if g.paired.Device == p.Device {
		return accepted()
	}
	if other := h.games[h.serves[p.Device]]; p.Device != "" && other != nil {
		other.release(o)
	}
	delete(h.serves, g.paired.Device)
	if p.Device == "" {
		g.release(o)
		return accepted()
	}
	h.serves[p.Device] = g.id
	g.paired.Device = p.Device
	o.say(g.scope(), g.paired)
	d := h.devices[p.Device]
	if d == nil {
		return accepted()
	}
	// What lies on the board and what the clock shows are known already.
	g.findings.clear(o, g.scope(), "device")
	if d.known {
		g.seeSurface(o, d.surface)
	}
	if d.reading != nil {
		g.seeClock(o, *d.reading)
	}
	return accepted()
}

// release takes the device away from a game.
func (g *Game) release(o *out) {
	g.paired.Device = ""
	g.placed, g.presses = false, nil
	g.hand = boardstate.Hand{}
	o.say(g.scope(), g.paired)
}

func (g *Game) raiseDevice(o *out, text string) {
	g.findings.raise(o, g.scope(), "device", events.FindingRaised{
		Kind: events.FindingDevice, Ply: len(g.plies), Text: text,
	})
}

// ruleResult makes a stated result final.
func (g *Game) ruleResult(o *out, p events.ResultRuling) events.Answered {
	result, err := rules.ParseResult(p.Result)
	if err != nil {
		return refused("result: %v", err)
	}
	reason := rules.ReasonNotRecorded
	if p.Reason != "" {
		if reason, err = rules.ParseReason(p.Reason); err != nil {
			return refused("%v", err)
		}
	}
	a := accepted()
	var cites []string
	if p.Article != "" {
		cites = []string{p.Article}
	}
	if end, ok := g.laws.Completed(g.line); ok && end.Result != result && result != rules.Ongoing {
		a.Answer, a.Articles = events.AnswerDiscretion, articles(end.Articles)
		a.Text = fmt.Sprintf("the board shows %s (%s)", end.Reason, end.Result)
		g.findings.raise(o, g.scope(), "result_conflict", events.FindingRaised{
			Kind: events.FindingResultConflict, Ply: len(g.plies), Articles: a.Articles,
			Text: fmt.Sprintf("ruled %s, but the board shows %s (%s)", result, end.Reason, end.Result),
		})
	}
	g.finish(o, result, reason, events.SourceRuled, cites)
	return a
}

// confirm makes the provisional result final.
func (g *Game) confirm(o *out, p events.Confirm) events.Answered {
	if g.ended == nil {
		return refused("there is no provisional result to confirm at %s; state one with a result ruling", g.id)
	}
	e := g.ended.ending
	if p.Result != "" && p.Result != string(e.Result) {
		return refused("the provisional result is %s, not %s", e.Result, p.Result)
	}
	g.finish(o, e.Result, e.Reason, g.ended.source, articles(e.Articles))
	return accepted()
}

// finish says the final result; "*" takes an earlier one back.
func (g *Game) finish(o *out, r rules.Result, why rules.Reason, source string, cites []string) {
	p := events.FinalResult{Result: string(r), Reason: string(why), Source: source, Articles: cites}
	if g.final != nil {
		p.Withdraws = g.final.id
	}
	if r == rules.Ongoing {
		p.Source, p.Reason = events.SourceNone, string(rules.ReasonNotRecorded)
	}
	id := o.say(g.scope(), p)
	g.final = &final{id: id, result: r}
	if r == rules.Ongoing {
		g.final = nil
		return
	}
	g.findings.clear(o, g.scope(), "gesture")
	g.findings.clear(o, g.scope(), "flag/white")
	g.findings.clear(o, g.scope(), "flag/black")
}

func accepted() events.Answered { return events.Answered{Answer: events.AnswerAccepted} }

func refused(format string, args ...any) events.Answered {
	return events.Answered{Answer: events.AnswerRefused, Text: fmt.Sprintf(format, args...)}
}
