package feeds

import (
	"time"

	"boardwire/events"
)

type state uint8

const (
	waiting state = iota
	leaving       // takes back what is out, and goes out at the next point of the grid
	out
	dropped
)

// item is one fact in one audience's lane.
type item struct {
	fact   events.Event
	inTime time.Time
	seen   time.Duration
	order  uint64
	delay  time.Duration
	state  state
	queued bool
}

// due is the instant from which the item may go out, as far as now can tell:
// both clocks have to have passed.
func (it *item) due(now Now) time.Time {
	byWall := it.inTime.Add(it.delay)
	byMono := now.Wall.Add(it.seen + it.delay - now.Mono)
	if byMono.After(byWall) {
		return byMono
	}
	return byWall
}

// forget lets go of the payload; that the fact existed is still needed.
func (l *lane) forget(it *item, s state) {
	if it.state == waiting && it.queued {
		l.held--
	}
	it.state = s
	it.fact.Data = nil
}

// queue is what one game has waiting, oldest first.
type queue struct{ waiting []*item }

// lane is one audience's side of the gate.
type lane struct {
	audience Audience
	policy   Policy
	// games holds only queues with something in them.
	games map[events.Scope]*queue
	// items are the facts that a later one may take back or hang on.
	items map[events.ID]*item
	// paired holds the games whose pairing is out.
	paired map[events.Scope]bool
	// held is how many items wait in games.
	held int
	// backs are what goes out at once, at the next point of the grid.
	backs []back
}

// back is a taking back on its way out.
type back struct {
	it *item
	// fact says that something is taken back, and no more; the item may be
	// dropped meanwhile, what is out has to be taken back all the same.
	fact events.Event
	// only: the item's own content goes out in its time.
	only bool
}

func newLane(a Audience) *lane {
	return &lane{
		audience: a,
		policy:   Policy{Delay: a.Delay},
		games:    map[events.Scope]*queue{},
		items:    map[events.ID]*item{},
		paired:   map[events.Scope]bool{},
	}
}

func (l *lane) hold(it *item, k Known) {
	fate := l.takings(it, k)
	switch it.fact.Data.(type) {
	case events.Made, events.Ended, events.FinalResult:
		l.items[it.fact.ID] = it
	}
	switch {
	case k.Whole:
		l.passed(it.fact)
		l.forget(it, out)
	case fate == nothing:
		l.forget(it, dropped)
	case fate == atOnce:
		it.state = leaving
		l.backs = append(l.backs, back{it: it, fact: takingBack(it.fact)})
	default:
		if fate == backFirst && !k.Back {
			l.backs = append(l.backs, back{it: it, fact: takingBack(it.fact), only: true})
		}
		l.enqueue(it)
	}
}

func (l *lane) enqueue(it *item) {
	q := l.games[it.fact.Scope]
	if q == nil {
		q = &queue{}
		l.games[it.fact.Scope] = q
	}
	q.waiting = append(q.waiting, it)
	it.queued = true
	l.held++
}

// passed notes what later facts need to know of one that is out.
func (l *lane) passed(fact events.Event) {
	if p, ok := fact.Data.(events.Paired); ok {
		l.paired[fact.Scope] = !p.Gone
	}
}

// release takes out what is due at an instant of the lane's grid.
func (l *lane) release(at Now) []Released {
	var list []Released
	for game, q := range l.games { // order is restored by the caller
		for len(q.waiting) > 0 {
			it := q.waiting[0]
			if it.state == waiting {
				if it.due(at).After(at.Wall) {
					break
				}
				list = append(list, Released{Fact: it.fact, InTime: it.inTime, order: it.order})
				l.forget(it, out)
			}
			q.waiting = q.waiting[1:]
		}
		if len(q.waiting) == 0 {
			delete(l.games, game)
		}
	}
	return l.releaseBacks(list, at)
}

func (l *lane) releaseBacks(list []Released, at Now) []Released {
	var later []back
	for _, b := range l.backs {
		switch {
		case b.only && b.it.state == out:
			// It has just gone out whole.
		case b.it.seen > at.Mono:
			later = append(later, b)
		case b.only:
			list = append(list, Released{Fact: b.fact, InTime: b.it.inTime, Back: true, order: b.it.order})
		default:
			list = append(list, Released{Fact: b.fact, InTime: b.it.inTime, order: b.it.order})
			l.forget(b.it, out)
		}
	}
	l.backs = later
	return list
}

// next is the earliest instant after at at which something may be due.
func (l *lane) next(at Now) time.Time {
	var next time.Time
	sooner := func(t time.Time) {
		if next.IsZero() || t.Before(next) {
			next = t
		}
	}
	for _, q := range l.games {
		for _, it := range q.waiting {
			if it.state == waiting {
				sooner(it.due(at))
				break
			}
		}
	}
	for _, b := range l.backs {
		sooner(at.Wall.Add(b.it.seen - at.Mono))
	}
	if next.IsZero() || !l.gridded() {
		return next
	}
	if point := next.Truncate(Grid); point.Before(next) {
		return point.Add(Grid)
	}
	return next
}
