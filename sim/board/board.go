package board

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"boardwire/rules"
)

// The tempo of a real board; it is never scaled.
const (
	// ByteTime is one byte on the line: ten bits at 9600 baud.
	ByteTime = 10 * time.Second / 9600
	// ScanTime is one reading of all 64 squares.
	ScanTime = 200 * time.Millisecond

	rankTime = ScanTime / 8
	// clockEach is how often the clock is sent in the update mode at least.
	clockEach = time.Second
	// sliceBytes are put on the line together: a USB bridge hands them over
	// in lumps too.
	sliceBytes = 8
	// patience is how long a full buffer of the host is waited for on a paced
	// line before bytes are lost.
	patience = 250 * time.Millisecond
)

// ErrUnplugged says that the board is not connected.
var ErrUnplugged = errors.New("board is unplugged")

// Config describes a board.
type Config struct {
	// Serial is the serial number, at most five digits.
	Serial int
	// Link is a name for the port that stays the same, a symbolic link; ""
	// makes none.
	Link string
	// Turned: White sits with the connector on the right.
	Turned bool
	// Paced gives the line and the scan the speed of a real board. Without it
	// every change is sent at once and none is lost while a host reads.
	Paced bool
	// Wrote, where set, is told of each message when its last byte goes to the
	// host, with the time just before that. It is called by the goroutine of
	// the line and must not wait.
	Wrote func(message []byte, at time.Time)
}

// Board is an emulated board with a clock. It begins unplugged, with the clock
// stopped at zero and no men. All methods may be called from any goroutine.
type Board struct {
	c Config

	mu    sync.Mutex
	cond  *sync.Cond
	men   rules.Board // what lies there
	seen  rules.Board // what the last scan saw
	clock Clock
	mode  mode
	asked asked
	sent  time.Time
	plug  *plug
	// record is set on a board that sends recorded bytes.
	record *record
}

// asked is what the host asked for since it opened the port.
type asked struct{ updates, men bool }

// plug is the time between plugging in and pulling out.
type plug struct {
	port  *pty
	queue [][]byte // guarded by the board's lock
	// sending: a message is on its way from the queue to the port.
	sending bool
	done    chan struct{} // closed when pulled out
	work    sync.WaitGroup
}

// New returns a board that is not plugged in.
func New(c Config) (*Board, error) {
	if c.Serial < 1 || c.Serial > 99999 {
		return nil, fmt.Errorf("serial number %d: want 1 to 99999", c.Serial)
	}
	b := &Board{c: c}
	b.cond = sync.NewCond(&b.mu)
	return b, nil
}

// Lay puts all men as in l, seen at once and without a message, as before a
// board is switched on.
func (b *Board) Lay(l rules.Board) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.men, b.seen = l, l
}

// Men returns what lies on the board.
func (b *Board) Men() rules.Board {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.men
}

// Put sets what stands on a square; NoPiece lifts it. It waits while the line is
// far behind.
func (b *Board) Put(s rules.Square, p rules.Piece) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.men.Put(s, p)
	if !b.c.Paced {
		b.room()
		b.scan(rules.A1, rules.H8)
	}
}

// Show sets what the clock shows. It waits while the line is far behind.
func (b *Board) Show(c Clock) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.clock == c {
		return
	}
	b.room()
	b.clock = c
	if b.mode.clock() {
		b.tellClock()
	}
}

// Clock returns what the clock shows.
func (b *Board) Clock() Clock {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.clock
}

// backlog is how many messages may wait for the line before those who make
// them wait too.
const backlog = 8

// room waits until the line can take another message. All methods from here to
// scan want the lock held.
func (b *Board) room() {
	for b.plug != nil && len(b.plug.queue) >= backlog {
		b.cond.Wait()
	}
}

// tell puts a message into the queue of the line. The order of the queue is the
// order in which things were seen.
func (b *Board) tell(m []byte) {
	if b.plug != nil {
		b.plug.queue = append(b.plug.queue, m)
		b.cond.Broadcast()
	}
}

func (b *Board) tellClock() {
	b.sent = time.Now()
	b.tell(clockFrame(b.clock, b.c.Turned))
}

// scan reads the squares between two, in the order of the fields, and tells
// what changed since they were read last.
func (b *Board) scan(from, to rules.Square) {
	for f := range 64 {
		s := rules.SquareAt(f&7, 7-f>>3)
		if b.c.Turned {
			s = s.Rotate()
		}
		if s < from || s > to {
			continue
		}
		if p := b.men.At(s); p != b.seen.At(s) {
			b.seen.Put(s, p)
			if b.mode != idle {
				b.tell(fieldFrame(s, p, b.c.Turned))
			}
		}
	}
	b.cond.Broadcast()
}

// Seen waits until the scan has seen all that lies on the board, so that what
// is shown on the clock afterwards is told after it.
func (b *Board) Seen(ctx context.Context) error {
	return b.wait(ctx, func() bool { return b.men == b.seen || b.plug == nil })
}

// Read reports whether a host has the port open and has asked for updates and
// for the men since it opened it, so that from now on it can know all.
func (b *Board) Read() bool {
	b.mu.Lock()
	p := b.plug
	b.mu.Unlock()
	if p != nil {
		p.port.now() // a host that is gone is no reader, even where nobody had time to hear of it
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.isRead()
}

func (b *Board) isRead() bool {
	return b.plug != nil && b.asked == (asked{true, true}) && b.mode != idle && b.plug.port.read()
}

// WaitRead waits until a host reads the board; see Read.
func (b *Board) WaitRead(ctx context.Context) error { return b.wait(ctx, b.isRead) }

// wait waits until ok, which is called with the lock held.
func (b *Board) wait(ctx context.Context, ok func() bool) error {
	stop := context.AfterFunc(ctx, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.cond.Broadcast()
	})
	defer stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	for !ok() {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.cond.Wait()
	}
	return nil
}

// takenEach is how often Taken looks.
const takenEach = 10 * time.Millisecond

// Taken waits until nothing is on the line any more: a host took all, or there
// is none.
func (b *Board) Taken(ctx context.Context) error {
	for {
		b.mu.Lock()
		p := b.plug
		empty := p == nil || len(p.queue) == 0 && !p.sending && (!p.port.read() || p.port.unread() == 0)
		b.mu.Unlock()
		if empty {
			return nil
		}
		select {
		case <-time.After(takenEach):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Plug connects the board by a new pseudo terminal and points the link at it.
// A board that was without power has forgotten its mode. Plug and Unplug must
// not be called at the same time.
func (b *Board) Plug() error {
	if name, err := b.Port(); err == nil {
		return fmt.Errorf("board %d is plugged in already, as %s", b.c.Serial, name)
	}
	port, err := openPty(b.opened)
	if err != nil {
		return fmt.Errorf("board %d: %w", b.c.Serial, err)
	}
	p := &plug{port: port, done: make(chan struct{})}
	b.mu.Lock()
	b.plug, b.mode, b.asked, b.seen = p, idle, asked{}, b.men
	b.mu.Unlock()
	p.work.Go(func() { b.hear(p) })
	p.work.Go(func() { b.send(p) })
	if b.c.Paced {
		p.work.Go(func() { b.scans(p) })
	}
	if err := b.link(port.name); err != nil {
		b.Unplug()
		return fmt.Errorf("board %d: %w", b.c.Serial, err)
	}
	return nil
}

// opened is called when a host opened or closed the port; what another asked for
// before, a host that opened it anew has not.
func (b *Board) opened(read, anew bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !read || anew {
		b.asked = asked{}
	}
	b.cond.Broadcast()
}

// Unplug pulls the cable; the link vanishes. It does nothing when the board is
// not plugged in.
func (b *Board) Unplug() {
	b.mu.Lock()
	p := b.plug
	b.plug = nil
	b.cond.Broadcast()
	if p != nil && b.c.Link != "" {
		os.Remove(b.c.Link)
	}
	b.mu.Unlock()
	if p == nil {
		return
	}
	close(p.done)
	p.port.close()
	p.work.Wait()
}

// Rename changes the name that the next Plug links, as a system may name a
// device anew that was plugged in again.
func (b *Board) Rename(link string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.c.Link = link
}

// Port returns the name of the pseudo terminal, or ErrUnplugged.
func (b *Board) Port() (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.plug == nil {
		return "", ErrUnplugged
	}
	return b.plug.port.name, nil
}

// link points the link at the port, in one step, so that it is never broken.
func (b *Board) link(port string) error {
	if b.c.Link == "" {
		return nil
	}
	next := b.c.Link + ".next"
	os.Remove(next)
	if err := os.Symlink(port, next); err != nil {
		return fmt.Errorf("link %s: %w", b.c.Link, err)
	}
	if err := os.Rename(next, b.c.Link); err != nil {
		os.Remove(next)
		return fmt.Errorf("link %s: %w", b.c.Link, err)
	}
	return nil
}
