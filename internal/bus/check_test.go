package bus_test

import (
	"testing"

	"boardwire/internal/bus"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		filter, subject string
		want            bool
	}{
		{"a.b", "a.b", true},
		{"a.b", "a.b.c", false},
		{"a.b.c", "a.b", false},
		{"a.*", "a.b", true},
		{"a.*", "a.b.c", false},
		{"a.*.c", "a.b.c", true},
		{"*.*", "a", false},
		{"a.>", "a", false},
		{"a.>", "a.b", true},
		{"a.>", "a.b.c", true},
		{">", "a.b", true},
		{"a.b*", "a.bc", false},
	} {
		if got := bus.Match(c.filter, c.subject); got != c.want {
			t.Errorf("Match(%s, %s) = %v", c.filter, c.subject, got)
		}
	}
}

func TestOverlap(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a.b", "a.b", true},
		{"a.b", "a.c", false},
		{"a.*", "*.b", true},
		{"a.*", "a.b.c", false},
		{"a.>", "a.*.c", true},
		{"a.>", "b.>", false},
		{"bw.in.main.>", "bw.in.main-2.>", false},
	} {
		if got := bus.Overlap(c.a, c.b); got != c.want || bus.Overlap(c.b, c.a) != got {
			t.Errorf("Overlap(%s, %s) = %v", c.a, c.b, got)
		}
	}
}
