package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"boardwire/adapters/serial"
	"boardwire/sim/board"
)

// controls are measured while the boards play, with nothing of the hall in
// them: what the machine itself takes for one step of the way.
const (
	controlPort = "alone: one pseudo terminal"
	controlDisk = "alone: one append with fsync"
)

// controlEach is the time between two tries.
const controlEach = 100 * time.Millisecond

// controls measures until ctx ends.
func controls(ctx context.Context, dir string) ([]stage, error) {
	type result struct {
		times []time.Duration
		err   error
	}
	port := make(chan result, 1)
	go func() {
		times, err := portAlone(ctx)
		port <- result{times, err}
	}()
	disk, err := diskAlone(ctx, filepath.Join(dir, "control"))
	p := <-port
	return []stage{{controlPort, spreadOf(p.times)}, {controlDisk, spreadOf(disk)}}, errors.Join(err, p.err)
}

// portAlone sends clock messages from a board to a reader of its own.
func portAlone(ctx context.Context) (times []time.Duration, err error) {
	sent := make(chan time.Time, 64)
	b, err := board.New(board.Config{Serial: 1, Wrote: func(_ []byte, at time.Time) { sent <- at }})
	if err != nil {
		return nil, err
	}
	if err := b.Plug(); err != nil {
		return nil, err
	}
	defer b.Unplug()
	name, err := b.Port()
	if err != nil {
		return nil, err
	}
	r, err := serial.OpenPort(name, serial.Line{Baud: 9600, DataBits: 8, Parity: 'N', StopBits: 1}, time.Second)
	if err != nil {
		return nil, fmt.Errorf("open the board's own port: %w", err)
	}
	defer r.Close()
	const everyClock, men = 0x4b, 0x42
	if _, err := r.Write([]byte{everyClock, men}); err != nil {
		return nil, err
	}
	if err := b.WaitRead(ctx); err != nil {
		return nil, nil
	}
	buf := make([]byte, 256)
	one := func() (time.Time, error) {
		for {
			if n, err := r.Read(buf); n > 0 || err != nil {
				return time.Now(), err
			}
		}
	}
	if err := wait(ctx, controlEach); err != nil {
		return nil, nil
	}
	if _, err := one(); err != nil { // the clock and the men that were asked for
		return nil, err
	}
	for len(sent) > 0 {
		<-sent
	}
	for n := 1; wait(ctx, controlEach) == nil; n++ {
		b.Show(board.Clock{White: board.Face{Seconds: n % 3600}})
		at, err := one()
		if err != nil {
			return times, err
		}
		times = append(times, at.Sub(<-sent))
	}
	return times, nil
}

// diskAlone appends as much as an event has to a file, and syncs it.
func diskAlone(ctx context.Context, path string) (times []time.Duration, err error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	event := make([]byte, 300)
	for wait(ctx, controlEach) == nil {
		began := time.Now()
		if _, err := f.Write(event); err != nil {
			return times, err
		}
		if err := f.Sync(); err != nil {
			return times, err
		}
		times = append(times, time.Since(began))
	}
	return times, nil
}
