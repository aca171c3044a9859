// Package process is what runs in the engine's own process: the library, its
// data, and the front on a socket.
package process

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"boardwire/internal/warehouse/engine/chdb"
	"boardwire/internal/warehouse/engine/front"
)

// Config is what an engine process is told.
type Config struct {
	Library string // the shared library
	Data    string // the folder of the data, made if missing, used by one process at a time
	Socket  string // where it listens; the folder must be private
	User    string // who may use it
	Memory  int64  // bytes that statements and merges may use together; 1 GiB if 0
	// Parent is whoever started the process: its first line is the user's
	// secret, and when it ends the process does.
	Parent io.Reader
	// Ready gets one line when statements are answered.
	Ready io.Writer
	Log   *slog.Logger
}

const (
	lockTime = 20 * time.Second // for a process before this one to end
	stopTime = 5 * time.Second  // for statements under way
)

// Run serves until ctx ends or the parent is gone, and closes the engine.
func Run(ctx context.Context, cfg Config) error {
	if cfg.Memory == 0 {
		cfg.Memory = 1 << 30
	}
	restricted := true
	if err := confine(cfg); err != nil {
		restricted = false
		cfg.Log.Warn("statements that could read files are refused by their words alone", "err", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, cfg, restricted) }()
	return <-ended
}

// serve does what Run promises, never on the main thread.
func serve(ctx context.Context, cfg Config, restricted bool) error {
	parent := bufio.NewReader(cfg.Parent)
	secret, err := parent.ReadString('\n')
	if secret = strings.TrimSpace(secret); err != nil || len(secret) < 32 {
		return errors.New("the first line of the standard input must be the secret, 32 letters or more")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		io.Copy(io.Discard, parent)
		cancel()
	}()

	data, err := filepath.Abs(cfg.Data)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return err
	}
	lock, err := lockFolder(ctx, data)
	if err != nil {
		return err
	}
	defer lock.Close()
	config, err := writeConfig(data, cfg.Memory)
	if err != nil {
		return err
	}
	library, err := chdb.Load(cfg.Library)
	if err != nil {
		return err
	}
	args := []string{"--path=" + filepath.Join(data, "store"), "--config-file=" + config}
	// The first connection opens the data; it stays so that the others are cheap.
	first, err := library.Open(args...)
	if err != nil {
		return fmt.Errorf("open the warehouse's data in %s: %w", data, err)
	}
	for _, table := range dropped {
		if _, _, err := first.Exec("DROP TABLE IF EXISTS "+table+" SYNC", "Null"); err != nil {
			first.Close()
			return fmt.Errorf("open the warehouse's data in %s: %w", data, err)
		}
	}

	listener, err := listen(cfg.Socket)
	if err != nil {
		first.Close()
		return err
	}
	server := &http.Server{
		Handler:           front.New(front.Config{Library: library, Args: args[:1], User: cfg.User, Secret: secret, Confined: restricted, Log: cfg.Log}),
		ReadHeaderTimeout: 5 * time.Second,
		MaxHeaderBytes:    1 << 20, // parameters stand in the URL
		ErrorLog:          slog.NewLogLogger(cfg.Log.Handler(), slog.LevelDebug),
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	if _, err := fmt.Fprintln(cfg.Ready, "ready"); err != nil {
		cancel()
	}
	cfg.Log.Info("warehouse engine is up", "version", library.Version(), "socket", cfg.Socket)

	select {
	case err = <-served:
	case <-ctx.Done():
		late, done := context.WithTimeout(context.Background(), stopTime)
		err = server.Shutdown(late)
		done()
	}
	if err != nil {
		// A statement still runs: its thread cannot be taken back, so what is
		// left is to end the process; what was committed is on disk.
		server.Close()
		return fmt.Errorf("stop the warehouse engine: %w", err)
	}
	first.Close()
	return library.Shutdown()
}

// lockFolder makes sure that no other process has the data open.
func lockFolder(ctx context.Context, dir string) (*os.File, error) {
	path := filepath.Join(dir, "lock")
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	give := time.NewTimer(lockTime)
	defer give.Stop()
	again := time.NewTicker(50 * time.Millisecond)
	defer again.Stop()
	for {
		if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err == nil {
			return f, nil
		}
		select {
		case <-again.C:
			continue
		case <-give.C:
			err = fmt.Errorf("%s is in use by another engine process: %w", dir, err)
		case <-ctx.Done():
			err = ctx.Err()
		}
		f.Close()
		return nil, err
	}
}

// listen makes the socket, for its owner alone.
func listen(path string) (net.Listener, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	old := syscall.Umask(0o177)
	l, err := net.Listen("unix", path)
	syscall.Umask(old)
	return l, err
}
