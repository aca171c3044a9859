package board

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
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
	self   unix.Stat_t // of the host's side
	watch  *watch
	open   atomic.Int32 // how often others have it open
	// changed is told of what hosts do, one after the other.
	changed func(read, anew bool)
}

// openPty makes a pseudo terminal in raw mode. changed is called, from another
// goroutine, whenever a host opened or closed it; anew says that none of those
// from before has it open.
func openPty(changed func(read, anew bool)) (*pty, error) {
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
	p := &pty{name: fmt.Sprintf("/dev/pts/%d", n), changed: changed}
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
	if err := unix.Fstat(p.slave, &p.self); err != nil {
		p.close()
		return nil, fmt.Errorf("stat %s: %w", p.name, err)
	}
	p.watch, err = watchPath(p.name, p.turned)
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// turned takes over what hosts did.
func (p *pty) turned(t turn) {
	before := p.open.Load()
	n := t.open(before)
	if !t.lastOpened {
		n = p.left(n, t.look())
	}
	if before == 0 && n > 0 {
		p.flush() // of a message that was on its way when the last host went
	}
	p.open.Store(n) // from here on is written
	if n == 0 {
		p.forget()
	}
	p.changed(n > 0, before > 0 && t.again(before))
}

// left is how many have the port open after a close. The events do not tell
// that for certain, since equal ones that follow each other are one; what
// processes have open does, as far as one may look.
func (p *pty) left(counted int32, c *census) int32 {
	switch {
	case p.heldIn(c.open[p.name]):
		return max(counted, 1)
	case c.all:
		return 0
	}
	return counted
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
	p.flush()
}

// flushTimes bounds a flush while somebody writes.
const flushTimes = 64

// flush drops what lies there. The kernel drops a page at a time and lets more
// follow from behind it.
func (p *pty) flush() {
	for range flushTimes {
		unix.IoctlSetInt(p.slave, unix.TCFLSH, unix.TCIFLUSH)
		if p.unread() == 0 {
			return
		}
	}
}

// looks is how often nothing must be found in a row. The kernel keeps up to 68 kB
// and shows at most 4 kB of them; the rest follows in pieces of 256 bytes at
// least, and a reader may take any of them between two looks.
const looks = 300

// unread is how many of the bytes that lie there can be seen; it is 0 only if the
// host has taken all.
func (p *pty) unread() int {
	for range looks {
		// A read that is under way is waited for here, and lets more follow.
		n, err := unix.IoctlGetInt(p.slave, unix.TIOCINQ)
		if err != nil || n > 0 {
			return max(n, 0)
		}
		// Asking whether it can be read brings in what is on its way.
		unix.Poll([]unix.PollFd{{Fd: int32(p.slave), Events: unix.POLLIN}}, 0)
	}
	return 0
}

// now hears of what hosts did up to now.
func (p *pty) now() { p.watch.now() }

// read reports whether a host has the port open.
func (p *pty) read() bool { return p.open.Load() > 0 }

// write gives bytes to the host, waiting for room at most so long; 0 waits for
// ever. Bytes that found no room are lost, as on a line without handshake.
func (p *pty) write(b []byte, wait time.Duration) {
	if wait > 0 {
		if b = p.put(b); len(b) == 0 {
			return
		}
		p.master.SetWriteDeadline(time.Now().Add(wait))
	}
	n, err := p.master.Write(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		// A process that stood still comes here without having tried.
		p.put(b[n:])
	}
}

// put gives bytes to the host as far as there is room, and returns the others.
func (p *pty) put(b []byte) []byte {
	conn, err := p.master.SyscallConn()
	if err != nil {
		return nil // the cable is pulled
	}
	if conn.Control(func(fd uintptr) {
		for len(b) > 0 {
			n, err := unix.Write(int(fd), b)
			if err == unix.EINTR {
				continue
			}
			if err != nil || n <= 0 {
				return
			}
			b = b[n:]
		}
	}) != nil {
		return nil
	}
	return b
}

// hear reads what the host sends; it fails when the cable is pulled.
func (p *pty) hear(b []byte) (int, error) {
	n, err := p.master.Read(b)
	if n > 0 {
		p.now() // who speaks has opened it before
	}
	return n, err
}

// heldIn reports whether another descriptor than ours has the port open.
func (p *pty) heldIn(files []string) bool {
	own := filepath.Join("/proc", strconv.Itoa(os.Getpid()), "fd", strconv.Itoa(p.slave))
	for _, f := range files {
		var st unix.Stat_t
		if f != own && unix.Stat(f, &st) == nil && st.Dev == p.self.Dev && st.Ino == p.self.Ino && st.Rdev == p.self.Rdev {
			return true
		}
	}
	return false
}

// close pulls the cable: the host's reads fail and the name vanishes.
func (p *pty) close() {
	if p.watch != nil {
		p.watch.stop()
	}
	p.master.Close()
	unix.Close(p.slave)
}
