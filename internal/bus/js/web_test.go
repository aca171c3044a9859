package js_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"boardwire/internal/bus"
	"boardwire/internal/bus/bustest"
	"boardwire/internal/bus/js"
)

// short bounds a call that is expected to be turned down without an answer.
func short(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	t.Cleanup(cancel)
	return ctx
}

func TestWebFollowsAPublicStream(t *testing.T) {
	s := start(t, js.ServerConfig{})
	pub, web := as(t, s, js.Publisher), as(t, s, js.Web)
	l, err := pub.Create(t.Context(), publicSpec("public"))
	if err != nil {
		t.Fatal(err)
	}
	write := func(from, to int) {
		t.Helper()
		var ms []bus.Msg
		for n := from; n <= to; n++ {
			ms = append(ms, bus.Msg{Subject: "bw.pub.public.t.1.1.made", Header: map[string]string{"Bw-Mac": fmt.Sprint(n)}, Data: []byte(fmt.Sprint("move ", n))})
		}
		if _, err := l.Append(t.Context(), bus.Expect("", uint64(from-1)), ms...); err != nil {
			t.Fatal(err)
		}
	}
	write(1, 500)
	write(501, 600)
	seen, err := web.Open(t.Context(), "PUB-public")
	if err != nil {
		t.Fatal(err)
	}
	r, err := seen.Read(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	expect := func(from, to int) {
		t.Helper()
		for n := from; n <= to; n++ {
			m, err := r.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if string(m.Data) != fmt.Sprint("move ", n) || m.Seq != uint64(n) || m.Header["Bw-Mac"] != fmt.Sprint(n) || len(m.Header) != 1 || m.Time.IsZero() {
				t.Fatalf("got %d %s %v, want move %d", m.Seq, m.Data, m.Header, n)
			}
		}
	}
	expect(1, 600)
	if _, ok, err := r.TryNext(t.Context()); ok || err != nil {
		t.Fatalf("after the end: %v, %v", ok, err)
	}
	for n := 601; n < 700; n += 3 {
		write(n, n)
		write(n+1, n+2)
		expect(n, n+2)
	}
	if err := s.Restart(t.Context()); err != nil {
		t.Fatal(err)
	}
	for !pub.Connected() {
		time.Sleep(10 * time.Millisecond)
	}
	last, err := l.Last(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	write(int(last)+1, int(last)+20)
	expect(int(last)+1, int(last)+20)
}

// Without the tail a reader finds out by asking, and soon asks often: a second
// for each message would take longer than the test may.
func TestWebFollowsAStreamWithoutATail(t *testing.T) {
	const password = "publisher-password-0123"
	s := start(t, js.ServerConfig{Listen: "127.0.0.1:0", Passwords: map[js.User]string{js.Publisher: password}})
	l, err := as(t, s, js.Publisher).Create(t.Context(), publicSpec("public"))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := jetstream.New(dialURL(t, s.URL(), js.Publisher, password))
	if err != nil {
		t.Fatal(err)
	}
	if err := raw.DeleteConsumer(t.Context(), l.Name(), "tail"); err != nil {
		t.Fatal(err)
	}
	seen, err := as(t, s, js.Web).Open(t.Context(), l.Name())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r, err := seen.Read(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for n := uint64(1); n <= 100; n++ {
		if _, err := l.Append(ctx, bus.Expect("", n-1), bus.Msg{Subject: "bw.pub.public.t.1.1.made"}); err != nil {
			t.Fatal(err)
		}
		if m, err := r.Next(ctx); err != nil || m.Seq != n {
			t.Fatalf("got message %d, %v; want %d", m.Seq, err, n)
		}
	}
}

func TestWebFollowsTheNames(t *testing.T) {
	s := start(t, js.ServerConfig{})
	pub, web := as(t, s, js.Publisher), as(t, s, js.Web)
	names, err := pub.Table(t.Context(), "names", true)
	if err != nil {
		t.Fatal(err)
	}
	put := func(key, value string) {
		t.Helper()
		if _, err := names.Put(t.Context(), key, []byte(value)); err != nil {
			t.Fatal(err)
		}
	}
	put("p1", "old")
	put("p1", "Ann")
	put("gone", "x")
	if err := names.Delete(t.Context(), "gone"); err != nil {
		t.Fatal(err)
	}
	seen, err := web.Table(t.Context(), "names", false)
	if err != nil {
		t.Fatal(err)
	}
	if e, err := seen.Get(t.Context(), "p1"); err != nil || string(e.Value) != "Ann" {
		t.Errorf("got %s, %v", e.Value, err)
	}
	if all, err := seen.All(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("got %v, %v", all, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	heard := make(chan string, 16)
	go seen.Watch(ctx, func(e bus.Entry) { heard <- fmt.Sprintf("%s=%s %v", e.Key, e.Value, e.Value == nil) })
	expect := func(want string) {
		t.Helper()
		select {
		case got := <-heard:
			if got != want {
				t.Errorf("saw %s, want %s", got, want)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("did not see %s", want)
		}
	}
	expect("p1=Ann false")
	put("p2", "Bob")
	expect("p2=Bob false")
	if err := names.Delete(t.Context(), "p1"); err != nil {
		t.Fatal(err)
	}
	expect("p1= true")
}

func TestGateReadsLiveAndKeepsItsState(t *testing.T) {
	s := start(t, js.ServerConfig{})
	live, gate := as(t, s, js.Live), as(t, s, js.Gate)
	l, err := live.Create(t.Context(), bustest.Record("main", "s0001"))
	if err != nil {
		t.Fatal(err)
	}
	seen, err := gate.Open(t.Context(), l.Name())
	if err != nil {
		t.Fatal(err)
	}
	r, err := seen.Read(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := l.Append(t.Context(), bus.Guard{}, bus.Msg{Subject: "bw.in.main.s0001.tick"}); err != nil {
		t.Fatal(err)
	}
	if m, err := r.Next(t.Context()); err != nil || m.Seq != 1 {
		t.Fatalf("got %d, %v", m.Seq, err)
	}
	state, err := gate.Table(t.Context(), "gate", true)
	if err != nil {
		t.Fatal(err)
	}
	rev, err := state.Swap(t.Context(), "public", []byte("1"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := state.Swap(t.Context(), "public", []byte("2"), rev); err != nil {
		t.Fatal(err)
	}
	sittings, err := live.Table(t.Context(), "sittings", true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sittings.Put(t.Context(), "main", []byte("s0001")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	pointer, err := gate.Table(t.Context(), "sittings", false)
	if err != nil {
		t.Fatal(err)
	}
	_ = pointer.Watch(ctx, func(e bus.Entry) {
		if string(e.Value) != "s0001" {
			t.Errorf("got %s", e.Value)
		}
		cancel()
	})
	if all, err := pointer.All(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("got %v, %v", all, err)
	}
}
