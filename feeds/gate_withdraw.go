package feeds

import "boardwire/events"

// fate is what becomes of a fact as it comes in.
type fate uint8

const (
	// wait: it goes out in its time.
	wait fate = iota
	// nothing: neither it nor what it takes back is ever seen.
	nothing
	// atOnce: it takes back what is out and says nothing new.
	atOnce
	// backFirst: it takes back what is out and says something new.
	backFirst
)

// takings drops what the item takes back and says what becomes of itself.
func (l *lane) takings(it *item, k Known) fate {
	switch d := it.fact.Data.(type) {
	case events.Completed:
		if made := l.items[d.Move]; made != nil && made.state == dropped {
			return nothing
		}
	case events.Withdrawn:
		l.dropPlies(it.fact.Scope, d.Ply)
		return l.take(d.Move, true)
	case events.Ended:
		return l.take(d.Withdraws, d.Result == takenBack)
	case events.FinalResult:
		return l.take(d.Withdraws, d.Result == takenBack)
	case events.Paired:
		if d.Gone {
			l.dropGame(it.fact.Scope)
			if l.paired[it.fact.Scope] {
				return atOnce
			}
			return nothing
		}
	}
	return wait
}

// takenBack is the result of an end that takes an earlier one back.
const takenBack = "*"

// take takes one fact back. bare says that the taker says nothing new.
func (l *lane) take(id events.ID, bare bool) fate {
	target := l.items[id]
	switch {
	case target == nil || target.state == leaving:
		// Not known here, or itself a taking back: the taker waits like any
		// fact, which tells nothing early.
		return wait
	case target.state == out && bare:
		return atOnce
	case target.state == out:
		return backFirst
	}
	l.forget(target, dropped)
	if bare {
		return nothing
	}
	return wait
}

// dropPlies drops the waiting moves of a game from a ply on, with what
// completed them.
func (l *lane) dropPlies(game events.Scope, ply int) {
	l.dropWhere(game, func(p events.Payload) bool {
		switch d := p.(type) {
		case events.Made:
			return d.Ply >= ply
		case events.Completed:
			return d.Ply >= ply
		}
		return false
	})
}

func (l *lane) dropGame(game events.Scope) {
	l.dropWhere(game, func(events.Payload) bool { return true })
}

func (l *lane) dropWhere(game events.Scope, hit func(events.Payload) bool) {
	q := l.games[game]
	if q == nil {
		return
	}
	for _, it := range q.waiting {
		if it.state == waiting && hit(it.fact.Data) {
			l.forget(it, dropped)
		}
	}
}

// takingBack returns the fact with nothing in it but that it takes back: no
// new result, reason or article may leave before its time.
func takingBack(fact events.Event) events.Event {
	switch fact.Data.(type) {
	case events.Ended:
		fact.Data = events.Ended{Result: takenBack, Source: events.SourceNone}
	case events.FinalResult:
		fact.Data = events.FinalResult{Result: takenBack, Source: events.SourceNone}
	}
	return fact
}
