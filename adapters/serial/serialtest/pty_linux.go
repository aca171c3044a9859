package serialtest

import (
	"fmt"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Pty is a pseudo terminal: a serial port whose other end the test holds.
type Pty struct {
	// Master is the end of the board. Reads and writes take deadlines.
	Master *os.File
	// Path is the end of the host, a device file that can be opened as a port.
	Path  string
	slave *os.File
}

// OpenPty makes a pseudo terminal in raw mode. It is closed with the test.
func OpenPty(tb testing.TB) *Pty {
	tb.Helper()
	p, err := openPty()
	if err != nil {
		tb.Fatalf("open a pseudo terminal: %v", err)
	}
	tb.Cleanup(p.Close)
	return p
}

func openPty() (*Pty, error) {
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	p := &Pty{Master: os.NewFile(uintptr(fd), "/dev/ptmx")}
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		p.Close()
		return nil, err
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		p.Close()
		return nil, err
	}
	p.Path = fmt.Sprintf("/dev/pts/%d", n)
	// One open end keeps what is written before the host opens the port, and
	// keeps the master from reading errors between two opens.
	if p.slave, err = os.OpenFile(p.Path, os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		p.Close()
		return nil, err
	}
	if err := raw(int(p.slave.Fd())); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// raw takes echo and line editing away, before anything is written.
func raw(fd int) error {
	t, err := unix.IoctlGetTermios(fd, unix.TCGETS)
	if err != nil {
		return err
	}
	t.Iflag, t.Oflag, t.Lflag = 0, 0, 0
	t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
	return unix.IoctlSetTermios(fd, unix.TCSETS, t)
}

// Taken waits until the host has read all that was written.
func (p *Pty) Taken(tb testing.TB) {
	tb.Helper()
	conn, err := p.slave.SyscallConn()
	if err != nil {
		tb.Fatal(err)
	}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		var n int
		if e := conn.Control(func(fd uintptr) {
			// Asking whether it can be read brings in what is on its way.
			_, _ = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
			n, err = unix.IoctlGetInt(int(fd), unix.TIOCINQ)
		}); e != nil || err != nil {
			tb.Fatal(e, err)
		}
		switch {
		case n == 0:
			return
		case time.Now().After(end):
			tb.Fatalf("the host left %d bytes on the line", n)
		}
	}
}

// Close pulls the cable: the host's end is gone.
func (p *Pty) Close() {
	if p.slave != nil {
		_ = p.slave.Close()
	}
	_ = p.Master.Close()
}
