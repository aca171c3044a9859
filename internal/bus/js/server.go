package js

import (
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// accountsConf is the accounts and permissions of every boardwire server; the
// same text stands in deploy/nats/nats.conf.
//
//go:embed accounts.conf
var accountsConf string

// ServerConfig describes an embedded server.
type ServerConfig struct {
	// Dir holds the streams. One server uses it at a time.
	Dir string
	// Listen is the address for clients from outside the process; empty
	// means that there is none and no port is opened.
	Listen string
	// Passwords are those of clients from outside; a user without one cannot
	// come from outside. Characters are A-Z a-z 0-9 _ and -, at least 16.
	Passwords map[User]string
	// MinFree is how many bytes must be free on the disk to start and to be
	// healthy; 0 means DefaultMinFree.
	MinFree int64
	Log     *slog.Logger
}

// DefaultMinFree is room for two sittings.
const DefaultMinFree = 512 << 20

// Server is an embedded NATS server that syncs every write. Connections from
// the same process need no network.
type Server struct {
	cfg    ServerConfig
	secret map[User]string
	lock   *os.File

	mu  sync.Mutex
	srv *server.Server
}

// StartServer starts a server and returns when it takes connections.
func StartServer(ctx context.Context, cfg ServerConfig) (*Server, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.MinFree == 0 {
		cfg.MinFree = DefaultMinFree
	}
	s := &Server{cfg: cfg, secret: map[User]string{}}
	for _, u := range []User{Live, Gate, Publisher, Web, Sys} {
		if p, ok := cfg.Passwords[u]; ok {
			if err := checkPassword(p); err != nil {
				return nil, fmt.Errorf("password of user %s: %w", u, err)
			}
			s.secret[u] = p
			continue
		}
		var b [24]byte
		if _, err := rand.Read(b[:]); err != nil {
			return nil, err
		}
		s.secret[u] = hex.EncodeToString(b[:])
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("start the embedded server: %w", err)
	}
	free, err := s.Free()
	if err != nil {
		return nil, err
	}
	if free < cfg.MinFree {
		return nil, fmt.Errorf("start the embedded server: %s has %d MiB free, it needs %d; free some space or name another data folder", cfg.Dir, free>>20, cfg.MinFree>>20)
	}
	if s.lock, err = lockDir(cfg.Dir); err != nil {
		return nil, err
	}
	if s.srv, err = s.start(ctx); err != nil {
		s.lock.Close()
		return nil, err
	}
	return s, nil
}

func checkPassword(p string) error {
	if len(p) < 16 {
		return errors.New("it has fewer than 16 characters")
	}
	for _, c := range p {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-') {
			return errors.New("it has characters other than A-Z a-z 0-9 _ and -")
		}
	}
	return nil
}

// InUse says whether a server runs on a folder now.
func InUse(dir string) bool {
	f, err := os.Open(filepath.Join(dir, "lock"))
	if err != nil {
		return false
	}
	defer f.Close()
	return errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

// lockDir sees to it that no second server writes the same streams. The lock
// goes with the process.
func lockDir(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("data folder %s is in use by another boardwire; stop it or name another folder", dir)
	}
	return f, nil
}

func (s *Server) options() (*server.Options, error) {
	var conf strings.Builder
	for _, u := range []User{Live, Gate, Publisher, Web, Sys} {
		fmt.Fprintf(&conf, "BOARDWIRE_NATS_%s_PASSWORD: %q\n", strings.ToUpper(string(u)), s.secret[u])
	}
	conf.WriteString(accountsConf)
	fmt.Fprintf(&conf, "jetstream {\n store_dir: %q\n sync_interval: always\n}\n", s.cfg.Dir)
	opts := &server.Options{}
	if err := opts.ProcessConfigString(conf.String()); err != nil {
		return nil, fmt.Errorf("set up the embedded server: %w", err)
	}
	opts.ServerName = "boardwire"
	opts.NoSigs = true
	opts.DontListen = s.cfg.Listen == ""
	if s.cfg.Listen != "" {
		host, port, err := net.SplitHostPort(s.cfg.Listen)
		if err != nil {
			return nil, fmt.Errorf("listen on %q: %w; want HOST:PORT", s.cfg.Listen, err)
		}
		opts.Host = host
		if opts.Port, err = strconv.Atoi(port); err != nil {
			return nil, fmt.Errorf("listen on %q: %w", s.cfg.Listen, err)
		}
		if opts.Port == 0 {
			opts.Port = server.RANDOM_PORT
		}
	}
	return opts, nil
}

// startPatience bounds how long a start may take: an index that has to be
// rebuilt takes a second for a million messages.
const startPatience = time.Minute

func (s *Server) start(ctx context.Context) (*server.Server, error) {
	opts, err := s.options()
	if err != nil {
		return nil, err
	}
	srv, err := server.NewServer(opts)
	if err != nil {
		return nil, fmt.Errorf("set up the embedded server: %w", err)
	}
	srv.SetLoggerV2(natsLog{s.cfg.Log}, false, false, false)
	go srv.Start()
	deadline := time.Now().Add(startPatience)
	for !srv.ReadyForConnections(100 * time.Millisecond) {
		if ctx.Err() != nil || time.Now().After(deadline) || !srv.Running() && srv.NumClients() < 0 {
			srv.Shutdown()
			return nil, fmt.Errorf("start the embedded server: not ready after %v: %w", startPatience, ctx.Err())
		}
	}
	if c := srv.JetStreamConfig(); c == nil || !c.SyncAlways {
		srv.Shutdown()
		return nil, errors.New("start the embedded server: JetStream is off, or does not sync every write")
	}
	return srv, nil
}

// InProcessConn gives the client a pipe to the server of the moment; nats.go
// calls it again after the server was replaced.
func (s *Server) InProcessConn() (net.Conn, error) {
	s.mu.Lock()
	srv := s.srv
	s.mu.Unlock()
	if srv == nil {
		return nil, errors.New("the embedded server is stopped")
	}
	return srv.InProcessConn()
}

// Store connects as a user from within the process.
func (s *Server) Store(name string, user User) (*Store, error) {
	c := Config{URL: "embedded", User: user, Password: s.secret[user], Name: name, Log: s.cfg.Log}
	return connect(c, nats.InProcessServer(s))
}

// URL is where clients from outside connect; empty without Listen.
func (s *Server) URL() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.srv == nil || s.cfg.Listen == "" {
		return ""
	}
	return s.srv.ClientURL()
}

// Free returns how many bytes are free on the disk of the streams.
func (s *Server) Free() (int64, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(s.cfg.Dir, &st); err != nil {
		return 0, fmt.Errorf("free space of %s: %w", s.cfg.Dir, err)
	}
	return int64(st.Bavail) * int64(st.Bsize), nil
}

// Healthy says what is wrong: a stream or JetStream as a whole takes no more
// writes, or the disk is nearly full. A server that met a full disk stays broken
// until Run or Restart starts it anew.
func (s *Server) Healthy() error {
	s.mu.Lock()
	srv := s.srv
	s.mu.Unlock()
	if srv == nil || !srv.Running() {
		return errors.New("the embedded server is stopped")
	}
	if err := broken(srv); err != nil {
		return err
	}
	free, err := s.Free()
	if err != nil {
		return err
	}
	if free < s.cfg.MinFree {
		return fmt.Errorf("%s has %d MiB free, want %d; free some space", s.cfg.Dir, free>>20, s.cfg.MinFree>>20)
	}
	return nil
}

// broken tells what only a new start mends.
func broken(srv *server.Server) error {
	if !srv.JetStreamEnabled() {
		return errors.New("JetStream switched itself off, as it does when the disk is full; free some space")
	}
	if h := srv.Healthz(nil); h.StatusCode != http.StatusOK {
		return fmt.Errorf("JetStream takes no more writes: %s; if its disk is full, free some space", h.Error)
	}
	return nil
}

// Run heals the server until ctx ends: when it takes no more writes and there
// is space on its disk, it starts it anew. Clients reconnect by themselves.
func (s *Server) Run(ctx context.Context) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	// A fault that a new start does not mend must not become a loop of starts.
	var rest, next time.Duration
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		if rest > 0 {
			rest -= time.Second
			continue
		}
		s.mu.Lock()
		var fault error
		if s.srv != nil {
			fault = broken(s.srv)
		}
		s.mu.Unlock()
		if fault == nil {
			next = 0
			continue
		}
		if free, err := s.Free(); err != nil || free < s.cfg.MinFree {
			continue
		}
		next = min(2*next+2*time.Second, time.Minute)
		rest = next
		s.cfg.Log.Warn("starting the embedded server anew", "err", fault)
		if err := s.Restart(ctx); err != nil {
			s.cfg.Log.Error("embedded server did not start", "err", err)
		}
	}
}

// Restart stops the server and starts it on the same folder.
func (s *Server) Restart(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.srv != nil {
		s.srv.Shutdown()
		s.srv.WaitForShutdown()
		s.srv = nil
	}
	if s.lock == nil {
		return errors.New("the embedded server is closed")
	}
	srv, err := s.start(ctx)
	if err != nil {
		return err
	}
	s.srv = srv
	return nil
}

// Close stops the server after it has written what it took.
func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.srv != nil {
		s.srv.Shutdown()
		s.srv.WaitForShutdown()
		s.srv = nil
	}
	if s.lock != nil {
		s.lock.Close()
		s.lock = nil
	}
}

// natsLog passes the server's own words on. Its notices are start-up chatter.
type natsLog struct{ log *slog.Logger }

func (l natsLog) Noticef(f string, v ...any) { l.say(slog.LevelDebug, f, v) }
func (l natsLog) Warnf(f string, v ...any) {
	// The embedded server's passwords are made at each start and never written.
	if !strings.HasPrefix(f, "Plaintext passwords") {
		l.say(slog.LevelWarn, f, v)
	}
}
func (l natsLog) Errorf(f string, v ...any) { l.say(slog.LevelError, f, v) }
func (l natsLog) Fatalf(f string, v ...any) { l.say(slog.LevelError, f, v) }
func (l natsLog) Debugf(f string, v ...any) { l.say(slog.LevelDebug, f, v) }
func (l natsLog) Tracef(f string, v ...any) { l.say(slog.LevelDebug, f, v) }

func (l natsLog) say(level slog.Level, f string, v []any) {
	l.log.Log(context.Background(), level, "nats server", "text", fmt.Sprintf(f, v...))
}
