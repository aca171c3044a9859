package web

import (
	"context"

	"boardwire/internal/bus"
)

// Follow is Run without a listener, for a Site whose Handler somebody else
// serves: it reads the stream from its first message until ctx ends, and then
// ends the Site's streams. It returns nil after ctx ended.
func (s *Site) Follow(ctx context.Context, pub bus.Log, names bus.Table) error {
	defer s.Close()
	if s.built != nil {
		return s.built
	}
	log := s.log()
	reader, err := s.open(ctx, pub, names, log)
	if err != nil {
		return stopped(ctx, err)
	}
	defer reader.Close()
	return stopped(ctx, s.follow(ctx, reader, names, log))
}
