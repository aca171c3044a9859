package rules

import (
	"strings"
	"testing"
)

// What each edition names among the arbiter's penalties, where a text shows it.
func TestArbitersPenaltiesByEdition(t *testing.T) {
	for year, want := range map[Edition]string{
		E1997: "warning, more time for the opponent, less time, game lost, expulsion",
		E2009: "warning, more time for the opponent, less time, more points for the opponent, less points, game lost, expulsion",
		E2023: "warning, more time for the opponent, less time, more points for the opponent, less points, game lost, fine, exclusion from rounds, expulsion",
		E2014: "", // no text at hand shows the list
	} {
		l, err := Of(year)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for p := range arbiterPenaltyCount {
			if l.Lists(p) == Certain {
				got = append(got, p.String())
			}
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%v names %q, want %q", year, s, want)
		}
	}
}
