package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"boardwire/adapters/serial"
)

// An operator reads of a port's trouble once, with what to do where that is
// known, and of none when the process stops as asked.
func TestTroubleIsLoggedOnceAndAStopIsNone(t *testing.T) {
	var log bytes.Buffer
	note := notes{
		log:  slog.New(slog.NewTextHandler(&log, nil)),
		m:    newMetrics(prometheus.NewRegistry()),
		last: map[string]string{},
	}.lock()
	gone := errors.New("no such device")
	for range 3 {
		note(serial.Note{What: serial.NoteOpenFailed, Port: "/dev/ttyUSB0", Err: gone})
	}
	note(serial.Note{What: serial.NoteClosed, Port: "/dev/ttyUSB0", Err: fmt.Errorf("read: %w", context.Canceled)})
	if got := strings.Count(log.String(), "port trouble"); got != 1 {
		t.Errorf("%d lines, want 1:\n%s", got, log.String())
	}
	if strings.Contains(log.String(), "hint=") {
		t.Errorf("an empty hint: %s", log.String())
	}
	note(serial.Note{What: serial.NoteOpenFailed, Port: "/dev/ttyUSB1", Err: &serial.DeviceError{Hint: "join the group dialout", Err: gone}})
	if !strings.Contains(log.String(), `hint="join the group dialout"`) {
		t.Errorf("no hint: %s", log.String())
	}
}
