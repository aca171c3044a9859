package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// tempo is one measurement of the way from a board to a viewer.
type tempo struct {
	boards int
	think  time.Duration // for a move, on average
	long   time.Duration // how long is played
	// profile, where set, is where the hall's processor profile goes.
	profile string
}

// latencies are what one measurement gave.
type latencies struct {
	tempo
	whole spread
	// missing presses were never seen by the viewer; dropped is how often its
	// stream ended and was opened again.
	missing, dropped int
	stages           []stage
	// controls are what the machine took meanwhile without the hall.
	controls []stage
	used     share
	load     string
	memory   int64 // resident bytes of the hall at the end
	most     int64
}

// settleTime lets the hall finish with the boards that it has just found.
const settleTime = 3 * time.Second

// lastFrames is how long the viewer may wait for what was played last.
const lastFrames = 3 * time.Second

// measure plays games on emulated boards in front of a hall and takes the time
// from the last byte of a clock message, with which a player pressed, to the
// bytes of the completed move at a viewer who waits for nothing.
func measure(ctx context.Context, t tempo) (latencies, error) {
	out := latencies{tempo: t}
	dir, err := os.MkdirTemp("", "boardwire-bench-")
	if err != nil {
		return out, err
	}
	defer os.RemoveAll(dir)
	if err := writeTournament(filepath.Join(dir, "bench.toml"), t.boards, true); err != nil {
		return out, err
	}
	tables, err := setUp(filepath.Join(dir, "boards"), t)
	defer func() {
		for _, t := range tables {
			t.board.Unplug()
		}
	}()
	if err != nil {
		return out, err
	}
	h, err := startHall(ctx, dir)
	if err != nil {
		return out, err
	}
	defer h.kill()
	v, err := watch(ctx, h.public)
	if err != nil {
		return out, err
	}
	if err := read(ctx, tables); err != nil {
		return out, errors.Join(err, v.close())
	}
	if err := out.play(ctx, h, tables, dir); err != nil {
		return out, errors.Join(err, v.close())
	}
	if err := errors.Join(v.close(), h.stop()); err != nil {
		return out, err
	}
	if text := h.errs.String(); text != "" {
		fmt.Fprintln(os.Stderr, text)
	}
	out.dropped = v.dropped
	seen := v.seen()
	var presses []press
	for _, t := range tables {
		presses = append(presses, t.pressed()...)
	}
	var times []time.Duration
	for _, p := range presses {
		if at, ok := seen[moment{p.game, "completed", p.ply}]; ok {
			times = append(times, at.Sub(p.at))
		} else {
			out.missing++
		}
	}
	out.whole = spreadOf(times)
	out.stages, err = stagesOf(ctx, filepath.Join(dir, "data", "nats"), presses, seen)
	return out, err
}

// setUp connects the boards. It returns those that it could, with an error for
// the first that it could not.
func setUp(dir string, t tempo) ([]*table, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	var tables []*table
	for n := 1; n <= t.boards; n++ {
		b, err := newTable(dir, n, t.think)
		if err != nil {
			return tables, err
		}
		tables = append(tables, b)
	}
	return tables, nil
}

// read waits until the hall reads every board.
func read(ctx context.Context, tables []*table) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for _, t := range tables {
		if err := t.board.WaitRead(ctx); err != nil {
			return fmt.Errorf("%s is not read by the hall: %w", t.game, err)
		}
	}
	return wait(ctx, settleTime)
}

// play lets all boards play at once and notes what the hall used meanwhile.
func (l *latencies) play(ctx context.Context, h *hall, tables []*table, dir string) error {
	playing, stop := context.WithTimeout(ctx, l.long)
	defer stop()
	before, err := spent(h.pid())
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	errs := make([]error, len(tables)+2)
	for i, t := range tables {
		all.Go(func() { errs[i] = t.play(playing) })
	}
	all.Go(func() { l.controls, errs[len(tables)+1] = controls(playing, dir) })
	if l.profile != "" {
		all.Go(func() { errs[len(tables)] = h.profile(playing, l.profile, l.long) })
	}
	all.Wait()
	after, err := spent(h.pid())
	if err != nil {
		return err
	}
	l.used, l.load = after.since(before), load()
	if l.memory, l.most, err = memory(h.pid()); err != nil {
		return err
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return wait(ctx, lastFrames)
}
