package drivers

import (
	"slices"
	"testing"
)

func TestEveryNameOpensItsOwnFamily(t *testing.T) {
	if !slices.IsSorted(Names()) {
		t.Errorf("Names() = %v, want sorted", Names())
	}
	for _, name := range Names() {
		open, ok := Lookup(name)
		if !ok || open().Name() != name {
			t.Errorf("Lookup(%q) gives another family", name)
		}
	}
	if _, ok := Lookup("abacus"); ok {
		t.Error("Lookup found a family that is not there")
	}
	if _, ok := Lookup(Default); !ok {
		t.Error("the default family is not there")
	}
}
