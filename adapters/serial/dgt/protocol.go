// Package dgt reads DGT e-boards in single mode: one board on one serial line,
// 9600 baud.
//
// It is written from the protocol's facts. Only queries and update modes are
// ever sent; nothing here can write to a board's memory, change its scan mode
// or set a clock.
package dgt

import "boardwire/rules"

// command is one byte from the host. These are all that may ever be written.
type command byte

const (
	askBoard      command = 0x42 // answered by one dump; the mode stays
	askSerial     command = 0x45 // five digits; also asks "are you there"
	askTrademark  command = 0x47
	updateNice    command = 0x4b // squares as they change, the clock when it changes
	askVersion    command = 0x4d
	askLongSerial command = 0x55 // ten digits; old boards stay silent
)

// harmless reports whether c changes nothing in a board but what it sends.
func (c command) harmless() bool {
	switch c {
	case askBoard, askSerial, askTrademark, updateNice, askVersion, askLongSerial:
		return true
	}
	return false
}

// Identifiers of messages from the board, bit 7 set as on the line.
const (
	idBoard      = 0x86
	idClock      = 0x8d
	idField      = 0x8e
	idMemory     = 0x8f // the move memory; some boards send it unasked
	idBusAddress = 0x90
	idSerial     = 0x91
	idTrademark  = 0x92
	idVersion    = 0x93
	idBattery    = 0xa0
	idLongSerial = 0xa2
)

const (
	headerLen   = 3
	boardLen    = headerLen + 64
	draughtsLen = headerLen + 100
	clockLen    = headerLen + 7
	fieldLen    = headerLen + 2
	memoryMax   = headerLen + 8192
	textMax     = headerLen + 256
)

// fits reports whether a message of this kind can have this length. Texts and
// numbers come in more than one length; a kind we do not know may have any.
func fits(id byte, n int) bool {
	switch id {
	case idBoard:
		return n == boardLen || n == draughtsLen
	case idClock:
		return n == clockLen
	case idField, idVersion, idBusAddress:
		return n == fieldLen
	case idMemory:
		return n >= headerLen && n <= memoryMax
	case idSerial, idLongSerial, idTrademark:
		return n >= headerLen && n <= textMax
	}
	return n >= headerLen
}

// Codes of what stands on a field. The last three are men that stand for a
// result; they are no chess men, but something stands there.
const (
	fieldEmpty = 0x00
	lastMan    = 0x0c
	lastCode   = 0x0f
)

var men = [lastMan + 1]rules.Piece{
	rules.NoPiece,
	rules.WhitePawn, rules.WhiteRook, rules.WhiteKnight, rules.WhiteBishop, rules.WhiteKing, rules.WhiteQueen,
	rules.BlackPawn, rules.BlackRook, rules.BlackKnight, rules.BlackBishop, rules.BlackKing, rules.BlackQueen,
}

// man returns the man of a code, NoPiece where it is not a chess man.
func man(code byte) rules.Piece {
	if code > lastMan {
		return rules.NoPiece
	}
	return men[code]
}

// square turns a field number into a square. Fields run from a8 along the
// eighth rank to h1, with the connector on White's left.
func square(field byte) rules.Square {
	return rules.SquareAt(int(field&7), 7-int(field>>3))
}
