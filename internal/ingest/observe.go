package ingest

import (
	"encoding/hex"
	"fmt"
	"time"

	"boardwire/adapters/serial"
	"boardwire/events"
	"boardwire/rules"
)

// Observe turns what a device said into the payload that records it: squares
// in the board's own frame, clock sides as left and right. It returns nil for
// a sight that is kept elsewhere (a device's own data).
func Observe(s serial.Sight) events.Payload {
	switch {
	case s.Touch != nil:
		p := events.BoardSquare{Square: s.Touch.Square.String()}
		switch {
		case s.Touch.Lifted:
		case s.Touch.Piece == rules.NoPiece:
			p.Piece = "?"
		default:
			p.Piece = string(rune(s.Touch.Piece.Letter()))
		}
		return p
	case s.Surface != nil:
		p := events.BoardSurface{Raw: hex.EncodeToString(s.Raw)}
		if s.Surface.Identity {
			p.Placement = s.Surface.Board.Placement()
		} else {
			p.Occupied = fmt.Sprintf("%016x", uint64(s.Surface.Occupied))
		}
		return p
	case s.Clock != nil:
		c := s.Clock
		return events.ClockReading{
			Left: int(c.Left.Time / time.Second), Right: int(c.Right.Time / time.Second),
			Running: c.Running, Lever: c.Lever.String(),
			LeftFlag: c.Left.Flag, RightFlag: c.Right.Flag,
			LeftMark: c.Left.FlagShown, RightMark: c.Right.FlagShown,
			BatteryLow: c.BatteryLow, Absent: c.Absent,
			Raw: hex.EncodeToString(s.Raw),
		}
	}
	return nil
}
