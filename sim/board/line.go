package board

import (
	"time"

	"boardwire/rules"
)

// hear answers the host until the cable is pulled.
func (b *Board) hear(p *plug) {
	var e ear
	buf := make([]byte, 64)
	for {
		n, err := p.port.hear(buf)
		if err != nil {
			return
		}
		for _, c := range buf[:n] {
			c = e.hear(c)
			if c == 0 {
				continue
			}
			b.mu.Lock()
			if b.room(); b.plug == p {
				b.answer(c)
				b.cond.Broadcast()
			}
			b.mu.Unlock()
		}
	}
}

// send puts messages on the line, byte for byte at its speed, until the cable
// is pulled. What no host reads is gone.
func (b *Board) send(p *plug) {
	var free time.Time // when the line is free again
	for {
		m := b.next(p)
		if m == nil {
			return
		}
		if !b.c.Paced {
			if p.port.read() {
				b.wrote(m, time.Now())
				p.port.write(m, 0)
			}
			continue
		}
		whole := m
		if now := time.Now(); free.Before(now) {
			free = now
		}
		for len(m) > 0 {
			n := min(sliceBytes, len(m))
			free = free.Add(time.Duration(n) * ByteTime)
			select {
			case <-time.After(time.Until(free)):
			case <-p.done:
				return
			}
			if p.port.read() {
				if n == len(m) {
					b.wrote(whole, time.Now())
				}
				p.port.write(m[:n], patience)
			}
			m = m[n:]
		}
	}
}

func (b *Board) wrote(m []byte, at time.Time) {
	if b.c.Wrote != nil {
		b.c.Wrote(m, at)
	}
}

// next takes a message from the queue, nil when the cable was pulled.
func (b *Board) next(p *plug) []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	p.sending = false
	for b.plug == p && len(p.queue) == 0 {
		b.cond.Wait()
	}
	if b.plug != p {
		return nil
	}
	m := p.queue[0]
	p.queue, p.sending = p.queue[1:], true
	b.cond.Broadcast()
	return m
}

// scans reads rank after rank, and sends the clock anew where its mode wants
// that, until the cable is pulled.
func (b *Board) scans(p *plug) {
	t := time.NewTicker(rankTime)
	defer t.Stop()
	for rank := 7; ; rank = (rank + 7) % 8 {
		select {
		case <-t.C:
		case <-p.done:
			return
		}
		r := rank
		if b.c.Turned {
			r = 7 - rank
		}
		b.mu.Lock()
		if b.room(); b.plug == p && b.record == nil {
			b.scan(rules.SquareAt(0, r), rules.SquareAt(7, r))
			if b.mode == update && time.Since(b.sent) >= clockEach {
				b.tellClock()
			}
		}
		b.mu.Unlock()
	}
}
