package serial

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// DefaultGlobs finds USB serial ports, by names that stay the same first.
var DefaultGlobs = []string{"/dev/serial/by-id/*", "/dev/ttyUSB*", "/dev/ttyACM*"}

// Watch reads every port that one of the globs finds, from when it appears to
// when it vanishes, and returns when ctx has ended and all are closed. It looks
// again each poll (0 means once a second). A port that several names lead to is
// read once, under the first of them.
func Watch(ctx context.Context, globs []string, poll time.Duration, o Options) error {
	for _, g := range globs {
		if _, err := filepath.Match(g, ""); err != nil {
			return deviceError("open", g, "glob", err)
		}
	}
	if poll == 0 {
		poll = time.Second
	}
	o.names = &registry{}
	running := map[string]*watched{} // by device file
	var all sync.WaitGroup
	defer all.Wait()
	look := time.NewTicker(poll)
	defer look.Stop()
	for {
		found := ports(globs)
		for file, w := range running {
			// Its number may belong to another port by now. A port that was not
			// found is not gone for that: a process with too many open files
			// finds none.
			if astray(w.name, file) {
				w.cancel(errVanish)
			}
			if w.over() {
				delete(running, file)
			}
		}
		for file, name := range found {
			if running[file] != nil {
				continue
			}
			one, cancel := context.WithCancelCause(ctx)
			w := &watched{name: name, cancel: cancel, done: make(chan struct{})}
			running[file] = w
			all.Go(func() {
				defer close(w.done)
				defer cancel(nil)
				run(one, file, name, o)
			})
		}
		select {
		case <-ctx.Done():
			return nil
		case <-look.C:
		}
	}
}

type watched struct {
	name   string
	cancel context.CancelCauseFunc
	done   chan struct{}
}

func (w *watched) over() bool {
	select {
	case <-w.done:
		return true
	default:
		return false
	}
}

// astray reports whether a name is gone or leads to another file. A name that
// cannot be looked up is not.
func astray(name, file string) bool {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	return name != file && real != file
}

// ports returns the device files that the globs find, each with the first name
// that leads to it. Links that lead nowhere and what is no terminal are left out.
func ports(globs []string) map[string]string {
	found := map[string]string{}
	for _, g := range globs {
		names, _ := filepath.Glob(g)
		for _, name := range names {
			file, err := filepath.EvalSymlinks(name)
			if err != nil {
				continue
			}
			info, err := os.Stat(file)
			if err != nil || info.Mode()&os.ModeCharDevice == 0 {
				continue
			}
			if _, known := found[file]; !known {
				found[file] = name
			}
		}
	}
	return found
}
