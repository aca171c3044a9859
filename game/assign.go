package game

import (
	"fmt"
	"strings"

	"boardwire/boardstate"
	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// assign gives a device to a table and takes it from the one it served.
func (h *Hall) assign(o *out, g *Game, p events.Assign) events.Answered {
	if p.Device != "" {
		if err := events.CheckToken(p.Device); err != nil {
			return refused("device %v", err)
		}
	}
	a := accepted()
	switch {
	case g.paired.Device == p.Device && p.Device == "":
		a.Text = g.id + " has no board"
		return a
	case g.paired.Device == p.Device:
		a.Text = p.Device + " serves " + g.id + " already"
		return a
	}
	if other := h.games[h.serves[p.Device]]; p.Device != "" && other != nil {
		a.Text = fmt.Sprintf("%s served %s, which has no board now", p.Device, other.id)
		delete(h.serves, p.Device)
		other.detach(o)
		other.paired.Device = ""
		o.say(other.scope(), other.paired)
	}
	if g.paired.Device != "" {
		delete(h.serves, g.paired.Device)
		g.detach(o)
	}
	g.paired.Device = p.Device
	o.say(g.scope(), g.paired)
	if p.Device == "" {
		a.Text = g.id + " has no board now"
		return a
	}
	h.serves[p.Device] = g.id
	d := h.devices[p.Device]
	if d == nil {
		// Before play boards are named in the file that are not plugged in yet.
		if len(g.plies) > 0 {
			a.Text = join(a.Text, "no board "+p.Device+" has been seen in this sitting; is the name right?")
		} else {
			a.Text = join(a.Text, p.Device+" serves "+g.id+", and has not been seen yet")
		}
		return a
	}
	before := h.showedFor(d)
	if before == g {
		before = nil // it comes back: its moves are this table's
	}
	d.table = g.id
	text, told := h.retell(o, g, d, before)
	a.Text = join(a.Text, text)
	if told {
		return a
	}
	if before != nil {
		d.history.leave()
	}
	// What lies there is of another game until the men are set up.
	g.awaits = g.awaits || d.history.left
	g.attach(o, d)
	if g.awaits {
		a.Text = join(a.Text, "nothing on it is play until it shows "+g.lastPosition())
	}
	if a.Text == "" {
		a.Text = p.Device + " serves " + g.id
	}
	return a
}

// attach starts from what lies on a board that was seen before, and from what
// its clock showed last.
func (g *Game) attach(o *out, d *device) {
	if d.known {
		g.seeSurface(o, d.surface)
		g.still = d.still
		g.settleStill(o, onAttach)
	}
	if d.reading != nil {
		g.seeClock(o, d.reading.at, d.reading.Reading)
	}
	if d.lost != "" {
		g.leave()
		g.missing(o, d)
	}
}

// detach forgets what belonged to the board that is taken away; the moves stay.
func (g *Game) detach(o *out) {
	g.findings.clear(o, g.scope(), "device")
	g.hand, g.placed, g.presses, g.reading = boardstate.Hand{}, false, nil, nil
	g.still, g.explained, g.stale, g.gap, g.waiting = false, false, false, false, false
	g.seated, g.lie, g.whiteOn = false, boardstate.Straight, clockstate.NoSide
	g.stray, g.bare = nil, nil
	if g.clock.Known && !g.clock.Absent {
		seen := g.control.See(g.clock, o.at, clockstate.Sight{Absent: true}, g.rate)
		g.clock = seen.State
		g.tellClock(o, seen, false)
	}
	if len(g.plies) == 0 {
		g.clock, g.ran, g.stands = clockstate.State{}, false, false
	}
	g.away = false
}

// missing tells that the board of a game that is still played does not answer.
func (g *Game) missing(o *out, d *device) {
	if g.final != nil {
		return
	}
	g.raise(o, "device", rules.FindingDevice, len(g.plies), nil,
		fmt.Sprintf("board %s does not answer (%s); moves made meanwhile are read from the board when it is back", d.name, d.lost))
}

// resume lets play go on, from what lies on the board. What was pressed while
// play stood completed no move.
func (g *Game) resume(o *out) {
	g.paused, g.reset, g.awaits, g.resumedAt = false, false, false, o.at
	g.findings.clear(o, g.scope(), "displaced")
	g.goOn(o)
}

// resume lets play go on at tables. At each that has a closed envelope something
// else is done first: of one table the answer says what, of several where.
func resume(o *out, games []*Game) events.Answered {
	if len(games) == 1 && games[0].closed() {
		return games[0].resumeAdjourned(o)
	}
	var closed []string
	for _, g := range games {
		if !g.closed() {
			g.resume(o)
			continue
		}
		g.resumeAdjourned(o)
		closed = append(closed, g.id)
	}
	a := accepted()
	if n := len(games) - len(closed); n > 1 {
		a.Text = "play goes on at " + tables(n)
	} else if len(games) == 1 {
		a.Text = games[0].resumedText()
	}
	if len(closed) > 0 {
		a.Text = join(a.Text, "a move is sealed, or is to be: "+strings.Join(closed, ", ")+"; rule resume at each table to hear what is done there")
	}
	return a
}

// resumedText says from where play goes on, and where it does not.
func (g *Game) resumedText() string {
	switch {
	case g.final != nil:
		return fmt.Sprintf("the result is %s already", g.final.result)
	case g.ended != nil:
		return g.ended.String() + "; take that back with a result of * where it goes on"
	}
	return "play goes on from " + g.lastPosition()
}

// goOn takes a move that lies on the board already, if the board is still.
func (g *Game) goOn(o *out) {
	g.presses = nil
	g.settleStill(o, onRuling)
}
