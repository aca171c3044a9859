package serial

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	bug "go.bug.st/serial"
)

// DeviceError says what went wrong at a port and what to do about it.
type DeviceError struct {
	Op     string // "open", "read", "write"
	Port   string
	Family string
	Err    error
	Hint   string // for the operator, "" when there is nothing to say
}

// Error is one line with the hint at its end.
func (e *DeviceError) Error() string {
	s := fmt.Sprintf("%s %s (%s): %v", e.Op, e.Port, e.Family, e.Err)
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// Unwrap returns the cause.
func (e *DeviceError) Unwrap() error { return e.Err }

var (
	errStuck  = errors.New("the line takes no bytes")
	errPanic  = errors.New("the port cannot be read")
	errClosed = errors.New("the port is closed")
	errVanish = errors.New("the port is gone")
	errHeld   = errors.New("the port is read already")
	errNoLine = errors.New("no such setting of a line")
)

func deviceError(op, port, family string, err error) *DeviceError {
	return &DeviceError{Op: op, Port: port, Family: family, Err: err, Hint: hint(err)}
}

func hint(err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission) || code(err) == bug.PermissionDenied:
		return "add the user to the group dialout and log in again"
	case code(err) == bug.PortBusy || errors.Is(err, syscall.EBUSY) || errors.Is(err, errHeld):
		return "another program has the port open: close it, or the modem manager that probes it"
	case code(err) == bug.InvalidSerialPort || errors.Is(err, syscall.ENOTTY):
		return "this is no serial port"
	case errors.Is(err, errPanic):
		return "too many files are open: reserve descriptors before other files are opened"
	case errors.Is(err, errStuck):
		return "pull the cable and plug it in again"
	}
	return ""
}

// code returns the port library's code, -1 where err has none.
func code(err error) bug.PortErrorCode {
	var p *bug.PortError
	if errors.As(err, &p) {
		return p.Code()
	}
	return -1
}

// unplugged reports whether an error of a port that we did not close means that
// the device is gone. The library says "closed" in both cases.
func unplugged(err error) bool {
	return code(err) == bug.PortClosed || errors.Is(err, errVanish) ||
		errors.Is(err, syscall.EIO) || errors.Is(err, syscall.ENXIO) ||
		errors.Is(err, syscall.ENODEV) || errors.Is(err, syscall.EBADF)
}
