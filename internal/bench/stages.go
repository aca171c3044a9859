package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
	"boardwire/internal/bus/js"
)

// stage is one stretch of the way.
type stage struct {
	name string
	spread
}

// stageNames are the stretches in order; each ends where the next begins.
var stageNames = []string{
	"pseudo terminal: last byte -> read",
	"queue of the outbox's writer",
	"outbox fsync, publish -> record",
	"record fsync, delivery, fold, facts before -> fact",
	"fact fsync, delivery, gate -> released",
	"release fsync, delivery, page server -> viewer",
}

// stagesOf reads the logs of a hall that has stopped and says where the time
// of the presses went: every message carries the time at which the store took
// it, and every observation that of its reading.
func stagesOf(ctx context.Context, dir string, presses []press, seen map[moment]time.Time) ([]stage, error) {
	server, err := js.StartServer(ctx, js.ServerConfig{Dir: dir, MinFree: 1})
	if err != nil {
		return nil, err
	}
	defer server.Close()
	live, err := server.Store("boardwire-bench", js.Live)
	if err != nil {
		return nil, err
	}
	defer live.Close()
	pub, err := server.Store("boardwire-bench", js.Publisher)
	if err != nil {
		return nil, err
	}
	defer pub.Close()

	type taken struct {
		observed, recorded, stored time.Time
	}
	record := map[events.ID]taken{}
	err = each(ctx, live, "IN-main-s0001", func(m bus.Msg) error {
		e, err := events.Decode(m.Data)
		if err == nil && e.Type == events.TypeClockReading {
			record[e.ID] = taken{e.Observed, e.Recorded, m.Time}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	type fact struct {
		cause  events.ID
		stored time.Time
	}
	facts := map[moment]fact{}
	err = each(ctx, live, "FACT-main-s0001-g1", func(m bus.Msg) error {
		e, err := events.Decode(m.Data)
		if c, ok := e.Data.(events.Completed); ok {
			game, _ := e.Scope.Table()
			facts[moment{game, feeds.KindCompleted, c.Ply}] = fact{e.Cause, m.Time}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	released := map[moment]time.Time{}
	err = each(ctx, pub, "PUB-public", func(m bus.Msg) error {
		if !strings.HasSuffix(m.Subject, "."+feeds.KindCompleted) {
			return nil
		}
		f, err := feeds.ParseFrame(m.Data)
		if c, ok := f.Body.(feeds.Completed); ok {
			released[moment{f.Game, f.Kind, c.Ply}] = m.Time
		}
		return err
	})
	if err != nil {
		return nil, err
	}

	times := make([][]time.Duration, len(stageNames))
	for _, p := range presses {
		m := moment{p.game, feeds.KindCompleted, p.ply}
		f, known := facts[m]
		in, caused := record[f.cause]
		out, isOut := released[m]
		at, isSeen := seen[m]
		if !known || !caused || !isOut || !isSeen {
			continue
		}
		points := []time.Time{p.at, in.observed, in.recorded, in.stored, f.stored, out, at}
		for i := range times {
			// Both clocks are this machine's wall clock.
			times[i] = append(times[i], points[i+1].Round(0).Sub(points[i].Round(0)))
		}
	}
	var out []stage
	for i, name := range stageNames {
		out = append(out, stage{name, spreadOf(times[i])})
	}
	return out, nil
}

// each reads a stream to its end.
func each(ctx context.Context, store bus.Store, stream string, see func(bus.Msg) error) error {
	log, err := store.Open(ctx, stream)
	if err != nil {
		return err
	}
	r, err := log.Read(ctx, 1)
	if err != nil {
		return err
	}
	defer r.Close()
	for {
		m, ok, err := r.TryNext(ctx)
		if err == nil && ok {
			err = see(m)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", stream, errors.Join(err))
		}
		if !ok {
			return nil
		}
	}
}
