package feeds_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// bench is a gate with one public audience, 10 s of delay, and a clock.
type bench struct {
	*feeds.Gate
	t    *testing.T
	n    int
	mono time.Duration
	wall time.Time
}

const delay = 10 * time.Second

func newBench(t *testing.T) *bench {
	return &bench{
		Gate: feeds.NewGate(feeds.Audience{Name: "public", Kind: feeds.Public, Delay: delay}, feeds.Audience{Name: "desk", Kind: feeds.Arbiter}),
		t:    t, wall: noon,
	}
}

func (b *bench) pass(d time.Duration) { b.wall, b.mono = b.wall.Add(d), b.mono+d }

// hold holds a fact that the record takes now and returns its id.
func (b *bench) hold(p events.Payload) events.ID { return b.holdFor("demo.1.1", p, b.wall) }

func (b *bench) holdFor(game string, p events.Payload, inTime time.Time) events.ID {
	b.n++
	f := events.Derive(events.Event{ID: events.ID(fmt.Sprintf("c.%d", b.n))}, 0, events.TableScope(game), p)
	b.Hold(feeds.Held{Fact: f, InTime: inTime, Seen: b.mono}, nil)
	return f.ID
}

// due says in words what comes out now.
func (b *bench) due(audience string) []string {
	released, _ := b.Due(audience, feeds.Now{Wall: b.wall, Mono: b.mono})
	list := []string{}
	for _, r := range released {
		list = append(list, words(r))
	}
	return list
}

func words(r feeds.Released) string {
	s := ""
	switch d := r.Fact.Data.(type) {
	case events.Paired:
		s = "paired"
		if d.Gone {
			s = "gone"
		}
	case events.Made:
		s = fmt.Sprint("made ", d.Ply, " ", d.UCI)
	case events.Completed:
		s = fmt.Sprint("completed ", d.Ply)
	case events.Withdrawn:
		s = fmt.Sprint("withdrawn ", d.Ply)
	case events.ClockChanged:
		s = "clock"
	case events.Ended:
		s = "ended " + d.Result + " " + d.Reason
	case events.FinalResult:
		s = "result " + d.Result + " " + d.Reason
	default:
		s = fmt.Sprintf("%T", d)
	}
	if r.Back {
		s += " (back)"
	}
	return s
}

func (b *bench) want(audience string, want ...string) {
	b.t.Helper()
	if want == nil {
		want = []string{}
	}
	if diff := cmp.Diff(want, b.due(audience)); diff != "" {
		b.t.Errorf("at %s, %s gets (-want +got):\n%s", b.wall.Sub(noon), audience, diff)
	}
}

func made(ply int, uci string) events.Made { return events.Made{Ply: ply, UCI: uci} }

func TestFactsComeOutAfterTheDelayOnTheGrid(t *testing.T) {
	b := newBench(t)
	b.pass(300 * time.Millisecond)
	b.hold(made(1, "e2e4"))
	b.want("desk", "made 1 e2e4")
	b.pass(9700 * time.Millisecond) // 10.0 s: 9.7 s of delay
	b.want("public")
	b.pass(999 * time.Millisecond) // 10.999: due since 10.3, not at a point of the grid
	b.want("public")
	b.pass(time.Millisecond)
	b.want("public", "made 1 e2e4")
	b.want("public")
}

func TestNextNamesTheInstantOfTheNextRelease(t *testing.T) {
	b := newBench(t)
	b.pass(300 * time.Millisecond)
	b.hold(made(1, "e2e4"))
	_, next := b.Due("public", feeds.Now{Wall: b.wall, Mono: b.mono})
	if want := noon.Add(11 * time.Second); !next.Equal(want) {
		t.Errorf("next is %s, want %s", next, want)
	}
	b.pass(time.Minute)
	if _, next := b.Due("public", feeds.Now{Wall: b.wall, Mono: b.mono}); !next.IsZero() {
		t.Errorf("next is %s with nothing waiting", next)
	}
}

func TestBothClocksHaveToPass(t *testing.T) {
	for _, c := range []struct {
		name  string
		step  time.Duration // the wall clock is set by this much
		after time.Duration // time that passes until it is out
	}{
		{"undisturbed", 0, 10 * time.Second},
		{"set forward an hour", time.Hour, 10 * time.Second},
		{"set forward a second", time.Second, 10 * time.Second},
		{"set back a minute", -time.Minute, 70 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			b.hold(made(1, "e2e4"))
			b.wall = b.wall.Add(c.step)
			b.pass(c.after - time.Second)
			b.want("public")
			b.pass(time.Second)
			b.want("public", "made 1 e2e4")
		})
	}
}

func TestAHostsOwnClockDecidesNothing(t *testing.T) {
	for _, off := range []time.Duration{-24 * time.Hour, 24 * time.Hour} {
		b := newBench(t)
		f := events.Derive(events.Event{ID: "c.1", Observed: b.wall.Add(off), Recorded: b.wall.Add(off)}, 0, events.TableScope("demo.1.1"), made(1, "e2e4"))
		b.Hold(feeds.Held{Fact: f, InTime: b.wall, Seen: b.mono}, nil)
		b.pass(delay - time.Second)
		b.want("public")
		b.pass(time.Second)
		b.want("public", "made 1 e2e4")
	}
}

func TestNoFactOvertakesItsGame(t *testing.T) {
	b := newBench(t)
	late := b.wall.Add(30 * time.Second) // the record's clock stood half a minute ahead
	b.holdFor("demo.1.1", made(1, "e2e4"), late)
	b.holdFor("demo.1.1", made(2, "e7e5"), b.wall)
	b.holdFor("demo.1.2", made(1, "d2d4"), b.wall)
	b.pass(delay)
	b.want("public", "made 1 d2d4")
	b.pass(30 * time.Second)
	b.want("public", "made 1 e2e4", "made 2 e7e5")
}

func TestWhatIsTakenBackInTimeIsNeverSeen(t *testing.T) {
	b := newBench(t)
	m := b.hold(made(1, "e2e4"))
	b.hold(events.Completed{Ply: 1, Move: m, By: events.ByPress})
	b.pass(9 * time.Second)
	b.hold(events.Withdrawn{Ply: 1, Move: m})
	b.hold(events.Completed{Ply: 1, Move: m, By: events.ByNext}) // hangs on nothing now
	b.hold(made(1, "d2d4"))
	b.pass(time.Second)
	b.want("public")
	b.pass(9 * time.Second)
	b.want("public", "made 1 d2d4")
	b.pass(time.Hour)
	b.want("public")
	b.want("desk", "made 1 d2d4")
}

func TestWhatIsOutIsTakenBackAtOnce(t *testing.T) {
	b := newBench(t)
	one := b.hold(made(1, "e2e4"))
	b.pass(delay)
	b.want("public", "made 1 e2e4")
	b.hold(events.Completed{Ply: 1, Move: one, By: events.ByPress})
	b.hold(made(2, "e7e5"))
	b.pass(500 * time.Millisecond)
	b.hold(events.Withdrawn{Ply: 1, Move: one})
	b.want("public") // not at a point of the grid
	b.pass(499 * time.Millisecond)
	b.want("public")
	b.pass(time.Millisecond)
	b.want("public", "withdrawn 1") // and the held plies after it are gone
	b.pass(time.Hour)
	b.want("public")
}

func TestATakingBackBetweenTwoPointsWaitsForTheNext(t *testing.T) {
	b := newBench(t)
	one := b.hold(made(1, "e2e4"))
	b.pass(delay)
	b.want("public", "made 1 e2e4")
	b.pass(300 * time.Millisecond)
	b.hold(events.Withdrawn{Ply: 1, Move: one})
	b.pass(100 * time.Millisecond)
	b.want("public")
}

func TestEnds(t *testing.T) {
	win := func(w events.ID) events.Ended {
		return events.Ended{Result: "1-0", Reason: "checkmate", Source: events.SourceDerived, Withdraws: w}
	}
	open := func(w events.ID) events.Ended {
		return events.Ended{Result: "*", Source: events.SourceDerived, Withdraws: w, Articles: []string{"7.5"}}
	}
	t.Run("taken back in time", func(t *testing.T) {
		b := newBench(t)
		b.hold(open(b.hold(win(""))))
		b.pass(time.Hour)
		b.want("public")
	})
	t.Run("taken back once out", func(t *testing.T) {
		b := newBench(t)
		e := b.hold(win(""))
		b.pass(delay)
		b.want("public", "ended 1-0 checkmate")
		b.hold(open(e))
		b.want("public", "ended * ")
	})
	t.Run("replaced in time", func(t *testing.T) {
		b := newBench(t)
		e := b.hold(win(""))
		b.pass(5 * time.Second)
		b.hold(events.Ended{Result: "0-1", Reason: "flag", Source: events.SourceDerived, Withdraws: e})
		b.pass(5 * time.Second)
		b.want("public")
		b.pass(5 * time.Second)
		b.want("public", "ended 0-1 flag")
	})
	t.Run("replaced once out: back at once, the new in its time", func(t *testing.T) {
		b := newBench(t)
		r := b.hold(events.FinalResult{Result: "1-0", Reason: "flag"})
		b.pass(delay)
		b.want("public", "result 1-0 flag")
		b.hold(events.FinalResult{Result: "0-1", Reason: "forfeit", Withdraws: r})
		b.want("public", "result *  (back)")
		b.pass(delay - time.Second)
		b.want("public")
		b.pass(time.Second)
		b.want("public", "result 0-1 forfeit")
		b.want("desk", "result 0-1 forfeit")
	})
	t.Run("replaced twice: the first stays taken back", func(t *testing.T) {
		b := newBench(t)
		r := b.hold(events.FinalResult{Result: "1-0"})
		b.pass(delay)
		b.want("public", "result 1-0 ")
		b.pass(time.Millisecond)
		second := b.hold(events.FinalResult{Result: "0-1", Withdraws: r})
		b.hold(events.FinalResult{Result: "*", Withdraws: second})
		b.pass(time.Second)
		b.want("public", "result *  (back)")
		b.pass(time.Hour)
		b.want("public")
	})
}

func TestAPairingTakenBack(t *testing.T) {
	b := newBench(t)
	b.hold(events.Paired{White: "a", Black: "b"})
	b.hold(events.Paired{Gone: true})
	b.hold(events.Paired{White: "a", Black: "c"})
	b.pass(delay)
	b.want("public", "paired")
	b.hold(events.Paired{Gone: true})
	b.want("public", "gone")
	b.pass(time.Hour)
	b.want("public")

	// Taken back and paired again between two looks of an audience without
	// delay: the next taking back has something to take.
	b.want("desk")
	b.hold(events.Paired{White: "a", Black: "d"})
	b.want("desk", "paired")
	b.hold(events.Paired{Gone: true})
	b.hold(events.Paired{White: "a", Black: "e"})
	b.want("desk", "gone", "paired")
	b.hold(events.Paired{Gone: true})
	b.want("desk", "gone")
}

func TestTheOldestIsWhatHasWaitedLongest(t *testing.T) {
	b := newBench(t)
	want := func(at time.Duration, held bool) {
		t.Helper()
		got, ok := b.Oldest("public")
		if ok != held || held && !got.Equal(noon.Add(at)) {
			t.Errorf("%s after noon: the oldest is of %s, %t; want %s, %t", b.wall.Sub(noon), got.Sub(noon), ok, at, held)
		}
	}
	want(0, false)
	b.hold(made(1, "e2e4"))
	b.pass(3 * time.Second)
	b.holdFor("demo.1.2", made(1, "d2d4"), b.wall)
	b.holdFor("demo.1.2", events.FindingRaised{Kind: events.FindingGesture}, noon.Add(-time.Hour)) // not for them
	want(0, true)
	b.pass(7 * time.Second)
	b.due("public")
	want(3*time.Second, true)
	b.pass(delay)
	b.due("public")
	want(0, false)
	if _, held := b.Oldest("nobody"); held {
		t.Error("something is held for an audience that is not there")
	}
}

func TestTheHiddenMovesNothing(t *testing.T) {
	b := newBench(t)
	// A finding whose cause the record dates ahead would block the game.
	b.holdFor("demo.1.1", events.FindingRaised{Kind: events.FindingGesture}, b.wall.Add(time.Hour))
	b.hold(made(1, "e2e4"))
	b.pass(delay)
	b.want("public", "made 1 e2e4")
	if n := b.Waiting("public"); n != 0 {
		t.Errorf("%d waiting", n)
	}
}

func TestDelays(t *testing.T) {
	t.Run("longer at once", func(t *testing.T) {
		b := newBench(t)
		b.hold(made(1, "e2e4"))
		b.pass(5 * time.Second)
		if err := b.SetDelay("public", time.Minute, nil, b.wall); err != nil {
			t.Fatal(err)
		}
		b.pass(54 * time.Second)
		b.want("public")
		b.pass(time.Second)
		b.want("public", "made 1 e2e4")
	})
	t.Run("one person shortens nothing", func(t *testing.T) {
		b := newBench(t)
		for _, approvals := range [][]string{nil, {"ann"}, {"ann", "ann"}, {"ann", ""}} {
			err := b.SetDelay("public", time.Second, approvals, b.wall)
			var refused *feeds.ApprovalError
			if !errors.As(err, &refused) {
				t.Errorf("approved by %q: %v", approvals, err)
			}
		}
		if p, _ := b.Policy("public"); p.Delay != delay {
			t.Errorf("the delay is %s", p.Delay)
		}
	})
	t.Run("two people shorten what comes later", func(t *testing.T) {
		b := newBench(t)
		b.hold(made(1, "e2e4"))
		b.pass(time.Second)
		if err := b.SetDelay("public", 2*time.Second, []string{"ann", "bob"}, b.wall); err != nil {
			t.Fatal(err)
		}
		b.holdFor("demo.1.2", made(1, "c2c4"), b.wall) // of before the ruling, seen late
		b.pass(time.Second)
		b.holdFor("demo.1.1", made(2, "e7e5"), b.wall)
		b.holdFor("demo.1.3", made(1, "d2d4"), b.wall)
		b.pass(2 * time.Second)
		b.want("public", "made 1 d2d4")
		b.pass(6 * time.Second)
		b.want("public", "made 1 e2e4", "made 2 e7e5")
		b.pass(time.Second)
		b.want("public", "made 1 c2c4")
	})
	t.Run("to nothing: still on the grid", func(t *testing.T) {
		b := newBench(t)
		if err := b.SetDelay("public", 0, []string{"ann", "bob"}, b.wall); err != nil {
			t.Fatal(err)
		}
		b.pass(1500 * time.Millisecond)
		b.hold(made(1, "e2e4"))
		b.want("public")
		b.pass(500 * time.Millisecond)
		b.want("public", "made 1 e2e4")
	})
	t.Run("unknown audience and negative delay", func(t *testing.T) {
		b := newBench(t)
		if b.SetDelay("nobody", time.Second, nil, b.wall) == nil || b.SetDelay("public", -1, []string{"ann", "bob"}, b.wall) == nil {
			t.Error("accepted")
		}
	})
	t.Run("a restart is not a second person", func(t *testing.T) {
		b := newBench(t)
		b.Restore("public", feeds.Policy{Delay: time.Hour, Floors: []feeds.Floor{{Until: noon.Add(time.Second), Delay: 2 * time.Hour}}})
		b.hold(made(1, "e2e4"))
		b.pass(2*time.Hour - time.Second)
		b.want("public")
		b.pass(time.Second)
		b.want("public", "made 1 e2e4")
	})
}

func TestAFactComesInOnce(t *testing.T) {
	b := newBench(t)
	f := events.Derive(events.Event{ID: "c.1"}, 0, events.TableScope("demo.1.1"), made(1, "e2e4"))
	for range 3 {
		b.Hold(feeds.Held{Fact: f, InTime: b.wall, Seen: b.mono}, nil)
	}
	b.pass(delay)
	b.want("public", "made 1 e2e4")
	b.Hold(feeds.Held{Fact: f, InTime: b.wall, Seen: b.mono}, nil)
	b.pass(delay)
	b.want("public")
}

func TestNamesOfReleases(t *testing.T) {
	b := newBench(t)
	r := b.hold(events.FinalResult{Result: "1-0"})
	b.pass(delay)
	first, _ := b.Due("public", feeds.Now{Wall: b.wall, Mono: b.mono})
	second := b.hold(events.FinalResult{Result: "0-1", Withdraws: r})
	back, _ := b.Due("public", feeds.Now{Wall: b.wall, Mono: b.mono})
	b.pass(delay)
	whole, _ := b.Due("public", feeds.Now{Wall: b.wall, Mono: b.mono})
	var got []string
	for _, r := range slices.Concat(first, back, whole) {
		got = append(got, r.Name())
	}
	if diff := cmp.Diff([]string{string(r), string(second) + "#back", string(second)}, got); diff != "" {
		t.Error(diff)
	}
}
