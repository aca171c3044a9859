package js_test

import (
	"fmt"
	"testing"

	"boardwire/internal/bus"
	"boardwire/internal/bus/bustest"
	"boardwire/internal/bus/js"
)

func benchLog(b *testing.B) (*js.Store, bus.Log) {
	b.Helper()
	s, err := js.StartServer(b.Context(), js.ServerConfig{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(s.Close)
	st, err := s.Store("bench", js.Live)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { st.Close() })
	spec := bustest.Record("main", "s0001")
	spec.MaxBytes = 1 << 30
	l, err := st.Create(b.Context(), spec)
	if err != nil {
		b.Fatal(err)
	}
	return st, l
}

func some200(n int) []bus.Msg {
	ms := make([]bus.Msg, n)
	for i := range ms {
		ms[i] = bus.Msg{Subject: "bw.in.main.s0001.obs.a.dgt-31415.board-square", Data: make([]byte, 200)}
	}
	return ms
}

// BenchmarkAppend appends durably, guarded, from within the process.
func BenchmarkAppend(b *testing.B) {
	for _, n := range []int{1, 8, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			_, l := benchLog(b)
			ms := some200(n)
			var last uint64
			for b.Loop() {
				var err error
				if last, err = l.Append(b.Context(), bus.Expect("bw.in.main.s0001.obs.a.>", last), ms...); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "msg/s")
		})
	}
}

// BenchmarkRead replays a record of 50,000 messages.
func BenchmarkRead(b *testing.B) {
	_, l := benchLog(b)
	const n = 50_000
	for range n / bus.MaxBatch {
		if _, err := l.Append(b.Context(), bus.Guard{}, some200(bus.MaxBatch)...); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		r, err := l.Read(b.Context(), 1)
		if err != nil {
			b.Fatal(err)
		}
		for range n {
			if _, err := r.Next(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
		r.Close()
	}
	b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "msg/s")
}
