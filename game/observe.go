package game

import (
	"fmt"
	"strconv"

	"boardwire/boardstate"
	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"
)

// observe takes what a device said: it keeps the device's own state, and hands
// it to the game that the device serves.
func (h *Hall) observe(o *out, e events.Event) {
	name, ok := e.Scope.Device()
	if !ok {
		return
	}
	d := h.devices[name]
	if d == nil {
		d = &device{name: name, table: h.serves[name]}
		h.devices[name] = d
	}
	g := h.games[h.serves[name]]
	if g != nil {
		g.pass(o, o.at)
		if g.closed() {
			defer d.history.leave() // no other table tells what was moved here
		}
		defer h.settled(o, g)
	}
	switch p := e.Data.(type) {
	case events.BoardSurface:
		s, err := surfaceOf(p)
		if err != nil {
			h.unreadable(o, d, err)
			return
		}
		h.findings.clear(o, events.HallScope, "unreadable/"+name)
		if !d.known || d.surface != s {
			d.still = false
		}
		d.surface, d.known = s, true
		d.history.keep(o.at, s)
		if g != nil {
			g.seeSurface(o, s)
		}
	case events.BoardSquare:
		t, err := touchOf(p)
		if err != nil {
			h.unreadable(o, d, err)
			return
		}
		t.At = e.Observed
		d.surface, d.still = touched(d.surface, t), false
		d.history.keep(o.at, t)
		if g != nil && d.known {
			g.seeTouch(o, t)
		}
	case events.ClockReading:
		r, err := readingOf(p)
		if err != nil {
			h.unreadable(o, d, err)
			return
		}
		d.reading = &reading{r, e.Observed}
		d.history.keep(o.at, r)
		if g != nil {
			g.seeClock(o, e.Observed, r)
		}
	case events.DeviceQuiet:
		if p.MS >= quietMove {
			d.still = true
		}
		d.history.keep(o.at, calm{p.Since, p.MS})
		d.restart(o.at)
		if g != nil && d.known {
			g.seeQuiet(o, p.Since, p.MS)
		}
	case events.DeviceSeen:
		d.lost = ""
		d.history.keep(o.at, absence{})
		if g != nil {
			g.leave() // a host that was killed says no lost
			g.findings.clear(o, g.scope(), "device")
		}
	case events.DeviceLost:
		d.lost = "lost"
		if p.Reason != "" {
			d.lost = clip(p.Reason)
		}
		d.history.keep(o.at, absence{})
		if g != nil {
			g.leave()
			g.missing(o, d)
		}
	}
}

// unreadable tells the desk that a device said something that is no chess board.
func (h *Hall) unreadable(o *out, d *device, err error) {
	h.findings.raise(o, events.HallScope, "unreadable/"+d.name, events.FindingRaised{
		Kind: events.FindingDevice,
		Text: fmt.Sprintf("board %s: %s", d.name, clip(err.Error())),
	})
}

// surfaceOf reads a dump in the device's own frame.
func surfaceOf(p events.BoardSurface) (boardstate.Surface, error) {
	if p.Placement == "" {
		occupied, err := strconv.ParseUint(p.Occupied, 16, 64)
		if err != nil || len(p.Occupied) != 16 {
			return boardstate.Surface{}, fmt.Errorf("occupied %q is not 16 hex digits", clip(p.Occupied))
		}
		return boardstate.Surface{Occupied: rules.Bitboard(occupied)}, nil
	}
	b, err := rules.ParsePlacement(p.Placement)
	if err != nil {
		return boardstate.Surface{}, err
	}
	return boardstate.SurfaceOf(b), nil
}

// touchOf reads a changed square in the device's own frame.
func touchOf(p events.BoardSquare) (boardstate.Touch, error) {
	sq, err := rules.ParseSquare(p.Square)
	if err != nil {
		return boardstate.Touch{}, err
	}
	t := boardstate.Touch{Square: sq}
	switch p.Piece {
	case "":
		t.Lifted = true
		return t, nil
	case "?":
		return t, nil
	}
	ok := len(p.Piece) == 1
	if ok {
		t.Piece, ok = rules.ParsePiece(p.Piece[0])
	}
	if !ok {
		return t, fmt.Errorf("square %s: %q is not a chess man", sq, clip(p.Piece))
	}
	return t, nil
}

// touched returns a surface with one square changed.
func touched(s boardstate.Surface, t boardstate.Touch) boardstate.Surface {
	if t.Lifted {
		s.Occupied = s.Occupied.Without(t.Square)
	} else {
		s.Occupied = s.Occupied.With(t.Square)
	}
	if s.Identity {
		s.Board.Put(t.Square, t.Piece)
	}
	return s
}

// maxShown is more than any clock shows, in seconds.
const maxShown = 100 * 3600

// readingOf reads a clock message.
func readingOf(p events.ClockReading) (clockstate.Reading, error) {
	if p.Left < 0 || p.Left > maxShown || p.Right < 0 || p.Right > maxShown {
		return clockstate.Reading{}, fmt.Errorf("its clock shows %d s and %d s, which no clock does", p.Left, p.Right)
	}
	r := clockstate.Reading{
		Left:       clockstate.Face{Time: seconds(p.Left), Flag: p.LeftFlag, FlagShown: p.LeftMark},
		Right:      clockstate.Face{Time: seconds(p.Right), Flag: p.RightFlag, FlagShown: p.RightMark},
		Running:    p.Running,
		BatteryLow: p.BatteryLow,
		Absent:     p.Absent,
	}
	switch p.Lever {
	case "left":
		r.Lever = clockstate.Left
	case "right":
		r.Lever = clockstate.Right
	}
	return r, nil
}
