package sse

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

// Viewer is one open stream between Join and Serve.
type Viewer struct {
	hub    *Hub
	filter Filter
	queue  chan frame
	tail   []frame
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
	v.resync = !ok
	for _, f := range tail {
		if len(f.text) > 0 && filter.takes(f.game) {
			v.tail = append(v.tail, f)
		}
	}
	if h.closed {
		close(v.queue)
		return v
	}
	h.viewers[v] = struct{}{}
	return v
}

// Resync says that the viewer needs the whole state first.
func (v *Viewer) Resync() bool { return v.resync }

// Serve writes the stream until the viewer goes, is dropped or the hub closes.
// state is the data of the resync event, one line; it is used only when Resync
// is true.
func (v *Viewer) Serve(w http.ResponseWriter, r *http.Request, state []byte) {
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

	first := fmt.Appendf(nil, "retry: %d\n\n", v.hub.cfg.Retry().Milliseconds())
	if v.resync {
		first = fmt.Appendf(first, "id: %s-%s\nevent: resync\ndata: %s\n\n", v.epoch, strconv.FormatUint(v.at, 10), state)
	}
	for _, f := range v.tail {
		first = append(first, f.text...)
	}
	v.tail = nil
	if out.write(first) != nil || out.flush() != nil {
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

// batch is about how many bytes one write takes when many frames wait.
const batch = 32 << 10

// drain writes one frame and those that wait behind it, and flushes once.
func (o writer) drain(f frame, queue <-chan frame) error {
	b := f.text
	copied := false
	for len(b) < batch {
		select {
		case next, ok := <-queue:
			if !ok {
				_ = o.write(b)
				_ = o.flush()
				return http.ErrServerClosed
			}
			if !copied { // the frame's own bytes belong to every viewer
				b, copied = append(make([]byte, 0, 2*batch), b...), true
			}
			b = append(b, next.text...)
			continue
		default:
		}
		break
	}
	if err := o.write(b); err != nil {
		return err
	}
	return o.flush()
}

// chance is the default time before a viewer comes back.
func chance() time.Duration {
	return time.Second + rand.N(3*time.Second)
}
