package daemon

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// pipes is a listener whose connections are pipes, so that time is the test's.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn, 16), closed: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { p.once.Do(func() { close(p.closed) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes", Net: "unix"} }

// dial returns a connection to which text was written.
func (p *pipes) dial(text string) net.Conn {
	ours, theirs := net.Pipe()
	p.conns <- theirs
	go func() { _, _ = io.WriteString(ours, text) }()
	return ours
}

// streaming answers a request as a stream does: with a line each minute.
func streaming(w http.ResponseWriter, r *http.Request) {
	out := http.NewResponseController(w)
	for {
		_ = out.SetWriteDeadline(time.Now().Add(10 * time.Second))
		if _, err := io.WriteString(w, "line\n"); err != nil || out.Flush() != nil {
			return
		}
		select {
		case <-time.After(time.Minute):
		case <-r.Context().Done():
			return
		}
	}
}

func TestSlowClientsAreCutOff(t *testing.T) {
	for name, c := range map[string]struct {
		send  string
		after time.Duration // when the connection has ended at the latest
	}{
		"silent":                     {"", 11 * time.Second},
		"half a header":              {"GET / HTTP/1.1\r\nHost: x\r\nX", 11 * time.Second},
		"a body that does not come":  {"POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n", 16 * time.Second},
		"a chunk that does not come": {"POST /read HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\na", 16 * time.Second},
		"a body nobody reads":        {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n", 16 * time.Second},
		"a stream with such a body":  {"GET /stream HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n", 16 * time.Second},
		"idle after an answer":       {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", 2*time.Minute + time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newPipes()
				mux := http.NewServeMux()
				mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
				mux.HandleFunc("/read", func(w http.ResponseWriter, r *http.Request) {
					if _, err := io.ReadAll(r.Body); err == nil {
						t.Error("the body came")
					}
				})
				mux.HandleFunc("/stream", streaming)
				ctx, cancel := context.WithCancel(t.Context())
				done := make(chan error, 1)
				go func() { done <- Serve(ctx, p, mux, Listening{}) }()
				began := time.Now()
				conn := p.dial(c.send)
				_, _ = io.Copy(io.Discard, conn)
				if took := time.Since(began); took > c.after {
					t.Errorf("it lasted %v, want at most %v", took, c.after)
				}
				conn.Close()
				cancel()
				if err := <-done; err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestAStreamLasts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- Serve(ctx, p, http.HandlerFunc(streaming), Listening{}) }()
		conn := p.dial("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		r, lines := bufio.NewReader(conn), 0
		for lines < 100 {
			l, err := r.ReadString('\n')
			if err != nil {
				t.Fatalf("after %d lines: %v", lines, err)
			}
			if strings.HasPrefix(l, "line") {
				lines++
			}
		}
		conn.Close()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// While all connections are in use, further ones wait; each that ends lets one
// in. A client that never goes costs its own place and no other.
func TestConnectionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- Serve(ctx, p, http.HandlerFunc(streaming), Listening{Conns: 2}) }()
		const ask = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
		served := func(c net.Conn) bool {
			_ = c.SetReadDeadline(time.Now().Add(time.Second))
			_, err := c.Read(make([]byte, 4096))
			return err == nil
		}
		first, second, third := p.dial(ask), p.dial(ask), p.dial(ask)
		if !served(first) || !served(second) || served(third) {
			t.Fatal("want the first two served and the third waiting")
		}
		first.Close()
		synctest.Wait()
		if !served(third) {
			t.Error("the third is not served after the first has gone")
		}
		second.Close()
		third.Close()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

func TestStoppingEndsStreamsAndWhatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		stopped := false
		go func() {
			done <- Serve(ctx, p, http.HandlerFunc(streaming), Listening{Conns: 1, Stop: func() { stopped = true }})
		}()
		a, b := p.dial("GET / HTTP/1.1\r\nHost: x\r\n\r\n"), p.dial("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		go func() { _, _ = io.Copy(io.Discard, a) }()
		synctest.Wait()
		cancel()
		if err := <-done; err != nil || !stopped {
			t.Errorf("%v, stop called: %v", err, stopped)
		}
		select {
		case <-p.closed:
		default:
			t.Error("the listener is not closed")
		}
		a.Close()
		b.Close()
	})
}

func TestConnectionsAreAPartOfTheOpenFiles(t *testing.T) {
	half, eighth := Connections(2), Connections(8)
	if half < leastConns || half > mostConns || eighth < leastConns || eighth > half {
		t.Errorf("half %d, an eighth %d", half, eighth)
	}
	if files := descriptors(); files > 0 && files < 2*mostConns && uint64(half)*2 > files && half > leastConns {
		t.Errorf("half is %d of %d", half, files)
	}
}
