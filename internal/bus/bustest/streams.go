package bustest

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/internal/bus"
)

func streams(t *testing.T, open func(t *testing.T) bus.Store) {
	t.Run("an absent stream is ErrNoStream", func(t *testing.T) {
		if _, err := store(t, open).Open(within(t), "IN-main-s0001"); !errors.Is(err, bus.ErrNoStream) {
			t.Errorf("got %v, want ErrNoStream", err)
		}
	})
	t.Run("a stream is empty when made, and listed in order", func(t *testing.T) {
		s := store(t, open)
		for _, sitting := range []string{"s0002", "s0001"} {
			l, err := s.Create(within(t), Record("main", sitting))
			if err != nil {
				t.Fatal(err)
			}
			if last, err := l.Last(within(t)); last != 0 || err != nil {
				t.Errorf("last of a new stream: %d, %v, want 0", last, err)
			}
		}
		got, err := s.Streams(within(t))
		if want := []string{"IN-main-s0001", "IN-main-s0002"}; err != nil || !cmp.Equal(got, want) {
			t.Errorf("streams: %v, %v, want %v", got, err, want)
		}
	})
	t.Run("tables are not listed among streams", func(t *testing.T) {
		s := store(t, open)
		if _, err := s.Table(within(t), "roster", true); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Streams(within(t)); err != nil || len(got) != 0 {
			t.Errorf("streams: %v, %v, want none", got, err)
		}
	})
	t.Run("making it again is verifying it", func(t *testing.T) {
		s := store(t, open)
		mustAppend(t, record(t, s), msg("a", 1))
		if got := contents(t, record(t, s)); !cmp.Equal(got, []string{"a-1"}) {
			t.Errorf("after the second create: %v", got)
		}
	})
	t.Run("a stream with other subjects or another role is refused", func(t *testing.T) {
		s := store(t, open)
		record(t, s)
		spec := Record("main", "s0001")
		spec.Subjects = []string{"bw.in.other.s0001.>"}
		var wrong *bus.SpecError
		if _, err := s.Create(within(t), spec); !errors.As(err, &wrong) {
			t.Errorf("other subjects: got %v, want a SpecError", err)
		}
		spec = Record("main", "s0001")
		spec.Role = bus.Public
		if _, err := s.Create(within(t), spec); !errors.As(err, &wrong) {
			t.Errorf("another role: got %v, want a SpecError", err)
		}
	})
	t.Run("two streams cannot have one subject", func(t *testing.T) {
		s := store(t, open)
		record(t, s)
		spec := Record("main", "s0001")
		spec.Name = "IN-other"
		if _, err := s.Create(within(t), spec); err == nil {
			t.Error("no error")
		}
	})
	t.Run("a spec without a role, a name or subjects is refused", func(t *testing.T) {
		s := store(t, open)
		for _, spec := range []bus.Spec{
			{Name: "X", Subjects: []string{"x.>"}},
			{Name: "X", Role: bus.Record},
			{Name: "a.b", Subjects: []string{"x.>"}, Role: bus.Record},
			{Name: "X", Subjects: []string{"x..y"}, Role: bus.Record},
		} {
			if _, err := s.Create(within(t), spec); err == nil {
				t.Errorf("%+v: no error", spec)
			}
		}
	})
	t.Run("MaxBytes can be raised", func(t *testing.T) {
		s := store(t, open)
		spec := Record("main", "s0001")
		spec.MaxBytes = 8 << 10
		l, err := s.Create(within(t), spec)
		if err != nil {
			t.Fatal(err)
		}
		fill(t, l)
		spec.MaxBytes *= 2
		if l, err = s.Create(within(t), spec); err != nil {
			t.Fatal(err)
		}
		mustAppend(t, l, msg("a", 1))
		used, limit, err := l.(bus.Sizer).Size()
		if err != nil || limit != spec.MaxBytes || used <= 7<<10 || used > limit {
			t.Errorf("size: %d of %d, %v", used, limit, err)
		}
	})
	t.Run("a sealed stream is read and not written", func(t *testing.T) {
		s := store(t, open)
		l := record(t, s)
		mustAppend(t, l, msgs("a", 1, 3)...)
		if err := l.Seal(within(t)); err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 9} {
			if _, err := l.Append(within(t), bus.Guard{}, msgs("a", 4, 3+n)...); !errors.Is(err, bus.ErrSealed) {
				t.Errorf("append of %d: got %v, want ErrSealed", n, err)
			}
		}
		if _, err := l.Append(within(t), bus.Expect("", 3), msg("a", 4)); !errors.Is(err, bus.ErrSealed) {
			t.Errorf("guarded append: got %v, want ErrSealed", err)
		}
		if err := l.Seal(within(t)); err != nil {
			t.Errorf("sealing twice: %v", err)
		}
		again, err := s.Open(within(t), l.Name())
		if err != nil {
			t.Fatal(err)
		}
		if got := contents(t, again); len(got) != 3 {
			t.Errorf("after sealing: %v", got)
		}
		if _, err := s.Create(within(t), Record("main", "s0001")); err != nil {
			t.Errorf("verifying a sealed stream: %v", err)
		}
	})
}

// fill appends until the stream refuses, and checks how it does.
func fill(t *testing.T, l bus.Log) {
	t.Helper()
	big := msg("a", 0)
	big.Data = make([]byte, 700)
	for range 100 {
		if _, err := l.Append(within(t), bus.Guard{}, big); err != nil {
			if !errors.Is(err, bus.ErrFull) {
				t.Fatalf("a full stream says %v, want ErrFull", err)
			}
			return
		}
	}
	t.Fatal("the stream never got full")
}
