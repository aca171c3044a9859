package e2e

import (
	"fmt"
	"strings"
	"testing"

	"boardwire/events"
)

// unsaid are the presses, by game and ply from 0, of which the record holds no
// reading: the hall was killed after it had read them and before it had written
// them down, or while it was dead. Nobody can know those times; everything that
// was acknowledged is in the record, and must come out.
type unsaid map[int]map[int]bool

// mostUnsaid is how many presses 20 kills may cost at most. Each costs what one
// outbox had not synced yet.
const mostUnsaid = 2 * kills

// press is a clock as it stands after a press: the mover's time and his side.
type press struct {
	device string
	white  bool
	clk    int
}

// unsaidIn looks for each press of a round in the record.
func (r round) unsaidIn(t *testing.T, record []string) unsaid {
	t.Helper()
	turned := map[string]bool{}
	said := map[press]bool{}
	for _, line := range record {
		e, err := events.Decode([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		device, ok := e.Scope.Device()
		if !ok {
			continue
		}
		switch d := e.Data.(type) {
		case events.BoardSurface:
			if _, known := turned[device]; !known {
				// White's men lie on the far side where the board stands turned.
				turned[device] = strings.HasPrefix(d.Placement, "R")
			}
		case events.ClockReading:
			switch d.Lever { // the raised side is to move: the other has pressed
			case "right":
				said[press{device, !turned[device], d.Left}] = true
			case "left":
				said[press{device, turned[device], d.Right}] = true
			}
		}
	}
	out := unsaid{}
	n := 0
	for i, g := range r.truth {
		out[i] = map[int]bool{}
		for ply, clk := range g.Clk {
			if clk >= 0 && !said[press{g.Device, ply%2 == 0, clk}] {
				out[i][ply] = true
				n++
				t.Logf("%s: ply %d was pressed at %d s and not written down before a kill", id(g.Board), ply+1, clk)
			}
		}
	}
	if n > mostUnsaid {
		t.Errorf("%d presses are not in the record; %d kills explain at most %d", n, kills, mostUnsaid)
	}
	return out
}

// cut takes out of the plies of an outcome how those were completed that nobody
// could see pressed.
func (u unsaid) cut(plies []string) []string {
	var out []string
	for _, p := range plies {
		for i, of := range u {
			for ply := range of {
				if strings.HasPrefix(p, fmt.Sprintf("%s %3d ", id(i+1), ply+1)) {
					p, _, _ = strings.Cut(p, " completed")
				}
			}
		}
		out = append(out, p)
	}
	return out
}
