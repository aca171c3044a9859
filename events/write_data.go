package events

// data writes the fields of a payload between its braces; false for a type
// that does not come often.
func (w *writer) data(p Payload) bool {
	switch p := p.(type) {
	case BoardSquare:
		w.str(`"square":`, p.Square)
		w.optional(`"piece":`, p.Piece)
	case ClockReading:
		w.whole(`"left":`, int64(p.Left))
		w.whole(`"right":`, int64(p.Right))
		w.yes(`"running":`, p.Running)
		w.optional(`"lever":`, p.Lever)
		w.yes(`"left_flag":`, p.LeftFlag)
		w.yes(`"right_flag":`, p.RightFlag)
		w.yes(`"left_mark":`, p.LeftMark)
		w.yes(`"right_mark":`, p.RightMark)
		w.yes(`"battery_low":`, p.BatteryLow)
		w.yes(`"absent":`, p.Absent)
		w.optional(`"raw":`, p.Raw)
	case BoardSurface:
		w.optional(`"placement":`, p.Placement)
		w.optional(`"occupied":`, p.Occupied)
		w.optional(`"raw":`, p.Raw)
	case DeviceQuiet:
		w.time(`"since":`, p.Since)
		w.whole(`"ms":`, p.MS)
	case Lifted:
		w.str(`"square":`, p.Square)
		w.optional(`"piece":`, p.Piece)
	case Made:
		w.whole(`"ply":`, int64(p.Ply))
		w.str(`"uci":`, p.UCI)
		w.str(`"san":`, p.SAN)
		w.str(`"fen":`, p.FEN)
		w.clocks(p.Clocks)
		w.optionalList(`"articles":`, p.Articles)
		w.optional(`"origin":`, p.Origin)
		w.yes(`"illegal":`, p.Illegal)
	case Completed:
		w.whole(`"ply":`, int64(p.Ply))
		w.str(`"move":`, string(p.Move))
		w.str(`"by":`, p.By)
		w.clocks(p.Clocks)
		w.optionalList(`"articles":`, p.Articles)
	case ClockChanged:
		w.list(`"changes":`, p.Changes)
		w.clockFields(p.Clocks)
		w.optional(`"by":`, p.By)
		w.yes(`"white_flag":`, p.WhiteFlag)
		w.yes(`"black_flag":`, p.BlackFlag)
	default:
		return false
	}
	return true
}

// clocks writes Clocks as an object, where they are there.
func (w *writer) clocks(c *Clocks) {
	if c == nil {
		return
	}
	w.key(`"clocks":`)
	w.b = append(w.b, '{')
	w.clockFields(*c)
	w.b = append(w.b, '}')
}

func (w *writer) clockFields(c Clocks) {
	w.whole(`"white":`, int64(c.White))
	w.whole(`"black":`, int64(c.Black))
	w.optional(`"running":`, c.Running)
}
