package twin_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
	"boardwire/internal/projector"

	"pgregory.net/rapid"
)

// whole is a world's way from the boards to the facts: a record and the real
// projector that folds it.
type whole struct {
	projector *projector.Projector
	host      events.Chain
	requests  int
}

// fold makes a world's facts follow from a record instead of a made-up story.
func fold(w *world) {
	p, err := projector.Open(w.ctx, projector.Config{Hall: "main", Now: time.Now}, w.live, slog.New(slog.DiscardHandler), nil)
	w.must(err)
	w.must(p.CatchUp(w.ctx))
	w.whole = &whole{projector: p, host: events.Chain{Source: "ingest-main-venue-00aa"}}
}

// observe records what a board said.
func (w *world) observe(device string, p events.Payload) {
	h := &w.whole.host
	e := events.Event{Scope: events.DeviceScope(device), Observed: time.Now(), Recorded: time.Now(), Data: p}
	h.Next(&e)
	b, err := events.Encode(e)
	w.must(err)
	record, err := w.live.Open(w.ctx, "IN-main-s0001")
	w.must(err)
	_, err = record.Append(w.ctx, bus.Guard{}, bus.Msg{Subject: events.Subject("main", "s0001", e), Data: b})
	w.must(err)
	h.Stored(b)
}

// submit enters a ruling through the one door.
func (w *world) submit(scope events.Scope, ruling func(events.Ruled) events.Ruling) {
	w.whole.requests++
	r := ruling(events.Ruled{Request: fmt.Sprint("request-", w.whole.requests), Author: "anna"})
	done := make(chan error, 1)
	go func() {
		_, err := w.whole.projector.Submit(w.ctx, scope, r)
		done <- err
	}()
	synctest.Wait()
	w.turn()
	w.must(<-done)
}

// table is one board with its clock and its hands; times go on by themselves.
type table struct {
	game, device string
	ply          int
	left, right  int
	at           time.Duration
}

func (b *table) wait(d time.Duration) { b.at += d }

func (b *table) say(p events.Payload) event {
	device := b.device
	return event{b.at, func(w *world) { w.observe(device, p) }}
}

func (b *table) reading() event {
	lever := "left"
	if b.ply%2 == 1 {
		lever = "right"
	}
	return b.say(events.ClockReading{Left: b.left, Right: b.right, Running: true, Lever: lever})
}

// begin sets up the men and starts the clock.
func (b *table) begin() []event {
	return []event{b.say(events.DeviceSeen{Driver: "dgt", Port: "/dev/ttyACM0"}),
		b.say(events.BoardSurface{Placement: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}), b.reading()}
}

// hops are the squares of a knight's way out and home, with the man's letter.
var hops = [...][3]string{{"g1", "f3", "N"}, {"g8", "f6", "n"}, {"f3", "g1", "N"}, {"f6", "g8", "n"}}

// move carries out the next move; press says whether the clock is pressed.
func (b *table) move(think time.Duration, press bool) []event {
	hop := hops[b.ply%4]
	b.wait(think)
	list := []event{b.say(events.BoardSquare{Square: hop[0]})}
	b.wait(120 * time.Millisecond)
	list = append(list, b.say(events.BoardSquare{Square: hop[1], Piece: hop[2]}))
	b.wait(600 * time.Millisecond)
	list = append(list, b.say(events.DeviceQuiet{Since: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), MS: 600}))
	if b.ply%2 == 0 {
		b.left -= 7
	} else {
		b.right -= 5
	}
	b.ply++
	if press {
		list = append(list, b.reading())
	}
	return list
}

// young is what may happen at a table after the histories parted.
func (b *table) young(d writer) []event {
	think := time.Duration(50+d.pick(900)) * time.Millisecond
	scope := events.TableScope(b.game)
	switch d.pick(10) {
	case 0: // the cable is pulled, and put back
		b.wait(think)
		lost := b.say(events.DeviceLost{Port: "/dev/ttyACM0", Reason: "unplugged"})
		b.wait(300 * time.Millisecond)
		return []event{lost, b.say(events.DeviceSeen{Driver: "dgt", Port: "/dev/ttyACM1"})}
	case 1: // the arbiter states a result
		b.wait(think)
		result := []string{"1-0", "0-1", "1/2-1/2"}[d.pick(3)]
		reason := []string{"agreement", "illegal_move", "resignation"}[d.pick(3)]
		return []event{{b.at, func(w *world) {
			w.submit(scope, func(r events.Ruled) events.Ruling {
				return events.ResultRuling{Ruled: r, Result: result, Reason: reason}
			})
		}}}
	case 2: // the clock is set by hand
		b.wait(think)
		b.left += 60
		return []event{b.reading()}
	case 3: // a ruling that makes no sense
		b.wait(think)
		return []event{{b.at, func(w *world) {
			w.submit(scope, func(r events.Ruled) events.Ruling { return events.Confirm{Ruled: r} })
		}}}
	case 4: // another round is paired
		b.wait(think)
		return []event{{b.at, func(w *world) {
			w.submit(events.RoundScope("demo.2"), func(r events.Ruled) events.Ruling {
				return roster(r, 1)
			})
		}}}
	case 5: // a man falls over where it may not stand
		b.wait(think)
		list := []event{b.say(events.BoardSquare{Square: "a5", Piece: "q"})}
		b.wait(700 * time.Millisecond)
		list = append(list, b.say(events.DeviceQuiet{Since: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), MS: 600}))
		return append(list, b.say(events.BoardSquare{Square: "a5"}))
	}
	return b.move(think, d.pick(3) > 0)
}

func roster(r events.Ruled, tables int) events.Roster {
	out := events.Roster{Ruled: r, Edition: "2023", Kind: "standard", Control: "90+30"}
	for i := range tables {
		out.Tables = append(out.Tables, events.Pairing{Board: i + 1, White: fmt.Sprint("p", i), Black: fmt.Sprint("p", i+8)})
	}
	return out
}

// opening pairs three tables, gives each its board, and plays until the
// parting.
func opening(d writer) (list []event, tables []*table) {
	list = append(list, event{10 * time.Millisecond, func(w *world) {
		w.submit(events.RoundScope("demo.1"), func(r events.Ruled) events.Ruling { return roster(r, 3) })
	}})
	for i := range 3 {
		b := &table{game: fmt.Sprint("demo.1.", i+1), device: fmt.Sprint("dgt-", i+1), left: 5400, right: 5400,
			at: time.Duration(50+30*i) * time.Millisecond}
		list = append(list, event{b.at, func(w *world) {
			w.submit(events.TableScope(b.game), func(r events.Ruled) events.Ruling {
				return events.Assign{Ruled: r, Device: b.device}
			})
		}})
		b.wait(5 * time.Millisecond)
		list = append(list, b.begin()...)
		for b.at < parting-2*time.Second {
			list = append(list, b.move(time.Duration(100+d.pick(1500))*time.Millisecond, true)...)
		}
		tables = append(tables, b)
	}
	return list, tables
}

// after lets a table go on from the parting.
func (b *table) after(d writer, n int) (list []event) {
	b.at = max(b.at, parting+time.Millisecond)
	for range n {
		list = append(list, b.young(d)...)
	}
	return list
}

// correctsShared says whether a world takes back, at a table that differs, what
// both have in common: then the two need not look the same.
func correctsShared(w *world) bool {
	old := map[events.ID]bool{}
	for _, m := range facts(w) {
		e, err := events.Decode(m.Data)
		w.must(err)
		at, err := time.Parse(time.RFC3339Nano, m.Header[projector.HeaderInTime])
		w.must(err)
		if at.Sub(w.opened) <= parting {
			old[e.ID] = true
			continue
		}
		t, ok := e.Data.(events.Withdrawer)
		if ok && old[t.Takes()] && e.Scope != events.TableScope("demo.1.1") {
			return true
		}
	}
	return false
}

func facts(w *world) []bus.Msg {
	l, err := w.live.Open(w.ctx, "FACT-main-s0001-g1")
	w.must(err)
	r, err := l.Read(w.ctx, 1)
	w.must(err)
	defer r.Close()
	var list []bus.Msg
	for {
		m, ok, err := r.TryNext(w.ctx)
		w.must(err)
		if !ok {
			return list
		}
		list = append(list, m)
	}
}

// TestWholeTwins is TestTwins from the boards on: observations and rulings in a
// record, folded by the real projector.
func TestWholeTwins(t *testing.T) {
	var compared, differed int
	rapid.Check(t, func(rt *rapid.T) {
		d := writer{func(n int) int { return rapid.IntRange(0, n-1).Draw(rt, "pick") }}
		shared, tables := opening(d)
		shared = append(shared, tables[0].after(d, d.pick(6))...)
		worlds := [2][]event{}
		for i := range worlds {
			parts := [][]event{shared, d.aside(d.pick(4))}
			for _, b := range tables[1:] {
				mine := *b
				parts = append(parts, mine.after(d, d.pick(6)))
			}
			worlds[i] = sorted(parts...)
		}
		var logs [2][]line
		var records [2]int
		corrects := false
		for i, history := range worlds {
			last := func(w *world) {
				crawl(w)
				if w.now() == until {
					corrects = corrects || correctsShared(w)
					records[i] = len(facts(w))
				}
			}
			logs[i] = run(t, fold, history, parting-feeds.Grid, until, last)
		}
		if corrects {
			rt.Skip("a shared move was taken back in one world")
		}
		compared++
		if records[0] != records[1] {
			differed++
		}
		if diff := firstDifference(logs[0], logs[1]); diff != "" {
			rt.Fatalf("the public could tell the two apart:\n%s", diff)
		}
	})
	t.Logf("%d pairs of worlds compared, %d of them with unequal numbers of facts", compared, differed)
	if compared == 0 || differed == 0 {
		t.Error("nothing that differs was compared")
	}
}

// TestTheWholeWayIsOpen: what the boards say does come out, so that the check
// above compares something.
func TestTheWholeWayIsOpen(t *testing.T) {
	d := writer{func(n int) int { return n / 2 }}
	history, _ := opening(d)
	var plies int
	run(t, fold, sorted(history), 0, until, func(w *world) {
		rec := w.ask("GET", "/api/games/demo.1.2", "", "")
		plies = max(plies, strings.Count(rec.Body.String(), `"san"`))
	})
	if plies < 2 {
		t.Errorf("%d plies came out", plies)
	}
}
