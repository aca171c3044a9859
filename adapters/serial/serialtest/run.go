package serialtest

import (
	"errors"
	"io"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"boardwire/adapters/serial"
	"boardwire/boardstate"
)

// Run checks that a family keeps the contract of serial.Protocol.
func Run(t *testing.T, open func() serial.Protocol, f Fixture) {
	t.Helper()
	if len(f.Stream) == 0 || len(f.Frame) == 0 || f.Allowed == nil {
		t.Fatal("the fixture needs Stream, Frame and Allowed")
	}
	t.Run("names itself and its line", func(t *testing.T) { names(t, open()) })
	t.Run("tells exactly one thing at a time", func(t *testing.T) { tells(t, open(), f) })
	t.Run("any split of the stream gives the same sights", func(t *testing.T) { splits(t, open, f) })
	t.Run("finds the next frame after noise", func(t *testing.T) { resyncs(t, open, f) })
	t.Run("reads any bytes without harm", func(t *testing.T) { survives(t, open, f) })
	t.Run("a later surface is the sum of the touches", func(t *testing.T) { sums(t, open(), f) })
	t.Run("a greeting forgets half a frame", func(t *testing.T) { forgets(t, open(), f) })
	t.Run("writes only what a board may be told", func(t *testing.T) { writes(t, open, f) })
	t.Run("passes on that a line cannot be written", func(t *testing.T) { fails(t, open()) })
}

func names(t *testing.T, p serial.Protocol) {
	if first, second := p.Name(), p.Name(); first == "" || first != second {
		t.Errorf("Name() = %q, then %q", first, second)
	}
	l := p.Line()
	if l.Baud < 300 || l.DataBits < 5 || l.DataBits > 8 || l.StopBits < 1 || l.StopBits > 2 {
		t.Errorf("Line() = %+v", l)
	}
	if l.Parity != 'N' && l.Parity != 'O' && l.Parity != 'E' {
		t.Errorf("Line().Parity = %q", l.Parity)
	}
}

func tells(t *testing.T, p serial.Protocol, f Fixture) {
	got, noise := collect(p, f.Stream)
	if noise {
		t.Error("Feed told of noise in a clean stream")
	}
	if len(got) == 0 {
		t.Fatal("the stream told nothing")
	}
	for i, s := range got {
		if !one(s.Set) {
			t.Errorf("sight %d has %q, want exactly one thing", i, s.Set)
		}
		if !s.At.Equal(start) {
			t.Errorf("sight %d at %v, want the time that Feed was given", i, s.At)
		}
		if s.Raw == "" {
			t.Errorf("sight %d has no raw frame", i)
		}
	}
}

func splits(t *testing.T, open func() serial.Protocol, f Fixture) {
	want, _ := collect(open(), f.Stream)
	single := make([][]byte, len(f.Stream))
	for i := range f.Stream {
		single[i] = f.Stream[i : i+1]
	}
	if got, _ := collect(open(), single...); !cmp.Equal(want, got, surfaces) {
		t.Errorf("byte by byte (-want +got):\n%s", cmp.Diff(want, got, surfaces))
	}
	rapid.Check(t, func(t *rapid.T) {
		got, _ := collect(open(), pieces(t, f.Stream)...)
		if d := cmp.Diff(want, got, surfaces); d != "" {
			t.Fatalf("(-want +got):\n%s", d)
		}
	})
}

func pieces(t *rapid.T, b []byte) (out [][]byte) {
	size := rapid.IntRange(1, 40)
	for len(b) > 0 {
		n := min(size.Draw(t, "piece"), len(b))
		out, b = append(out, b[:n]), b[n:]
	}
	return out
}

func resyncs(t *testing.T, open func() serial.Protocol, f Fixture) {
	lost := f.Settle
	if lost == 0 {
		lost = 1
	}
	clean, _ := collect(open(), f.Frame)
	if len(clean) != 1 {
		t.Fatalf("Frame told %d things, want 1", len(clean))
	}
	rapid.Check(t, func(t *rapid.T) {
		p := open()
		junk := rapid.SliceOfN(rapid.Byte(), 1, 200).Draw(t, "noise")
		collect(p, junk)
		for range lost {
			collect(p, f.Frame)
		}
		got, noise := collect(p, f.Frame)
		if d := cmp.Diff(clean, got, surfaces); d != "" || noise {
			t.Fatalf("frame %d after noise (noise told again: %v) (-want +got):\n%s", lost+1, noise, d)
		}
	})
}

func survives(t *testing.T, open func() serial.Protocol, f Fixture) {
	rapid.Check(t, func(t *rapid.T) {
		p := open()
		for range rapid.IntRange(1, 8).Draw(t, "calls") {
			b := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "bytes")
			if rapid.Bool().Draw(t, "damage") {
				b = damaged(t, f.Stream)
			}
			harmless(t, p, b)
		}
	})
}

// harmless feeds b and checks that what is told can be used and that no other
// error than noise comes back.
func harmless(t interface{ Fatalf(string, ...any) }, p serial.Protocol, b []byte) {
	err := p.Feed(b, start, func(s serial.Sight) {
		if k := kept(s); !one(k.Set) {
			t.Fatalf("told %q, want exactly one thing", k.Set)
		}
		if s.Touch != nil && s.Touch.Square > 63 {
			t.Fatalf("touched square %d", s.Touch.Square)
		}
		if s.Clock != nil && (s.Clock.Left.Time < 0 || s.Clock.Right.Time < 0) {
			t.Fatalf("negative time %+v", *s.Clock)
		}
	})
	if err != nil && !errors.Is(err, serial.ErrNoise) {
		t.Fatalf("Feed: %v, want ErrNoise or none", err)
	}
}

// damaged is a piece of the stream with some bytes changed.
func damaged(t *rapid.T, stream []byte) []byte {
	from := rapid.IntRange(0, len(stream)-1).Draw(t, "from")
	n := rapid.IntRange(1, min(400, len(stream)-from)).Draw(t, "length")
	b := append([]byte(nil), stream[from:from+n]...)
	for range rapid.IntRange(1, 6).Draw(t, "hits") {
		b[rapid.IntRange(0, len(b)-1).Draw(t, "where")] = rapid.Byte().Draw(t, "byte")
	}
	return b
}

func sums(t *testing.T, p serial.Protocol, f Fixture) {
	sights, _ := collect(p, f.Stream)
	var have *boardstate.Surface
	compared := 0
	for i, s := range sights {
		switch s.Set {
		case "surface":
			if have != nil {
				compared++
				if *have != s.Surface {
					t.Errorf("surface at sight %d is not the sum of what came before", i)
				}
			}
			own := s.Surface
			have = &own
		case "touch":
			if have == nil {
				t.Fatalf("sight %d is a touch before any surface", i)
			}
			if s.Touch.Lifted {
				have.Occupied = have.Occupied.Without(s.Touch.Square)
			} else {
				have.Occupied = have.Occupied.With(s.Touch.Square)
			}
			if have.Identity {
				have.Board.Put(s.Touch.Square, s.Touch.Piece)
			}
		}
	}
	if compared == 0 {
		t.Error("the stream has no second surface: nothing was compared")
	}
}

func forgets(t *testing.T, p serial.Protocol, f Fixture) {
	want, _ := collect(p, f.Frame)
	if len(f.Frame) > 1 {
		collect(p, f.Frame[:len(f.Frame)-1])
	}
	if err := p.Greet(io.Discard); err != nil {
		t.Fatalf("Greet: %v", err)
	}
	got, noise := collect(p, f.Frame)
	if d := cmp.Diff(want, got, surfaces); d != "" || noise {
		t.Errorf("after Greet (noise: %v) (-want +got):\n%s", noise, d)
	}
}

// line keeps what is written.
type line struct{ written []byte }

func (l *line) Write(b []byte) (int, error) {
	l.written = append(l.written, b...)
	return len(b), nil
}

func writes(t *testing.T, open func() serial.Protocol, f Fixture) {
	rapid.Check(t, func(t *rapid.T) {
		p, now, l := open(), start, &line{}
		if err := p.Greet(l); err != nil {
			t.Fatalf("Greet: %v", err)
		}
		next := now
		for range 400 {
			now = now.Add(time.Duration(rapid.IntRange(1, 3000).Draw(t, "ms")) * time.Millisecond)
			if rapid.IntRange(0, 3).Draw(t, "feed") == 0 {
				harmless(t, p, damaged(t, f.Stream))
			}
			if now.Before(next) {
				continue
			}
			var err error
			next, err = p.Tick(now, l)
			if err != nil {
				t.Fatalf("Tick: %v", err)
			}
			if !next.After(now) {
				t.Fatalf("Tick at %v wants to be called again at %v: the loop would spin", now, next)
			}
		}
		if len(l.written) == 0 {
			t.Fatalf("nothing was written: the board was never asked anything")
		}
		if err := f.Allowed(l.written); err != nil {
			t.Fatalf("wrote %x: %v", l.written, err)
		}
	})
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func fails(t *testing.T, p serial.Protocol) {
	err := p.Greet(broken{})
	now := start
	for i := 0; err == nil && i < 100; i++ {
		now, err = p.Tick(now, broken{})
	}
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Greet and Tick on a broken line: %v, want the line's own error", err)
	}
}

// Fuzz feeds arbitrary bytes in two pieces to a codec: it must not panic, must
// tell only what can be used, and must tell the same in one piece.
func Fuzz(f *testing.F, open func() serial.Protocol, seeds ...[]byte) {
	for _, s := range seeds {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, b []byte, cut int) {
		p := open()
		harmless(t, p, b)
		cut = min(max(cut, 0), len(b))
		whole, _ := collect(open(), b)
		parts, _ := collect(open(), b[:cut], b[cut:])
		if d := cmp.Diff(whole, parts, surfaces); d != "" {
			t.Errorf("cut at %d (-whole +parts):\n%s", cut, d)
		}
	})
}
