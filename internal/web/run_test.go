package web

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"boardwire/feeds"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
)

// published is a store that holds what the stage has published.
func published(t *testing.T, s *stage) (bus.Log, bus.Table) {
	t.Helper()
	store := mem.New(time.Now).Connect()
	t.Cleanup(func() { store.Close() })
	log, err := store.Create(t.Context(), bus.Spec{Name: "PUB-" + s.kind.String(), Subjects: []string{"bw.pub." + s.kind.String() + ".>"}, Role: bus.Public, MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range s.log {
		if _, err := log.Append(t.Context(), bus.Guard{}, bus.Msg{Subject: m.subject, Data: m.data}); err != nil {
			t.Fatal(err)
		}
	}
	names, err := store.Table(t.Context(), "names", true)
	if err != nil {
		t.Fatal(err)
	}
	return log, names
}

func TestRunServesWhatIsReleasedAndStops(t *testing.T) {
	s := newStage(t, feeds.Public, 0)
	s.pair("demo.1.1", "p1", "p2")
	s.move("demo.1.1", "e4", 10)
	log, names := published(t, s)
	if _, err := names.Put(t.Context(), "p1", []byte(`{"name":"Adler, Johanna"}`)); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- Run(ctx, Config{Audience: feeds.Audience{Name: "public", Kind: feeds.Public}, Listener: l}, log, names)
	}()
	// An open stream must not keep the server from stopping.
	stream, err := http.Get("http://" + l.Addr().String() + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()

	fetch := func() string {
		res, err := http.Get("http://" + l.Addr().String() + "/g/demo.1.1")
		if err != nil {
			t.Fatal(err)
		}
		return body(t, res)
	}
	if text := fetch(); !strings.Contains(text, "Adler, Johanna") || !strings.Contains(text, "e4") {
		t.Error("the first page is not whole")
	}
	before := len(s.log)
	s.move("demo.1.1", "c5", 10)
	for _, m := range s.log[before:] {
		if _, err := log.Append(t.Context(), bus.Guard{}, bus.Msg{Subject: m.subject, Data: m.data}); err != nil {
			t.Fatal(err)
		}
	}
	for deadline := time.Now().Add(10 * time.Second); !strings.Contains(fetch(), "c5"); {
		if time.Now().After(deadline) {
			t.Fatal("the second move never came")
		}
		time.Sleep(5 * time.Millisecond)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("Run: %v", err)
	}
	http.DefaultClient.CloseIdleConnections()
}

func TestFollowNeedsNoListener(t *testing.T) {
	s := newStage(t, feeds.Commentary, 0)
	s.pair("demo.1.1", "p1", "p2")
	log, names := published(t, s)
	site := New(Config{Audience: feeds.Audience{Name: "commentary", Kind: feeds.Commentary}})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- site.Follow(ctx, log, names) }()
	for deadline := time.Now().Add(10 * time.Second); ask(site, http.MethodGet, "/r/demo.1").StatusCode != http.StatusOK; {
		if time.Now().After(deadline) {
			t.Fatal("the round never came")
		}
		time.Sleep(5 * time.Millisecond)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("Follow: %v", err)
	}
	// Streams end with it.
	if res := ask(site, http.MethodGet, "/events"); res.StatusCode != http.StatusOK {
		t.Errorf("a stream after the end: %d", res.StatusCode)
	}
}

// A listener that breaks, or a store that goes, is told.
func TestRunTellsWhatWentWrong(t *testing.T) {
	log, names := published(t, newStage(t, feeds.Public, 0))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	err = Run(t.Context(), Config{Audience: feeds.Audience{Name: "public", Kind: feeds.Public}, Listener: l}, log, names)
	if !errors.Is(err, net.ErrClosed) {
		t.Errorf("Run on a closed listener: %v", err)
	}
}
