package board

import "boardwire/rules"

// Messages of the board: an identifier with bit 7 set, the length of the whole
// message in two groups of seven bits, and the data, bit 7 clear.
const (
	msgBoard   = 0x86
	msgClock   = 0x8d
	msgField   = 0x8e
	msgBus     = 0x90
	msgSerial  = 0x91
	msgMark    = 0x92
	msgVersion = 0x93
	msgLong    = 0xa2
)

func frame(id byte, data ...byte) []byte {
	n := len(data) + 3
	return append([]byte{id, byte(n >> 7 & 0x7f), byte(n & 0x7f)}, data...)
}

// number returns the two groups of seven bits of n.
func number(n int) (high, low byte) { return byte(n >> 7 & 0x7f), byte(n & 0x7f) }

// code is the number of a man on the line: pawn, rook, knight, bishop, king,
// queen from 1 for White and from 7 for Black.
func code(p rules.Piece) byte {
	var c byte
	switch p.Role() {
	case rules.NoRole:
		return 0
	case rules.Pawn:
		c = 1
	case rules.Rook:
		c = 2
	case rules.Knight:
		c = 3
	case rules.Bishop:
		c = 4
	case rules.King:
		c = 5
	case rules.Queen:
		c = 6
	}
	if p.Color() == rules.Black {
		c += 6
	}
	return c
}

// field is the number of a square: from a8 along the ranks to h1, when White
// sits with the connector on the left, and the other way round when turned.
func field(s rules.Square, turned bool) byte {
	f := byte(7-s.Rank())<<3 | byte(s.File())
	if turned {
		f = 63 - f
	}
	return f
}

// Face is one display of the clock.
type Face struct {
	// Seconds is the time shown, at most 9:59:59.
	Seconds int
	// Flag: the time ran out and the clock stopped on it.
	Flag bool
}

// Clock is what the clock shows. White's display is the one on White's side,
// wherever the board's connector is.
type Clock struct {
	White, Black Face
	// BlackToMove: the lever is up on Black's side.
	BlackToMove bool
	// Running: the side to move loses time.
	Running bool
	// Bonus: the clock adds time for each move, and marks both displays so.
	Bonus bool
	// Absent: no clock is connected.
	Absent bool
}

// Bits of the clock message. The high half of the hours byte tells what the
// display shows beside the time.
const (
	hourFlag  = 0x10
	hourBonus = 0x20

	statusRunning  = 0x01
	statusRightUp  = 0x02
	statusLeftMove = 0x08
	statusRight    = 0x10
	statusAbsent   = 0x20
)

const maxShown = 9*3600 + 59*60 + 59

func bcd(n int) byte { return byte(n/10<<4 | n%10) }

func faceBytes(f Face, bonus bool) [3]byte {
	s := min(max(f.Seconds, 0), maxShown)
	h := byte(s / 3600)
	if f.Flag {
		h |= hourFlag
	}
	if bonus {
		h |= hourBonus
	}
	return [3]byte{h, bcd(s / 60 % 60), bcd(s % 60)}
}

// clockFrame writes the time on the right, then the time on the left, then the
// status. White sits on the left unless turned.
func clockFrame(c Clock, turned bool) []byte {
	if c.Absent {
		return frame(msgClock, 0, 0, 0, 0, 0, 0, statusAbsent)
	}
	left, right, rightMoves := c.White, c.Black, c.BlackToMove
	if turned {
		left, right, rightMoves = right, left, !rightMoves
	}
	status := byte(statusLeftMove)
	if rightMoves {
		status = statusRight | statusRightUp
	}
	if c.Running {
		status |= statusRunning
	}
	r, l := faceBytes(right, c.Bonus), faceBytes(left, c.Bonus)
	return frame(msgClock, r[0], r[1], r[2], l[0], l[1], l[2], status)
}

func fieldFrame(s rules.Square, p rules.Piece, turned bool) []byte {
	return frame(msgField, field(s, turned), code(p))
}

func boardFrame(b *rules.Board, turned bool) []byte {
	var data [64]byte
	for s := rules.A1; s <= rules.H8; s++ {
		data[field(s, turned)] = code(b.At(s))
	}
	return frame(msgBoard, data[:]...)
}
