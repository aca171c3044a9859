package serial

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// Whatever a device does, what is read of it stays below what its line can
// carry, but for one burst and one read.
func TestAFloodIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBudget(Line{Baud: rapid.SampledFrom([]int{0, 300, 9600, 38400, 115200}).Draw(t, "baud")})
		now, total, most := start, 0, 1024
		for range rapid.IntRange(1, 2000).Draw(t, "reads") {
			n := rapid.IntRange(1, most).Draw(t, "n")
			total += n
			now = now.Add(b.spend(now, n))
			now = now.Add(time.Duration(rapid.IntRange(0, 1000).Draw(t, "gap")) * time.Microsecond)
			if limit := burst + int(now.Sub(start)/b.perByte) + most; total > limit {
				t.Fatalf("%d bytes in %v, limit %d", total, now.Sub(start), limit)
			}
		}
	})
}

func TestADeviceThatKeepsToItsLineNeverWaits(t *testing.T) {
	b, now := newBudget(Line{Baud: 9600}), start
	for range 10_000 { // an hour and more, in pieces of a tenth of a second
		now = now.Add(100 * time.Millisecond)
		if wait := b.spend(now, 96); wait != 0 {
			t.Fatalf("after %v: waits %v", now.Sub(start), wait)
		}
	}
	now = now.Add(time.Second)
	// Then all that some buffer kept while nobody read.
	for range burst / 1024 {
		if wait := b.spend(now, 1024); wait != 0 {
			t.Fatalf("a burst waits %v", wait)
		}
	}
	if wait := b.spend(now, 1024); wait <= 0 {
		t.Error("more than a burst does not wait")
	}
}
