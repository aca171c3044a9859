package serial

import (
	"errors"
	"io"
	"os"
	"strconv"
	"syscall"
	"time"

	bug "go.bug.st/serial"
	"golang.org/x/sys/unix"
)

// openReader opens a port a second time, for reading alone, or returns nil
// where that cannot be. The port library waits in select, which takes a thread
// for each port and keeps a processor of the Go scheduler busy until that is
// noticed: with 200 ports everything else in the process waited up to 50 ms. The
// scheduler itself can wait for any number of ports. It is opened before the
// library shuts others out.
//
// It is locked: the library's mark keeps others out, but not the superuser, and
// two who read one port have half of it each. errHeld says that another has it.
func openReader(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil // opening it by the library says what is wrong
	}
	if f.SetReadDeadline(time.Time{}) != nil {
		_ = f.Close()
		return nil, nil // it cannot be waited for
	}
	if errors.Is(lock(f), unix.EWOULDBLOCK) {
		_ = f.Close()
		return nil, errHeld
	}
	return f, nil
}

// lock takes a port for this open file, until it is closed.
func lock(f *os.File) (err error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	if e := conn.Control(func(fd uintptr) { err = unix.Flock(int(fd), unix.LOCK_EX|unix.LOCK_NB) }); e != nil {
		return e
	}
	return err
}

// readFrom reads what came, waiting at most so long: 0 bytes and no error when
// nothing did.
func readFrom(f *os.File, b []byte, wait time.Duration) (int, error) {
	if err := f.SetReadDeadline(time.Now().Add(wait)); err != nil {
		return 0, err
	}
	n, err := f.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		// The time is over, and that is all it says: a process that stood still
		// comes here without having looked.
		n, err = readNow(f, b)
	}
	if errors.Is(err, io.EOF) { // a pulled cable can be read for ever, and gives nothing
		return n, errVanish
	}
	return n, err
}

// readNow reads what is there: 0 bytes and no error when nothing is.
func readNow(f *os.File, b []byte) (n int, err error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	if e := conn.Control(func(fd uintptr) {
		for err = unix.EINTR; err == unix.EINTR; {
			n, err = unix.Read(int(fd), b)
		}
	}); e != nil {
		return 0, e
	}
	switch {
	case err == unix.EAGAIN:
		return 0, nil
	case err != nil:
		return 0, &os.PathError{Op: "read", Path: f.Name(), Err: err}
	case n == 0 && len(b) > 0:
		return 0, io.EOF
	}
	return n, nil
}

// openByLibrary opens a port by the port library. The library lets processes
// inherit it that are started later; one that lives on would keep the port open,
// and shut the next start of this program out.
func openByLibrary(path string, mode *bug.Mode) (bug.Port, error) {
	syscall.ForkLock.RLock() // no process is started meanwhile
	defer syscall.ForkLock.RUnlock()
	p, err := bug.Open(path, mode)
	if err != nil {
		return nil, err
	}
	var port, st unix.Stat_t
	if unix.Stat(path, &port) != nil {
		return p, nil // gone already
	}
	open, err := os.ReadDir("/proc/self/fd") // the library does not tell which it is
	if err != nil {
		_ = p.Close()
		return nil, err
	}
	for _, e := range open {
		fd, err := strconv.Atoi(e.Name())
		if err == nil && unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFCHR && st.Rdev == port.Rdev {
			unix.CloseOnExec(fd)
		}
	}
	return p, nil
}
