package serial_test

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwire/adapters/serial"
	"boardwire/adapters/serial/serialtest"
)

// A port that talks and is no board's, and one that never stops talking, are
// told to the operator, once each; no device is made up for them.
func TestPortsThatAreNoBoards(t *testing.T) {
	for name, c := range map[string]struct {
		says []byte
		each time.Duration
		want serial.What
	}{
		"another device": {[]byte("$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9\r\n"), 20 * time.Millisecond, serial.NoteForeign},
		"a flood":        {bytes.Repeat([]byte{0xff, 0x00, 0x55}, 1000), 0, serial.NoteFlood},
	} {
		t.Run(name, func(t *testing.T) {
			pty, d := serialtest.OpenPty(t), newDiary()
			o := d.options()
			o.SilentAfter = 300 * time.Millisecond
			noted := make(chan serial.Note, 64)
			o.Note = func(n serial.Note) {
				if n.What == c.want {
					noted <- n
				}
			}
			stop := make(chan struct{})
			spoken := make(chan struct{})
			go func() {
				defer close(spoken)
				for {
					_ = pty.Master.SetWriteDeadline(time.Now().Add(50 * time.Millisecond))
					if _, err := pty.Master.Write(c.says); err != nil && !os.IsTimeout(err) {
						return
					}
					select {
					case <-stop:
						return
					case <-time.After(c.each):
					}
				}
			}()
			end := started(t, func(ctx context.Context) { serial.Run(ctx, pty.Path, o) })
			select {
			case n := <-noted:
				if n.Err == nil || !strings.Contains(n.Err.Error(), pty.Path) || !strings.Contains(n.Err.Error(), "look") {
					t.Errorf("the note says %v", n.Err)
				}
			case <-time.After(time.Minute):
				t.Error("nobody is told")
			}
			end()
			close(stop)
			<-spoken
			if len(noted) != 0 {
				t.Errorf("told %d times more", len(noted))
			}
			d.mu.Lock()
			defer d.mu.Unlock()
			if slices.ContainsFunc(d.lines, func(l string) bool { return strings.Contains(l, "seen") }) {
				t.Errorf("a device was made up: %v", d.lines)
			}
		})
	}
}
