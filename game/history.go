package game

import (
	"fmt"
	"slices"
	"time"

	"boardwire/boardstate"
	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// mostKept is how many observations of a board are kept since its men were set
// up: enough for a game of some 150 plies. That is some 80 KB a board. A
// board that said more cannot be replayed.
const mostKept = 1024

// history is what a board said since its men were set up, so that it can be
// replayed when the board turns out to be another table's.
type history struct {
	list []seen
	// lost says that some of it is missing, left that it belongs to a game which
	// the board serves no more.
	lost, left bool
}

// seen is one thing that a board said: a Surface, a Touch, a Reading, a pause,
// or an absence.
type seen struct {
	at   time.Time
	what any
}

// calm is that a board has been still for ms milliseconds since a moment.
type calm struct {
	since time.Time
	ms    int64
}

// absence is that a board did not answer, or answers anew.
type absence struct{}

// keep adds what a board said. Of readings that tell nothing but seconds the
// first and the last are kept.
func (h *history) keep(at time.Time, what any) {
	n := len(h.list)
	if r, ok := what.(clockstate.Reading); ok && n > 1 && ticks(h.list[n-2].what, r) && ticks(h.list[n-1].what, r) {
		h.list[n-1] = seen{at, what}
		return
	}
	if n == mostKept {
		h.lose()
		return
	}
	if !h.lost {
		h.list = append(h.list, seen{at, what})
	}
}

// ticks says that between two readings nothing happened but that time passed.
func ticks(before any, r clockstate.Reading) bool {
	b, ok := before.(clockstate.Reading)
	b.Left.Time, b.Right.Time, b.BatteryLow = r.Left.Time, r.Right.Time, r.BatteryLow
	return ok && b == r
}

// lose forgets all of it until the men are set up again.
func (h *history) lose() { h.list, h.lost = nil, true }

// leave forgets it: the moves stay where they were played.
func (h *history) leave() {
	h.lose()
	h.left = true
}

// restart begins anew when the men lie set up and no clock runs.
func (d *device) restart(at time.Time) {
	if _, ok := boardstate.Orient(d.surface); !ok || d.reading != nil && d.reading.Running {
		return
	}
	d.history = history{list: []seen{{at, d.surface}}}
	if d.reading != nil {
		d.history.list = append(d.history.list, seen{d.reading.at, d.reading.Reading})
	}
}

// replay lets the game see again what a board said before it served this table.
// What was taken back again meanwhile is not told.
func (g *Game) replay(o *out, list []seen) {
	now, from := o.at, len(o.facts)
	for _, s := range list {
		o.at = s.at
		g.pass(o, s.at)
		switch x := s.what.(type) {
		case boardstate.Surface:
			g.seeSurface(o, x)
		case boardstate.Touch:
			g.seeTouch(o, x)
		case clockstate.Reading:
			g.seeClock(o, s.at, x)
		case calm:
			g.seeQuiet(o, x.since, x.ms)
		case absence:
			g.leave()
		}
		g.lapse(o)
	}
	o.at = now
	o.facts = append(o.facts[:from:from], net(o.facts[from:])...)
}

// net leaves out of facts those that later ones among them take back, with
// these; and what was lifted long ago.
func net(facts []events.Event) []events.Event {
	index := map[events.ID]int{}
	gone := make([]bool, len(facts))
	takes := func(i int, id events.ID) {
		if j, ok := index[id]; ok {
			gone[i], gone[j] = true, true
		}
	}
	for i, e := range facts {
		index[e.ID] = i
		switch p := e.Data.(type) {
		case events.Lifted:
			gone[i] = true
		case events.Withdrawn:
			takes(i, p.Move)
		case events.FindingCleared:
			takes(i, p.Finding)
		case events.Ended:
			if j, ok := index[p.Withdraws]; ok {
				before := facts[j].Data.(events.Ended)
				gone[j], p.Withdraws = true, before.Withdraws
				facts[i].Data = p
				gone[i] = p.Result == string(rules.Ongoing) && p.Withdraws == ""
			}
		}
	}
	var out []events.Event
	for i, e := range facts {
		if p, ok := e.Data.(events.Completed); ok {
			if j, ok := index[p.Move]; ok && gone[j] {
				continue
			}
		}
		if !gone[i] {
			out = append(out, e)
		}
	}
	return out
}

// anew returns the game as it was before anything was seen of it.
func (g *Game) anew() *Game {
	n := newGame(g.id)
	n.paired, n.laws, n.kind, n.control, n.rate, n.event = g.paired, g.laws, g.kind, g.control, g.rate, g.event
	n.start, n.line = g.start, rules.NewLine(g.start)
	for _, b := range g.bars {
		b.after = 0
		n.bars = append(n.bars, b)
		n.applyBar(b)
	}
	n.startedAt, n.resumedAt, n.looked, n.pairedAt, n.missedAt = g.startedAt, g.resumedAt, g.looked, g.pairedAt, g.missedAt
	n.arrived, n.cameAt, n.absent, n.swapped = g.arrived, g.cameAt, g.absent, g.swapped
	return n
}

// several says that the moves of a game do not all come from one board.
const several = "*"

// foreign says that nothing stands of a game but moves that one board showed,
// and that it is not over: the moves may be another table's.
func (g *Game) foreign(device string) bool {
	return g.playedOn == device && g.ended == nil && g.final == nil && g.adjourned == nil && len(g.offences) == 0
}

// showedFor returns the game whose moves a board showed before, if they stand
// there; nil for none.
func (h *Hall) showedFor(d *device) *Game {
	g := h.games[d.table]
	if g == nil || len(g.plies) == 0 || g.playedOn != d.name && g.playedOn != several {
		return nil
	}
	return g
}

// retell takes what a board said before it served this table as this game's, if
// a wrong assignment explains that: moves come of it, and what stands here are
// moves of the board that it replaces, which it does not show. other is the
// table where its moves stand, nil for none: another round, and a table whose
// game another board shows now, have them by right. It says what was done, and
// whether.
func (h *Hall) retell(o *out, g *Game, d *device, other *Game) (string, bool) {
	if d.history.lost || g.ended != nil || g.final != nil || g.adjourned != nil {
		return "", false
	}
	if n := len(g.plies); n > 0 && (g.playedOn == several || !g.foreign(g.playedOn) || g.shows(d.surface)) {
		return "", false
	}
	if other != nil && (other.round() != g.round() || !other.foreign(d.name) || other.paired.Device != "" && other.explained) {
		return "", false
	}
	trial := g.anew()
	trial.replay(outOf(o.cause), d.history.list)
	text := ""
	if n := len(trial.plies); n > 0 {
		text = fmt.Sprintf("what it said before is taken as of this table: plies %d", n)
	} else if len(g.plies) > 0 || len(d.history.list) == 0 {
		return "", false
	}
	if n := len(g.plies); n > 0 {
		text += fmt.Sprintf(", in place of %d", n)
		g.takeAway(o)
	}
	if other != nil {
		text = join(text, fmt.Sprintf("plies taken back at %s: %d", other.id, len(other.plies)))
		other.takeAway(o)
		if x := h.devices[other.paired.Device]; x != nil && !x.history.lost {
			other.replay(o, x.history.list)
		} else if x != nil {
			other.attach(o, x)
		}
	}
	open, armed, paused := g.findings, g.armed, g.paused
	*g = *g.anew()
	g.findings, g.armed = open, armed
	g.replay(o, d.history.list)
	g.paused = paused
	if d.lost != "" {
		g.leave()
		g.missing(o, d)
	}
	return text, true
}

// shows says whether a surface shows the position of the game, from any side.
func (g *Game) shows(s boardstate.Surface) bool {
	board := g.line.Position().Board()
	return slices.ContainsFunc(lies[:], func(l boardstate.Lie) bool { return l.Surface(s).Shows(board) })
}

// takeAway takes all moves back: they were another table's.
func (g *Game) takeAway(o *out) {
	for i := len(g.plies) - 1; i >= 0; i-- {
		o.say(g.scope(), events.Withdrawn{Ply: i + 1, Move: g.plies[i].made, Reassigned: true})
	}
	g.rewind(o, 0)
	g.explain(o)
	g.findings.clearAll(o, g.scope())
	open, armed, paused := g.findings, g.armed, g.paused
	*g = *g.anew()
	g.findings, g.armed, g.paused = open, armed, paused
}
