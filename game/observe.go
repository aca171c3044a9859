package game

import (
	"fmt"

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
		d = &device{name: name}
		h.devices[name] = d
	}
	g := h.games[h.serves[name]]
	switch p := e.Data.(type) {
	case events.BoardSurface:
		s, err := surfaceOf(p)
		if err != nil {
			h.unreadable(o, d, err)
			return
		}
		d.surface, d.known = s, true
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
		d.surface = touched(d.surface, t)
		if g != nil && d.known {
			g.seeTouch(o, t)
		}
	case events.ClockReading:
		r := readingOf(p)
		d.reading = &r
		if g != nil {
			g.seeClock(o, r)
		}
	case events.DeviceQuiet:
		if g != nil && d.known {
			g.seeQuiet(o, p.MS)
		}
	case events.DeviceSeen:
		d.lost = false
		if g != nil {
			g.findings.clear(o, g.scope(), "device")
		}
	case events.DeviceLost:
		d.lost = true
		if g != nil {
			g.raiseDevice(o, fmt.Sprintf("board %s does not answer (%s); moves made meanwhile are read from the board when it is back", name, p.Reason))
		}
	}
}

// unreadable tells the desk that a device said something that is no chess board.
func (h *Hall) unreadable(o *out, d *device, err error) {
	h.findings.raise(o, events.HallScope, "unreadable/"+d.name, events.FindingRaised{
		Kind: events.FindingDevice,
		Text: fmt.Sprintf("board %s: %v", d.name, err),
	})
}

// surfaceOf reads a dump in the device's own frame.
func surfaceOf(p events.BoardSurface) (boardstate.Surface, error) {
	if p.Placement == "" {
		var occupied uint64
		if _, err := fmt.Sscanf(p.Occupied, "%016x", &occupied); err != nil || len(p.Occupied) != 16 {
			return boardstate.Surface{}, fmt.Errorf("occupied %q is not 16 hex digits", p.Occupied)
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
	t := boardstate.Touch{Square: sq, Lifted: p.Piece == ""}
	if len(p.Piece) == 1 && p.Piece != "?" {
		piece, ok := rules.ParsePiece(p.Piece[0])
		if !ok {
			return t, fmt.Errorf("square %s: %q is not a chess man", p.Square, p.Piece)
		}
		t.Piece = piece
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

// readingOf reads a clock message.
func readingOf(p events.ClockReading) clockstate.Reading {
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
	return r
}
