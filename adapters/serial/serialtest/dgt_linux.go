package serialtest

import (
	"sync"
	"testing"
)

// DGT is a board with a DGT tongue on a pseudo terminal: enough to answer a
// host. It knows nothing of chess and paces nothing.
type DGT struct {
	*Pty
	mu      sync.Mutex
	number  string // five digits; "" answers no question for it
	fields  [64]byte
	mute    bool
	updates bool
	asked   []byte
}

// StartFields is the start position, field 0 = a8.
var StartFields = [64]byte{
	0: 8, 9, 10, 12, 11, 10, 9, 8, 7, 7, 7, 7, 7, 7, 7, 7,
	48: 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 6, 5, 4, 3, 2,
}

// OpenDGT starts a board that shows the start position. It answers until the
// test ends or Close pulls its cable.
func OpenDGT(tb testing.TB, number string) *DGT {
	tb.Helper()
	d := &DGT{Pty: OpenPty(tb), number: number, fields: StartFields}
	go d.serve()
	return d
}

func (d *DGT) serve() {
	b := make([]byte, 64)
	for {
		n, err := d.Master.Read(b)
		if err != nil {
			return
		}
		for _, c := range b[:n] {
			d.answer(c)
		}
	}
}

func (d *DGT) answer(c byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked = append(d.asked, c)
	if d.mute {
		return
	}
	switch c {
	case 0x42:
		d.send(0x86, d.fields[:]...)
	case 0x43, 0x44, 0x4b:
		d.updates = true
	case 0x45:
		if d.number != "" {
			d.send(0x91, []byte(d.number)...)
		}
	case 0x47:
		d.send(0x92, []byte("a board for tests\r\nof boardwire")...)
	case 0x4d:
		d.send(0x93, 1, 8)
	}
}

func (d *DGT) send(id byte, data ...byte) {
	n := len(data) + 3
	_, _ = d.Master.Write(append([]byte{id, byte(n >> 7), byte(n & 0x7f)}, data...))
}

// Set puts a man (its code, 0 for none) on a field and tells it in an update
// mode.
func (d *DGT) Set(field, code byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fields[field] = code
	if d.updates && !d.mute {
		d.send(0x8e, field, code)
	}
}

// Clock sends a reading: hours, minutes, seconds of right and left as the line
// has them, and the status.
func (d *DGT) Clock(seven ...byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.send(0x8d, seven...)
}

// Raw sends any bytes.
func (d *DGT) Raw(b ...byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, _ = d.Master.Write(b)
}

// Number changes the serial number that is told from now on.
func (d *DGT) Number(s string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.number = s
}

// Mute makes the board stop or go on answering.
func (d *DGT) Mute(on bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.mute = on
}

// Asked returns every byte the host has sent.
func (d *DGT) Asked() []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]byte(nil), d.asked...)
}
