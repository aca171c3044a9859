package dgt

import (
	"time"

	"boardwire/clockstate"
)

// Bits of a side's hours byte.
const (
	hoursMask = 0x0f
	hoursAck  = 0x0a // not hours: the message answers a clock command
	bitFlag   = 0x10 // the flag fell and the display stands at zero
	bitMark   = 0x40 // a flag is shown, the clock may still run
)

// Bits of the status byte.
const (
	bitRunning    = 0x01
	bitRightHigh  = 0x02
	bitBatteryLow = 0x04
	bitLeftTurn   = 0x08
	bitRightTurn  = 0x10
	bitNoClock    = 0x20
	turnBits      = bitRightHigh | bitLeftTurn | bitRightTurn
)

// clock reads the seven bytes of a clock message. told is false for messages
// that are no reading: answers to clock commands, and the all-zero message that
// some boards send after one. ok is false for bytes that no clock sends.
//
// The first three bytes are the right side, as recordings show; which turn bit
// means which side is written both ways in the documents, so the lever decides.
func clock(d []byte) (r clockstate.Reading, told, ok bool) {
	if d[0]&hoursMask == hoursAck || d[3]&hoursMask == hoursAck {
		return r, false, true
	}
	var any byte
	for _, b := range d {
		any |= b
	}
	if any == 0 {
		return r, false, true
	}
	status := d[6]
	r.BatteryLow = status&bitBatteryLow != 0
	if status&bitNoClock != 0 {
		return clockstate.Reading{Absent: true}, true, true
	}
	var okL, okR bool
	r.Right, okR = face(d[0:3])
	r.Left, okL = face(d[3:6])
	if !okL || !okR {
		return clockstate.Reading{}, false, false
	}
	r.Running = status&bitRunning != 0
	switch {
	case status&bitRightHigh != 0:
		r.Lever = clockstate.Right
	case status&turnBits != 0:
		r.Lever = clockstate.Left
	}
	return r, true, true
}

func face(d []byte) (f clockstate.Face, ok bool) {
	hours := d[0] & hoursMask
	minutes, okM := sixty(d[1])
	seconds, okS := sixty(d[2])
	f = clockstate.Face{
		Time:      time.Duration(hours)*time.Hour + minutes*time.Minute + seconds*time.Second,
		Flag:      d[0]&bitFlag != 0,
		FlagShown: d[0]&bitMark != 0,
	}
	return f, okM && okS && hours <= 9
}

// sixty reads two decimal digits below 60.
func sixty(b byte) (time.Duration, bool) {
	tens, ones := b>>4, b&0x0f
	return time.Duration(tens*10 + ones), tens <= 5 && ones <= 9
}
