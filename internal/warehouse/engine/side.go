package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// side is one process and whoever starts it again.
type side struct {
	name    string
	socket  string
	secret  string
	command []string
	log     *slog.Logger

	maxPause time.Duration

	pid    atomic.Int64
	ready  chan struct{} // closed when it has answered for the first time
	failed chan error    // why it never did
}

const (
	firstPause = 100 * time.Millisecond
	goodTime   = 30 * time.Second // after which a death is no series
	readyTime  = time.Minute
	stopTime   = 10 * time.Second // between SIGTERM and SIGKILL
)

// keep runs the process until ctx ends.
func (s *side) keep(ctx context.Context) {
	pause, first := firstPause, true
	for {
		began := time.Now()
		err := s.once(ctx, func() {
			if first {
				close(s.ready)
				first = false
			}
		})
		if ctx.Err() != nil {
			return
		}
		if first {
			s.failed <- err
			return
		}
		if time.Since(began) > goodTime {
			pause = firstPause
		}
		s.log.Warn("warehouse engine ended, it is started again", "err", err, "pause", pause.String())
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
		pause = min(2*pause, s.maxPause)
	}
}

// once runs the process to its end.
func (s *side) once(ctx context.Context, ready func()) error {
	cmd := exec.Command(s.command[0], s.command[1:]...)
	// The pipe closes when this process ends, however it ends; the engine
	// ends with it.
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	said, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	// A statement could read the environment, where a hall has passwords.
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LANG=C.UTF-8", "HOME=/nonexistent"}
	if tz, ok := os.LookupEnv("TZ"); ok {
		cmd.Env = append(cmd.Env, "TZ="+tz)
	}
	// Signals from a terminal are the hall's business.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	s.pid.Store(int64(cmd.Process.Pid))
	defer s.pid.Store(0)
	last := make(chan string, 1)
	go s.relay(said, last)
	ended := make(chan error, 1)
	up := make(chan bool, 1)
	go func() {
		r := bufio.NewReader(out)
		_, err := r.ReadString('\n')
		up <- err == nil
		io.Copy(io.Discard, r)
		said := <-last
		if err = cmd.Wait(); err == nil {
			err = errors.New("it ended by itself")
		}
		if said != "" {
			err = fmt.Errorf("%w: %s", err, said)
		}
		ended <- err
	}()
	if _, err := io.WriteString(in, s.secret+"\n"); err != nil {
		s.log.Debug("the engine took no secret", "err", err)
	}
	late := time.NewTimer(readyTime)
	defer late.Stop()
	for {
		select {
		case ok := <-up:
			late.Stop()
			if ok {
				ready()
			}
			up = nil
		case <-late.C:
			cmd.Process.Kill()
			return fmt.Errorf("it did not answer within %v: %w", readyTime, <-ended)
		case err := <-ended:
			return err
		case <-ctx.Done():
			cmd.Process.Signal(syscall.SIGTERM)
			in.Close()
			select {
			case err = <-ended:
			case <-time.After(stopTime):
				cmd.Process.Kill()
				err = <-ended
			}
			return err
		}
	}
}

// relay logs what the process says and keeps its last lines.
func (s *side) relay(r io.Reader, last chan<- string) {
	var kept []string
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		s.log.Debug("the engine says", "line", line)
		if line == "" || strings.Contains(line, "level=INFO") || strings.Contains(line, `"level":"INFO"`) {
			continue
		}
		if kept = append(kept, line[:min(len(line), 300)]); len(kept) > 4 {
			kept = kept[1:]
		}
	}
	io.Copy(io.Discard, r)
	last <- strings.Join(kept, "; ")
}
