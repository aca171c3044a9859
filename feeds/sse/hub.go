// Package sse sends frames to browsers as server-sent events (WHATWG HTML,
// "Server-sent events").
//
// Every viewer has a bounded queue. One that does not keep up is dropped and
// comes back by itself with the id of the last frame that it has, so that a slow
// reader costs neither memory nor anybody else's time.
package sse

import (
	"strconv"
	"strings"
	"sync"
	"time"
)

// Config says how a hub serves its viewers. Zero fields get the defaults.
type Config struct {
	// Ring is how many of the last frames can be sent again (default 4096).
	Ring int
	// Queue is how many frames may wait for one viewer (default 256).
	Queue int
	// Heartbeat is the time between comment lines that keep a silent connection
	// open (default 15 s). It is counted from the viewer's connection and never
	// from a frame: silence and play look the same on it.
	Heartbeat time.Duration
	// WriteTimeout is how long one write may take (default 10 s).
	WriteTimeout time.Duration
	// Retry returns how long a viewer waits before it comes back; nil means 1 to
	// 4 s by chance, so that a restart does not call everybody at once.
	Retry func() time.Duration
}

// Hub keeps the last frames and the viewers.
type Hub struct {
	cfg Config

	mu      sync.Mutex
	epoch   string
	last    uint64
	ring    []frame // sequence numbers without holes, the last at the end
	viewers map[*Viewer]struct{}
	closed  bool
	slow    uint64 // viewers that were dropped because they did not keep up
}

// frame is one frame, encoded once for everybody.
type frame struct {
	seq  uint64
	game string
	text []byte
}

// New returns a hub without frames. Its epoch is set by SetEpoch.
func New(cfg Config) *Hub {
	if cfg.Ring <= 0 {
		cfg.Ring = 4096
	}
	if cfg.Queue <= 0 {
		cfg.Queue = 256
	}
	if cfg.Heartbeat <= 0 {
		cfg.Heartbeat = 15 * time.Second
	}
	if cfg.WriteTimeout <= 0 {
		cfg.WriteTimeout = 10 * time.Second
	}
	if cfg.Retry == nil {
		cfg.Retry = chance
	}
	return &Hub{cfg: cfg, epoch: "0", viewers: map[*Viewer]struct{}{}}
}

// SetEpoch names the stream that the sequence numbers belong to. Ids of another
// epoch lead to a resync.
func (h *Hub) SetEpoch(epoch string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.epoch = epoch
}

// Send gives a frame to every viewer whose filter takes it. seq is the frame's
// sequence in its stream and must be one more than the last; otherwise what was
// kept for coming back is forgotten. Data must be one line. It never waits: a
// viewer whose queue is full is dropped.
func (h *Hub) Send(seq uint64, game, kind string, data []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f := frame{seq: seq, game: game, text: h.encode(seq, kind, data)}
	h.keep(f)
	for v := range h.viewers {
		if !v.filter.takes(game) {
			continue
		}
		select {
		case v.queue <- f:
		default:
			h.slow++
			h.drop(v)
		}
	}
}

// Close ends every stream; later viewers are turned away.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for v := range h.viewers {
		h.drop(v)
	}
}

// Drop ends every stream that is open; its viewer comes back by itself.
func (h *Hub) Drop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for v := range h.viewers {
		h.drop(v)
	}
}

// Viewers returns how many streams are open.
func (h *Hub) Viewers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.viewers)
}

// Slow returns how many viewers were dropped because their queue was full.
func (h *Hub) Slow() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.slow
}

func (h *Hub) drop(v *Viewer) {
	if _, ok := h.viewers[v]; ok {
		delete(h.viewers, v)
		close(v.queue)
	}
}

func (h *Hub) encode(seq uint64, kind string, data []byte) []byte {
	b := make([]byte, 0, len(data)+64)
	b = append(b, "id: "...)
	b = append(b, h.epoch...)
	b = append(b, '-')
	b = strconv.AppendUint(b, seq, 10)
	b = append(b, "\nevent: "...)
	b = append(b, kind...)
	b = append(b, "\ndata: "...)
	b = append(b, data...)
	return append(b, "\n\n"...)
}

// kept returns the frames that can be sent again.
func (h *Hub) kept() []frame { return h.ring[max(len(h.ring)-h.cfg.Ring, 0):] }

// tail returns the kept frames after the id, and false when the id tells
// nothing: another epoch, not one of ours, not yet reached, or too old.
func (h *Hub) tail(id string) ([]frame, bool) {
	epoch, text, ok := strings.Cut(id, "-")
	if !ok || epoch != h.epoch {
		return nil, false
	}
	seq, err := strconv.ParseUint(text, 10, 64)
	if err != nil || strconv.FormatUint(seq, 10) != text || seq > h.last {
		return nil, false
	}
	kept := h.kept()
	missing := h.last - seq
	if missing > uint64(len(kept)) {
		return nil, false
	}
	return kept[uint64(len(kept))-missing:], true
}
