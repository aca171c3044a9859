package mem_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"boardwire/internal/bus"
	"boardwire/internal/bus/bustest"
	"boardwire/internal/bus/mem"
)

func TestConformance(t *testing.T) {
	stores := map[*testing.T]*mem.Store{}
	bustest.Run(t, func(t *testing.T) bus.Store {
		if stores[t] == nil {
			stores[t] = mem.New(time.Now)
		}
		return stores[t].Connect()
	})
}

func TestMessagesCarryTheVirtualTime(t *testing.T) {
	now := time.Date(2026, 3, 1, 14, 0, 0, 0, time.UTC)
	s := mem.New(func() time.Time { return now })
	l, err := s.Create(t.Context(), bustest.Record("main", "s0001"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if _, err := l.Append(t.Context(), bus.Guard{}, bus.Msg{Subject: "bw.in.main.s0001.tick"}); err != nil {
			t.Fatal(err)
		}
		m, err := l.Get(t.Context(), uint64(i+1))
		if err != nil || !m.Time.Equal(now) {
			t.Errorf("message %d: time %v, %v, want %v", i+1, m.Time, err, now)
		}
		now = now.Add(time.Hour)
	}
}

func TestReaderReportsAHole(t *testing.T) {
	s := mem.New(time.Now)
	l, err := s.Create(t.Context(), bustest.Record("main", "s0001"))
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if _, err := l.Append(t.Context(), bus.Guard{}, bus.Msg{Subject: "bw.in.main.s0001.tick"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Damage(l.Name(), 3); err != nil {
		t.Fatal(err)
	}
	r, err := l.Read(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := r.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		_, err := r.Next(t.Context())
		var gap *bus.GapError
		if !errors.As(err, &gap) || *gap != (bus.GapError{Stream: l.Name(), After: 2, Got: 4}) {
			t.Errorf("got %v, want a gap between 2 and 4, each time", err)
		}
	}
}

func TestWaitingReadersBlockDurably(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := mem.New(time.Now)
		l, err := s.Create(t.Context(), bustest.Record("main", "s0001"))
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.Read(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		go func() {
			time.Sleep(time.Hour)
			if _, err := l.Append(context.Background(), bus.Guard{}, bus.Msg{Subject: "bw.in.main.s0001.tick"}); err != nil {
				t.Error(err)
			}
		}()
		m, err := r.Next(t.Context())
		if err != nil || m.Time.Sub(begun) != time.Hour {
			t.Errorf("got %v, %v, want a message one virtual hour later", m.Time.Sub(begun), err)
		}
	})
}

func TestCloseEndsOneConnectionOnly(t *testing.T) {
	a := mem.New(time.Now)
	b := a.Connect()
	if _, err := a.Create(t.Context(), bustest.Record("main", "s0001")); err != nil {
		t.Fatal(err)
	}
	a.Close()
	if _, err := a.Open(t.Context(), "IN-main-s0001"); !errors.Is(err, bus.ErrClosed) {
		t.Errorf("closed: got %v", err)
	}
	if _, err := b.Open(t.Context(), "IN-main-s0001"); err != nil {
		t.Errorf("the other: %v", err)
	}
}
