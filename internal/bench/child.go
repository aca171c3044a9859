package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// asHall makes this program be boardwire, so that what is measured is a process
// of its own and is what was compiled with the bench.
const asHall = "BOARDWIRE_BENCH_HALL"

// startWithin and stopWithin bound a hall's start and end.
const (
	startWithin = 2 * time.Minute
	stopWithin  = 40 * time.Second
)

// hall is a hall in a process of its own.
type hall struct {
	cmd    *exec.Cmd
	public string // address of the public pages
	admin  string // address of metrics and profiles
	// took is the time from the start of the process to its screen.
	began time.Time
	took  time.Duration
	errs  bytes.Buffer
	gone  chan struct{}
}

var (
	publicLine = regexp.MustCompile(`^\s+public\s+http://([0-9.:]+)`)
	adminLine  = regexp.MustCompile(`^\s+operators\s+http://([0-9.:]+)/`)
)

// lastLine is the last line of a hall's screen.
const lastLine = "Ctrl-C drains"

// startHall starts a hall on free ports of the loopback and returns when its
// screen is there. It dies with this process.
func startHall(ctx context.Context, dir string) (*hall, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	h := &hall{gone: make(chan struct{})}
	h.cmd = exec.Command(self, "hall", "--file", filepath.Join(dir, "bench.toml"), "--data", filepath.Join(dir, "data"),
		"--listen", "127.0.0.1:0", "--desk-listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0",
		"--port", filepath.Join(dir, "boards", "*"), "--log-level", "error")
	h.cmd.Env = append(os.Environ(), asHall+"=1")
	h.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	h.cmd.Stderr = &h.errs
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	h.began = time.Now()
	if err := h.cmd.Start(); err != nil {
		return nil, err
	}
	screen := make(chan error, 1)
	go func() {
		screen <- h.read(out)
		_, _ = io.Copy(io.Discard, out)
		_ = h.cmd.Wait()
		close(h.gone)
	}()
	select {
	case err = <-screen:
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(startWithin):
		err = fmt.Errorf("no screen after %s", startWithin)
	}
	if err != nil {
		h.kill()
		return nil, fmt.Errorf("start a hall: %w; it said: %s", err, h.errs.String())
	}
	return h, nil
}

// read reads the screen to its last line.
func (h *hall) read(out io.Reader) error {
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if m := publicLine.FindStringSubmatch(lines.Text()); m != nil {
			h.public = m[1]
		}
		if m := adminLine.FindStringSubmatch(lines.Text()); m != nil {
			h.admin = m[1]
		}
		if strings.Contains(lines.Text(), lastLine) {
			h.took = time.Since(h.began)
			if h.public == "" {
				return errors.New("its screen names no public page")
			}
			return nil
		}
	}
	return errors.Join(errors.New("it ended before its screen was there"), lines.Err())
}

func (h *hall) pid() int { return h.cmd.Process.Pid }

// stop asks the hall to drain and waits until it is gone.
func (h *hall) stop() error {
	if err := h.cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case <-h.gone:
	case <-time.After(stopWithin):
		h.kill()
		return fmt.Errorf("the hall did not stop in %s", stopWithin)
	}
	if code := h.cmd.ProcessState.ExitCode(); code != 0 {
		return fmt.Errorf("the hall ended with code %d: %s", code, h.errs.String())
	}
	return nil
}

// kill ends the hall at once; one that is gone already stays so.
func (h *hall) kill() {
	_ = h.cmd.Process.Kill()
	<-h.gone
}
