package bustest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/internal/bus"
)

func appends(t *testing.T, open func(t *testing.T) bus.Store) {
	t.Run("sequences count from one, singly and in batches", func(t *testing.T) {
		l := record(t, store(t, open))
		for i, step := range []struct {
			ms   []bus.Msg
			want uint64
		}{{msgs("a", 1, 1), 1}, {msgs("a", 2, 11), 11}, {msgs("a", 12, 12), 12}, {msgs("a", 13, 512), 512}} {
			if got := mustAppend(t, l, step.ms...); got != step.want {
				t.Errorf("append %d: got last %d, want %d", i, got, step.want)
			}
		}
		got := contents(t, l)
		for i, d := range got {
			if want := fmt.Sprintf("a-%d", i+1); d != want {
				t.Fatalf("message %d: got %s, want %s", i+1, d, want)
			}
		}
		if last, err := l.Last(within(t)); len(got) != 512 || last != 512 || err != nil {
			t.Errorf("%d messages, last %d, %v; want 512", len(got), last, err)
		}
	})
	for _, n := range []int{1, 12} {
		t.Run(fmt.Sprintf("guards, appending %d", n), func(t *testing.T) { guards(t, open, n) })
	}
	t.Run("header and data come back, and nothing else", func(t *testing.T) {
		l := record(t, store(t, open))
		in := msgs("a", 1, 3)
		in[1].Header = map[string]string{"Bw-In-Seq": "7", "lower": "x y"}
		in[2].Header = map[string]string{}
		in[2].Data = nil
		if _, err := l.Append(within(t), bus.Expect("", 0), in...); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Append(within(t), bus.Expect("bw.in.main.s0001.obs.a.>", 3), in[0]); err != nil {
			t.Fatal(err)
		}
		r, err := l.Read(within(t), 1)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for seq := uint64(1); seq <= 4; seq++ {
			want := in[(seq-1)%3]
			want.Seq = seq
			if len(want.Header) == 0 {
				want.Header = nil
			}
			fromRead, err := r.Next(within(t))
			if err != nil {
				t.Fatal(err)
			}
			fromGet, err := l.Get(within(t), seq)
			if err != nil {
				t.Fatal(err)
			}
			for _, got := range []bus.Msg{fromRead, fromGet} {
				if got.Time.IsZero() || got.Time.Location() != want.Time.Location() {
					t.Errorf("message %d: time %v, want one in UTC", seq, got.Time)
				}
				got.Time = want.Time
				if len(got.Data) == 0 {
					got.Data = want.Data
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("message %d (-want +got):\n%s", seq, d)
				}
			}
		}
	})
	t.Run("what it cannot store it refuses whole", func(t *testing.T) {
		l := record(t, store(t, open))
		bad := map[string]func(*bus.Msg){
			"other subject":     func(m *bus.Msg) { m.Subject = "bw.in.other.s0001.tick" },
			"no subject":        func(m *bus.Msg) { m.Subject = "" },
			"wildcard":          func(m *bus.Msg) { m.Subject = "bw.in.main.s0001.*" },
			"too large":         func(m *bus.Msg) { m.Data = make([]byte, bus.MaxMessage+1) },
			"reserved header":   func(m *bus.Msg) { m.Header = map[string]string{"Nats-Msg-Id": "1"} },
			"header line break": func(m *bus.Msg) { m.Header = map[string]string{"k": "a\r\nb: c"} },
		}
		for name, spoil := range bad {
			for _, n := range []int{1, 10} {
				ms := msgs("a", 1, n)
				spoil(&ms[n-1])
				if _, err := l.Append(within(t), bus.Guard{}, ms...); err == nil {
					t.Errorf("%s, %d messages: no error", name, n)
				}
			}
		}
		if _, err := l.Append(within(t), bus.Guard{}); err == nil {
			t.Error("no messages: no error")
		}
		if _, err := l.Append(within(t), bus.Guard{}, msgs("a", 1, bus.MaxBatch+1)...); err == nil {
			t.Error("too many messages: no error")
		}
		if got := contents(t, l); len(got) != 0 {
			t.Errorf("the stream holds %v, want nothing", got)
		}
	})
	t.Run("the largest message passes, alone and in a batch", func(t *testing.T) {
		l := record(t, store(t, open))
		m := msg("a", 1)
		m.Data = make([]byte, bus.MaxMessage-len(m.Subject))
		if _, err := l.Append(within(t), bus.Expect("bw.in.main.s0001.obs.a.>", 0), m); err != nil {
			t.Error(err)
		}
		if _, err := l.Append(within(t), bus.Expect("bw.in.main.s0001.obs.a.>", 1), m, m); err != nil {
			t.Error(err)
		}
	})
	t.Run("a full stream refuses and keeps what it has", func(t *testing.T) {
		s := store(t, open)
		spec := Record("main", "s0001")
		spec.MaxBytes = 8 << 10
		l, err := s.Create(within(t), spec)
		if err != nil {
			t.Fatal(err)
		}
		fill(t, l)
		before := contents(t, l)
		batch := msgs("a", 1, 9)
		for i := range batch {
			batch[i].Data = make([]byte, 700)
		}
		if _, err := l.Append(within(t), bus.Guard{}, batch...); !errors.Is(err, bus.ErrFull) {
			t.Errorf("batch: got %v, want ErrFull", err)
		}
		if after := contents(t, l); !cmp.Equal(before, after) {
			t.Errorf("had %d messages, now %d", len(before), len(after))
		}
	})
	t.Run("LastOn finds the last of a filter", func(t *testing.T) {
		l := record(t, store(t, open))
		mustAppend(t, l, msg("a", 1), msg("b", 1), msg("a", 2), msg("c", 1))
		for filter, want := range map[string]string{
			"bw.in.main.s0001.obs.a.>":                "a-2",
			"bw.in.main.s0001.obs.b.dev.board-square": "b-1",
			"bw.in.main.s0001.obs.*.dev.board-square": "c-1",
			"bw.in.main.s0001.>":                      "c-1",
			"bw.in.main.s0001.obs.d.>":                "",
		} {
			m, ok, err := l.LastOn(within(t), filter)
			if err != nil || ok != (want != "") || string(m.Data) != want {
				t.Errorf("last on %s: %q, %v, %v, want %q", filter, m.Data, ok, err, want)
			}
		}
	})
	t.Run("writers at once: guarded appends never interleave", func(t *testing.T) {
		s := store(t, open)
		record(t, s)
		var wg sync.WaitGroup
		for w := range 4 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				l, err := s.Open(within(t), "IN-main-s0001")
				if err != nil {
					t.Error(err)
					return
				}
				src := fmt.Sprintf("w%d", w)
				var last uint64
				for n := range 10 {
					var err error
					last, err = l.Append(within(t), bus.Expect("bw.in.main.s0001.obs."+src+".>", last), msgs(src, n*10, n*10+w)...)
					if err != nil {
						t.Errorf("%s: %v", src, err)
						return
					}
				}
			}()
		}
		wg.Wait()
		if got, want := len(contents(t, record(t, s))), 10+20+30+40; got != want {
			t.Errorf("%d messages, want %d", got, want)
		}
	})
}

func guards(t *testing.T, open func(t *testing.T) bus.Store, n int) {
	l := record(t, store(t, open))
	const all, ofA, ofB = "", "bw.in.main.s0001.obs.a.>", "bw.in.main.s0001.obs.b.>"
	size := uint64(0)
	var a, b uint64 // the last of each source
	try := func(src, filter string, last, actual uint64) {
		t.Helper()
		got, err := l.Append(within(t), bus.Expect(filter, last), msgs(src, 1, n)...)
		if last == actual {
			size += uint64(n)
			if err != nil || got != size {
				t.Fatalf("append by %s expecting %q=%d: got %d, %v, want %d", src, filter, last, got, err, size)
			}
			return
		}
		var wrong *bus.WrongSequenceError
		if !errors.As(err, &wrong) {
			t.Fatalf("append by %s expecting %q=%d: got %v, want a WrongSequenceError", src, filter, last, err)
		}
		if want := (bus.WrongSequenceError{Stream: l.Name(), Want: last, Actual: actual}); *wrong != want {
			t.Errorf("got %+v, want %+v", *wrong, want)
		}
	}
	try("a", all, 5, 0)
	try("a", all, 0, 0)
	a = size
	try("a", all, 0, size)
	try("b", ofB, 3, 0)
	try("b", ofB, 0, 0)
	b = size
	try("a", ofA, b, a)
	try("a", ofA, a, a) // what b wrote does not disturb a
	a = size
	try("b", ofB, a, b)
	try("b", ofB, 0, b)
	try("b", ofB, b, b)
	try("a", all, size, size)
	if got := len(contents(t, l)); got != int(size) {
		t.Errorf("%d messages, want %d: a refused append left something", got, size)
	}
}
