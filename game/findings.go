package game

import (
	"slices"
	"strings"

	"boardwire/events"
	"boardwire/rules"
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

// idOf returns the fact that raised what is open under a key, "" for nothing.
func (f *findings) idOf(key string) events.ID {
	for _, x := range f.open {
		if x.key == key {
			return x.id
		}
	}
	return ""
}

// kindOf returns the kind of what is open under a key, "" for nothing.
func (f *findings) kindOf(key string) string {
	for _, x := range f.open {
		if x.key == key {
			return x.kind
		}
	}
	return ""
}

// clearAll clears what is open: the game is nobody's matter any more.
func (f *findings) clearAll(o *out, scope events.Scope) {
	for len(f.open) > 0 {
		f.clear(o, scope, f.open[0].key)
	}
}

// keys are those of what is open.
func (f *findings) keys() []string {
	out := make([]string, len(f.open))
	for i, x := range f.open {
		out[i] = x.key
	}
	return out
}

// clearLike clears what is open under keys that begin so.
func (f *findings) clearLike(o *out, scope events.Scope, prefix string) {
	for _, x := range slices.Clone(f.open) {
		if strings.HasPrefix(x.key, prefix) {
			f.clear(o, scope, x.key)
		}
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

// raise tells the desk about this game, with what the edition asks of an
// arbiter about it in a game of this kind.
func (g *Game) raise(o *out, key string, f rules.Finding, ply int, cites []rules.Article, text string) {
	g.findings.raise(o, g.scope(), key, events.FindingRaised{
		Kind: string(f), Ply: ply, Articles: articles(cites), Text: text, Duty: dutyOf(g.duty(f)),
	})
}

func (g *Game) duty(f rules.Finding) rules.Duty { return g.laws.Duty(f, g.kind, g.paired.Supervised) }

// dutyOf writes a duty; nil where there is none.
func dutyOf(d rules.Duty) *events.Duty {
	if d.Act.String() == "" {
		return nil
	}
	return &events.Duty{Act: d.Act.String(), Until: d.Until.String(), Articles: articles(d.Articles)}
}
