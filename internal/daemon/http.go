package daemon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Times of a listener. A stream sets its own time for each write.
const (
	headerTime = 10 * time.Second
	bodyTime   = 15 * time.Second
	writeTime  = 30 * time.Second
	idleTime   = 2 * time.Minute
	maxHeader  = 16 << 10
)

// Listening says how a listener is served.
type Listening struct {
	// Conns is how many connections may be open; more wait until one ends. 0
	// means Connections(8). Without a bound, readers could take every file
	// descriptor of the process, and what writes the record would have none.
	Conns int
	// Unhurried lets an answer take longer than half a minute, as profiles do.
	Unhurried bool
	// Stop is called once when ctx ends, to end streams; nil for nothing.
	Stop func()
	// StopTime is how long open requests may take then; 0 means one second.
	StopTime time.Duration
	// Log takes what goes wrong; nil means nowhere.
	Log *slog.Logger
}

// Serve serves HTTP on l until ctx ends and closes l in every case. It returns
// nil after ctx ended. Slow headers, bodies and readers, and many of them, are
// cut off, so that one client costs the process little and others nothing.
func Serve(ctx context.Context, l net.Listener, h http.Handler, o Listening) error {
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if o.Conns <= 0 {
		o.Conns = Connections(8)
	}
	if o.StopTime <= 0 {
		o.StopTime = time.Second
	}
	s := &http.Server{
		Handler:           patience(h),
		ReadHeaderTimeout: headerTime, WriteTimeout: writeTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	if o.Unhurried {
		s.WriteTimeout = 0
	}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		if o.Stop != nil {
			o.Stop()
		}
		shut(s, o.StopTime)
	})
	err := s.Serve(bounded(l, o.Conns, log))
	if !stop() {
		<-stopped
	}
	if !errors.Is(err, http.ErrServerClosed) {
		_ = s.Close()
		return fmt.Errorf("serve %s: %w", l.Addr(), err)
	}
	return nil
}

// shut gives open requests a moment, then cuts them.
func shut(s *http.Server, within time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	if s.Shutdown(ctx) != nil {
		_ = s.Close()
	}
}

// patience bounds how long a request's body may take. A request without one is
// read already, and a stream that answers it may last.
func patience(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime))
		}
		next.ServeHTTP(w, r)
	})
}

// bounded lets at most n connections be open.
func bounded(l net.Listener, n int, log *slog.Logger) net.Listener {
	return &boundedListener{Listener: l, free: make(chan struct{}, n), closed: make(chan struct{}), log: log}
}

type boundedListener struct {
	net.Listener
	free   chan struct{}
	closed chan struct{}
	once   sync.Once
	log    *slog.Logger
	said   atomic.Int64 // when it was last said that all are in use, in seconds
}

// Accept waits for a connection, and first for room.
func (b *boundedListener) Accept() (net.Conn, error) {
	select {
	case b.free <- struct{}{}:
	default:
		b.full()
		select {
		case b.free <- struct{}{}:
		case <-b.closed:
			return nil, net.ErrClosed
		}
	}
	c, err := b.Listener.Accept()
	if err != nil {
		<-b.free
		return nil, err
	}
	return &boundedConn{Conn: c, leave: sync.OnceFunc(func() { <-b.free })}, nil
}

// full says at most once a minute that further readers wait.
func (b *boundedListener) full() {
	now := time.Now().Unix()
	if last := b.said.Load(); now-last >= 60 && b.said.CompareAndSwap(last, now) {
		b.log.Warn("every connection of a listener is in use; further ones wait. A proxy in front of it, or a higher limit of open files, takes more",
			"address", b.Addr().String(), "connections", cap(b.free))
	}
}

// Close ends Accept.
func (b *boundedListener) Close() error {
	b.once.Do(func() { close(b.closed) })
	return b.Listener.Close()
}

type boundedConn struct {
	net.Conn
	leave func()
}

func (c *boundedConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}

// CloseWrite lets the server's last words arrive before a connection is cut.
func (c *boundedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
