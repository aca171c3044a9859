//go:build linux

package sim

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"go.bug.st/serial"

	adapter "boardwire/adapters/serial"
	"boardwire/adapters/serial/dgt"
	"boardwire/clockstate"
	"boardwire/rules"
)

// onlooker reads one port with the real driver and keeps what it saw.
type onlooker struct {
	port    string
	codec   *dgt.Codec
	men     rules.Board
	serial  string
	flips   []flip
	seconds int // readings in which nothing but a second went
	opened  int
	last    clockstate.Reading
	stale   bool // the port was opened anew and no dump came since
	seen    atomic.Int32
	dumped  atomic.Bool // a dump came
	// away, where it is not 0, closes the port for so long after every so many
	// flips.
	awayEach int
	away     time.Duration
	gone     int
}

// flip is what the board showed when the lever went over.
type flip struct {
	men   rules.Board
	clk   time.Duration // of the side that pressed
	by    clockstate.Side
	other time.Duration
	stale bool // men were not known; the next dump tells
}

// read reads until the context ends; a port that fails is opened again.
func (o *onlooker) read(ctx context.Context) error {
	for ctx.Err() == nil {
		p, err := serial.Open(o.port, &serial.Mode{BaudRate: 9600})
		if err != nil {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		o.opened++
		o.stale = true
		err = o.readPort(ctx, p)
		p.Close()
		if o.away > 0 {
			time.Sleep(o.away)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (o *onlooker) readPort(ctx context.Context, p serial.Port) error {
	o.codec = dgt.New()
	if err := p.SetReadTimeout(20 * time.Millisecond); err != nil {
		return err
	}
	if err := o.codec.Greet(p); err != nil {
		return nil // unplugged meanwhile
	}
	next := time.Now()
	buf := make([]byte, 4096)
	for ctx.Err() == nil {
		n, err := p.Read(buf)
		if err != nil {
			return nil // unplugged
		}
		// The first bytes after an open may be the tail of a message.
		if err := o.codec.Feed(buf[:n], time.Now(), o.see); err != nil && !o.stale {
			return fmt.Errorf("%s: %w", o.port, err)
		}
		if n := len(o.flips) / max(o.awayEach, 1); o.awayEach > 0 && n > o.gone {
			o.gone = n
			return nil
		}
		if now := time.Now(); !now.Before(next) {
			if next, err = o.codec.Tick(now, p); err != nil {
				return nil
			}
		}
	}
	return nil
}

func (o *onlooker) see(s adapter.Sight) {
	switch {
	case s.Info != nil && s.Info.Serial != "":
		o.serial = s.Info.Serial
	case s.Surface != nil:
		o.men = s.Surface.Board
		for i := len(o.flips) - 1; i >= 0 && o.flips[i].stale; i-- {
			o.flips[i].men, o.flips[i].stale = o.men, false
		}
		o.stale = false
		o.dumped.Store(true)
	case s.Touch != nil:
		o.men.Put(s.Touch.Square, s.Touch.Piece)
	case s.Clock != nil:
		o.read1(*s.Clock)
	}
}

func (o *onlooker) read1(r clockstate.Reading) {
	was := o.last
	o.last = r
	switch {
	case was.Lever == clockstate.NoSide:
	case was.Lever != r.Lever:
		f := flip{men: o.men, clk: r.Left.Time, other: r.Right.Time, by: clockstate.Left}
		if r.Lever == clockstate.Left {
			f = flip{men: o.men, clk: r.Right.Time, other: r.Left.Time, by: clockstate.Right}
		}
		f.stale = o.stale
		o.flips = append(o.flips, f)
		o.seen.Add(1)
	case r.Running && (was.Left.Time-r.Left.Time)+(was.Right.Time-r.Right.Time) == time.Second:
		o.seconds++
	}
}

// turn sees the men from the other side, as a board that lies the other way
// round shows them.
func (o *onlooker) turn() {
	o.men = o.men.Rotate()
	for i := range o.flips {
		o.flips[i].men = o.flips[i].men.Rotate()
	}
}

// compare holds what was seen against what was played.
func (o *onlooker) compare(t *testing.T, g Game) {
	t.Helper()
	pos := rules.Start()
	var err error
	n := 0
	for i, m := range g.Moves {
		if pos, err = pos.Play(m); err != nil {
			t.Fatal(err)
		}
		if g.Clk[i] < 0 {
			continue
		}
		if n == len(o.flips) {
			t.Errorf("board %d: the lever went over %d times, and is missing for ply %d", g.Board, n, i+1)
			return
		}
		f := o.flips[n]
		n++
		if f.men != pos.Board() {
			t.Errorf("board %d, ply %d (%v): men when pressed %s, want %s", g.Board, i+1, m, f.men, pos.Board())
		}
		if want := time.Duration(g.Clk[i]) * time.Second; f.clk != want {
			t.Errorf("board %d, ply %d: the clock shows %v when pressed, want %v", g.Board, i+1, f.clk, want)
		}
	}
	if n != len(o.flips) {
		t.Errorf("board %d: the lever went over %d times, want %d", g.Board, len(o.flips), n)
	}
}
