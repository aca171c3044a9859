package game

import (
	"maps"
	"slices"
	"strings"

	"boardwire/events"
)

// close answers the ruling that ends the sitting: not while a game is open. One
// that is adjourned goes on in another sitting.
func (h *Hall) close() events.Answered {
	var open []string
	for _, id := range h.Games() {
		if g := h.games[id]; len(g.plies) > 0 && g.final == nil && !g.sealed() {
			open = append(open, id)
		}
	}
	if len(open) > 0 {
		return refused("games are still open: %s; give each a result first", strings.Join(open, ", "))
	}
	h.closing = true
	a := accepted()
	a.Text = "this sitting ends, and the next one is opened"
	if sealed := h.secrets.Games(); len(sealed) > 0 {
		a.Text += "; what is sealed stays so there: " + strings.Join(sealed, ", ")
	}
	return a
}

// abandon answers the ruling that a silent source will write no more.
func (h *Hall) abandon(p events.Abandon) events.Answered {
	s := h.sources[p.Silent]
	if s == nil {
		return refused("there is no source %q in this sitting", p.Silent)
	}
	if strings.HasPrefix(p.Silent, "desk-") {
		return refused("%s writes the rulings, this one too; it is never abandoned", p.Silent)
	}
	s.gone = true
	a := accepted()
	a.Text = "nothing more of " + p.Silent + " is waited for in this sitting"
	return a
}

// Closing reports whether the sitting was ruled closed.
func (h *Hall) Closing() bool { return h.closing }

// Undrained returns the sources that may still write into this sitting,
// sorted. Who tells the time is not among them: it writes into the open sitting
// alone.
func (h *Hall) Undrained() []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(h.sources)) {
		if s := h.sources[name]; s.here && !s.gone && name != "fold-"+h.name {
			out = append(out, name)
		}
	}
	return out
}
