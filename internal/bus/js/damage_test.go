package js_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"boardwire/internal/bus"
	"boardwire/internal/bus/bustest"
	"boardwire/internal/bus/js"
)

func contextFor(d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), d)
}

// numbered fills a record with messages "number 1" to "number n".
func numbered(t *testing.T, s *js.Server, n int) bus.Log {
	t.Helper()
	l, err := as(t, s, js.Live).Create(t.Context(), bustest.Record("main", "s0001"))
	if err != nil {
		t.Fatal(err)
	}
	last, err := l.Last(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var ms []bus.Msg
	for i := range n {
		ms = append(ms, bus.Msg{Subject: "bw.in.main.s0001.tick", Data: []byte(fmt.Sprintf("number %d.", int(last)+i+1))})
	}
	if _, err := l.Append(t.Context(), bus.Expect("", last), ms...); err != nil {
		t.Fatal(err)
	}
	return l
}

// flip changes one letter of a message on the disk.
func flip(t *testing.T, dir, text string) {
	t.Helper()
	done := false
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() || filepath.Ext(path) != ".blk" {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if i := bytes.Index(b, []byte(text)); i >= 0 {
			b[i] ^= 1
			done = true
			return os.WriteFile(path, b, 0o600)
		}
		return nil
	})
	if err != nil || !done {
		t.Fatalf("flip %q: %v, found %v", text, err, done)
	}
}

func TestAFlippedBitIsAHoleAndNotSilence(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage string
		want   bus.GapError
	}{
		{"in the middle", "number 7.", bus.GapError{Stream: "IN-main-s0001", After: 6, Got: 8}},
		{"at the beginning", "number 1.", bus.GapError{Stream: "IN-main-s0001", After: 0, Got: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			s := start(t, js.ServerConfig{Dir: dir})
			numbered(t, s, 20)
			s.Close()
			flip(t, dir, c.damage)
			s = start(t, js.ServerConfig{Dir: dir})
			l, err := as(t, s, js.Live).Open(t.Context(), "IN-main-s0001")
			if err != nil {
				t.Fatal(err)
			}
			r, err := l.Read(t.Context(), 1)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			for n := uint64(1); ; n++ {
				m, err := r.Next(t.Context())
				if err == nil && m.Seq != n {
					t.Fatalf("message %d after %d, and no error", m.Seq, n-1)
				}
				if err != nil {
					var gap *bus.GapError
					if !errors.As(err, &gap) || *gap != c.want {
						t.Errorf("got %v, want %v", err, &c.want)
					}
					break
				}
			}
			if _, _, err := r.TryNext(t.Context()); err == nil {
				t.Error("after the hole the reader goes on")
			}
		})
	}
}

// A server that was killed reads its newest block at the start, and drops what
// follows the damage: the sequences are given again. A reader that had them must
// not pass over what comes under them.
func TestAnEndThatTheServerDropsIsTold(t *testing.T) {
	dir := t.TempDir()
	s := start(t, js.ServerConfig{Dir: dir})
	l := numbered(t, s, 20)
	waiting, trying := read(t, l, 20), read(t, l, 20)
	if err := s.RestartAfter(t.Context(), func() {
		flip(t, dir, "number 16.")
		forgetState(t, dir)
	}); err != nil {
		t.Fatal(err)
	}
	for _, err := l.Last(t.Context()); err != nil && t.Context().Err() == nil; _, err = l.Last(t.Context()) {
		time.Sleep(20 * time.Millisecond)
	}
	// Before anything is written, the reader that asks is told.
	var cut *bus.CutError
	if _, _, err := trying.TryNext(t.Context()); !errors.As(err, &cut) || cut.Read != 20 || cut.Last != 15 {
		t.Errorf("TryNext: %v, want a cut at 15", err)
	}
	numbered(t, s, 30)
	if _, err := waiting.Next(t.Context()); !errors.As(err, &cut) {
		t.Errorf("Next: %v, want a cut", err)
	}
	again := read(t, l, 45)
	again.Close()
}

// read takes the messages up to one from the first on.
func read(t *testing.T, l bus.Log, upTo uint64) bus.Reader {
	t.Helper()
	r, err := l.Read(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	for n := uint64(1); n <= upTo; n++ {
		ctx, cancel := contextFor(30 * time.Second)
		m, err := r.Next(ctx)
		cancel()
		if err != nil || m.Seq != n {
			t.Fatalf("got %d, %v, want %d", m.Seq, err, n)
		}
	}
	return r
}

// forgetState removes what a server writes down of its streams when it ends in
// peace.
func forgetState(t *testing.T, dir string) {
	t.Helper()
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() || info.Name() != "index.db" {
			return err
		}
		return os.Remove(path)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestReaderOutlivesARestart(t *testing.T) {
	s := start(t, js.ServerConfig{})
	l := numbered(t, s, 5)
	r, err := l.Read(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	expect := func(from, to uint64) {
		t.Helper()
		for n := from; n <= to; n++ {
			ctx, cancel := contextFor(30 * time.Second)
			m, err := r.Next(ctx)
			cancel()
			if err != nil || m.Seq != n {
				t.Fatalf("got %d, %v, want %d", m.Seq, err, n)
			}
		}
	}
	expect(1, 5)
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	numbered(t, s, 5) // through a connection of its own
	expect(6, 10)
}

func TestWatchOutlivesARestart(t *testing.T) {
	s := start(t, js.ServerConfig{})
	ctx, cancel := contextFor(time.Minute)
	defer cancel()
	tab, err := as(t, s, js.Live).Table(ctx, "sittings", true)
	if err != nil {
		t.Fatal(err)
	}
	seen := make(chan string, 16)
	go tab.Watch(ctx, func(e bus.Entry) { seen <- string(e.Value) })
	for _, want := range []string{"s0001", "s0002"} {
		if _, err := tab.Put(ctx, "main", []byte(want)); err != nil {
			t.Fatal(err)
		}
		select {
		case got := <-seen:
			if got != want {
				t.Errorf("saw %s, want %s", got, want)
			}
		case <-ctx.Done():
			t.Fatalf("did not see %s", want)
		}
		if err := s.Restart(ctx); err != nil {
			t.Fatal(err)
		}
		for _, err := tab.Get(ctx, "main"); err != nil && ctx.Err() == nil; _, err = tab.Get(ctx, "main") {
			time.Sleep(20 * time.Millisecond)
		}
	}
}
