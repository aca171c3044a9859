package clockstate

import "strings"

// changeWords are the text forms in the order of the bits.
var changeWords = [...]string{
	"pressed", "started", "stopped", "period_began", "flag_fell", "adjusted", "reset", "drifted", "unplugged", "plugged",
}

// Has says whether all of what happened.
func (c Change) Has(all Change) bool { return c&all == all }

// Words returns what happened as words, always in the same order: pressed,
// started, stopped, period_began, flag_fell, adjusted, reset, drifted,
// unplugged, plugged. It is empty when nothing happened.
func (c Change) Words() []string {
	var out []string
	for i, word := range changeWords {
		if c&(1<<i) != 0 {
			out = append(out, word)
		}
	}
	return out
}

// String returns the words joined by commas, "nothing" when there is none.
func (c Change) String() string {
	if c == 0 {
		return "nothing"
	}
	return strings.Join(c.Words(), ",")
}
