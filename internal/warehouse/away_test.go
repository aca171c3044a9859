package warehouse

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
)

// line is the way to ClickHouse, which can be cut.
type line struct {
	mu    sync.Mutex
	cut   bool
	conns []net.Conn
	dial  func(context.Context, string) (net.Conn, error)
}

func (l *line) connect(ctx context.Context, addr string) (net.Conn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut {
		return nil, errors.New("the line is cut")
	}
	c, err := l.dial(ctx, addr)
	if err == nil {
		l.conns = append(l.conns, c)
	}
	return c, err
}

func (l *line) set(cut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = cut
	for _, c := range l.conns {
		c.Close()
	}
	l.conns = nil
}

// While ClickHouse is away the stream is the buffer: the writer holds two
// batches, however much comes, and takes up everything when it is back.
func TestClickHouseAwayCostsTwoBatches(t *testing.T) {
	o := options(t)
	way := &line{dial: o.DialContext}
	if way.dial == nil {
		way.dial = func(ctx context.Context, addr string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "tcp", addr)
		}
	}
	o.DialContext = way.connect
	conn, err := Connect(o)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	cfg := Config{Hall: "h", Live: "away_live"}
	live, _ := stores(t)
	at := current{Hall: "h", Sitting: "s0001", Gen: 1}
	pointTo(t, live, at)
	s := newScribe(t, live, at)
	games := classical(t)
	w, stop := running(t, cfg, Deps{Live: live, LiveDB: conn})
	stopped := false
	defer func() {
		if !stopped {
			stop()
		}
	}()
	playAll(s, games[:2])
	s.store(t.Context())
	drained(t, w)

	way.set(true)
	// The round goes on; nobody who writes the stream waits for the warehouse.
	for i, g := range games {
		for n := range 3 {
			s.play(fmt.Sprintf("wc.%d.%d", n+2, i+1), worldCup, g)
		}
	}
	s.store(t.Context())
	facts := s.n
	time.Sleep(2 * time.Second)
	for _, tail := range w.all() {
		tail.mu.Lock()
		held, failed := tail.read-tail.written, tail.err
		tail.mu.Unlock()
		if failed == nil {
			t.Error("nothing is said of what went wrong")
		}
		if held == 0 || held > 2*batchRows {
			t.Errorf("%d messages of %d are held, want at most two batches", held, facts)
		}
	}
	if facts < 4*batchRows {
		t.Fatalf("%d facts are too few to tell", facts)
	}
	way.set(false)
	drained(t, w)
	if n := ask[uint64](t, conn, "SELECT count() FROM "+cfg.Live+".facts FINAL"); n != facts {
		t.Errorf("%d facts after the line is back, want %d", n, facts)
	}
	want := totals(games[:2])
	got := kept(t, conn, cfg.Live)
	for id := range got {
		if _, ok := want[id]; !ok {
			delete(got, id)
		}
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	stop()
	stopped = true
	if err := conn.Exec(context.Background(), "DROP DATABASE "+cfg.Live+" SYNC"); err != nil {
		t.Error(err)
	}
}
