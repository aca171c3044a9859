package board

import (
	"encoding/hex"
	"strings"
	"testing"

	"boardwire/rules"
)

// The bytes are those of real boards, or of their published protocol.
func TestFrames(t *testing.T) {
	start := rules.Start().Board()
	for _, c := range []struct {
		name string
		got  []byte
		want string
	}{
		{"start, connector on White's left", boardFrame(&start, false), "860043" + "08090a0c0b0a0908" + strings.Repeat("07", 8) + strings.Repeat("00", 32) + strings.Repeat("01", 8) + "0203040605040302"},
		{"start, connector on White's right", boardFrame(&start, true), "860043" + "0203040506040302" + strings.Repeat("01", 8) + strings.Repeat("00", 32) + strings.Repeat("07", 8) + "08090a0b0c0a0908"},
		{"e2 is empty", fieldFrame(rules.E2, rules.NoPiece, false), "8e00053400"},
		{"a white pawn on e4", fieldFrame(rules.E4, rules.WhitePawn, false), "8e00052401"},
		{"3+2 before the start", clockFrame(Clock{White: Face{Seconds: 182}, Black: Face{Seconds: 182}, Bonus: true}, false), "8d000a20030220030208"},
		{"White's time runs", clockFrame(Clock{White: Face{Seconds: 180}, Black: Face{Seconds: 182}, Bonus: true, Running: true}, false), "8d000a20030220030009"},
		{"White has pressed", clockFrame(Clock{White: Face{Seconds: 181}, Black: Face{Seconds: 182}, Bonus: true, Running: true, BlackToMove: true}, false), "8d000a20030220030113"},
		{"the black flag fell", clockFrame(Clock{White: Face{Seconds: 16}, Black: Face{Flag: true}, Bonus: true, BlackToMove: true}, false), "8d000a30000020001612"},
		{"White on the right", clockFrame(Clock{White: Face{Seconds: 5400}, Black: Face{Seconds: 3661}, Running: true}, true), "8d000a01300001010113"},
		{"Black on the left moves", clockFrame(Clock{White: Face{Seconds: 5400}, Black: Face{Seconds: 3661}, BlackToMove: true}, true), "8d000a01300001010108"},
		{"more hours than fit", clockFrame(Clock{White: Face{Seconds: 40000}}, false), "8d000a00000009595908"},
		{"no clock", clockFrame(Clock{Absent: true}, false), "8d000a00000000000020"},
		{"a text of 130 bytes", frame(msgMark, make([]byte, 130)...)[:3], "920105"},
	} {
		if got := hex.EncodeToString(c.got); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestLongCommandsAreReadOver(t *testing.T) {
	var e ear
	var got []byte
	for _, c := range []byte{0x42, 0x60, 4, 0x40, 0x42, 0x45, 0, 0x45, 0x2b, 3, 3, 8, 0, 0x47, 0x60, 0x7f, 0x4d} {
		if h := e.hear(c); h != 0 {
			got = append(got, h)
		}
	}
	if want := "\x42\x45\x47\x4d"; string(got) != want {
		t.Errorf("got commands %x, want %x", got, want)
	}
}
