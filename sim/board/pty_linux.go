package board

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// pty is one pseudo terminal: the board's end of the cable. It keeps an end of
// its own open on the host's side, so that a host which dies leaves neither an
// end of file nor the exclusive mark behind.
type pty struct {
	master *os.File
	slave  int
	name   string
	watch  *watch
	open   atomic.Int32 // how often others have it open
}

// openPty makes a pseudo terminal in raw mode. changed is called, from another
// goroutine, whenever a host opened or closed it.
func openPty(changed func(read bool)) (*pty, error) {
	m, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("open /dev/ptmx: %w", err)
	}
	if err := unix.IoctlSetPointerInt(m, unix.TIOCSPTLCK, 0); err != nil {
		unix.Close(m)
		return nil, fmt.Errorf("unlock pseudo terminal: %w", err)
	}
	n, err := unix.IoctlGetInt(m, unix.TIOCGPTN)
	if err != nil {
		unix.Close(m)
		return nil, fmt.Errorf("number of pseudo terminal: %w", err)
	}
	p := &pty{name: fmt.Sprintf("/dev/pts/%d", n)}
	p.slave, err = unix.Open(p.name, unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		unix.Close(m)
		return nil, fmt.Errorf("open %s: %w", p.name, err)
	}
	// Raw before the first byte: echo and control characters would eat frames.
	if err := raw(p.slave); err != nil {
		unix.Close(p.slave)
		unix.Close(m)
		return nil, fmt.Errorf("set %s raw: %w", p.name, err)
	}
	p.master = os.NewFile(uintptr(m), "/dev/ptmx")
	p.watch, err = watchPath(p.name, func(t turn) {
		n := t.open(p.open.Load())
		p.open.Store(n)
		if n == 0 {
			p.forget()
		}
		changed(n > 0)
	})
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func raw(fd int) error {
	t, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return err
	}
	t.Iflag, t.Oflag, t.Lflag = 0, 0, 0
	t.Cflag = unix.CS8 | unix.CREAD | unix.CLOCAL | unix.B9600
	t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
	return unix.IoctlSetTermios(fd, unix.TCSETS, t)
}

// forget drops what nobody read and takes the exclusive mark away, as the last
// close of a real port does.
func (p *pty) forget() {
	unix.IoctlSetInt(p.slave, unix.TIOCNXCL, 0)
	unix.IoctlSetInt(p.slave, unix.TCFLSH, unix.TCIFLUSH)
}

// unread is how many bytes lie there that the host has not taken.
func (p *pty) unread() int {
	n, err := unix.IoctlGetInt(p.slave, unix.TIOCINQ)
	if err != nil {
		return 0
	}
	return n
}

// read reports whether a host has the port open.
func (p *pty) read() bool { return p.open.Load() > 0 }

// write gives bytes to the host, waiting for room at most so long; 0 waits for
// ever. Bytes that found no room are lost, as on a line without handshake.
func (p *pty) write(b []byte, wait time.Duration) {
	if wait > 0 {
		p.master.SetWriteDeadline(time.Now().Add(wait))
	}
	p.master.Write(b)
}

// hear reads what the host sends; it fails when the cable is pulled.
func (p *pty) hear(b []byte) (int, error) {
	n, err := p.master.Read(b)
	if n > 0 {
		p.watch.now() // who speaks has opened it before
	}
	return n, err
}

// close pulls the cable: the host's reads fail and the name vanishes.
func (p *pty) close() {
	if p.watch != nil {
		p.watch.stop()
	}
	p.master.Close()
	unix.Close(p.slave)
}
