// Package js keeps the log in NATS JetStream, embedded or on a server.
//
// It accepts nothing that could forget: a server that does not sync every
// write, a stream in memory or with lazy persistence is refused.
package js

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"boardwire/internal/bus"
)

// User names an account's user, as in accounts.conf.
type User string

// The users of a server.
const (
	// Live reads and writes record, facts and tables.
	Live User = "live"
	// Gate reads the live account and writes its own table.
	Gate User = "gate"
	// Publisher writes the PUB account.
	Publisher User = "publisher"
	// Web reads the PUB account.
	Web User = "web"
	// Sys asks the server how it is set up.
	Sys User = "sys"
)

// Config says how to reach a server. String and error texts never contain a
// password.
type Config struct {
	// URL is a NATS address such as "nats://127.0.0.1:4222".
	URL      string
	User     User
	Password string
	// SysPassword is the password of user sys. With it, Connect asks whether
	// every server of the cluster syncs always, and refuses one that does not.
	SysPassword string
	// Unproved lets a writer connect without SysPassword: someone else
	// vouches for the server. Reading as user web needs no proof.
	Unproved bool
	// Name tells the server who connects, "boardwire-ingest/main" say.
	Name string
	// Log hears what happens to the connection; nil is silence.
	Log *slog.Logger
	// Replicas is how many copies each stream has: 1 (default) or 3.
	Replicas int
}

// String describes the configuration without secrets.
func (c Config) String() string { return fmt.Sprintf("%s@%s", c.User, redact(c.URL)) }

func redact(url string) string {
	scheme, rest, ok := strings.Cut(url, "://")
	if !ok {
		scheme, rest = "nats", url
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		rest = rest[i+1:]
	}
	return scheme + "://" + rest
}

// Store is one connection to one account of a server. It is safe for
// concurrent use. It reconnects by itself for ever; while it is not connected
// calls fail.
type Store struct {
	nc       *nats.Conn
	js       jetstream.JetStream
	replicas int
	// direct says that this user can make no consumers and reads by asking.
	direct bool
	// doubt is why nothing may be appended now; nil when the server is safe.
	doubt  atomic.Pointer[UnsafeError]
	once   sync.Once
	closed chan struct{}
}

// Connect connects to a server and proves that it is safe.
func Connect(ctx context.Context, c Config) (*Store, error) {
	if c.URL == "" {
		return nil, errors.New("connect to NATS: no address; name one, such as nats://127.0.0.1:4222")
	}
	if c.Replicas == 0 {
		c.Replicas = 1
	}
	if c.Replicas != 1 && c.Replicas != 3 {
		return nil, fmt.Errorf("connect to %v: %d replicas; a stream has 1 or 3", c, c.Replicas)
	}
	if c.User != Web {
		if err := proveSafe(ctx, c); err != nil {
			return nil, err
		}
	}
	s, err := connect(c)
	if err == nil && c.User != Web && !c.Unproved {
		s.reprove(c)
	}
	return s, err
}

// reprove asks again after each reconnection: the server may have come back
// with other settings. Until it proves safe again nothing is appended.
func (s *Store) reprove(c Config) {
	s.nc.SetDisconnectErrHandler(func(_ *nats.Conn, err error) {
		s.doubt.Store(&UnsafeError{Server: redact(c.URL), What: "it is not proved again since the connection was lost"})
		if err != nil {
			c.log().Warn("connection to nats lost", "user", c.User, "err", err)
		}
	})
	s.nc.SetReconnectHandler(func(*nats.Conn) {
		for {
			err := proveSafe(context.Background(), c)
			var unsafe *UnsafeError
			switch {
			case err == nil:
				s.doubt.Store(nil)
				c.log().Info("connected to nats again", "user", c.User)
				return
			case errors.As(err, &unsafe):
				s.doubt.Store(unsafe)
				c.log().Error("nothing is appended any more", "err", err)
				return
			case !s.nc.IsConnected():
				return // the next reconnection asks again
			}
			select {
			case <-s.closed:
				return
			case <-time.After(time.Second):
			}
		}
	})
}

func (c Config) log() *slog.Logger {
	if c.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return c.Log
}

func connect(c Config, more ...nats.Option) (*Store, error) {
	s := &Store{replicas: max(1, c.Replicas), direct: c.User == Web, closed: make(chan struct{})}
	opts := append(options(c, c.User, c.Password), more...)
	nc, err := nats.Connect(c.URL, opts...)
	if err != nil {
		return nil, fmt.Errorf("connect to %v: %w", c, err)
	}
	s.nc = nc
	if s.js, err = jetstream.New(nc); err != nil {
		nc.Close()
		return nil, fmt.Errorf("connect to %v: %w", c, err)
	}
	return s, nil
}

func options(c Config, user User, password string) []nats.Option {
	log := c.log()
	return []nats.Option{
		nats.Name(c.Name),
		nats.Timeout(patience), // of a machine whose disk stands still
		nats.UserInfo(string(user), password),
		nats.CustomInboxPrefix("_INBOX." + string(user)),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(200 * time.Millisecond),
		nats.ReconnectJitter(200*time.Millisecond, time.Second),
		// What is said while the line is down is an error, not a promise that
		// is kept after its caller gave up.
		nats.ReconnectBufSize(-1),
		nats.PingInterval(10 * time.Second),
		nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("connection to nats lost", "user", user, "err", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { log.Info("connected to nats again", "user", user) }),
		nats.ErrorHandler(func(_ *nats.Conn, sub *nats.Subscription, err error) {
			if sub != nil && errors.Is(err, nats.ErrSlowConsumer) && (strings.HasPrefix(sub.Subject, "bw.tail.") || strings.HasPrefix(sub.Subject, "$KV.")) {
				return // both are hints that something is there; what they drop is asked for
			}
			log.Error("nats reports an error", "user", user, "err", err)
		}),
	}
}

// Connected tells whether the server is there now.
func (s *Store) Connected() bool { return s.nc.IsConnected() }

// Reconnects counts how often the connection was lost and made again.
func (s *Store) Reconnects() uint64 { return s.nc.Stats().Reconnects }

// Close ends the connection. Readers and watches return bus.ErrClosed.
func (s *Store) Close() error {
	s.once.Do(func() {
		close(s.closed)
		s.nc.Close()
	})
	return nil
}

// errReadsOnly turns down what the server would turn down by not answering.
var errReadsOnly = errors.New("user web reads only")

// writes says why nothing can be written now.
func (s *Store) writes() error {
	if s.direct {
		return errReadsOnly
	}
	if doubt := s.doubt.Load(); doubt != nil {
		return doubt
	}
	return nil
}

// patience is how long a request waits whose context has no end of its own.
const patience = 10 * time.Second

func bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, patience)
}

// Streams lists stream names, sorted; the streams behind tables are not among
// them.
func (s *Store) Streams(ctx context.Context) ([]string, error) {
	ctx, cancel := bounded(ctx)
	defer cancel()
	list := s.js.StreamNames(ctx)
	names := []string{}
	for name := range list.Name() {
		if !strings.HasPrefix(name, "KV_") {
			names = append(names, name)
		}
	}
	if err := list.Err(); err != nil {
		return nil, fmt.Errorf("list streams: %w", s.cause(err))
	}
	slices.Sort(names)
	return names, nil
}

// Open returns a stream that exists and forgets nothing, or bus.ErrNoStream.
func (s *Store) Open(ctx context.Context, name string) (bus.Log, error) {
	if err := bus.CheckName(name); err != nil {
		return nil, err
	}
	ctx, cancel := bounded(ctx)
	defer cancel()
	st, err := s.js.Stream(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("open stream %s: %w", name, s.cause(err))
	}
	have := st.CachedInfo().Config
	if faults := s.lasting(have); faults != nil {
		return nil, &bus.SpecError{Stream: name, Faults: faults}
	}
	return &log{store: s, name: name, subjects: have.Subjects, st: st}, nil
}

// cause turns the client's errors into those of package bus.
func (s *Store) cause(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jetstream.ErrStreamNotFound), errors.Is(err, jetstream.ErrBucketNotFound):
		return bus.ErrNoStream
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return bus.ErrNoMessage
	}
	select {
	case <-s.closed:
		return bus.ErrClosed
	default:
	}
	if errors.Is(err, nats.ErrConnectionClosed) {
		return bus.ErrClosed
	}
	if errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrJetStreamNotEnabled) {
		return fmt.Errorf("JetStream does not answer; is it enabled, and is there space on its disk? (%w)", err)
	}
	return err
}
