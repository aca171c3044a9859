package js

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"boardwire/internal/bus"
)

// tape is a stream of n messages on a server of its own.
func tape(t *testing.T, n int) (*Store, *log) {
	t.Helper()
	server, err := StartServer(t.Context(), ServerConfig{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	s, err := server.Store("test", Live)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	l, err := s.Create(t.Context(), bus.Spec{Name: "IN-main-s0001", Subjects: []string{"bw.in.main.s0001.>"}, Role: bus.Record, MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	lengthen(t, l, n)
	return s, l.(*log)
}

func lengthen(t *testing.T, l bus.Log, n int) {
	t.Helper()
	for range n {
		if _, err := l.Append(t.Context(), bus.Guard{}, bus.Msg{Subject: "bw.in.main.s0001.tick", Data: []byte("x")}); err != nil {
			t.Fatal(err)
		}
	}
}

// A puller gets every message in order, however often its questions are used up
// or expire while there is nothing.
func TestAPullerAsksOn(t *testing.T) {
	s, l := tape(t, 20)
	p, err := newPuller(t.Context(), s, l.name, 3, question{batch: 4, open: 500 * time.Millisecond, pulse: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer p.stop()
	want := uint64(3)
	read := func(upTo uint64) {
		t.Helper()
		for ; want <= upTo; want++ {
			d, err := p.take(t.Context())
			if err != nil || d.seq != want || string(d.Data) != "x" {
				t.Fatalf("message %d: %d, %v", want, d.seq, err)
			}
			if p.asked < 1 || p.asked > 4 {
				t.Fatalf("%d messages are asked for after message %d", p.asked, want)
			}
		}
	}
	read(20)
	ctx, cancel := context.WithTimeout(t.Context(), 1200*time.Millisecond) // two questions long
	defer cancel()
	if d, err := p.take(ctx); err == nil || !errors.Is(err, ctx.Err()) {
		t.Fatalf("at the end: %d, %v", d.seq, err)
	}
	lengthen(t, l, 10)
	read(30)
}

// What is out of order is not handed out, and a server that says nothing is
// noticed.
func TestAPullerTrustsNoOrderButItsOwn(t *testing.T) {
	s, l := tape(t, 2)
	how := question{batch: 100, open: time.Minute, pulse: 100 * time.Millisecond}
	for _, c := range []struct {
		name    string
		breakIt func(p *puller) error
		want    error
	}{
		{"a delivery is missing", func(p *puller) error {
			p.msgs <- &nats.Msg{Subject: "bw.in.main.s0001.tick", Reply: "$JS.ACK." + l.name + ".x.1.4.4.1780000000123456789.0", Data: []byte("x")}
			return nil
		}, errMissed},
		{"nothing comes", func(p *puller) error { return p.sub.Unsubscribe() }, errMute},
		{"the connection is made anew", func(p *puller) error { return s.nc.ForceReconnect() }, errLinked},
	} {
		p, err := newPuller(t.Context(), s, l.name, 1, how)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := p.take(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.breakIt(p); err != nil {
			t.Fatal(err)
		}
		if d, err := p.take(t.Context()); !errors.Is(err, c.want) {
			t.Errorf("%s: message %d, %v; want %v", c.name, d.seq, err, c.want)
		}
		p.stop()
	}
}

// A reader whose consumer the server forgot goes on with the next message.
func TestAReaderOutlivesItsConsumer(t *testing.T) {
	s, l := tape(t, 10)
	r, err := l.Read(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	read := func(from, to uint64) {
		t.Helper()
		for seq := from; seq <= to; seq++ {
			if m, err := r.Next(t.Context()); err != nil || m.Seq != seq {
				t.Fatalf("message %d: %d, %v", seq, m.Seq, err)
			}
		}
	}
	read(1, 10)
	for name := range l.st.ConsumerNames(t.Context()).Name() {
		if err := l.st.DeleteConsumer(t.Context(), name); err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			t.Fatal(err)
		}
	}
	lengthen(t, l, 10)
	read(11, 20)
	if n := s.Reconnects(); n != 0 {
		t.Errorf("%d reconnections", n)
	}
}

func TestWhereADeliverySaysItIs(t *testing.T) {
	at := time.Unix(1_780_000_000, 123_456_789).UTC()
	for _, c := range []struct {
		reply string
		want  place
		ok    bool
		fault bool
	}{
		{reply: "$JS.ACK.IN-main-s0001.x7.1.42.7.1780000000123456789.99", want: place{42, 7, at}, ok: true},
		{reply: "$JS.ACK._.hash.IN-main-s0001.x7.1.42.7.1780000000123456789.99", want: place{42, 7, at}, ok: true},
		{reply: "$JS.ACK.hub.hash.IN-main-s0001.x7.1.42.7.1780000000123456789.99.random", want: place{42, 7, at}, ok: true},
		{reply: ""},
		{reply: "_INBOX.live.x"},
		{reply: "$JS.ACK.IN-main-s0001.x7.1.42.7.1780000000123456789", fault: true},
		{reply: "$JS.ACK.a.IN-main-s0001.x7.1.42.7.1780000000123456789.99", fault: true},
		{reply: "$JS.ACK.IN-main-s0001.x7.1.-42.7.1780000000123456789.99", fault: true},
		{reply: "$JS.ACK.IN-main-s0001.x7.1.42.99999999999999999999.1780000000123456789.99", fault: true},
	} {
		got, ok, err := deliveredAt(c.reply)
		if got != c.want && !c.fault || ok != c.ok || (err != nil) != c.fault {
			t.Errorf("%q: %+v, %v, %v; want %+v, %v", c.reply, got, ok, err, c.want, c.ok)
		}
	}
}

// FuzzDeliveredAt: any subject is read or refused, and what is read is what a
// delivery of that place says.
func FuzzDeliveredAt(f *testing.F) {
	f.Add("$JS.ACK.IN-main-s0001.x7.1.42.7.1780000000123456789.99")
	f.Add("$JS.ACK._.hash.IN-main-s0001.x7.1.42.7.1780000000123456789.99.r")
	f.Add("$JS.ACK.......")
	f.Fuzz(func(t *testing.T, reply string) {
		p, ok, err := deliveredAt(reply)
		if !ok {
			return
		}
		if err != nil || p.at.UnixNano() < 0 {
			t.Errorf("%q: %+v, %v", reply, p, err)
		}
	})
}
