package bustest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"boardwire/internal/bus"
)

func reads(t *testing.T, open func(t *testing.T) bus.Store) {
	t.Run("a reader resumes where it is told", func(t *testing.T) {
		l := record(t, store(t, open))
		mustAppend(t, l, msgs("a", 1, 20)...)
		for _, from := range []uint64{1, 2, 20} {
			r, err := l.Read(within(t), from)
			if err != nil {
				t.Fatal(err)
			}
			for seq := from; seq <= 20; seq++ {
				m, err := r.Next(within(t))
				if want := fmt.Sprintf("a-%d", seq); err != nil || m.Seq != seq || string(m.Data) != want {
					t.Fatalf("from %d: got %d %s, %v, want %s", from, m.Seq, m.Data, err, want)
				}
			}
			if m, ok, err := r.TryNext(within(t)); ok || err != nil {
				t.Errorf("from %d: after the end: %+v, %v", from, m, err)
			}
			r.Close()
		}
		if _, err := l.Read(within(t), 0); err == nil {
			t.Error("reading from 0: no error")
		}
	})
	t.Run("a reader may begin after the end", func(t *testing.T) {
		l := record(t, store(t, open))
		mustAppend(t, l, msgs("a", 1, 3)...)
		r, err := l.Read(within(t), 4)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if m, ok, err := r.TryNext(within(t)); ok || err != nil {
			t.Errorf("got %+v, %v", m, err)
		}
		mustAppend(t, l, msg("a", 4))
		if m, err := r.Next(within(t)); err != nil || m.Seq != 4 {
			t.Errorf("got %d, %v, want 4", m.Seq, err)
		}
	})
	t.Run("Next waits for what is not written yet", func(t *testing.T) {
		l := record(t, store(t, open))
		r, err := l.Read(within(t), 1)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		got := make(chan string, 1)
		go func() {
			m, err := r.Next(within(t))
			got <- fmt.Sprint(string(m.Data), err)
		}()
		time.Sleep(20 * time.Millisecond)
		mustAppend(t, l, msg("a", 1))
		if g := <-got; g != "a-1<nil>" {
			t.Errorf("got %s", g)
		}
	})
	t.Run("TryNext sees what was appended before the call", func(t *testing.T) {
		l := record(t, store(t, open))
		r, err := l.Read(within(t), 1)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for n := 1; n <= 30; n++ {
			if _, ok, err := r.TryNext(within(t)); ok || err != nil {
				t.Fatalf("before %d: %v, %v, want nothing", n, ok, err)
			}
			mustAppend(t, l, msg("a", n))
			if m, ok, err := r.TryNext(within(t)); !ok || err != nil || m.Seq != uint64(n) {
				t.Fatalf("after %d: %d, %v, %v", n, m.Seq, ok, err)
			}
		}
	})
	t.Run("Next ends with its context and goes on with another", func(t *testing.T) {
		l := record(t, store(t, open))
		r, err := l.Read(within(t), 1)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		short, cancel := context.WithTimeout(within(t), 30*time.Millisecond)
		defer cancel()
		if _, err := r.Next(short); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the deadline", err)
		}
		mustAppend(t, l, msg("a", 1))
		if m, err := r.Next(within(t)); err != nil || m.Seq != 1 {
			t.Errorf("got %d, %v, want message 1", m.Seq, err)
		}
	})
	t.Run("a closed reader says so, also while it waits", func(t *testing.T) {
		l := record(t, store(t, open))
		r, err := l.Read(within(t), 1)
		if err != nil {
			t.Fatal(err)
		}
		got := make(chan error, 1)
		go func() {
			_, err := r.Next(within(t))
			got <- err
		}()
		time.Sleep(20 * time.Millisecond)
		r.Close()
		if err := <-got; !errors.Is(err, bus.ErrClosed) {
			t.Errorf("while waiting: got %v, want ErrClosed", err)
		}
		if _, _, err := r.TryNext(within(t)); !errors.Is(err, bus.ErrClosed) {
			t.Errorf("after: got %v, want ErrClosed", err)
		}
	})
	t.Run("many messages come in order while more are written", func(t *testing.T) {
		l := record(t, store(t, open))
		r, err := l.Read(within(t), 1)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		const batches, each = 24, 250
		go func() {
			for b := range batches {
				if _, err := l.Append(within(t), bus.Expect("", uint64(b*each)), msgs("a", b*each+1, (b+1)*each)...); err != nil {
					t.Error(err)
					return
				}
			}
		}()
		for n := 1; n <= batches*each; n++ {
			m, err := r.Next(within(t))
			if want := fmt.Sprintf("a-%d", n); err != nil || string(m.Data) != want {
				t.Fatalf("got %s, %v, want %s", m.Data, err, want)
			}
		}
	})
	t.Run("a message that is not there is ErrNoMessage", func(t *testing.T) {
		l := record(t, store(t, open))
		mustAppend(t, l, msg("a", 1))
		for _, seq := range []uint64{0, 2} {
			if _, err := l.Get(within(t), seq); !errors.Is(err, bus.ErrNoMessage) {
				t.Errorf("message %d: got %v, want ErrNoMessage", seq, err)
			}
		}
	})
}
