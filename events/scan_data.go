package events

// data reads the fields of a payload, from after its opening brace to before
// its closing one. It leaves Data nil for a type that does not come often. The
// type's name is taken from the constants, so that it keeps no bytes alive.
func (c *scanner) data(e *Event, t Type) {
	switch t {
	case TypeBoardSquare:
		e.Type = TypeBoardSquare
		e.Data = BoardSquare{Square: c.str(`"square":`), Piece: c.optional(`"piece":`)}
	case TypeClockReading:
		e.Type = TypeClockReading
		e.Data = c.reading()
	case TypeBoardSurface:
		e.Type = TypeBoardSurface
		e.Data = BoardSurface{Placement: c.optional(`"placement":`), Occupied: c.optional(`"occupied":`), Raw: c.optional(`"raw":`)}
	case TypeDeviceQuiet:
		var q DeviceQuiet
		c.need(`"since":`)
		c.literal(`"`)
		q.Since = c.stamp()
		c.need(`"ms":`)
		q.MS = c.number()
		e.Type, e.Data = TypeDeviceQuiet, q
	case TypeLifted:
		e.Type = TypeLifted
		e.Data = Lifted{Square: c.str(`"square":`), Piece: c.optional(`"piece":`)}
	case TypeMade:
		e.Type = TypeMade
		e.Data = Made{
			Ply: c.whole(`"ply":`), UCI: c.str(`"uci":`), SAN: c.str(`"san":`), FEN: c.str(`"fen":`),
			Clocks: c.clocksObject(), Articles: c.list(`"articles":`), Origin: c.optional(`"origin":`),
			Illegal: c.yes(`"illegal":`),
		}
	case TypeCompleted:
		e.Type = TypeCompleted
		e.Data = Completed{
			Ply: c.whole(`"ply":`), Move: ID(c.str(`"move":`)), By: c.str(`"by":`),
			Clocks: c.clocksObject(), Articles: c.list(`"articles":`),
		}
	case TypeClockChanged:
		e.Type = TypeClockChanged
		e.Data = c.changed()
	}
}

func (c *scanner) reading() ClockReading {
	return ClockReading{
		Left: c.whole(`"left":`), Right: c.whole(`"right":`),
		Running: c.yes(`"running":`), Lever: c.optional(`"lever":`),
		LeftFlag: c.yes(`"left_flag":`), RightFlag: c.yes(`"right_flag":`),
		LeftMark: c.yes(`"left_mark":`), RightMark: c.yes(`"right_mark":`),
		BatteryLow: c.yes(`"battery_low":`), Absent: c.yes(`"absent":`),
		Raw: c.optional(`"raw":`),
	}
}

func (c *scanner) changed() ClockChanged {
	c.need(`"changes":`)
	c.literal("[")
	return ClockChanged{
		Changes: c.texts(), Clocks: c.clocks(), By: c.optional(`"by":`),
		WhiteFlag: c.yes(`"white_flag":`), BlackFlag: c.yes(`"black_flag":`),
	}
}

// clocks reads the fields of Clocks.
func (c *scanner) clocks() Clocks {
	return Clocks{White: c.whole(`"white":`), Black: c.whole(`"black":`), Running: c.optional(`"running":`)}
}

// clocksObject reads Clocks where they may be absent.
func (c *scanner) clocksObject() *Clocks {
	if !c.key(`"clocks":`) {
		return nil
	}
	c.literal("{")
	out := c.clocks()
	c.literal("}")
	return &out
}
