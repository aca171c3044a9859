package warehouse

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/events"
	"boardwire/internal/bus"
)

// adjournedGame is a game over three sittings. In each the scribe brings along
// what was played before; what is brought is stated without clocks, as a fold
// does.
type adjournedGame struct {
	t     *testing.T
	live  bus.Store
	made  []events.Made
	scope events.Scope
}

const onlyKings = "8/8/8/4k3/8/4K3/8/8 w - - 0 1"

func (a *adjournedGame) sitting(at current, day int, brought []events.Made, play func(s *scribe)) *scribe {
	a.t.Helper()
	pointTo(a.t, a.live, at)
	recorderOf(a.t, a.live, at).put("desk-h", 0, events.HallScope, events.SittingOpened{Hall: "h", Sitting: at.Sitting, Rate: 1})
	s := newScribe(a.t, a.live, at)
	s.now = s.now.Add(time.Duration(day) * 24 * time.Hour)
	s.state(a.scope, 0, pairing("p1", "p2", "5+3"))
	for _, m := range brought {
		m.Origin = events.OriginCarried
		s.state(a.scope, 0, m)
	}
	play(s)
	s.store(a.t.Context())
	return s
}

// play makes plies up to one, each in so many seconds of the clock.
func (a *adjournedGame) play(s *scribe, upTo, seconds int, clocks events.Clocks) events.Clocks {
	for ply := len(a.made) + 1; ply <= upTo; ply++ {
		m := events.Made{Ply: ply, UCI: fmt.Sprintf("a%db%d", ply, ply), SAN: fmt.Sprintf("m%d", ply), FEN: fmt.Sprintf("%s ply %d", onlyKings, ply)}
		a.made = append(a.made, m)
		id := s.state(a.scope, time.Duration(seconds)*time.Second, m)
		clock, running := &clocks.White, "black"
		if ply%2 == 0 {
			clock, running = &clocks.Black, "white"
		}
		*clock += 3 - seconds
		now := clocks
		now.Running = running
		s.state(a.scope, 0, events.Completed{Ply: ply, Move: id, By: events.ByPress, Clocks: &now})
	}
	return clocks
}

// An adjourned game is told from its last sitting with all its moves: those that
// it brought along have the times, the clocks and the presses that the sittings
// before saw.
func TestMovesOfEarlierSittingsKeepTheirTimes(t *testing.T) {
	conn, cfg := ours(t)
	live, _ := stores(t)
	a := &adjournedGame{t: t, live: live, scope: events.TableScope("open.1.1")}
	started := events.ClockChanged{Changes: []string{"started"}, Clocks: events.Clocks{White: 300, Black: 300, Running: "white"}}
	write := func() {
		t.Helper()
		w, stop := running(t, cfg, Deps{Live: live, LiveDB: conn})
		drained(t, w)
		stop()
	}
	var clocks events.Clocks
	a.sitting(current{Hall: "h", Sitting: "s0001", Gen: 1}, 0, nil, func(s *scribe) {
		s.state(a.scope, time.Second, started)
		clocks = a.play(s, 4, 10, started.Clocks)
	})
	write()
	first := answerOf(t, conn, cfg.Live, "moves", map[string]string{"game": "open.1.1"})
	if len(first) != 4 {
		t.Fatalf("the first sitting: %q", first)
	}
	// A day without this game, and then two with it.
	other := &adjournedGame{t: t, live: live, scope: events.TableScope("open.1.2")}
	other.sitting(current{Hall: "h", Sitting: "s0002", Gen: 1}, 1, nil, func(s *scribe) {
		s.state(a.scope, 0, pairing("p1", "p2", "5+3"))
		s.state(other.scope, time.Second, started)
		other.play(s, 2, 10, started.Clocks)
	})
	for i := 3; i <= 4; i++ {
		a.sitting(current{Hall: "h", Sitting: fmt.Sprintf("s%04d", i), Gen: 1}, i, a.made, func(s *scribe) {
			now := clocks
			now.Running = "white"
			s.state(a.scope, time.Second, events.ClockChanged{Changes: []string{"started"}, Clocks: now})
			clocks = a.play(s, len(a.made)+2, 20, clocks)
		})
	}
	write()
	all := answerOf(t, conn, cfg.Live, "moves", map[string]string{"game": "open.1.1"})
	if len(all) != 8 {
		t.Fatalf("%d moves, want 8: %q", len(all), all)
	}
	if diff := cmp.Diff(first, all[:4]); diff != "" {
		t.Errorf("moves of the first sitting (-then +now):\n%s", diff)
	}
	told(t, conn, cfg.Live, "time-per-move", map[string]string{"game": "open.1.1"}, []string{
		"open.1.1,1,white,p1,m1,10,293,first,endgame", "open.1.1,1,black,p2,m2,10,293,first,endgame",
		"open.1.1,2,white,p1,m3,10,286,clock,endgame", "open.1.1,2,black,p2,m4,10,286,clock,endgame",
		"open.1.1,3,white,p1,m5,20,269,clock,endgame", "open.1.1,3,black,p2,m6,20,269,clock,endgame",
		"open.1.1,4,white,p1,m7,20,252,clock,endgame", "open.1.1,4,black,p2,m8,20,252,clock,endgame",
	})
	told(t, conn, cfg.Live, "games", map[string]string{"game": "open.1.1"}, []string{"open.1.1,p1,p2,standard,5+3,8,60,60,playing,*,,,,"})
	if begun := ask[time.Time](t, conn, "SELECT assumeNotNull(begun) FROM "+cfg.Live+".games_now WHERE game = 'open.1.1'"); begun.Day() != began.Day() {
		t.Errorf("the game began on %v, want the first day, %v", begun, began)
	}
	if n := ask[uint64](t, conn, "SELECT count() FROM "+cfg.Live+".plies_now WHERE game = 'open.1.1' AND wall_ms > 3600000"); n != 0 {
		t.Errorf("%d half-moves took a night", n)
	}
	w, err := New(cfg, Deps{Live: live, LiveDB: conn})
	if err != nil {
		t.Fatal(err)
	}
	compared, err := w.Rebuild(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range compared {
		if !c.Equal {
			t.Errorf("a rebuild makes other rows of %s: %d, now %d", c.Table, c.After, c.Before)
		}
	}
}

// What is brought along otherwise than it was played has no time: it was another
// move. Nor has what nobody knows of.
func TestMovesThatWereOtherwiseHaveNoTimes(t *testing.T) {
	conn, cfg := ours(t)
	live, _ := stores(t)
	a := &adjournedGame{t: t, live: live, scope: events.TableScope("open.1.1")}
	started := events.ClockChanged{Changes: []string{"started"}, Clocks: events.Clocks{White: 300, Black: 300, Running: "white"}}
	a.sitting(current{Hall: "h", Sitting: "s0001", Gen: 1}, 0, nil, func(s *scribe) {
		s.state(a.scope, time.Second, started)
		a.play(s, 4, 10, started.Clocks)
		s.state(a.scope, time.Second, events.Withdrawn{Ply: 4})
	})
	brought := slices.Clone(a.made)
	brought[1].UCI = "g8h6"
	brought = append(brought, events.Made{Ply: 5, UCI: "a1a2", SAN: "m5", FEN: onlyKings})
	a.sitting(current{Hall: "h", Sitting: "s0002", Gen: 1}, 1, brought, func(s *scribe) {
		// A game of which no earlier sitting tells.
		s.state(events.TableScope("open.1.2"), 0, pairing("p3", "p4", "5+3"))
		s.state(events.TableScope("open.1.2"), 0, events.Made{Ply: 1, UCI: "e2e4", SAN: "e4", FEN: onlyKings, Origin: events.OriginCarried})
	})
	w, stop := running(t, cfg, Deps{Live: live, LiveDB: conn})
	defer func() { stop() }()
	drained(t, w)
	told(t, conn, cfg.Live, "time-per-move", nil, []string{
		"open.1.1,1,white,p1,m1,10,293,first,endgame", "open.1.1,1,black,p2,m2,,,none,endgame",
		"open.1.1,2,white,p1,m3,10,286,clock,endgame", "open.1.1,2,black,p2,m4,,,none,endgame",
		"open.1.1,3,white,p1,m5,,,none,endgame",
		"open.1.2,1,white,p3,e4,,,none,endgame",
	})
}
