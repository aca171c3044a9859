// Package daemon gives every boardwire process the same manners: logs, signals,
// exit codes, health, metrics and what systemd wants to hear.
package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Daemon is what a Run function gets from its process.
type Daemon struct {
	Name   string
	Log    *slog.Logger
	Health *Health
	// Registry holds the metrics that the admin listener shows. Nothing is
	// registered anywhere else.
	Registry *prometheus.Registry

	holes  prometheus.Counter
	disks  *disks
	links  *links
	admin  string
	notify *notifier
}

// Options are those of a process.
type Options struct {
	// AdminListen is the address of health, metrics and profiles; empty means
	// that there is none. It belongs on the loopback: it tells of live play.
	AdminListen string
	// Level is the least that is logged.
	Level slog.Level
	// DrainLimit is how long a run may take to end after the first signal; 0
	// means 30 seconds.
	DrainLimit time.Duration
	// Linger is how long the admin listener outlives a run that ended because
	// a store is damaged, so that who collects metrics sees it; 0 means 20
	// seconds. A signal ends it.
	Linger time.Duration
	// Stderr takes the log; nil means os.Stderr.
	Stderr io.Writer
	// Signals replaces SIGINT and SIGTERM in tests.
	Signals <-chan os.Signal
}

// Exit codes. Config is that of sysexits.h.
const (
	ExitOK     = 0
	ExitFailed = 1
	ExitUsage  = 2
	ExitConfig = 78
)

// coded is an error that knows its exit code.
type coded struct {
	error
	code int
}

func (c coded) Unwrap() error { return c.error }

// Usage marks an error as the caller's, a wrong flag say: exit code 2.
func Usage(err error) error { return coded{err, ExitUsage} }

// Config marks an error as one of the configuration: exit code 78. A service
// manager does not start such a process again.
func Config(err error) error { return coded{err, ExitConfig} }

// Code returns the exit code of an error.
func Code(err error) int {
	var c coded
	switch {
	case err == nil:
		return ExitOK
	case errors.As(err, &c):
		return c.code
	}
	return ExitFailed
}

// errSignal is why a context ended.
var errSignal = errors.New("asked to stop")

// Main runs a process and returns its exit code. The first SIGINT or SIGTERM
// ends run's context: run puts away what it holds and returns. The second, or
// the drain limit, leaves at once.
func Main(name string, o Options, run func(context.Context, *Daemon) error) int {
	if o.Stderr == nil {
		o.Stderr = os.Stderr
	}
	if o.DrainLimit == 0 {
		o.DrainLimit = 30 * time.Second
	}
	if o.Linger == 0 {
		o.Linger = 20 * time.Second
	}
	if o.Signals == nil {
		c := make(chan os.Signal, 2)
		signal.Notify(c, syscall.SIGINT, syscall.SIGTERM)
		defer signal.Stop(c)
		o.Signals = c
	}
	d := New(name, NewLogger(o.Stderr, o.Level))
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	if o.AdminListen != "" {
		stop, err := d.listen(o.AdminListen)
		if err != nil {
			d.Log.Error("cannot start", "err", err)
			return ExitFailed
		}
		defer stop()
	}
	d.notify = newNotifier(os.Getenv, d.Log)
	defer d.notify.close()
	go d.notify.watchdog(ctx, d.Health)

	done := make(chan error, 1)
	go func() { done <- run(ctx, d) }()
	select {
	case err := <-done:
		d.linger(err, o)
		return d.ended(ctx, err)
	case s := <-o.Signals:
		d.Log.Info("stopping; a second signal leaves at once", "signal", s.String())
		d.notify.say("STOPPING=1")
		cancel(errSignal)
	}
	limit := time.NewTimer(o.DrainLimit)
	defer limit.Stop()
	select {
	case err := <-done:
		return d.ended(ctx, err)
	case s := <-o.Signals:
		d.Log.Warn("leaving at once", "signal", s.String())
	case <-limit.C:
		d.Log.Error("did not stop in time; leaving", "limit_s", o.DrainLimit.Seconds())
	}
	return ExitFailed
}

// ended logs why a run ended and returns the exit code.
func (d *Daemon) ended(ctx context.Context, err error) int {
	if context.Cause(ctx) == errSignal && (err == nil || errors.Is(err, context.Canceled) || errors.Is(err, errSignal)) {
		d.Log.Info("stopped")
		return ExitOK
	}
	if err != nil {
		d.Log.Error("stopped", "err", err)
	}
	return Code(err)
}

// New returns a daemon without listener and signals, for a Run function that
// is called from a test or from another process.
func New(name string, log *slog.Logger) *Daemon {
	d := &Daemon{Name: name, Log: log, Health: NewHealth(), holes: newHoles(), disks: newDisks(), links: newLinks()}
	d.Registry = newRegistry(d.holes, d.disks, d.links)
	return d
}

// Started tells the service manager that the process serves, and what it does.
func (d *Daemon) Started(status string) {
	d.notify.say("READY=1\nSTATUS=" + oneLine(status))
}

// AdminAddr is the address of the admin listener, empty without one.
func (d *Daemon) AdminAddr() string { return d.admin }

// NewLogger returns a logger: lines of text on a terminal, JSON elsewhere.
func NewLogger(w io.Writer, level slog.Level) *slog.Logger {
	o := &slog.HandlerOptions{Level: level}
	if isTerminal(w) {
		return slog.New(slog.NewTextHandler(w, o))
	}
	return slog.New(slog.NewJSONHandler(w, o))
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// ParseLevel reads debug, info, warn or error.
func ParseLevel(s string) (slog.Level, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(s)); err != nil {
		return 0, fmt.Errorf("log level %q: want debug, info, warn or error", s)
	}
	return l, nil
}
