// Package engine keeps an embedded ClickHouse running beside a hall: two
// processes of this program, one for the live databases and one for the public
// ones, that the driver clickhouse-go reaches as it reaches a server.
//
// The two share nothing but the machine: what a public statement can see, its
// own process has, whatever it asks (system tables, errors, running statements
// and counters included).
package engine

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
)

// The users, each with a process, a folder and a secret of its own.
const (
	Live   = "live"
	Public = "public"
)

// Config is how the engine is started.
type Config struct {
	// Lib is the shared library, as `make warehouse-engine` fetches it.
	Lib string
	// Data is the folder of the data; "live" and "public" are made in it.
	Data string
	// Dir is a private folder for the sockets; a temporary one if empty. A
	// socket's path may have 100 bytes.
	Dir string
	// Command starts an engine process, with its flags appended; this program
	// as `warehouse engine` if empty.
	Command []string
	// Memory bounds what statements and merges of each process use together;
	// 1 GiB if 0.
	Memory int64
	// MaxPause is the longest pause before a process that dies again and again
	// is started once more; 10 s if 0.
	MaxPause time.Duration
	// LiveOnly leaves out the public process.
	LiveOnly bool
	Log      *slog.Logger
}

// Engine is a running engine.
type Engine struct {
	sides  map[string]*side
	cancel context.CancelFunc
	ended  sync.WaitGroup
	remove string // the temporary folder
}

// Start starts the processes and returns when both answer. When one dies it is
// started again, after a pause that grows from 0.1 s on; what it had
// committed is still there. They end with ctx, with Close, and with this
// process, however it ends.
//
// An error (no library, a folder in use, a process that does not answer within
// a minute) leaves nothing running.
func Start(ctx context.Context, cfg Config) (*Engine, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if _, err := os.Stat(cfg.Lib); err != nil {
		return nil, fmt.Errorf("the warehouse engine's library is not there (make warehouse-engine fetches it): %w", err)
	}
	if len(cfg.Command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		cfg.Command = []string{self, "warehouse", "engine"}
	}
	if cfg.MaxPause == 0 {
		cfg.MaxPause = 10 * time.Second
	}
	e := &Engine{sides: map[string]*side{}}
	if cfg.Dir == "" {
		dir, err := os.MkdirTemp("", "boardwire-")
		if err != nil {
			return nil, err
		}
		cfg.Dir, e.remove = dir, dir
	} else if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, err
	} else if err := os.Chmod(cfg.Dir, 0o700); err != nil {
		return nil, err
	}
	ctx, e.cancel = context.WithCancel(ctx)
	names := []string{Live, Public}
	if cfg.LiveOnly {
		names = names[:1]
	}
	for _, name := range names {
		// Each has a folder of its own: it may write in it.
		socket := filepath.Join(cfg.Dir, name, "sock")
		s := &side{
			name: name, socket: socket, secret: rand.Text() + rand.Text(),
			command: append(cfg.Command[:len(cfg.Command):len(cfg.Command)],
				"--lib", cfg.Lib, "--data", filepath.Join(cfg.Data, name), "--socket", socket,
				"--user", name, "--memory", fmt.Sprint(cfg.Memory)),
			maxPause: cfg.MaxPause, log: cfg.Log.With("engine", name), ready: make(chan struct{}), failed: make(chan error, 1),
		}
		if len(s.socket) > 100 {
			e.Close()
			return nil, fmt.Errorf("the path %s is too long for a socket: name a shorter folder", s.socket)
		}
		if err := os.MkdirAll(filepath.Dir(socket), 0o700); err != nil {
			e.Close()
			return nil, err
		}
		e.sides[name] = s
		e.ended.Go(func() { s.keep(ctx) })
	}
	for _, name := range names {
		s := e.sides[name]
		select {
		case <-s.ready:
			continue
		case err := <-s.failed:
			e.Close()
			return nil, fmt.Errorf("start the %s warehouse engine: %w", name, err)
		case <-ctx.Done():
			e.Close()
			return nil, ctx.Err()
		}
	}
	return e, nil
}

// Close stops the processes and waits for their end.
func (e *Engine) Close() {
	e.cancel()
	e.Wait()
}

// Wait returns when the processes have ended.
func (e *Engine) Wait() {
	e.ended.Wait()
	if e.remove != "" {
		os.RemoveAll(e.remove)
	}
}

// PID is the process that serves the user now, 0 where none does.
func (e *Engine) PID(user string) int {
	s := e.sides[user]
	if s == nil {
		return 0
	}
	return int(s.pid.Load())
}

// Options are for clickhouse.Open: HTTP over the user's socket, with short
// timeouts and lifetimes. They hold over restarts of the process. An unknown
// user gets options that the engine refuses.
//
// The live user has every database of the live process, the public user every
// one of the public process; neither sees the other's. The database must be
// there ("default" always is).
func (e *Engine) Options(user, database string) *clickhouse.Options {
	s := e.sides[user]
	o := &clickhouse.Options{
		Protocol:        clickhouse.HTTP,
		Addr:            []string{"engine"},
		Auth:            clickhouse.Auth{Database: database, Username: user},
		DialTimeout:     2 * time.Second,
		ReadTimeout:     30 * time.Second,
		ConnMaxLifetime: time.Minute,
		MaxOpenConns:    6,
		MaxIdleConns:    3,
		DialContext: func(ctx context.Context, _ string) (net.Conn, error) {
			if s == nil {
				return nil, errors.New("the engine knows the users live and public, and not " + strings.ToValidUTF8(user, "?"))
			}
			var d net.Dialer
			return d.DialContext(ctx, "unix", s.socket)
		},
	}
	if s != nil {
		o.Auth.Password = s.secret
	}
	return o
}
