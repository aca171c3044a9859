package ingest

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"boardwire/adapters/serial"
)

// notes logs what the supervisor tells, each trouble of a port once.
type notes struct {
	log  *slog.Logger
	m    *metrics
	last map[string]string // by port: the trouble that was logged
}

// lock returns the note function for all ports' goroutines.
func (n notes) lock() func(serial.Note) {
	var mu sync.Mutex
	return func(v serial.Note) {
		mu.Lock()
		defer mu.Unlock()
		n.take(v)
	}
}

func (n notes) take(v serial.Note) {
	switch v.What {
	case serial.NoteBytes:
		n.m.bytes.WithLabelValues(board(v)).Add(float64(v.Bytes))
	case serial.NoteNoise:
		n.m.frames.WithLabelValues(board(v), "noise").Inc()
	case serial.NoteUnnamed:
		n.log.Error("a board cannot be told by its serial number", "board", v.Device, "port", v.Port, "err", v.Err)
		n.m.unnamed.Inc()
	case serial.NoteOpened:
		n.log.Debug("port opened", "port", v.Port)
	case serial.NoteOpenFailed:
		n.m.openFailures.Inc()
		n.trouble(v)
	case serial.NoteFlood, serial.NoteForeign:
		n.trouble(v)
	case serial.NoteClosed:
		// Our own stop is no trouble.
		if v.Err != nil && !errors.Is(v.Err, context.Canceled) {
			n.trouble(v)
		}
	}
}

// trouble logs an error of a port unless it was the last one as well.
func (n notes) trouble(v serial.Note) {
	text := v.Err.Error()
	if n.last[v.Port] == text {
		return
	}
	n.last[v.Port] = text
	args := []any{"port", v.Port, "err", text}
	var e *serial.DeviceError
	if errors.As(v.Err, &e) && e.Hint != "" {
		args = append(args, "hint", e.Hint)
	}
	n.log.Warn("port trouble", args...)
}

func board(v serial.Note) string {
	if v.Device == "" {
		return "unknown"
	}
	return v.Device
}
