package cli

import (
	"strings"
	"testing"
)

// TestReplayByAnotherEdition: the moves are the same, the article of a press is
// that edition's own; none is named where the edition's text was not at hand.
func TestReplayByAnotherEdition(t *testing.T) {
	path, _ := recording(t)
	for edition, article := range map[string]string{
		"1997": `"articles":["6.7a"]`, "2001": "", "2005": `"articles":["6.8a"]`, "2009": `"articles":["6.7a"]`,
		"2014": `"articles":["6.2a"]`, "2017": `"articles":["6.2.1"]`, "2018": `"articles":["6.2.1"]`, "2023": `"articles":["6.2.1"]`,
	} {
		code, out, errText := boardwire("replay", "--driver", "dgt", "--base64", "--facts", "--laws", edition, path)
		presses := 0
		for line := range strings.Lines(out) {
			if !strings.Contains(line, `"move.v1.completed"`) {
				continue
			}
			presses++
			if !strings.Contains(line, article) || article == "" && strings.Contains(line, `"articles"`) {
				t.Errorf("%s: want articles %q in %s", edition, article, line)
				break
			}
		}
		if code != 0 || presses != 57 {
			t.Errorf("%s: code %d, %d presses, says %s", edition, code, presses, errText)
		}
	}
}
