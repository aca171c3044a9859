package twin_test

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/twin/story"

	"pgregory.net/rapid"
)

// The two histories part after parting. What differs is released a delay later
// at the earliest, so everything before that has to be equal.
const (
	parting = 6 * time.Second
	until   = parting + publicDelay
)

// epoch is the name of the public stream as viewers learn it.
func (w *world) epoch() string {
	w.logging.Lock()
	defer w.logging.Unlock()
	for _, l := range w.log {
		_, rest, ok := strings.Cut(l.what, "id: ")
		if ok && strings.HasPrefix(l.where, "GET /events") {
			name, _, _ := strings.Cut(rest, "-")
			return name
		}
	}
	return "none"
}

// firstDifference compares what was seen of two worlds.
func firstDifference(a, b []line) string {
	byPlace := func(x, y line) int {
		return cmp.Or(cmp.Compare(x.at, y.at), strings.Compare(x.where, y.where))
	}
	// How many writes the bytes of one instant come in is the scheduler's
	// doing; they are put together.
	joined := func(lines []line) (list []line) {
		lines = slices.Clone(lines)
		slices.SortStableFunc(lines, byPlace)
		for _, l := range lines {
			if n := len(list); n > 0 && byPlace(list[n-1], l) == 0 {
				list[n-1].what += l.what
				continue
			}
			list = append(list, l)
		}
		return list
	}
	a, b = joined(a), joined(b)
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return "only the second: " + b[i].text()
		case i >= len(b):
			return "only the first: " + a[i].text()
		case a[i] != b[i]:
			return "the first: " + a[i].text() + "\nthe second: " + b[i].text()
		}
	}
	return ""
}

func (l line) text() string { return l.at.String() + ", " + l.where + "\n" + l.what }

// sorted puts histories together in the order of time.
func sorted(parts ...[]event) []event {
	all := slices.Concat(parts...)
	slices.SortStableFunc(all, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	return all
}

// writer draws events of a story.
type writer struct {
	pick story.Pick
}

// between draws what happens at some tables in a stretch of time.
func (d writer) between(t *story.Teller, tables []int, n int, from, to time.Duration) []event {
	var list []event
	for range n {
		told := t.Next(tables[d.pick(len(tables))], d.pick)
		if len(told) == 0 {
			continue
		}
		at := from + time.Duration(1+d.pick(int((to-from)/time.Millisecond)-1))*time.Millisecond
		list = append(list, event{at, func(w *world) { w.tell(slices.Clone(told)) }})
	}
	// Facts follow each other in the order in which they were told.
	times := make([]time.Duration, len(list))
	for i, e := range list {
		times[i] = e.at
	}
	slices.Sort(times)
	for i := range list {
		list[i].at = times[i]
	}
	return list
}

// aside draws what else differs: names of people who are not out, rulings,
// viewers of any page, and requests that make no sense.
func (d writer) aside(n int) []event {
	var list []event
	for range n {
		at := parting + time.Duration(1+d.pick(int(publicDelay/time.Millisecond)-1))*time.Millisecond
		list = append(list, event{at, asides[d.pick(len(asides))]})
	}
	return list
}

var asides = []func(w *world){
	func(w *world) { w.person("p-late", "A Name") },
	func(w *world) { w.rule(events.TableScope("demo.1.2"), events.AnswerRefused) },
	func(w *world) { w.rule(events.TournamentScope("late"), events.AnswerDiscretion) },
	func(w *world) { w.quiet("public", http.MethodGet, "/events") },
	func(w *world) { w.quiet("public", http.MethodGet, "/g/demo.2.1") },
	func(w *world) { w.quiet("public", http.MethodPost, "/events") },
	func(w *world) { w.quiet("desk", http.MethodGet, "/events") },
	func(w *world) { w.quiet("desk", http.MethodGet, "/pgn/demo.1.pgn") },
	func(w *world) { w.quiet("booth", http.MethodGet, "/nothing") },
}

// quiet makes a request whose answer nobody compares: another viewer's.
func (w *world) quiet(site, method, url string) {
	ctx, cancel := context.WithCancel(w.ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.sites[site].Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, method, url, nil))
	}()
	synctest.Wait()
	cancel()
	<-done
}

// all tables but the first differ after the parting; the first is the same in
// both to the end, corrections of what is out included.
var differing = []int{1, 2, 3, 4}

// named is what both worlds know of their players: most before anybody sees
// it, one corrected after the parting.
func named(corrected int) (list []event) {
	for i := range 16 {
		list = append(list, event{time.Millisecond, func(w *world) { w.person(fmt.Sprint("p", i), fmt.Sprint("Player ", i)) }})
	}
	return append(list, event{parting + 4100*time.Millisecond, func(w *world) { w.person(fmt.Sprint("p", corrected), "Corrected") }})
}

func newStory() *story.Teller {
	t := story.New("both", time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), 3)
	t.AddTable("demo.2.1")
	t.AddTable("late.1.1")
	return t
}

func TestTwins(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := writer{func(n int) int { return rapid.IntRange(0, n-1).Draw(rt, "pick") }}
		both := newStory()
		shared := append(d.between(both, []int{0, 1, 2}, 30, 0, parting), named(d.pick(8))...)
		first, second := both.Clone("first"), both.Clone("second")
		shared = append(shared, d.between(both, []int{0}, 8, parting, until)...)
		one := sorted(shared, d.between(first, differing, d.pick(40), parting, until), d.aside(d.pick(6)))
		two := sorted(shared, d.between(second, differing, d.pick(40), parting, until), d.aside(d.pick(6)))

		a := run(t, nil, one, parting-feeds.Grid, until, crawl)
		b := run(t, nil, two, parting-feeds.Grid, until, crawl)
		if diff := firstDifference(a, b); diff != "" {
			rt.Fatalf("the public could tell the two apart:\n%s", diff)
		}
	})
}
