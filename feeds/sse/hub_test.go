package sse

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func hub(cfg Config, frames ...string) *Hub {
	cfg.Retry = func() time.Duration { return 2 * time.Second }
	h := New(cfg)
	h.SetEpoch("ab12")
	for i, game := range frames {
		h.Send(uint64(i+1), game, "made", fmt.Appendf(nil, `{"n":%d}`, i+1))
	}
	return h
}

// outcome tells what Join chose: the numbers of the tail, "nothing" or "resync".
func outcome(h *Hub, filter Filter, id string) string {
	v := h.Join(filter, id)
	defer v.leave()
	if v.resync {
		return "resync"
	}
	var ids []string
	for f := range v.missed() {
		ids = append(ids, fmt.Sprint(f.seq))
	}
	if len(ids) == 0 {
		return "nothing"
	}
	return strings.Join(ids, " ")
}

func TestComingBackHasThreeOutcomes(t *testing.T) {
	h := hub(Config{Ring: 4}, "a.1.1", "a.1.2", "a.1.1", "a.1.1", "a.1.2", "a.1.1")
	all, one := Filter{}, Filter{Games: []string{"a.1.2"}}
	for _, c := range []struct {
		name   string
		filter Filter
		id     string
		want   string
	}{
		{"first connection", all, "", "resync"},
		{"up to date", all, "ab12-6", "nothing"},
		{"one behind", all, "ab12-5", "6"},
		{"as far back as is kept", all, "ab12-2", "3 4 5 6"},
		{"too old", all, "ab12-1", "resync"},
		{"before the first", all, "ab12-0", "resync"},
		{"not yet reached", all, "ab12-7", "resync"},
		{"another stream", all, "cd34-5", "resync"},
		{"not an id", all, "5", "resync"},
		{"not a number", all, "ab12-x", "resync"},
		{"not how we write it", all, "ab12-05", "resync"},
		{"too large", all, "ab12-18446744073709551616", "resync"},
		{"only what it follows", one, "ab12-3", "5"},
		{"nothing of what it follows", one, "ab12-5", "nothing"},
	} {
		if got := outcome(h, c.filter, c.id); got != c.want {
			t.Errorf("%s, id %q: %s, want %s", c.name, c.id, got, c.want)
		}
	}
	if n := h.Viewers(); n != 0 {
		t.Errorf("%d viewers left", n)
	}
}

func TestSkippedMessagesKeepTheNumbers(t *testing.T) {
	h := hub(Config{}, "a.1.1")
	h.Skip(2)
	h.Send(3, "a.1.1", "made", []byte("{}"))
	if got := outcome(h, Filter{}, "ab12-1"); got != "3" {
		t.Errorf("after 1: %s, want 3", got)
	}
}

func TestAHoleForgetsTheTail(t *testing.T) {
	h := hub(Config{}, "a.1.1", "a.1.1")
	h.Send(9, "a.1.1", "made", []byte("{}"))
	if got := outcome(h, Filter{}, "ab12-2"); got != "resync" {
		t.Errorf("over a hole: %s, want resync", got)
	}
}

func TestFilters(t *testing.T) {
	for _, c := range []struct {
		filter Filter
		game   string
		want   bool
	}{
		{Filter{}, "a.1.1", true},
		{Filter{}, "", true},
		{Filter{Round: "a.1"}, "a.1.12", true},
		{Filter{Round: "a.1"}, "a.12.1", false},
		{Filter{Round: "a"}, "a.1.1", false},
		{Filter{Round: "a.1"}, "", false},
		{Filter{Games: []string{"a.1.1"}}, "a.1.1", true},
		{Filter{Games: []string{"a.1.1"}}, "a.1.11", false},
	} {
		if got := c.filter.Takes(c.game); got != c.want {
			t.Errorf("%+v takes %q: %v", c.filter, c.game, got)
		}
	}
}

// pipe is a response whose bytes a test reads, with no network and so inside a
// bubble of virtual time.
type pipe struct {
	head http.Header
	w    *io.PipeWriter
}

func (p pipe) Header() http.Header         { return p.head }
func (p pipe) WriteHeader(int)             {}
func (p pipe) Write(b []byte) (int, error) { return p.w.Write(b) }
func (p pipe) Flush()                      {}

// open serves a viewer until the context ends and returns its bytes as they come.
func open(ctx context.Context, h *Hub, filter Filter, id string) (lines *bufio.Reader, done <-chan struct{}) {
	r, w := io.Pipe()
	viewer := h.Join(filter, id)
	end := make(chan struct{})
	req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "/events", nil)
	go func() {
		defer close(end)
		viewer.Serve(pipe{http.Header{}, w}, req, [][]byte{[]byte(`{"games":`), []byte(`[]}`)})
		w.Close()
	}()
	return bufio.NewReader(r), end
}

// event reads up to the next empty line.
func event(t *testing.T, r *bufio.Reader) string {
	t.Helper()
	var b strings.Builder
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			t.Fatalf("stream ended after %q: %v", b.String(), err)
		}
		if line == "\n" {
			return b.String()
		}
		b.WriteString(line)
	}
}

func TestStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		h := hub(Config{}, "a.1.1")
		r, done := open(ctx, h, Filter{}, "")
		h.Send(2, "a.1.1", "clock", []byte(`{"n":2}`))
		for _, want := range []string{
			"retry: 2000\n",
			"id: ab12-1\nevent: resync\ndata: {\"games\":[]}\n",
			"id: ab12-2\nevent: clock\ndata: {\"n\":2}\n",
		} {
			if got := event(t, r); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
		cancel()
		<-done
		if h.Viewers() != 0 {
			t.Error("the viewer is still there")
		}
	})
}

// The heartbeat must not tell whether anything happens.
func TestHeartbeatIsNotMovedByFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		h := hub(Config{Heartbeat: 15 * time.Second})
		start := time.Now()
		r, done := open(ctx, h, Filter{}, "ab12-0")
		event(t, r) // retry
		go func() {
			for seq := range uint64(5) {
				time.Sleep(4 * time.Second)
				h.Send(seq+1, "a.1.1", "made", []byte("{}"))
			}
		}()
		var beats []time.Duration
		for len(beats) < 3 {
			if event(t, r) == ":\n" {
				beats = append(beats, time.Since(start))
			}
		}
		for i, at := range beats {
			if want := time.Duration(i+1) * 15 * time.Second; at != want {
				t.Errorf("beat %d after %v, want %v", i+1, at, want)
			}
		}
		cancel()
		<-done
	})
}

// A slow viewer is dropped, the others get everything, and it comes back with
// nothing missing and nothing twice.
func TestSlowViewerIsDroppedAndComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		h := hub(Config{Queue: 8})
		slow, slowDone := open(ctx, h, Filter{}, "ab12-0")
		quick, quickDone := open(ctx, h, Filter{}, "ab12-0")
		event(t, slow)
		event(t, quick)

		for seq := uint64(1); seq <= 40; seq++ {
			h.Send(seq, "a.1.1", "made", fmt.Appendf(nil, "%d", seq))
			if got, want := event(t, quick), fmt.Sprintf("id: ab12-%d\n", seq); !strings.HasPrefix(got, want) {
				t.Fatalf("quick viewer got %q, want %q", got, want)
			}
			synctest.Wait()
		}
		if n := h.Viewers(); n != 1 {
			t.Fatalf("%d viewers, want the quick one alone", n)
		}
		if n := h.Slow(); n != 1 {
			t.Errorf("%d viewers were too slow, want 1", n)
		}

		var got []string
		last := ""
		scan := bufio.NewScanner(slow)
		for scan.Scan() {
			if id, ok := strings.CutPrefix(scan.Text(), "id: "); ok {
				last = id
			}
			if data, ok := strings.CutPrefix(scan.Text(), "data: "); ok {
				got = append(got, data)
			}
		}
		<-slowDone
		if len(got) >= 40 {
			t.Fatal("the slow viewer was not slow")
		}
		again, againDone := open(ctx, h, Filter{}, last)
		event(t, again)
		for len(got) < 40 {
			_, data, _ := strings.Cut(event(t, again), "data: ")
			got = append(got, strings.TrimSpace(data))
		}
		for i, data := range got {
			if data != fmt.Sprint(i+1) {
				t.Fatalf("frame %d is %s", i+1, data)
			}
		}
		cancel()
		<-quickDone
		<-againDone
	})
}

func TestCloseEndsStreamsAndTurnsLaterOnesAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := hub(Config{})
		r, done := open(t.Context(), h, Filter{}, "ab12-0")
		event(t, r)
		h.Close()
		<-done
		r, done = open(t.Context(), h, Filter{}, "")
		event(t, r)
		event(t, r)
		if _, err := r.ReadByte(); err != io.EOF {
			t.Errorf("after Close: %v, want the end", err)
		}
		<-done
	})
}

// A viewer that takes no bytes must not hold its goroutine for ever.
func TestADeadConnectionIsGivenUp(t *testing.T) {
	h := hub(Config{WriteTimeout: 50 * time.Millisecond, Queue: 1 << 16})
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		h.Join(Filter{}, "ab12-0").Serve(w, r, nil)
	}))
	defer server.Close()
	res, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if got := res.Header.Get("X-Accel-Buffering"); got != "no" {
		t.Errorf("X-Accel-Buffering %q", got)
	}
	// The client reads nothing; the kernel's buffers fill, then writes time out.
	big := []byte(strings.Repeat("x", 1<<16))
	for seq := uint64(1); ; seq++ {
		select {
		case <-ended:
			return
		case <-t.Context().Done():
			t.Fatal("the stream never ended")
		default:
			if seq < 400 {
				h.Send(seq, "a.1.1", "made", big)
			} else {
				time.Sleep(10 * time.Millisecond)
			}
		}
	}
}

// A server's own write time-out, meant for pages, must not end a stream.
func TestStreamsOutliveTheServersWriteTimeout(t *testing.T) {
	h := hub(Config{})
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.Join(Filter{}, "ab12-0").Serve(w, r, nil)
	}))
	server.Config.WriteTimeout = 100 * time.Millisecond
	server.Start()
	defer server.Close()
	defer h.Close()
	res, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	r := bufio.NewReader(res.Body)
	event(t, r) // retry
	time.Sleep(300 * time.Millisecond)
	h.Send(1, "a.1.1", "made", []byte("{}"))
	if got := event(t, r); !strings.HasPrefix(got, "id: ab12-1\n") {
		t.Errorf("got %q", got)
	}
}
