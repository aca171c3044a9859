package game

import (
	"slices"

	"boardwire/events"
)

// findings are the open findings of one scope. A cause that is still open is
// not raised twice.
type findings struct {
	open []openFinding
}

type openFinding struct {
	key  string
	kind string
	id   events.ID
}

// raise tells the desk, once while the same cause stays open.
func (f *findings) raise(o *out, scope events.Scope, key string, p events.FindingRaised) {
	if slices.ContainsFunc(f.open, func(x openFinding) bool { return x.key == key }) {
		return
	}
	id := o.say(scope, p)
	f.open = append(f.open, openFinding{key: key, kind: p.Kind, id: id})
}

// clearAll clears what is open: the game is nobody's matter any more.
func (f *findings) clearAll(o *out, scope events.Scope) {
	for len(f.open) > 0 {
		f.clear(o, scope, f.open[0].key)
	}
}

// clear says that the cause is gone, if it was open.
func (f *findings) clear(o *out, scope events.Scope, key string) {
	i := slices.IndexFunc(f.open, func(x openFinding) bool { return x.key == key })
	if i < 0 {
		return
	}
	o.say(scope, events.FindingCleared{Finding: f.open[i].id, Kind: f.open[i].kind})
	f.open = slices.Delete(f.open, i, i+1)
}
