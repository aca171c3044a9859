package game

import (
	"fmt"
	"time"

	"boardwire/events"
)

// maxDelay is the longest delay of an audience. More is a slip of the pen.
const maxDelay = 24 * time.Hour

// audience answers the ruling that sets an audience. It is kept by the gate;
// here it is seen whether it makes sense as data, and the one who rules is told
// what becomes of it.
func (h *Hall) audience(e events.Event, p events.AudienceRuling) events.Answered {
	if err := events.CheckToken(p.Audience); err != nil {
		return refused("audience %v", err)
	}
	switch p.Kind {
	case "public", "commentary", "hall", "arbiter":
	default:
		return refused("audience %s: kind %q: want public, commentary, hall or arbiter", p.Audience, p.Kind)
	}
	if most := maxDelay.Milliseconds(); p.DelayMS < 0 || p.DelayMS > most {
		return refused("audience %s: a delay has 0 to %d milliseconds, not %d", p.Audience, most, p.DelayMS)
	}
	key := string(e.Scope) + " " + p.Audience
	was, known := h.audiences[key]
	if known && was.Kind != p.Kind {
		return refused("audience %s is of kind %s; what a kind may see is not changed by a ruling", p.Audience, was.Kind)
	}
	h.audiences[key] = p
	a := accepted()
	a.Text = fmt.Sprintf("%s is told everything %s later", p.Audience, lasting(time.Duration(p.DelayMS)*time.Millisecond))
	if p.DelayMS == 0 {
		a.Text = p.Audience + " is told everything at once"
	}
	if known && p.DelayMS < was.DelayMS {
		a.Text = fmt.Sprintf("a delay becomes shorter than %s when a second person asks for the same, and for what is played then",
			lasting(time.Duration(was.DelayMS)*time.Millisecond))
	}
	return a
}
