package dgt

import (
	"fmt"
	"io"
	"strings"
	"time"

	"boardwire/adapters/serial"
	"boardwire/boardstate"
	"boardwire/rules"
)

// Name is the driver's name on the command line and in device names.
const Name = "dgt"

// Codec reads one board in single mode. Make one with New; it is used by one
// goroutine at a time.
//
// What it tells: a Surface for each dump, a Touch for each square, a Clock for
// each reading, an Info for each answer about the device. A man that stands for
// a result is told as a man without a name: a Touch that is neither lifted nor
// has a Piece, a Surface whose Occupied has a square that Board has not.
type Codec struct {
	frames framer
	pace   pace
	at     time.Time
	see    func(serial.Sight)
}

var _ serial.Protocol = (*Codec)(nil)

// New returns a codec that has read nothing.
func New() *Codec { return &Codec{} }

// Name returns "dgt".
func (*Codec) Name() string { return Name }

// Line returns 9600 8N1.
func (*Codec) Line() serial.Line {
	return serial.Line{Baud: 9600, DataBits: 8, Parity: 'N', StopBits: 1}
}

// Feed takes bytes as they come. It returns serial.ErrNoise when some of them
// belonged to no message, or to one with a content that no board sends; a dump
// is asked for soon after.
func (c *Codec) Feed(b []byte, at time.Time, see func(serial.Sight)) error {
	if len(b) == 0 {
		return nil
	}
	c.pace.heard(at)
	c.at, c.see = at, see
	dropped := c.frames.feed(b, c.message)
	c.see = nil
	if dropped > 0 {
		c.pace.noise()
		return serial.ErrNoise
	}
	return nil
}

// message tells what one message says. It returns false for a content that no
// board sends.
func (c *Codec) message(m []byte) bool {
	id, d := m[0], m[headerLen:]
	switch id {
	case idField:
		return c.field(m, d[0], d[1])
	case idBoard:
		if len(m) == draughtsLen {
			return true // a draughts board: nothing that we can tell
		}
		return c.board(m, d)
	case idClock:
		r, told, ok := clock(d)
		if told {
			c.tell(serial.Sight{Clock: &r, Raw: m})
		}
		return ok
	case idSerial, idLongSerial:
		s, ok := digits(d)
		if ok {
			c.pace.named = true
			c.info(m, serial.Info{Serial: s})
		}
		return ok
	case idTrademark:
		c.info(m, serial.Info{Trademark: printable(d)})
	case idVersion:
		c.info(m, serial.Info{Version: fmt.Sprintf("%d.%d", d[0], d[1])})
	case idBattery:
		if len(d) > 0 && d[0] <= 100 {
			c.tell(serial.Sight{Info: &serial.Info{BatteryPercent: int(d[0])}, Raw: m})
		}
	}
	return true // kinds that we do not know are read over
}

func (c *Codec) field(m []byte, field, code byte) bool {
	if field > 63 || code > lastCode {
		return false
	}
	c.pace.touched(c.at)
	c.tell(serial.Sight{Raw: m, Touch: &boardstate.Touch{
		At: c.at, Square: square(field), Piece: man(code), Lifted: code == fieldEmpty,
	}})
	return true
}

func (c *Codec) board(m, codes []byte) bool {
	var b rules.Board
	var unnamed rules.Bitboard
	for i, code := range codes {
		switch {
		case code > lastCode:
			return false
		case code > lastMan:
			unnamed = unnamed.With(square(byte(i)))
		case code != fieldEmpty:
			b.Put(square(byte(i)), man(code))
		}
	}
	c.pace.dumped()
	s := boardstate.SurfaceOf(b)
	s.Occupied |= unnamed
	c.tell(serial.Sight{Surface: &s, Raw: m})
	return true
}

func (c *Codec) info(m []byte, i serial.Info) {
	i.BatteryPercent = -1
	c.tell(serial.Sight{Info: &i, Raw: m})
}

func (c *Codec) tell(s serial.Sight) {
	s.At = c.at
	c.see(s)
}

// Greet forgets half a message and begins anew: who are you, send changes, what
// stands on the board. It writes the first command; Tick writes the others, a
// tenth of a second apart, because a board has room for few.
func (c *Codec) Greet(w io.Writer) error {
	c.frames.reset()
	c.pace = pace{}
	return c.pace.greet(w)
}

// Tick writes what is due: see pace.
func (c *Codec) Tick(now time.Time, w io.Writer) (time.Time, error) {
	return c.pace.tick(now, w)
}

// digits reads a serial number. The long form is padded with zeros to ten
// digits; cut to the five of the short form, both are one text for one number.
// Some versions put a version text behind the number: only the digits count.
func digits(d []byte) (string, bool) {
	n := 0
	for n < len(d) && d[n] >= '0' && d[n] <= '9' {
		n++
	}
	s := string(d[:n])
	for len(s) > 5 && s[0] == '0' {
		s = s[1:]
	}
	return s, n > 0
}

// printable keeps what can be shown of a text; line ends become one space.
func printable(d []byte) string {
	t := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return ' '
		}
		return r
	}, string(d))
	return strings.Join(strings.Fields(t), " ")
}
