package events

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSittingsAreInTheOrderOfTheirNumbers(t *testing.T) {
	got := []string{"s10000", "s0002", "s9999", "s0010", "s100000", "s0001"}
	slices.SortFunc(got, CompareSittings)
	if diff := gocmp.Diff([]string{"s0001", "s0002", "s0010", "s9999", "s10000", "s100000"}, got); diff != "" {
		t.Error(diff)
	}
	if CompareSittings("", "s0001") >= 0 {
		t.Error("no sitting is not before the first")
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.IntRange(0, 200_000).Draw(t, "a"), rapid.IntRange(0, 200_000).Draw(t, "b")
		if got, want := CompareSittings(fmt.Sprintf("s%04d", a), fmt.Sprintf("s%04d", b)), cmp.Compare(a, b); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
	})
}
