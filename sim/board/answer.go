package board

import "fmt"

// What the host can ask, one byte each. Everything else is not answered.
const (
	askIdle       = 0x40
	askClock      = 0x41
	askBoard      = 0x42
	askUpdate     = 0x43
	askSquares    = 0x44
	askSerial     = 0x45
	askBus        = 0x46
	askMark       = 0x47
	askBusMode    = 0x4a
	askNice       = 0x4b
	askVersion    = 0x4d
	askLong       = 0x55
	longLights    = 0x60 // followed by a length and so many bytes
	longClock     = 0x2b // the same
	longCommandAt = 0x20 // no such length is over this
)

// trademark is the emulator's own text. It is nobody's trade mark.
const trademark = "boardwire emulated board - a program, no device"

// The version of the emulated firmware.
const versionMain, versionSub = 1, 8

// mode says what is sent unasked.
type mode uint8

const (
	idle    mode = iota
	squares      // squares as they change
	update       // and the clock at least once a second
	nice         // and the clock when it changes
)

func (m mode) clock() bool { return m == update || m == nice }

// answer tells what command c asks for, and takes over the mode it sets. The
// caller holds the lock.
func (b *Board) answer(c byte) {
	switch c {
	case askIdle, askBusMode:
		b.mode = idle
	case askSquares:
		b.mode, b.asked.updates = squares, true
	case askUpdate:
		b.mode, b.asked.updates = update, true
		b.sayClock()
	case askNice:
		b.mode, b.asked.updates = nice, true
		b.sayClock()
	case askClock:
		b.sayClock()
	case askBoard:
		b.asked.men = true
		b.sayMen()
	case askSerial:
		b.tell(frame(msgSerial, fmt.Appendf(nil, "%05d", b.c.Serial)...))
	case askLong:
		b.tell(frame(msgLong, fmt.Appendf(nil, "%010d", b.c.Serial)...))
	case askBus:
		// The address is the serial number, of which 14 bits fit.
		high, low := number(b.c.Serial)
		b.tell(frame(msgBus, high, low))
	case askMark:
		b.tell(frame(msgMark, []byte(trademark)...))
	case askVersion:
		b.tell(frame(msgVersion, versionMain, versionSub))
	}
}

// ear takes single commands out of what the host sends.
type ear struct {
	skip   int
	length bool // the next byte is the length of a long command
}

// hear returns the command that c is, 0 if it is part of a long one.
func (e *ear) hear(c byte) byte {
	switch {
	case e.length:
		e.length = false
		if e.skip = int(c); c > longCommandAt {
			e.skip = 0
		}
		return 0
	case e.skip > 0:
		e.skip--
		return 0
	case c == longLights || c == longClock:
		e.length = true
		return 0
	}
	return c
}
