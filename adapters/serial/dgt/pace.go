package dgt

import (
	"fmt"
	"io"
	"time"
)

// Times between commands, on the clock of the caller.
const (
	// between commands: a board reads one at a time.
	commandGap = 100 * time.Millisecond
	// restless is how often Tick wants to be called when nothing is due.
	restless = 250 * time.Millisecond
	// calm is how long the line must have been silent before a dump that
	// nobody waits for.
	calm = 300 * time.Millisecond
	// settled: a touched board is looked at once more after this.
	settled = 2 * time.Second
	// dumpEach: the board is looked at at least this often.
	dumpEach = 30 * time.Second
	// dumpAgain: a dump that was asked for and did not come is asked for again.
	dumpAgain = 2 * time.Second
	// nameAgain: so is the serial number.
	nameAgain = time.Second
	// watchEach: when nothing is heard for so long, ask whether it is there.
	watchEach = 4 * time.Second
)

// greeting asks for the names first, so that they are known before the surface
// comes, and for changes before the dump, so that none is lost between.
var greeting = [...]command{askSerial, askVersion, askTrademark, updateNice, askBoard}

// pace decides which command is written when.
type pace struct {
	queue   [len(greeting)]command
	queued  int
	started bool
	named   bool
	asked   int // how often the serial number was asked for

	wrote, lastHeard, lastTouch, lastDump, lastName time.Time

	// wantDump: something was missed or touched since the last dump.
	wantDump, waitDump, noisy bool
}

func (p *pace) heard(at time.Time)   { p.lastHeard = at }
func (p *pace) touched(at time.Time) { p.lastTouch, p.wantDump = at, true }
func (p *pace) noise()               { p.wantDump, p.noisy = true, true }
func (p *pace) dumped()              { p.wantDump, p.waitDump, p.noisy = false, false, false }

func (p *pace) greet(w io.Writer) error {
	p.push(greeting[1:]...)
	p.asked = 1
	return p.write(w, greeting[0])
}

func (p *pace) tick(now time.Time, w io.Writer) (time.Time, error) {
	if !p.started { // Greet wrote just now
		p.started = true
		p.wrote, p.lastHeard, p.lastDump, p.lastName = now, now, now, now
		return now.Add(commandGap), nil
	}
	if next := p.wrote.Add(commandGap); now.Before(next) {
		return next, nil
	}
	if p.queued == 0 {
		p.due(now)
	}
	if p.queued == 0 {
		return now.Add(restless), nil
	}
	c := p.pop()
	p.wrote = now
	switch c {
	case askBoard:
		p.lastDump, p.waitDump = now, true
	case askSerial, askLongSerial:
		p.lastName = now
	}
	return now.Add(commandGap), p.write(w, c)
}

// due puts into the queue what the state of the line asks for.
func (p *pace) due(now time.Time) {
	silent := now.Sub(p.lastHeard)
	since := now.Sub(p.lastDump)
	switch {
	case !p.named && now.Sub(p.lastName) >= nameAgain && p.asked < 6:
		// A board that leaves the short question open may know the long one.
		p.asked++
		if p.asked%2 == 0 {
			p.push(askSerial)
		} else {
			p.push(askLongSerial)
		}
	case p.waitDump && since >= dumpAgain && silent >= calm:
		p.push(updateNice, askBoard)
	case p.noisy && !p.waitDump && silent >= calm:
		p.push(askBoard)
	case p.wantDump && !p.waitDump && silent >= calm && now.Sub(p.lastTouch) >= settled:
		p.push(askBoard)
	case since >= dumpEach && silent >= calm:
		// A board that lost its power for a moment has forgotten the mode.
		p.push(updateNice, askBoard)
	case silent >= watchEach && now.Sub(p.lastName) >= watchEach:
		p.push(askSerial, updateNice)
	}
}

func (p *pace) push(cs ...command) { p.queued += copy(p.queue[p.queued:], cs) }

func (p *pace) pop() command {
	c := p.queue[0]
	copy(p.queue[:], p.queue[1:p.queued])
	p.queued--
	return c
}

func (p *pace) write(w io.Writer, c command) error {
	if !c.harmless() {
		panic(fmt.Sprintf("dgt: command %#02x is not a query", byte(c)))
	}
	if _, err := w.Write([]byte{byte(c)}); err != nil {
		return fmt.Errorf("dgt: write command %#02x: %w", byte(c), err)
	}
	return nil
}
