package events

import (
	"cmp"
	"strings"
)

// CompareSittings orders the names of one hall's sittings by their number, as
// cmp.Compare does: s9999 is before s10000, which a comparison of the texts
// would turn round. What is no sitting's name counts as its text without the
// zeros in front.
func CompareSittings(a, b string) int {
	x, y := strings.TrimLeft(strings.TrimPrefix(a, "s"), "0"), strings.TrimLeft(strings.TrimPrefix(b, "s"), "0")
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y))
}
