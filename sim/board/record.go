package board

import (
	"context"
	"slices"
)

// record makes a board send bytes that were recorded elsewhere, instead of what
// lies on it.
type record struct {
	part  []byte   // of a message that has not come whole
	men   [64]byte // the last word on the men, as codes by field
	known bool     // there was one
	clock []byte   // the last message of the clock
}

// Record makes the board one that sends what Send is given. It answers
// questions about itself, and those about men and clock with the last word of
// the record; while the record has none, it is silent. To be called before
// Plug.
func (b *Board) Record() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.record = &record{}
}

// Send puts recorded bytes on the line, in whole messages, so that an answer
// never comes inside one. It waits while the line is far behind, and sends
// whatever mode the host asked for.
func (b *Board) Send(bytes []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.record
	for _, c := range bytes {
		if m := r.take(c); m != nil {
			b.room()
			b.tell(m)
		}
	}
}

// Sent sends what never became whole as it is, and is Taken.
func (b *Board) Sent(ctx context.Context) error {
	b.mu.Lock()
	if p := b.record.part; len(p) > 0 {
		b.tell(slices.Clone(p))
		b.record.part = nil
	}
	b.mu.Unlock()
	return b.Taken(ctx)
}

// take adds one byte, and returns a message that is whole, or bytes that can
// be none.
func (r *record) take(c byte) []byte {
	if len(r.part) > 0 && c >= 0x80 || len(r.part) == 0 && c < 0x80 {
		// A byte with bit 7 always begins a message; others never do.
		out := r.part
		if r.part = []byte{c}; c < 0x80 {
			out, r.part = []byte{c}, nil
		}
		return out
	}
	r.part = append(r.part, c)
	if n := len(r.part); n < 3 || n < int(r.part[1])<<7|int(r.part[2]) {
		return nil
	}
	m := r.part
	r.part = nil
	switch {
	case m[0] == msgBoard && len(m) == 67:
		r.known = true
		copy(r.men[:], m[3:])
	case m[0] == msgField && len(m) == 5:
		r.men[m[3]&63] = m[4]
	case m[0] == msgClock && len(m) == 10:
		r.clock = m
	}
	return m
}

// sayMen and sayClock answer for the record.
func (b *Board) sayMen() {
	switch {
	case b.record == nil:
		b.tell(boardFrame(&b.seen, b.c.Turned))
	case b.record.known:
		b.tell(frame(msgBoard, b.record.men[:]...))
	}
}

func (b *Board) sayClock() {
	switch {
	case b.record == nil:
		b.tellClock()
	case b.record.clock != nil:
		b.tell(b.record.clock)
	}
}
