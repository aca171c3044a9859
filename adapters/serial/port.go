package serial

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	bug "go.bug.st/serial"
)

// Port is an open serial port. Read returns 0 and no error when nothing came
// for a while: it must not be given to a bufio.Reader.
type Port interface {
	io.ReadWriteCloser
}

// OpenPort opens a serial port for one process alone and sets it. It leaves DTR
// and RTS as the kernel sets them: pseudo terminals have none, and boards
// differ in what they make of them. wait is how long a Read waits for bytes.
func OpenPort(path string, l Line, wait time.Duration) (Port, error) {
	mode := &bug.Mode{BaudRate: l.Baud, DataBits: l.DataBits}
	switch l.Parity {
	case 'N':
		mode.Parity = bug.NoParity
	case 'O':
		mode.Parity = bug.OddParity
	case 'E':
		mode.Parity = bug.EvenParity
	default:
		return nil, fmt.Errorf("parity %q: %w", l.Parity, errNoLine)
	}
	switch l.StopBits {
	case 1:
		mode.StopBits = bug.OneStopBit
	case 2:
		mode.StopBits = bug.TwoStopBits
	default:
		return nil, fmt.Errorf("%d stop bits: %w", l.StopBits, errNoLine)
	}
	reader, err := openReader(path)
	if err != nil {
		return nil, err
	}
	giveBack()
	p, err := openByLibrary(path, mode)
	if err != nil {
		takeBack()
		if reader != nil {
			_ = reader.Close()
		}
		return nil, err
	}
	if reader != nil {
		return &reserved{Port: p, reader: reader, wait: wait}, nil
	}
	// Once, before anyone reads: later it would be a race.
	if err := p.SetReadTimeout(wait); err != nil {
		_ = p.Close()
		takeBack()
		return nil, err
	}
	return &reserved{Port: p}, nil
}

// reserved is a port that gives its low descriptors back when it is closed.
type reserved struct {
	bug.Port
	// reader, where it is not nil, is what is read from, waiting so long.
	reader *os.File
	wait   time.Duration
	closed atomic.Bool
}

func (r *reserved) Read(b []byte) (int, error) {
	if r.reader == nil {
		return r.Port.Read(b)
	}
	return readFrom(r.reader, b, r.wait)
}

func (r *reserved) Close() error {
	if r.closed.Swap(true) {
		return nil
	}
	if r.reader != nil {
		_ = r.reader.Close() // it was only read from
	}
	err := r.Port.Close()
	takeBack()
	return err
}

// link is an open port with one goroutine that writes and closes it. Writing
// after closing would write into whatever file has the number by then; so
// whoever closes must be the one who writes.
type link struct {
	port    Port
	wait    time.Duration
	writes  chan written
	done    chan struct{} // the port is closed
	closing atomic.Bool
}

type written struct {
	b    []byte
	back chan error
}

func newLink(p Port, wait time.Duration) *link {
	l := &link{port: p, wait: wait, writes: make(chan written), done: make(chan struct{})}
	go l.own()
	return l
}

func (l *link) own() {
	defer close(l.done)
	for w := range l.writes {
		w.back <- l.all(w.b)
	}
	_ = l.port.Close()
}

func (l *link) all(b []byte) error {
	for len(b) > 0 {
		n, err := l.port.Write(b)
		if err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

// Write is used by one goroutine, the one that calls Close. A line that does
// not take the bytes in time is an error, after which nothing more is written.
func (l *link) Write(b []byte) (int, error) {
	if l.closing.Load() {
		return 0, errClosed
	}
	w := written{b: append([]byte(nil), b...), back: make(chan error, 1)}
	out := l.writes
	step := time.NewTicker(l.wait / waitSteps)
	defer step.Stop()
	for steps := 0; steps < waitSteps; {
		select {
		case out <- w:
			out = nil
		case err := <-w.back:
			if err != nil {
				return 0, err
			}
			return len(b), nil
		case <-step.C:
			steps++
		}
	}
	return 0, errStuck
}

// waitSteps are the parts in which a wait is counted. A process that stood
// still, stopped or without a processor, has lost one of them and not the whole.
const waitSteps = 8

// Read reads what came, 0 bytes when nothing did. The library panics for a
// descriptor that is too high.
func (l *link) Read(b []byte) (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			n, err = 0, fmt.Errorf("%w: %v", errPanic, r)
		}
	}()
	return l.port.Read(b)
}

// Close closes the port, which ends a waiting Read. If a write hangs in the
// kernel the port is closed when it comes back, and Close does not wait for it.
func (l *link) Close() {
	if l.closing.Swap(true) {
		return
	}
	close(l.writes)
	late := time.NewTimer(l.wait)
	defer late.Stop()
	select {
	case <-l.done:
	case <-late.C:
	}
}
