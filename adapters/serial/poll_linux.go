package serial

import (
	"errors"
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// openReader opens a port a second time, for reading alone, or returns nil
// where that cannot be. The port library waits in select, which takes a thread
// for each port and keeps a processor of the Go scheduler busy until that is
// noticed: with 200 ports everything else in the process waited up to 50 ms. The
// scheduler itself can wait for any number of ports. It is opened before the
// library shuts others out.
func openReader(path string) *os.File {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil // opening it by the library says what is wrong
	}
	if f.SetReadDeadline(time.Time{}) != nil {
		_ = f.Close()
		return nil // it cannot be waited for
	}
	return f
}

// readFrom reads what came, waiting at most so long: 0 bytes and no error when
// nothing did.
func readFrom(f *os.File, b []byte, wait time.Duration) (int, error) {
	if err := f.SetReadDeadline(time.Now().Add(wait)); err != nil {
		return 0, err
	}
	n, err := f.Read(b)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return n, nil
	case errors.Is(err, io.EOF): // a pulled cable can be read for ever, and gives nothing
		return n, errVanish
	}
	return n, err
}
