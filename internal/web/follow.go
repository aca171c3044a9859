package web

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	"boardwire/internal/bus"
)

// Follow reads an audience's stream from its first message until ctx ends, for
// a Site whose Handler somebody else serves. It returns nil after ctx ended.
func (s *Site) Follow(ctx context.Context, pub bus.Log, names bus.Table) error {
	if s.built != nil {
		return s.built
	}
	log := s.cfg.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	log = log.With("audience", s.cfg.Audience.Name)
	reader, err := pub.Read(ctx, 1)
	if err != nil {
		return stopped(ctx, fmt.Errorf("read %s: %w", pub.Name(), err))
	}
	defer reader.Close()
	if err := s.catchUp(ctx, reader, names, log); err != nil {
		return stopped(ctx, err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	wg.Go(func() { cancel(s.follow(ctx, reader, log)) })
	wg.Go(func() { cancel(s.watch(ctx, names, log)) })
	<-ctx.Done()
	s.Close()
	wg.Wait()
	return stopped(ctx, context.Cause(ctx))
}
