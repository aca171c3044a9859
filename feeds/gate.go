package feeds

import (
	"slices"
	"time"

	"boardwire/events"
)

// Grid is the spacing of the instants at which a delayed audience gets
// anything. It hides the sub-second timing of what happened.
const Grid = time.Second

// Held is a fact as the gate first saw it.
type Held struct {
	Fact events.Event
	// InTime is when the record took the causing message: the time of the
	// gate's own store, never a host's.
	InTime time.Time
	// Seen is the monotonic time at which the gate first saw the fact.
	Seen time.Duration
}

// Now is one instant on the two clocks that a release needs. Mono counts on
// while the machine sleeps and is not moved when the wall clock is set.
type Now struct {
	Wall time.Time
	Mono time.Duration
}

// Known is what an audience's stream already holds of a fact.
type Known struct {
	// Whole: the fact is out.
	Whole bool
	// Back: only its taking back of an earlier fact is out.
	Back bool
}

// Released is a fact that an audience gets now.
type Released struct {
	Fact   events.Event
	InTime time.Time
	// Back: the fact takes back what is already out and says something new
	// besides. Only the taking back goes out now, and Fact says no more than
	// that; the rest follows in its time.
	Back bool

	order uint64
}

// Name names the release for ever: the fact's id, with "#back" behind it where
// only the taking back goes out.
func (r Released) Name() string {
	if r.Back {
		return string(r.Fact.ID) + "#back"
	}
	return string(r.Fact.ID)
}

// Gate holds facts until an audience may have them. It is the whole of the
// promise that the delay makes:
//
//   - a fact goes out when delay has passed since the record took its cause,
//     and delay of monotonic time since the gate first saw it, and not before
//     an earlier fact of its game;
//   - a fact that is taken back before it is out never goes out, nor does its
//     taking back, nor what hangs on it;
//   - what takes back a fact that is already out goes out at once;
//   - delayed audiences get all of this at points of Grid alone.
//
// What an audience may never see is not held for it, so that it cannot move
// the instant of anything else. The gate asks no clock and keeps nothing on
// disk; a caller that starts again holds the same facts in the same order and
// says what is known to be out.
type Gate struct {
	lanes []*lane
	seen  map[events.ID]time.Duration
	order uint64
}

// NewGate returns a gate for these audiences.
func NewGate(audiences ...Audience) *Gate {
	g := &Gate{seen: map[events.ID]time.Duration{}}
	for _, a := range audiences {
		g.lanes = append(g.lanes, newLane(a))
	}
	return g
}

// Hold takes one fact, in the order of the stream of facts; one that was held
// before changes nothing. known says what an audience's stream already has of
// it; nil says that it has nothing.
func (g *Gate) Hold(h Held, known func(audience string) Known) {
	if _, again := g.seen[h.Fact.ID]; again {
		return
	}
	g.seen[h.Fact.ID] = h.Seen
	g.order++
	for _, l := range g.lanes {
		if _, ok := FrameOf(l.audience.Kind, h.Fact, h.InTime); !ok {
			continue
		}
		var k Known
		if known != nil {
			k = known(l.audience.Name)
		}
		l.hold(&item{fact: h.Fact, inTime: h.InTime, seen: h.Seen, order: g.order, delay: l.delayOf(h.InTime)}, k)
	}
}

// Due takes out what the audience may have now, in the order in which it was
// held. next is when to ask again, the zero time when nothing waits; it is an
// estimate that a set clock makes wrong, and never early by itself.
func (g *Gate) Due(audience string, now Now) (released []Released, next time.Time) {
	l := g.lane(audience)
	if l == nil {
		return nil, time.Time{}
	}
	at := now
	if l.gridded() {
		at.Wall = now.Wall.Truncate(Grid)
		at.Mono = now.Mono - now.Wall.Sub(at.Wall)
	}
	released = l.release(at)
	slices.SortFunc(released, func(a, b Released) int {
		switch {
		case a.order < b.order:
			return -1
		case a.order > b.order:
			return 1
		}
		return 0
	})
	for _, r := range released {
		l.passed(r.Fact)
	}
	return released, l.next(at)
}

// Seen returns when a fact was first seen; false when it never was.
func (g *Gate) Seen(id events.ID) (time.Duration, bool) {
	at, ok := g.seen[id]
	return at, ok
}

// Waiting returns how many facts are held for an audience.
func (g *Gate) Waiting(audience string) int {
	l := g.lane(audience)
	if l == nil {
		return 0
	}
	return l.held + len(l.backs)
}

// Oldest returns when the record took the cause of the fact that has been held
// longest for an audience; false when none is held.
func (g *Gate) Oldest(audience string) (at time.Time, held bool) {
	l := g.lane(audience)
	if l == nil {
		return time.Time{}, false
	}
	for _, q := range l.games {
		for _, it := range q.waiting {
			if it.state != waiting {
				continue
			}
			if !held || it.inTime.Before(at) {
				at, held = it.inTime, true
			}
			break // within a game the record's order is that of its times
		}
	}
	return at, held
}

func (g *Gate) lane(audience string) *lane {
	for _, l := range g.lanes {
		if l.audience.Name == audience {
			return l
		}
	}
	return nil
}
