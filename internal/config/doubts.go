package config

import (
	"fmt"
	"strings"

	"boardwire/clockstate"
	"boardwire/rules"
)

// Doubts says what in a file without faults somebody may not have meant: a kind
// of game that is not what the edition makes of the time control, and a site
// that is sent games before the public sees them. It is done as the file says.
func (f *File) Doubts() []string { return append(f.kindDoubts(), f.pushDoubts()...) }

// kindDoubts tells where the kind of game and the time control differ.
func (f *File) kindDoubts() []string {
	laws, err := rules.Of(f.Tournament.Edition)
	if err != nil {
		return nil
	}
	kind, err := rules.ParseKind(f.Tournament.Kind)
	if err != nil {
		return nil
	}
	var out []string
	look := func(where, control string) {
		c, err := clockstate.ParseControl(control)
		if err != nil || len(c.Periods) == 0 || c.Periods[0].Method == clockstate.CountUp {
			return
		}
		p := c.Periods[0]
		is, cites, ok := laws.KindDoubt(kind, p.Main, p.Bonus, len(c.Periods))
		if !ok {
			return
		}
		by := make([]string, len(cites))
		for i, a := range cites {
			by[i] = string(a)
		}
		text := fmt.Sprintf("%s: %s is %s by the Laws of %s", where, control, is, f.Tournament.Edition)
		if len(by) > 0 {
			text += " (" + strings.Join(by, ", ") + ")"
		}
		out = append(out, fmt.Sprintf("%s, and the file says %s: it is played as %s", text, kind, kind))
	}
	look("control", f.Tournament.Control)
	for _, r := range f.Rounds {
		for _, t := range r.Tables {
			if t.Control != "" && t.Control != f.Tournament.Control {
				look(fmt.Sprintf("round %s, board %d", r.ID, t.Board), t.Control)
			}
		}
	}
	return out
}
