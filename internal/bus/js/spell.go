package js

import (
	"context"
	"time"
)

// spell hands out contexts that end after a stall, or up to a second later: one
// for each message would cost as much as the message.
type spell struct {
	parent context.Context
	ctx    context.Context
	cancel context.CancelFunc
	fresh  time.Time // until when ctx is given out
}

func (p *spell) context() context.Context {
	now := time.Now()
	if p.ctx != nil && now.Before(p.fresh) {
		return p.ctx
	}
	p.end()
	p.ctx, p.cancel = context.WithDeadline(p.parent, now.Add(stall+time.Second))
	p.fresh = now.Add(time.Second)
	return p.ctx
}

func (p *spell) end() {
	if p.cancel != nil {
		p.cancel()
	}
	p.ctx = nil
}
