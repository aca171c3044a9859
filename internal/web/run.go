package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"boardwire/internal/bus"
	"boardwire/internal/daemon"
)

// stopTime is how long open requests may take to end after ctx does.
const stopTime = 3 * time.Second

// Run reads an audience's stream from its first message, then serves it on
// cfg.Listener until ctx ends, following the stream. It returns nil after ctx
// ended, or what went wrong; where the pages were not built it says so at once.
// The listener is closed in every case.
func Run(ctx context.Context, cfg Config, pub bus.Log, names bus.Table) error {
	return New(cfg).Run(ctx, pub, names)
}

// Run is the package's Run for a Site whose figures the caller wants.
func (s *Site) Run(ctx context.Context, pub bus.Log, names bus.Table) error {
	if s.cfg.Listener == nil {
		return errors.New("web: no listener")
	}
	defer s.cfg.Listener.Close()
	if s.built != nil {
		return s.built
	}
	log := s.log()
	reader, err := s.open(ctx, pub, names, log)
	if err != nil {
		return stopped(ctx, err)
	}
	defer reader.Close()

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	wg.Go(func() { cancel(s.follow(ctx, reader, names, log)) })
	wg.Go(func() {
		cancel(daemon.Serve(ctx, s.cfg.Listener, s.Handler(), daemon.Listening{
			Conns: daemon.Connections(2), Stop: s.Close, StopTime: stopTime, Log: log,
		}))
	})
	log.Info("web serves", "address", s.cfg.Listener.Addr().String())

	wg.Wait()
	return stopped(ctx, context.Cause(ctx))
}

func (s *Site) log() *slog.Logger {
	log := s.cfg.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return log.With("audience", s.cfg.Audience.Name)
}

// open opens the stream and takes what it holds.
func (s *Site) open(ctx context.Context, pub bus.Log, names bus.Table, log *slog.Logger) (bus.Reader, error) {
	reader, err := pub.Read(ctx, 1)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", pub.Name(), err)
	}
	if err := s.catchUp(ctx, reader, names, log); err != nil {
		reader.Close()
		return nil, err
	}
	return reader, nil
}

// stopped returns nil where the end was asked for.
func stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil && (err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
		return nil
	}
	return err
}

// catchUp takes what is there already, so that the first page is whole.
func (s *Site) catchUp(ctx context.Context, reader bus.Reader, names bus.Table, log *slog.Logger) error {
	entries, err := names.All(ctx)
	if err != nil {
		return fmt.Errorf("read the names: %w", err)
	}
	for _, e := range entries {
		s.entry(e, log)
	}
	for {
		m, ok, err := reader.TryNext(ctx)
		if err != nil {
			return fmt.Errorf("read the released frames: %w", err)
		}
		if !ok {
			return nil
		}
		s.message(m, log)
	}
}

// follow takes messages and names until ctx ends or one of the two fails.
func (s *Site) follow(ctx context.Context, reader bus.Reader, names bus.Table, log *slog.Logger) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	wg.Go(func() { cancel(s.watch(ctx, names, log)) })
	cancel(s.frames(ctx, reader, log))
	wg.Wait()
	return context.Cause(ctx)
}

func (s *Site) frames(ctx context.Context, reader bus.Reader, log *slog.Logger) error {
	for {
		m, err := reader.Next(ctx)
		if err != nil {
			return fmt.Errorf("read the released frames: %w", err)
		}
		s.message(m, log)
	}
}

func (s *Site) message(m bus.Msg, log *slog.Logger) {
	if err := s.Take(m.Seq, m.Subject, m.Data, m.Time); err != nil {
		log.Error("frame refused", "seq", m.Seq, "err", err)
	}
}

func (s *Site) watch(ctx context.Context, names bus.Table, log *slog.Logger) error {
	err := names.Watch(ctx, func(e bus.Entry) { s.entry(e, log) })
	if err == nil && ctx.Err() == nil {
		err = errors.New("ended by itself")
	}
	return fmt.Errorf("watch the names: %w", err)
}

func (s *Site) entry(e bus.Entry, log *slog.Logger) {
	if err := s.Name(e.Key, e.Value); err != nil {
		log.Error("name refused", "key", e.Key, "err", err)
	}
}
