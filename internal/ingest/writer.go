package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"boardwire/adapters/serial"
	"boardwire/events"
	"boardwire/internal/failpoint"
	"boardwire/internal/spool"
)

const (
	// lineQueue is how much may wait between the ports and the outbox. When it
	// is full the ports wait, and the kernel keeps what they say.
	lineQueue = 1024
	// groupMax is how many events share one write at most.
	groupMax = 256
)

// line is one thing that a port told.
type line struct {
	what   what
	device serial.Device
	at     time.Time
	sight  serial.Sight
	why    serial.Reason
	detail string
}

type what uint8

const (
	isSight what = iota
	isSeen
	isLost
	isIdle
)

// sink hands what the ports tell to the one writer.
type sink struct{ lines chan<- line }

func (s sink) Seen(d serial.Device, at time.Time) { s.lines <- line{what: isSeen, device: d, at: at} }

func (s sink) Sight(d serial.Device, v serial.Sight) {
	v.Raw = bytes.Clone(v.Raw) // the codec uses the bytes again
	s.lines <- line{what: isSight, device: d, at: v.At, sight: v}
}

func (s sink) Idle(d serial.Device, at time.Time) { s.lines <- line{what: isIdle, device: d, at: at} }

func (s sink) Lost(d serial.Device, at time.Time, why serial.Reason, detail string) {
	s.lines <- line{what: isLost, device: d, at: at, why: why, detail: detail}
}

// writer is the one goroutine that numbers events and puts them into the
// outbox.
type writer struct {
	box    *spool.Outbox
	rec    *Recorder
	deps   Deps
	m      *metrics
	lines  <-chan line
	drains <-chan drain
	roll   *roll
	absent time.Duration
	left   []string // boards that were lost and are still on the roll

	full    bool // the outbox took the last events not
	restate bool // say how every device stands
	obs     []Observation
}

// drain asks for the last event of a sitting.
type drain struct {
	sitting string
	done    chan bool // whether it was written
}

// run writes until the ports are closed, or the outbox fails; then it reads on
// so that the ports can close.
func (w *writer) run() error {
	retry := time.NewTicker(time.Second)
	defer retry.Stop()
	missing := time.NewTimer(w.absent)
	defer missing.Stop()
	for {
		w.obs = w.obs[:0]
		select {
		case l, open := <-w.lines:
			if !open {
				return nil
			}
			w.take(l)
			w.more()
		case d := <-w.drains:
			if err := w.drain(d); err != nil {
				return w.fail(err)
			}
		case <-missing.C:
			w.miss(w.deps.Now())
		case <-retry.C:
			if !w.full {
				continue
			}
		}
		if err := w.write(); err != nil {
			return w.fail(err)
		}
	}
}

func (w *writer) fail(err error) error {
	w.deps.Ready("outbox", err)
	go func() {
		for range w.lines {
		}
	}()
	return err
}

// more takes what waits already: it shares the next write.
func (w *writer) more() {
	for len(w.obs) < groupMax {
		select {
		case l, open := <-w.lines:
			if !open {
				return // seen again by the loop
			}
			w.take(l)
		default:
			return
		}
	}
}

func (w *writer) take(l line) {
	switch l.what {
	case isSight:
		w.obs = w.rec.Sight(w.obs, l.device, l.sight)
	case isSeen:
		w.obs = w.rec.Seen(w.obs, l.device, l.at)
		w.keep(w.roll.seen(l.device))
		w.deps.Log.Info("board answers", "board", l.device.Name, "family", l.device.Family, "port", l.device.Port)
	case isLost:
		w.obs = w.rec.Lost(w.obs, l.device, l.at, l.why, l.detail)
		w.left = append(w.left, l.device.Name)
		w.deps.Log.Warn("board lost", "board", l.device.Name, "port", l.device.Port, "reason", string(l.why), "err", l.detail)
	case isIdle:
		w.obs = w.rec.Idle(w.obs, l.device, l.at)
	}
	w.m.line(l)
}

// miss records as lost who answered before the start and has not since.
func (w *writer) miss(at time.Time) {
	for _, d := range w.roll.absent() {
		w.take(line{what: isLost, device: d, at: at, why: serial.Silent, detail: "it answered before the restart and has not since"})
	}
}

// keep tells that the roll could not be kept. Recording does not depend on it.
func (w *writer) keep(err error) {
	if err != nil {
		w.deps.Log.Warn("a board that is gone at the next start will not be missed", "err", err)
	}
}

// write puts the observations into the outbox. When it is full they are
// dropped, which is told; once there is room again every device's state is
// recorded instead.
func (w *writer) write() error {
	dropped := w.obs
	if w.full || w.restate {
		w.obs = w.rec.Restate(nil, w.deps.Now())
	}
	err := w.append(w.obs)
	var full *spool.FullError
	switch {
	case errors.As(err, &full):
		w.rec.Missed(dropped)
		w.m.dropped.Add(float64(len(dropped)))
		if !w.full {
			w.deps.Log.Error("the outbox is full: what boards say is not recorded", "err", err)
			w.deps.Ready("outbox", err)
		}
		w.full = true
		return nil
	case err != nil:
		return err
	case w.full:
		w.deps.Log.Info("the outbox has room again: how every board stands was recorded")
		w.deps.Ready("outbox", nil)
	}
	w.full, w.restate = false, false
	w.struck()
	return nil
}

// struck takes off the roll whose loss is in the outbox, not before: a kill in
// between tells it twice rather than never.
func (w *writer) struck() {
	for _, name := range w.left {
		if v := w.rec.devices[name]; v == nil || !v.here {
			w.keep(w.roll.lost(name))
		}
	}
	w.left = w.left[:0]
}

func (w *writer) append(obs []Observation) error {
	if len(obs) == 0 {
		return nil
	}
	chain, now := w.box.Chain(), w.deps.Now()
	group := make([][]byte, 0, len(obs))
	for _, o := range obs {
		e := events.Event{Scope: events.HallScope, Observed: o.Observed, Recorded: now, Data: o.Data}
		if o.Device != "" {
			e.Scope = events.DeviceScope(o.Device)
		}
		chain.Next(&e)
		b, err := events.Encode(e)
		if err != nil {
			return fmt.Errorf("observation of %s: %w", o.Device, err)
		}
		group = append(group, b)
		chain.Stored(b)
	}
	if err := w.box.Append(group...); err != nil {
		return err
	}
	failpoint.Hit(failpoint.AfterOutboxFsync)
	w.m.events.Add(float64(len(group)))
	return nil
}

// drain writes the last event of a sitting, and how every device stands as the
// first ones of the next.
func (w *writer) drain(d drain) error {
	now := w.deps.Now()
	err := w.append([]Observation{{Observed: now, Data: events.SourceDrained{Sitting: d.sitting}}})
	var full *spool.FullError
	if errors.As(err, &full) {
		d.done <- false // asked for again when some of it is published
		return nil
	}
	if err != nil {
		return err
	}
	w.restate = true
	d.done <- true
	return nil
}
