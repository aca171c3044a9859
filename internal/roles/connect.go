package roles

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"

	"boardwire/internal/bus"
	"boardwire/internal/bus/js"
	"boardwire/internal/daemon"
)

const (
	// pauses between tries, doubled from the first to the last
	pauseMin = 100 * time.Millisecond
	pauseMax = 5 * time.Second
	// again is how often a wait that goes on is logged.
	again = 30 * time.Second
	// doubts is how often a server may fail to prove itself: one that is just
	// starting says nothing yet.
	doubts = 4
)

// connect is one try to connect as a user. A wrong password is a fault of the
// configuration.
func (c *Common) connect(ctx context.Context, d *daemon.Daemon, user js.User) (*js.Store, error) {
	password, err := c.password(user)
	if err != nil {
		return nil, daemon.Config(err)
	}
	cfg := js.Config{
		URL: c.NATS, User: user, Password: password, Unproved: c.Unproved,
		Name: "boardwire-" + d.Name + "/" + c.Hall, Log: d.Log,
	}
	if user != js.Web && !c.Unproved {
		if cfg.SysPassword, err = c.password(js.Sys); err != nil {
			return nil, daemon.Config(err)
		}
	}
	store, err := js.Connect(ctx, cfg)
	if errors.Is(err, nats.ErrAuthorization) {
		return nil, daemon.Config(fmt.Errorf("%w; the server has another password for this user, or none: compare %s with the server's", err, c.given(user)))
	}
	return store, err
}

// given says where a password came from.
func (c *Common) given(u js.User) string {
	if c.Secrets == "" {
		return variable(u)
	}
	return variable(u) + " or " + c.secretFile(u)
}

// dial connects as a user, waiting for the server as long as ctx lasts. A wrong
// password and a server that may lose what it acknowledged end it.
func (c *Common) dial(ctx context.Context, d *daemon.Daemon, user js.User) (store *js.Store, err error) {
	doubted := 0
	err = wait(ctx, d.Log, "the NATS server", func() error {
		store, err = c.connect(ctx, d, user)
		var unsafe *js.UnsafeError
		switch {
		case errors.As(err, &unsafe):
			if doubted++; doubted == doubts {
				return daemon.Config(err)
			}
			return err
		case err != nil && daemon.Code(err) == daemon.ExitConfig:
			return err
		}
		doubted = 0
		return err
	})
	return store, err
}

// wait repeats try until it succeeds or ctx ends, with growing pauses. It logs
// what it waits for when that changes, and now and then. A fault of the
// configuration ends it.
func wait(ctx context.Context, log *slog.Logger, what string, try func() error) error {
	pause, said, when := pauseMin, "", time.Time{}
	for {
		err := try()
		if err == nil {
			if said != "" {
				log.Info("found what was waited for", "what", what)
			}
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if daemon.Code(err) == daemon.ExitConfig {
			return err
		}
		if text := err.Error(); text != said || time.Since(when) > again {
			said, when = text, time.Now()
			log.Warn("waiting", "what", what, "err", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause = min(2*pause, pauseMax)
	}
}

// table opens a table, waiting for it.
func table(ctx context.Context, log *slog.Logger, store *js.Store, name string, create bool) (t bus.Table, err error) {
	err = wait(ctx, log, "the table "+name, func() error {
		t, err = store.Table(ctx, name, create)
		return err
	})
	return t, err
}

// connected is a check of readiness.
func connected(s *js.Store) func(context.Context) error {
	return func(context.Context) error {
		if s.Connected() {
			return nil
		}
		return errors.New("no connection to the NATS server")
	}
}
