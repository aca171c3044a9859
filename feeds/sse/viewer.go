package sse

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"time"
)

// Viewer is one open stream between Join and Serve.
type Viewer struct {
	hub    *Hub
	filter Filter
	queue  chan frame
	tail   []frame // the hub's own, not a copy
	resync bool
	at     uint64 // the hub's last sequence when the viewer joined
	epoch  string
}

// Join enters a viewer. lastID is the id of the last frame it has, "" for none.
// There are three outcomes: it gets the frames after that id; there are none
// and it gets nothing; or the id tells nothing and Resync is true: the caller
// then gives Serve the whole state.
//
// What is sent after Join reaches the viewer, so a caller that reads its state
// under the same lock under which it calls Send and Join loses nothing and gets
// nothing twice. After Join, Serve must be called.
func (h *Hub) Join(filter Filter, lastID string) *Viewer {
	h.mu.Lock()
	defer h.mu.Unlock()
	v := &Viewer{hub: h, filter: filter, queue: make(chan frame, h.cfg.Queue), at: h.last, epoch: h.epoch}
	tail, ok := h.tail(lastID)
	v.tail, v.resync = tail, !ok
	if h.closed {
		close(v.queue)
		return v
	}
	h.viewers[v] = struct{}{}
	return v
}

// Resync says that the viewer needs the whole state first.
func (v *Viewer) Resync() bool { return v.resync }

// missed are the frames of the tail that the viewer follows.
func (v *Viewer) missed() iter.Seq[frame] {
	return func(yield func(frame) bool) {
		for _, f := range v.tail {
			if len(f.text) > 0 && v.filter.takes(f.game) && !yield(f) {
				return
			}
		}
	}
}

// Serve writes the stream until the viewer goes, is dropped or the hub closes.
// state is the data of the resync event, in parts that make one line and that
// viewers may share; it is used only when Resync is true.
func (v *Viewer) Serve(w http.ResponseWriter, r *http.Request, state [][]byte) {
	defer v.leave()
	out := writer{w: w, control: http.NewResponseController(w), timeout: v.hub.cfg.WriteTimeout}
	head := w.Header()
	head.Set("Content-Type", "text/event-stream; charset=utf-8")
	head.Set("Cache-Control", "no-store")
	head.Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return
	}

	if out.open(v, state) != nil {
		return
	}

	beat := time.NewTicker(v.hub.cfg.Heartbeat)
	defer beat.Stop()
	for {
		select {
		case <-r.Context().Done():
			return
		case <-beat.C:
			if out.write([]byte(":\n\n")) != nil || out.flush() != nil {
				return
			}
		case f, ok := <-v.queue:
			if !ok || out.drain(f, v.queue) != nil {
				return
			}
		}
	}
}

// leave takes the viewer off the hub, if it is still there.
func (v *Viewer) leave() {
	v.hub.mu.Lock()
	defer v.hub.mu.Unlock()
	v.hub.drop(v)
}

// writer writes with a deadline, so that a dead connection holds nothing.
type writer struct {
	w       http.ResponseWriter
	control *http.ResponseController
	timeout time.Duration
	left    int // bytes until part moves the deadline
}

func (o writer) write(b []byte) error {
	// A server without deadlines (a test's recorder) still gets the bytes.
	if err := o.control.SetWriteDeadline(time.Now().Add(o.timeout)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	_, err := o.w.Write(b)
	return err
}

func (o writer) flush() error {
	if err := o.control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}

// open writes what a viewer gets first. Nothing is put together for it: whoever
// comes back with an old id, or anew, costs no memory of his own.
func (o *writer) open(v *Viewer, state [][]byte) error {
	if err := o.part(fmt.Appendf(nil, "retry: %d\n\n", v.hub.cfg.Retry().Milliseconds())); err != nil {
		return err
	}
	if v.resync {
		if err := o.part(fmt.Appendf(nil, "id: %s-%d\nevent: resync\ndata: ", v.epoch, v.at)); err != nil {
			return err
		}
		for _, b := range append(state, []byte("\n\n")) {
			if err := o.part(b); err != nil {
				return err
			}
		}
	}
	for f := range v.missed() {
		if err := o.part(f.text); err != nil {
			return err
		}
	}
	v.tail = nil
	return o.flush()
}

// part is write for one of many small pieces: the deadline moves on with each
// batch of them.
func (o *writer) part(b []byte) error {
	if o.left -= len(b); o.left <= 0 {
		o.left = batch
		return o.write(b)
	}
	_, err := o.w.Write(b)
	return err
}

// batch is about how many bytes one write takes when many frames wait.
const batch = 32 << 10

// drain writes one frame and those that wait behind it, and flushes once. The
// bytes belong to every viewer; none has a copy of them.
func (o *writer) drain(f frame, queue <-chan frame) error {
	o.left = 0
	for n := len(f.text); ; n += len(f.text) {
		if err := o.part(f.text); err != nil {
			return err
		}
		if n >= batch {
			return o.flush()
		}
		var open bool
		select {
		case f, open = <-queue:
			if !open {
				_ = o.flush()
				return http.ErrServerClosed
			}
		default:
			return o.flush()
		}
	}
}

// chance is the default time before a viewer comes back.
func chance() time.Duration {
	return time.Second + rand.N(3*time.Second)
}
