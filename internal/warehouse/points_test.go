package warehouse

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	thelaws "boardwire/game"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
)

// factsOf folds what was recorded, as a projector does, into the first
// generation of its sitting.
func (r *recorder) factsOf(store bus.Store) (facts []bus.Msg) {
	r.t.Helper()
	s := newScribe(r.t, store, current{Hall: "h", Sitting: "s0001", Gen: 1})
	last, err := r.log.Last(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	reader, err := r.log.Read(r.t.Context(), 1)
	if err != nil {
		r.t.Fatal(err)
	}
	defer reader.Close()
	fold := thelaws.NewFold("h")
	for range last {
		m, err := reader.Next(r.t.Context())
		if err != nil {
			r.t.Fatal(err)
		}
		got, err := fold.Take(m.Seq, m.Data)
		if err != nil {
			r.t.Fatal(err)
		}
		for _, f := range got {
			facts = append(facts, bus.Msg{
				Subject: events.FactSubject("h", "s0001", "g1", f.Event), Data: f.Bytes, Time: m.Time, Seq: uint64(len(facts) + 1),
				Header: map[string]string{headerInSeq: strconv.FormatUint(m.Seq, 10), headerInTime: m.Time.UTC().Format(time.RFC3339Nano)},
			})
		}
	}
	s.msgs = facts
	s.store(r.t.Context())
	return facts
}

// release lets facts go to one audience, as a gate does.
func release(t *testing.T, store bus.Store, a feeds.Audience, facts []bus.Msg) {
	t.Helper()
	log, err := store.Create(t.Context(), bus.Spec{Name: "PUB-" + a.Name, Subjects: []string{"bw.pub." + a.Name + ".>"}, Role: bus.Public, MaxBytes: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range facts {
		e, err := events.Decode(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		f, ok := feeds.FrameOf(a.Kind, e, m.Time)
		if !ok {
			continue
		}
		b, err := f.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := log.Append(t.Context(), bus.Guard{}, bus.Msg{Subject: events.PublicSubject(a.Name, e.Scope, f.Kind), Data: b}); err != nil {
			t.Fatal(err)
		}
	}
}

// What each side gets is the event's count, with draw odds, penalties and points
// that the arbiter stated. The public is shown results and no points: those
// would tell of a penalty.
func TestPointsOfEachSide(t *testing.T) {
	conn, cfg := ours(t)
	live, released := mem.New(time.Now), mem.New(time.Now)
	defer live.Close()
	defer released.Close()
	pointTo(t, live, current{Hall: "h", Sitting: "s0001", Gen: 1})
	rec := newRecorder(t, live)
	const desk = "desk-h"
	asked := 0
	rule := func(scope events.Scope, p func(events.Ruled) events.Payload) {
		asked++
		rec.put(desk, 0, scope, p(ruledBy(asked)))
	}
	state := func(game, result, reason string, points *events.Points) {
		rule(events.TableScope(game), func(by events.Ruled) events.Payload {
			return events.ResultRuling{Ruled: by, Result: result, Reason: reason, Points: points}
		})
	}
	rec.put(desk, 0, events.HallScope, events.SittingOpened{Hall: "h", Sitting: "s0001", Rate: 1})
	round := func(name string, roster events.Roster) {
		for board := 1; board <= 5; board++ {
			n := strings.ReplaceAll(name, ".", "-") + "-" + strconv.Itoa(board)
			roster.Tables = append(roster.Tables, events.Pairing{Board: board, White: "w" + n, Black: "b" + n})
		}
		roster.Edition, roster.Kind, roster.Control = "2023", "standard", "90/40+30+30"
		rule(events.RoundScope(name), func(by events.Ruled) events.Payload { roster.Ruled = by; return roster })
	}
	// One point, a half, none.
	round("open.1", events.Roster{})
	state("open.1.1", "1-0", "resignation", nil)
	state("open.1.2", "1/2-0", "arbiter", nil)
	state("open.1.3", "1/2-1/2", "agreement", nil)
	state("open.1.4", "0-1", "arbiter", &events.Points{White: 1, Black: 1})
	// Three for a win, one for a draw; a penalty takes a point from White.
	round("cup.1", events.Roster{Points: &events.PointSystem{Win: 6, Draw: 2}})
	state("cup.1.1", "1-0", "resignation", nil)
	state("cup.1.2", "1/2-1/2", "agreement", nil)
	state("cup.1.3", "1-0", "resignation", nil)
	rule(events.TableScope("cup.1.3"), func(by events.Ruled) events.Payload {
		return events.Penalty{Ruled: by, Player: "white", Penalty: events.PenaltyLess, HalfPoints: 2}
	})
	state("cup.1.4", "1-0", "resignation", nil)
	state("cup.1.4", "*", "", nil)
	// A draw is Black's win.
	round("tie.1", events.Roster{DrawOdds: "black"})
	state("tie.1.1", "1/2-1/2", "agreement", nil)

	facts := rec.factsOf(live)
	for _, m := range facts {
		if e, err := events.Decode(m.Data); err != nil {
			t.Fatal(err)
		} else if a, ok := e.Data.(events.Answered); ok && a.Answer == events.AnswerRefused {
			t.Errorf("%s is refused: %s", a.Ruling, a.Text)
		}
	}
	public := feeds.Audience{Name: "public", Kind: feeds.Public}
	release(t, released, public, facts)
	cfg.Audiences = []feeds.Audience{public}
	w, stop := running(t, cfg, Deps{Live: live, Released: released, LiveDB: conn, PublicDB: conn})
	defer func() { stop() }()
	drained(t, w)

	told(t, conn, cfg.Live, "results", map[string]string{"tournament": "open"}, []string{
		"open,1,*,,,playing,,,1",
		"open,1,0-1,arbiter,ruled,final,0.5,0.5,1",
		"open,1,1-0,resignation,ruled,final,1,0,1",
		"open,1,1/2-0,arbiter,ruled,final,0.5,0,1",
		"open,1,1/2-1/2,agreement,ruled,final,0.5,0.5,1",
	})
	told(t, conn, cfg.Live, "results", map[string]string{"tournament": "cup"}, []string{
		"cup,1,*,,,playing,,,2",
		"cup,1,1-0,resignation,ruled,final,2,0,1",
		"cup,1,1-0,resignation,ruled,final,3,0,1",
		"cup,1,1/2-1/2,agreement,ruled,final,1,1,1",
	})
	told(t, conn, cfg.Live, "games", map[string]string{"game": "tie.1.1"}, []string{
		"tie.1.1,wtie-1-1,btie-1-1,standard,90/40+30+30,0,0,0,final,1/2-1/2,agreement,ruled,0,1",
	})
	told(t, conn, cfg.Public, "results", map[string]string{"tournament": "cup"}, []string{
		"cup,1,*,,,playing,,,2",
		"cup,1,1-0,resignation,ruled,final,,,2",
		"cup,1,1/2-1/2,agreement,ruled,final,,,1",
	})
	told(t, conn, cfg.Public, "games", map[string]string{"game": "tie.1.1"}, []string{
		"tie.1.1,wtie-1-1,btie-1-1,standard,90/40+30+30,0,0,0,final,1/2-1/2,agreement,ruled,,",
	})
	if n := ask[uint64](t, conn, "SELECT countIf(white_half IS NOT NULL OR black_half IS NOT NULL) FROM "+cfg.Public+".games"); n != 0 {
		t.Errorf("%d rows of the public database tell points", n)
	}
}
