package feeds_test

import (
	"fmt"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/twin/story"

	"pgregory.net/rapid"
)

// seenFact is a fact of a random history with the instants at which it came in.
type seenFact struct {
	story.Told
	seen time.Duration
}

// public says the same as the gate, from the definition: what an audience sees
// at t is the fold of the facts released at or before t, less those that any
// fact known at t takes back.
type public struct {
	delay    time.Duration
	facts    []seenFact
	released map[events.ID]bool
	// announced are the taking backs that a point of the grid has passed since.
	announced map[events.ID]bool
}

// gone returns the facts that are taken back by those that by admits.
func (p *public) gone(by func(seenFact) bool) map[events.ID]bool {
	gone := map[events.ID]bool{}
	for i, f := range p.facts {
		switch d := f.Fact.Data.(type) {
		case events.Completed:
			if gone[d.Move] {
				gone[f.Fact.ID] = true
			}
			continue
		case events.Paired:
			if d.Gone && by(f) {
				for _, g := range p.facts[:i] {
					if g.Fact.Scope == f.Fact.Scope {
						gone[g.Fact.ID] = true
					}
				}
			}
			continue
		}
		if w, ok := f.Fact.Data.(events.Withdrawer); ok && by(f) && w.Takes() != "" {
			gone[w.Takes()] = true
		}
	}
	// A move goes with what completed it, whenever that came.
	for _, f := range p.facts {
		if d, ok := f.Fact.Data.(events.Completed); ok && gone[d.Move] {
			gone[f.Fact.ID] = true
		}
	}
	return gone
}

// bare says whether a fact only takes back.
func bare(p events.Payload) bool {
	switch d := p.(type) {
	case events.Withdrawn:
		return true
	case events.Ended:
		return d.Result == "*"
	case events.FinalResult:
		return d.Result == "*"
	case events.Paired:
		return d.Gone
	}
	return false
}

// pass moves the definition on to one instant of the grid.
func (p *public) pass(at feeds.Now) {
	known := p.gone(func(seenFact) bool { return true })
	blocked := map[events.Scope]bool{}
	for _, f := range p.facts {
		id, game := f.Fact.ID, f.Fact.Scope
		if f.seen <= at.Mono {
			p.announced[id] = true
		}
		if _, visible := feeds.FrameOf(feeds.Public, f.Fact, f.InTime); !visible || bare(f.Fact.Data) || p.released[id] || known[id] || blocked[game] {
			continue
		}
		if f.InTime.Add(p.delay).After(at.Wall) || f.seen+p.delay > at.Mono {
			blocked[game] = true
			continue
		}
		p.released[id] = true
	}
}

func (p *public) views() map[string]string {
	gone := p.gone(func(f seenFact) bool { return p.announced[f.Fact.ID] })
	views := map[string]feeds.View{}
	for _, f := range p.facts {
		if !p.released[f.Fact.ID] || gone[f.Fact.ID] || bare(f.Fact.Data) {
			continue
		}
		frame, _ := feeds.FrameOf(feeds.Public, f.Fact, f.InTime)
		views[frame.Game] = views[frame.Game].With(frame)
	}
	return shown(views)
}

// shown is what a view says of play and result. Clocks are left out: what the
// clock showed beside a move that was taken back stays on display.
func shown(views map[string]feeds.View) map[string]string {
	out := map[string]string{}
	for id, v := range views {
		if v.Gone() {
			continue
		}
		s := fmt.Sprint(v.White.ID, " ", v.Black.ID, " ", v.Status, " ", v.Result, " ", v.Reason, v.FEN)
		for _, m := range v.Moves {
			s += fmt.Sprint(" ", m.Ply, m.UCI, m.Completed)
		}
		if s == " playing *" || v.ID == "" {
			continue
		}
		out[id] = s
	}
	return out
}

func TestGateKeepsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const delay = 7 * time.Second
		pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "pick") }
		g := feeds.NewGate(feeds.Audience{Name: "public", Kind: feeds.Public, Delay: delay})
		teller := story.New("a", noon, 2)
		def := &public{delay: delay, released: map[events.ID]bool{}, announced: map[events.ID]bool{}}
		now := feeds.Now{Wall: noon, Mono: time.Hour}
		record := noon // the record's clock may be another machine's
		views := map[string]feeds.View{}
		times := map[string]int{}
		byID := map[events.ID]seenFact{}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			if pick(2) == 0 {
				teller.Now = record
				for _, told := range teller.Next(pick(teller.Tables()), pick) {
					f := seenFact{told, now.Mono}
					def.facts = append(def.facts, f)
					byID[told.Fact.ID] = f
					g.Hold(feeds.Held{Fact: told.Fact, InTime: told.InTime, Seen: now.Mono}, nil)
				}
			}
			d := time.Duration(pick(2500)) * time.Millisecond
			now.Wall, now.Mono, record = now.Wall.Add(d), now.Mono+d, record.Add(d)
			switch pick(20) {
			case 0:
				now.Wall = now.Wall.Add(time.Duration(pick(20000)-10000) * time.Millisecond)
			case 1:
				record = record.Add(time.Duration(pick(20000)-10000) * time.Millisecond)
			}
			step(t, g, def, now, views, times, byID)
		}
		for range 200 {
			now.Wall, now.Mono = now.Wall.Add(10*time.Second), now.Mono+10*time.Second
			step(t, g, def, now, views, times, byID)
		}
		if n := g.Waiting("public"); n != 0 {
			t.Fatalf("%d facts wait for ever", n)
		}
	})
}

func step(t *rapid.T, g *feeds.Gate, def *public, now feeds.Now, views map[string]feeds.View, times map[string]int, byID map[events.ID]seenFact) {
	at := feeds.Now{Wall: now.Wall.Truncate(time.Second)}
	at.Mono = now.Mono - now.Wall.Sub(at.Wall)
	def.pass(at)
	released, next := g.Due("public", now)
	for _, r := range released {
		f := byID[r.Fact.ID]
		if !r.Back && !bare(r.Fact.Data) && (f.InTime.Add(def.delay).After(at.Wall) || f.seen+def.delay > at.Mono) {
			t.Fatalf("%s of %s is out early: in %s, seen %s, now %v", words(r), r.Fact.Scope, f.InTime, f.seen, now)
		}
		if times[r.Name()]++; times[r.Name()] > 1 {
			t.Fatalf("%s is out twice", r.Name())
		}
		frame, ok := feeds.FrameOf(feeds.Public, r.Fact, r.InTime)
		if !ok {
			t.Fatalf("%s of %s may not be seen", words(r), r.Fact.Scope)
		}
		views[frame.Game] = views[frame.Game].With(frame)
	}
	if !next.IsZero() && !next.After(at.Wall) {
		t.Fatalf("next is %s, but at %s everything due was taken", next, at.Wall)
	}
	got, want := shown(views), def.views()
	for id := range union(got, want) {
		if got[id] != want[id] {
			t.Fatalf("at %s, game %s:\n got %s\nwant %s", now.Wall.Sub(noon), id, got[id], want[id])
		}
	}
}

func union(a, b map[string]string) map[string]bool {
	u := map[string]bool{}
	for k := range a {
		u[k] = true
	}
	for k := range b {
		u[k] = true
	}
	return u
}
