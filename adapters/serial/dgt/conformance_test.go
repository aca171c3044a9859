package dgt

import (
	"bytes"
	"fmt"
	"testing"

	"boardwire/adapters/serial"
	"boardwire/adapters/serial/serialtest"
)

// mayBeSent are the commands that change nothing in a board but what it sends,
// as the protocol's documents list them.
var mayBeSent = []byte{0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x4b, 0x4c, 0x4d, 0x55}

func allowed(written []byte) error {
	for i, b := range written {
		if bytes.IndexByte(mayBeSent, b) < 0 {
			return fmt.Errorf("byte %d is %#02x: no query and no update mode", i, b)
		}
	}
	return nil
}

// Own bytes: a start position, 1.e4 by way of e3, a capture whose square is
// never empty, a clock, and a dump of what then stands there.
func ownStream() []byte {
	var s []byte
	s = append(s, message(idBoard, startCodes[:]...)...)
	s = append(s, 0x8d, 0, 10, 0x01, 0x30, 0x00, 0x01, 0x30, 0x00, 0x08)
	s = append(s, 0x8d, 0, 10, 0x01, 0x30, 0x00, 0x01, 0x30, 0x00, 0x09)
	codes := startCodes
	touch := func(field, code byte) {
		codes[field] = code
		s = append(s, message(idField, field, code)...)
	}
	touch(52, 0)
	touch(44, 1)
	touch(44, 0)
	touch(36, 1)
	s = append(s, 0x8d, 0, 10, 0x01, 0x30, 0x00, 0x01, 0x29, 0x59, 0x13)
	s = append(s, message(idSerial, []byte("31415")...)...)
	touch(11, 0)
	touch(27, 7)
	touch(27, 1)
	touch(36, 0)
	s = append(s, message(idVersion, 1, 8)...)
	return append(s, message(idBoard, codes[:]...)...)
}

var startCodes = [64]byte{
	8, 9, 10, 12, 11, 10, 9, 8, 7, 7, 7, 7, 7, 7, 7, 7,
	48: 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 6, 5, 4, 3, 2,
}

func message(id byte, data ...byte) []byte {
	n := len(data) + 3
	return append([]byte{id, byte(n >> 7), byte(n & 0x7f)}, data...)
}

func TestConformance(t *testing.T) {
	serialtest.Run(t, func() serial.Protocol { return New() }, serialtest.Fixture{
		Stream:  ownStream(),
		Frame:   message(idField, 52, 0),
		Allowed: allowed,
	})
}

func FuzzFeed(f *testing.F) {
	serialtest.Fuzz(f, func() serial.Protocol { return New() }, ownStream(),
		message(idTrademark, bytes.Repeat([]byte("x"), 200)...),
		message(idBattery, 84, 5, 30, 1, 2, 0, 0, 0, 2),
		append([]byte{0x00, 0x8d, 0x00, 0x8e, 0x00}, message(idField, 63, 15)...))
}

func TestNoOtherCommandCanBeWritten(t *testing.T) {
	for b := range 256 {
		if command(b).harmless() && bytes.IndexByte(mayBeSent, byte(b)) < 0 {
			t.Errorf("the codec may write %#02x, which is no query and no update mode", b)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a command that starts the boot loader was written")
		}
	}()
	var p pace
	_ = p.write(&bytes.Buffer{}, 0x4e)
}
