package serial

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Device is a board that answers on a port.
type Device struct {
	// Name is "<family>-<serial number>", the same on every port; a board that
	// tells no serial number, or one that another port's board already has, is
	// "port-<where it is plugged in>". It may stand in a subject.
	Name string
	// Family is the driver's name, Port the path that was opened.
	Family, Port string
	// Info is what it told so far.
	Info Info
	// Unnamed says that it goes by its port: a human should look.
	Unnamed bool
}

// Reason is why a device was lost.
type Reason string

// The reasons.
const (
	Unplugged Reason = "unplugged"
	ReadError Reason = "read_error"
	Silent    Reason = "silent"
)

// Sink takes what devices say. Its methods are called by one goroutine a port,
// in the order in which things happened on that port, and may block: the line
// waits in the kernel's buffer meanwhile.
type Sink interface {
	// Seen comes before the device's first sight, again after each Lost. The
	// next surface is what lies there now, whatever was missed.
	Seen(d Device, at time.Time)
	// Sight is one thing the device said. s.Raw must not be kept; all else may.
	Sight(d Device, s Sight)
	// Idle says that at this time nothing was left to read on the line.
	Idle(d Device, at time.Time)
	// Lost says that the device answers no more.
	Lost(d Device, at time.Time, why Reason, detail string)
}

// maxName is the longest name that may stand in a subject.
const maxName = 32

// token makes a name of what a device told: lower-case letters, digits and
// '-'. What is too long keeps its beginning and a sum of the whole.
func token(s string) string {
	t := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, s)
	t = strings.Trim(t, "-")
	if len(t) > maxName {
		sum := sha256.Sum256([]byte(s))
		t = t[:maxName-9] + "-" + hex.EncodeToString(sum[:4])
	}
	return t
}

// usbPath is a USB interface as the kernel names it: bus, ports, configuration.
var usbPath = regexp.MustCompile(`^\d+-[\d.]+:\d+\.\d+$`)

// portName names a port by the socket it is plugged into, which stays the same
// when the device's number changes, or by its path where there is no socket.
func portName(path string) string { return portNameIn("/sys", path) }

func portNameIn(sys, path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		dev, err := filepath.EvalSymlinks(filepath.Join(sys, "class/tty", filepath.Base(real), "device"))
		for ; err == nil && len(dev) > 1; dev = filepath.Dir(dev) {
			if base := filepath.Base(dev); usbPath.MatchString(base) {
				return token("port-" + base)
			}
		}
	}
	base := filepath.Base(path)
	if strings.Trim(base, "0123456789") == "" { // a pseudo terminal
		base = filepath.Base(filepath.Dir(path)) + "-" + base
	}
	return token("port-" + base)
}

// registry sees to it that no two ports claim one name.
type registry struct {
	mu    sync.Mutex
	ports map[string]string // by name
}

// claim takes a name for a port; false means that another port has it.
func (r *registry) claim(name, port string) bool {
	if r == nil {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if holder, taken := r.ports[name]; taken && holder != port {
		return false
	}
	if r.ports == nil {
		r.ports = map[string]string{}
	}
	r.ports[name] = port
	return true
}

func (r *registry) release(name, port string) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ports[name] == port {
		delete(r.ports, name)
	}
}
