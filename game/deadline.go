package game

import (
	"cmp"
	"slices"
	"time"

	"boardwire/events"
	"boardwire/rules"
)

// Some findings come of nothing happening: no first move, both clocks at rest,
// a press after which no man moves. A game says when the next of them is due;
// it is decided by whatever reaches the game then, of its own board, a ruling
// or a tick. What other boards say does not count: hosts do not agree on the
// time to the second, and no table depends on another.

// deadline is when a game has something due.
type deadline struct {
	at   time.Time
	game string
}

// byTime orders deadlines, the earliest first.
func byTime(a, b deadline) int {
	return cmp.Or(a.at.Compare(b.at), byBoard(a.game, b.game))
}

// Deadline returns when the next finding is due that only the passing of time
// brings. It reports false while there is none. Who tells the hall that it has
// passed, with a tick of that time or later, gets a later one, or none.
func (h *Hall) Deadline() (time.Time, bool) {
	if len(h.deadlines) == 0 {
		return time.Time{}, false
	}
	return h.deadlines[0].at, true
}

// pass takes that it is now the time that a tick says.
func (h *Hall) pass(o *out, now time.Time) {
	o.at = now
	n := 0
	for n < len(h.deadlines) && !h.deadlines[n].at.After(now) {
		n++
	}
	over := slices.Clone(h.deadlines[:n])
	h.deadlines = slices.Delete(h.deadlines, 0, n)
	for _, d := range over {
		if g := h.games[d.game]; g != nil {
			g.armed = time.Time{}
			g.pass(o, now)
			h.settled(o, g)
		}
	}
}

// settled is called when all that followed from an event for a game was said:
// findings about how things stand end with it, and its next deadline is armed.
func (h *Hall) settled(o *out, g *Game) {
	g.lapse(o)
	h.arm(g)
	if d := h.devices[g.paired.Device]; g.final != nil && d != nil && !d.history.left {
		d.history.leave() // its moves are nobody else's any more
	}
}

// ruled is settled for the games that a ruling may have touched: that of its
// table, or all, as an assignment takes a board from another table.
func (h *Hall) ruled(o *out, s events.Scope, r events.Ruling) {
	if id, ok := s.Table(); ok && r.EventType() != events.TypeRulingAssign {
		if g := h.games[id]; g != nil {
			h.settled(o, g)
		}
		return
	}
	for _, id := range h.Games() {
		h.settled(o, h.games[id])
	}
}

// arm keeps when a game has something due.
func (h *Hall) arm(g *Game) {
	at, ok := g.nextDue()
	if ok && g.armed.Equal(at) || !ok && g.armed.IsZero() {
		return
	}
	h.disarm(g)
	if ok {
		g.armed = at
		d := deadline{at, g.id}
		i, _ := slices.BinarySearchFunc(h.deadlines, d, byTime)
		h.deadlines = slices.Insert(h.deadlines, i, d)
	}
}

// disarm forgets what a game has due.
func (h *Hall) disarm(g *Game) {
	if g.armed.IsZero() {
		return
	}
	if i, found := slices.BinarySearchFunc(h.deadlines, deadline{g.armed, g.id}, byTime); found {
		h.deadlines = slices.Delete(h.deadlines, i, i+1)
	}
	g.armed = time.Time{}
}

// nextDue returns the earliest of what a game waits for.
func (g *Game) nextDue() (at time.Time, ok bool) {
	take := func(t time.Time, armed bool) {
		if armed && (at.IsZero() || t.Before(at)) {
			at = t
		}
	}
	take(g.firstMoveDue())
	take(g.clocksDue())
	take(g.bareDue())
	take(g.countDue())
	return at, !at.IsZero()
}

// pass takes that it is now, before what happens now is looked at.
func (g *Game) pass(o *out, now time.Time) {
	if at, ok := g.firstMoveDue(); ok && !at.After(now) {
		g.noFirstMove(o)
	}
	if at, ok := g.bareDue(); ok && !at.After(now) {
		g.expire(now)
		g.pressedBare(o)
	}
	g.count(o, now)
	if at, ok := g.clocksDue(); ok && !at.After(now) {
		g.clocksStopped(o)
	}
}

// lapse ends the findings about how things stand, where they do not stand so
// any more, and with the result what was to be looked at while it was open.
func (g *Game) lapse(o *out) {
	if !g.underway() {
		g.idleAt = o.at
	}
	if g.final != nil {
		g.bare, g.periods = nil, nil
	}
	if len(g.findings.open) == 0 {
		return
	}
	if !g.waitsForFirst() || len(g.plies) > g.missedAt {
		g.findings.clear(o, g.scope(), keyFirstMove)
	}
	if _, wrong := g.setWrong(); !wrong {
		g.findings.clear(o, g.scope(), keySetupBefore)
	}
	if len(g.plies) > 0 || g.explained || g.final != nil {
		g.findings.clear(o, g.scope(), keySetup)
	}
	g.boardLapse(o)
	if g.explained && !g.awaits || g.final != nil {
		g.findings.clear(o, g.scope(), "displaced")
	}
	if !g.idle() {
		g.findings.clear(o, g.scope(), keyClocks)
	}
	g.written(o)
	if g.final == nil {
		return
	}
	g.findings.clear(o, g.scope(), keyScoresheets)
	for _, kind := range [...]rules.Finding{rules.FindingPress, rules.FindingMoveCount, rules.FindingTwoMinutes, rules.FindingTouched, rules.FindingRookFirst, rules.FindingRecordingExempt} {
		g.findings.clearLike(o, g.scope(), string(kind)+"/")
	}
}

// is says whether a finding is open under a key.
func (f *findings) is(key string) bool {
	return slices.ContainsFunc(f.open, func(x openFinding) bool { return x.key == key })
}
