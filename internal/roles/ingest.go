package roles

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"boardwire/adapters/serial"
	"boardwire/adapters/serial/drivers"
	"boardwire/internal/bus"
	"boardwire/internal/bus/js"
	"boardwire/internal/daemon"
	"boardwire/internal/ingest"
)

// Ingest reads the boards of one machine.
type Ingest struct {
	Common `embed:""`

	Data   string   `env:"BOARDWIRE_DATA" type:"path" help:"The folder of the outbox. It belongs to this process alone."`
	Port   []string `env:"BOARDWIRE_PORT" help:"Globs of serial ports (/dev/serial/by-id/*, /dev/ttyUSB*, /dev/ttyACM* if not given)."`
	Driver string   `default:"dgt" env:"BOARDWIRE_DRIVER" help:"The family of the boards."`
	Host   string   `env:"BOARDWIRE_HOST" help:"This machine's name in the name of the source; its host name if not given."`
}

func (c *Ingest) faults() []error {
	all := append(c.common(), folder(c.Data, "the outbox")...)
	for _, g := range c.Port {
		if _, err := filepath.Match(g, ""); err != nil {
			all = append(all, fmt.Errorf("--port %s: %w", g, err))
		}
	}
	if _, ok := drivers.Lookup(c.Driver); !ok {
		all = append(all, fmt.Errorf("--driver %q is not known, want %s", c.Driver, strings.Join(drivers.Names(), ", ")))
	}
	return append(all, c.needs(c.writers(js.Live)...)...)
}

func (c *Ingest) run(ctx context.Context, d *daemon.Daemon) error {
	open, _ := drivers.Lookup(c.Driver)
	host := c.Host
	if host == "" {
		var err error
		if host, err = os.Hostname(); err != nil {
			return fmt.Errorf("%w; name this machine with --host", err)
		}
	}
	first, err := c.prove(ctx, d)
	if err != nil {
		return err
	}
	if len(c.Port) == 0 {
		c.Port = slices.Clone(serial.DefaultGlobs)
	}
	d.Log.Info("reading boards", "hall", c.Hall, "ports", strings.Join(c.Port, " "), "data", c.Data)
	d.Started("reading boards of hall " + c.Hall)
	s := states{checks: map[string]error{}}
	s.watch(d.Health, "outbox", "record")
	d.Disk("outbox", c.Data)
	return ingest.Run(ctx, ingest.Config{Hall: c.Hall, Host: host, Dir: filepath.Join(c.Data, "outbox"), Globs: c.Port}, ingest.Deps{
		Driver: open,
		Connect: func(ctx context.Context) (bus.Store, error) {
			if s := first; s != nil {
				first = nil
				d.Link(string(js.Live), s)
				return s, nil
			}
			s, err := c.connect(ctx, d, js.Live)
			if err != nil {
				return nil, err // a nil *js.Store in an interface is not nil
			}
			d.Link(string(js.Live), s)
			return s, nil
		},
		Log: d.Log, Registry: d.Registry, Ready: s.set,
	})
}

// prove asks once whether the server takes this process and is safe. What is
// wrong ends the start, while somebody looks; a server that is not there does
// not keep boards from being recorded, nor does anything that goes wrong later.
func (c *Ingest) prove(ctx context.Context, d *daemon.Daemon) (*js.Store, error) {
	for n := 1; ; n++ {
		store, err := c.connect(ctx, d, js.Live)
		var unsafe *js.UnsafeError
		switch {
		case err == nil:
			return store, nil
		case daemon.Code(err) == daemon.ExitConfig:
			return nil, err
		case errors.As(err, &unsafe) && n == doubts:
			return nil, daemon.Config(err)
		case errors.As(err, &unsafe):
			d.Log.Warn("waiting", "what", "proof that the server is safe", "err", err)
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(pauseMin << n):
			}
			continue
		}
		d.Log.Warn("the NATS server is not there: events wait in the outbox", "err", err)
		return nil, nil
	}
}

// states are checks that a part reports by itself.
type states struct {
	mu     sync.Mutex
	checks map[string]error
}

func (s *states) set(check string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.checks[check] = err
}

func (s *states) watch(h *daemon.Health, checks ...string) {
	for _, check := range checks {
		h.Ready(check, func(context.Context) error {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.checks[check]
		})
	}
}
