// Package bustest is what every store of the bus must do, as tests.
package bustest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"boardwire/internal/bus"
)

// Run tests a store. open returns a new connection to a store that is empty
// for each *testing.T and the same within one; Run closes what it opens.
func Run(t *testing.T, open func(t *testing.T) bus.Store) {
	t.Run("streams", func(t *testing.T) { streams(t, open) })
	t.Run("append", func(t *testing.T) { appends(t, open) })
	t.Run("read", func(t *testing.T) { reads(t, open) })
	t.Run("table", func(t *testing.T) { tables(t, open) })
}

// within bounds one test: a store that hangs fails instead of hanging.
func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func store(t *testing.T, open func(t *testing.T) bus.Store) bus.Store {
	t.Helper()
	s := open(t)
	t.Cleanup(func() { s.Close() })
	return s
}

// Record returns a spec of a record stream of the given hall and sitting.
func Record(hall, sitting string) bus.Spec {
	return bus.Spec{
		Name:     "IN-" + hall + "-" + sitting,
		Subjects: []string{"bw.in." + hall + "." + sitting + ".>"},
		Role:     bus.Record,
		MaxBytes: 16 << 20,
	}
}

func record(t *testing.T, s bus.Store) bus.Log {
	t.Helper()
	l, err := s.Create(within(t), Record("main", "s0001"))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// msg returns a message of source src that says n.
func msg(src string, n int) bus.Msg {
	return bus.Msg{
		Subject: "bw.in.main.s0001.obs." + src + ".dev.board-square",
		Data:    []byte(fmt.Sprintf("%s-%d", src, n)),
	}
}

func msgs(src string, from, to int) []bus.Msg {
	var ms []bus.Msg
	for n := from; n <= to; n++ {
		ms = append(ms, msg(src, n))
	}
	return ms
}

func mustAppend(t *testing.T, l bus.Log, ms ...bus.Msg) uint64 {
	t.Helper()
	last, err := l.Append(within(t), bus.Guard{}, ms...)
	if err != nil {
		t.Fatal(err)
	}
	return last
}

// contents reads the whole stream.
func contents(t *testing.T, l bus.Log) []string {
	t.Helper()
	ctx := within(t)
	r, err := l.Read(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	got := []string{}
	for {
		m, ok, err := r.TryNext(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return got
		}
		got = append(got, string(m.Data))
	}
}
