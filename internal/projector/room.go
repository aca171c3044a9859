package projector

import (
	"context"

	"boardwire/internal/bus"
)

// lookEach is after how many messages the projector looks how full the streams
// are; far fewer than the last fifth of a stream holds.
const lookEach = 1000

// room raises the limit of a sitting's streams when they are four fifths full,
// so that a long sitting is never refused while the disk has room. Where the
// disk has none the stream stays as it is, and refuses when it is full.
func (s *sitting) room(ctx context.Context, folded int) {
	if s.looked += folded; s.looked < lookEach {
		return
	}
	s.looked = 0
	for log, spec := range map[bus.Log]func(int64) bus.Spec{
		s.record: func(n int64) bus.Spec { return recordSpec(s.p.cfg.Hall, s.id, n) },
		s.facts:  func(n int64) bus.Spec { return factSpec(s.p.cfg.Hall, s.id, s.gen, n) },
	} {
		sizer, ok := log.(bus.Sizer)
		if !ok {
			continue
		}
		used, limit, err := sizer.Size()
		if err != nil || limit == 0 || used < limit/5*4 {
			continue
		}
		if _, err := s.p.live.Create(ctx, spec(2*limit)); err != nil {
			s.p.log.Error("a stream is nearly full and cannot be raised; free some disk space", "stream", log.Name(), "used", used, "limit", limit, "err", err)
			continue
		}
		s.p.log.Info("stream raised", "stream", log.Name(), "used", used, "limit", 2*limit)
	}
}
