package sse

// Skip passes over a message that no viewer may get, so that the sequence goes
// on without a hole.
func (h *Hub) Skip(seq uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.keep(frame{seq: seq})
}

// keep remembers a frame for viewers that come back.
func (h *Hub) keep(f frame) {
	if f.seq != h.last+1 {
		h.ring = nil
	}
	h.last = f.seq
	h.ring = append(h.ring, f)
	if len(h.ring) >= 2*h.cfg.Ring {
		h.ring = append([]frame(nil), h.kept()...)
	}
}
