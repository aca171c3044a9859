package dgt

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"time"

	"boardwire/adapters/serial"
	"boardwire/rules"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// read feeds bytes and returns one line a sight.
func read(c *Codec, b []byte) (lines []string, err error) {
	err = c.Feed(b, noon, func(s serial.Sight) { lines = append(lines, line(s)) })
	return lines, err
}

func line(s serial.Sight) string {
	switch {
	case s.Touch != nil && s.Touch.Lifted:
		return s.Touch.Square.String() + " empty"
	case s.Touch != nil && s.Touch.Piece == rules.NoPiece:
		return s.Touch.Square.String() + " something"
	case s.Touch != nil:
		return s.Touch.Square.String() + " " + s.Touch.Piece.String()
	case s.Surface != nil:
		if odd := s.Surface.Occupied &^ s.Surface.Board.Occupied(); odd != 0 {
			return fmt.Sprintf("board %s and %d unnamed", s.Surface.Board.Placement(), odd.Count())
		}
		return "board " + s.Surface.Board.Placement()
	case s.Clock != nil && s.Clock.Absent:
		return "no clock"
	case s.Clock != nil:
		k := s.Clock
		text := fmt.Sprintf("clock %v %v", k.Left.Time, k.Right.Time)
		for _, w := range []struct {
			on   bool
			word string
		}{
			{k.Running, " running"}, {k.Left.Flag, " left-flag"}, {k.Right.Flag, " right-flag"},
			{k.Left.FlagShown, " left-mark"}, {k.Right.FlagShown, " right-mark"}, {k.BatteryLow, " battery-low"},
		} {
			if w.on {
				text += w.word
			}
		}
		if k.Lever.String() != "" {
			text += " " + k.Lever.String() + "-to-move"
		}
		return text
	case s.Info != nil:
		return fmt.Sprintf("info %q %q %q %d", s.Info.Serial, s.Info.Version, s.Info.Trademark, s.Info.BatteryPercent)
	}
	return "nothing"
}

func TestEachMessage(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	withDraw := startCodes
	withDraw[27] = 0x0d
	rotated := startCodes
	for i, c := range startCodes {
		rotated[63-i] = c
	}
	tests := []struct {
		name string
		in   []byte
		want string // "" for a message that tells nothing
	}{
		{"dump", message(idBoard, startCodes[:]...), "board " + start},
		{"dump of a board seen from the other side stays in the board's own frame",
			message(idBoard, rotated[:]...), "board RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr"},
		{"dump with a man that stands for a draw", message(idBoard, withDraw[:]...), "board " + start + " and 1 unnamed"},
		{"dump of a draughts board", message(idBoard, make([]byte, 100)...), ""},
		{"first field", message(idField, 0, 8), "a8 r"},
		{"last field", message(idField, 63, 2), "h1 R"},
		{"field by the connector", message(idField, 56, 6), "a1 Q"},
		{"emptied", message(idField, 52, 0), "e2 empty"},
		{"white wins", message(idField, 36, 0x0e), "e4 something"},
		{"black wins", message(idField, 36, 0x0f), "e4 something"},
		{"stopped, left to move", message(idClock, 1, 0x30, 0, 1, 0x29, 0x59, 0x08), "clock 1h29m59s 1h30m0s left-to-move"},
		{"running, left to move", message(idClock, 0, 3, 2, 0, 3, 1, 0x09), "clock 3m1s 3m2s running left-to-move"},
		{"stopped, right to move", message(idClock, 0, 3, 2, 0, 3, 1, 0x12), "clock 3m1s 3m2s right-to-move"},
		{"running, right to move", message(idClock, 0, 3, 2, 0, 3, 1, 0x13), "clock 3m1s 3m2s running right-to-move"},
		{"lever and turn disagree: the lever decides", message(idClock, 0, 3, 2, 0, 3, 1, 0x0b), "clock 3m1s 3m2s running right-to-move"},
		{"turn says right but the right lever is down", message(idClock, 0, 3, 2, 0, 3, 1, 0x11), "clock 3m1s 3m2s running left-to-move"},
		{"no lever told", message(idClock, 0, 3, 2, 0, 3, 1, 0x00), "clock 3m1s 3m2s"},
		{"right flag, blocked", message(idClock, 0x10, 0, 0, 0, 0, 0x16, 0x12), "clock 16s 0s right-flag right-to-move"},
		{"left flag shown, next period runs", message(idClock, 0, 5, 0, 0x40, 0x29, 0, 0x09), "clock 29m0s 5m0s running left-mark left-to-move"},
		{"increment symbol changes nothing", message(idClock, 0x29, 0x59, 0x59, 0x29, 0x59, 0x58, 0x09), "clock 9h59m58s 9h59m59s running left-to-move"},
		{"battery low", message(idClock, 0, 3, 2, 0, 3, 1, 0x0c), "clock 3m1s 3m2s battery-low left-to-move"},
		{"no clock", message(idClock, 0, 0, 0, 0, 0, 0, 0x20), "no clock"},
		{"no clock, rubbish in the digits", message(idClock, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x20), "no clock"},
		{"nothing but zeros is no reading", message(idClock, 0, 0, 0, 0, 0, 0, 0), ""},
		{"answer to a clock command", message(idClock, 0x0a, 0x10, 0x08, 0x2a, 0x11, 0x33, 0), ""},
		{"answer to a clock command, marked on the left alone", message(idClock, 0x00, 0x10, 0x08, 0x2a, 0x11, 0x33, 0), ""},
		{"serial number", message(idSerial, []byte("01025")...), `info "01025" "" "" -1`},
		{"serial number with a version text", message(idSerial, []byte("31415v1.8")...), `info "31415" "" "" -1`},
		{"long serial number of the same board", message(idLongSerial, []byte("0000001025")...), `info "01025" "" "" -1`},
		{"long serial number", message(idLongSerial, []byte("3000012345")...), `info "3000012345" "" "" -1`},
		{"version", message(idVersion, 3, 10), `info "" "3.10" "" -1`},
		{"trademark", message(idTrademark, []byte("made up\r\n by  nobody ")...), `info "" "" "made up by nobody" -1`},
		{"long trademark", message(idTrademark, bytes.Repeat([]byte("a"), 200)...), `info "" "" "` + string(bytes.Repeat([]byte("a"), 200)) + `" -1`},
		{"empty trademark", message(idTrademark), `info "" "" "" -1`},
		{"battery", message(idBattery, 84, 5, 30, 1, 2, 0, 0, 0, 2), `info "" "" "" 84`},
		{"battery not told", message(idBattery, 0x7f, 5, 30, 1, 2, 0, 0, 0, 2), ""},
		{"bus address", message(idBusAddress, 8, 1), ""},
		{"move memory nobody asked for", message(idMemory, bytes.Repeat([]byte{0x40, 0x34}, 3968)...), ""},
		{"a kind of message that is not known", message(0xb5, 1, 2, 3), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := read(New(), tt.in)
			if err != nil {
				t.Fatalf("Feed: %v", err)
			}
			var want []string
			if tt.want != "" {
				want = []string{tt.want}
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

func TestDamagedMessagesAreNoiseAndTellNothing(t *testing.T) {
	badDump := startCodes
	badDump[5] = 0x10
	tests := map[string][]byte{
		"bytes outside a message":     {0x00, 0x42, 0x7f},
		"field 64":                    message(idField, 64, 1),
		"code 16":                     message(idField, 36, 0x10),
		"dump with code 16":           message(idBoard, badDump[:]...),
		"minute 60":                   message(idClock, 0, 0x60, 0, 0, 3, 1, 0x09),
		"second 5a":                   message(idClock, 0, 3, 0x5a, 0, 3, 1, 0x09),
		"hour 11":                     message(idClock, 0x0b, 3, 0, 0, 3, 1, 0x09),
		"field update of six bytes":   message(idField, 36, 1, 0),
		"dump of 66 bytes":            message(idBoard, startCodes[:63]...),
		"clock message of nine bytes": message(idClock, 0, 3, 0, 0, 3, 1),
		"length below the header":     {idField, 0, 2},
		"serial number of letters":    message(idSerial, []byte("abcde")...),
		"message cut by the next":     {idField, 0, 5, 36, idClock},
	}
	for name, in := range tests {
		t.Run(name, func(t *testing.T) {
			c := New()
			got, err := read(c, in)
			if !errors.Is(err, serial.ErrNoise) || len(got) > 0 {
				t.Fatalf("told %q, %v; want nothing and noise", got, err)
			}
			got, err = read(c, message(idField, 52, 0))
			if len(got) != 1 || got[0] != "e2 empty" {
				t.Errorf("the next message told %q, %v", got, err)
			}
		})
	}
}

func TestRawFramesOfOneCallDoNotOverwriteEachOther(t *testing.T) {
	c := New()
	_, _ = read(c, []byte{idField, 0, 5, 10})
	var raws [][]byte
	_ = c.Feed(append([]byte{1}, ownStream()...), noon, func(s serial.Sight) { raws = append(raws, s.Raw) })
	if want := message(idField, 10, 1); !bytes.Equal(raws[0], want) {
		t.Errorf("first raw frame %x, want %x", raws[0], want)
	}
	if got := bytes.Join(raws[1:], nil); !bytes.Equal(got, ownStream()) {
		t.Errorf("raw frames joined are not the stream:\n%x\n%x", got, ownStream())
	}
}

func BenchmarkFeed(b *testing.B) {
	stream := ownStream()
	c := New()
	b.SetBytes(int64(len(stream)))
	b.ReportAllocs()
	for b.Loop() {
		_ = c.Feed(stream, noon, func(serial.Sight) {})
	}
}
