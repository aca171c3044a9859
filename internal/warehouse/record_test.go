package warehouse

import (
	"fmt"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
	"boardwire/internal/bus/mem"
)

// recorder writes a record as an outbox and a desk do.
type recorder struct {
	t      *testing.T
	at     current
	log    bus.Log
	chains map[string]*events.Chain
	now    time.Time
}

func newRecorder(t *testing.T, store bus.Store) *recorder {
	t.Helper()
	return recorderOf(t, store, current{Hall: "h", Sitting: "s0001"})
}

// recorderOf writes the record of a hall's sitting.
func recorderOf(t *testing.T, store bus.Store, at current) *recorder {
	t.Helper()
	log, err := store.Create(t.Context(), bus.Spec{Name: "IN-" + at.Hall + "-" + at.Sitting, Subjects: []string{"bw.in." + at.Hall + "." + at.Sitting + ".>"}, Role: bus.Record, MaxBytes: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return &recorder{t: t, at: at, log: log, chains: map[string]*events.Chain{}, now: began}
}

// put records one event of a source; skip leaves out so many before it, as a
// lost outbox does.
func (r *recorder) put(source string, skip uint64, scope events.Scope, p events.Payload) events.ID {
	r.t.Helper()
	c := r.chains[source]
	if c == nil {
		c = &events.Chain{Source: source}
		r.chains[source] = c
	}
	c.Seq += skip
	r.now = r.now.Add(time.Second)
	e := events.Event{Type: p.EventType(), Scope: scope, Observed: r.now, Recorded: r.now, Data: p}
	c.Next(&e)
	b, err := events.Encode(e)
	if err != nil {
		r.t.Fatal(err)
	}
	c.Stored(b)
	if _, err := r.log.Append(r.t.Context(), bus.Guard{}, bus.Msg{Subject: events.Subject(r.at.Hall, r.at.Sitting, e), Data: b}); err != nil {
		r.t.Fatal(err)
	}
	return e.ID
}

func ruledBy(n int) events.Ruled {
	return events.Ruled{Request: fmt.Sprintf("00000000-0000-4000-8000-%012d", n), Author: "chief"}
}

// What the devices did and what was ruled, asked with the saved questions.
func TestQuestionsAboutBoardsAndRulings(t *testing.T) {
	conn, cfg := ours(t)
	now := began
	live, released := mem.New(func() time.Time { return now }), mem.New(func() time.Time { return now })
	at := current{Hall: "h", Sitting: "s0001", Gen: 1}
	pointTo(t, live, at)
	rec := newRecorder(t, live)
	scope := events.TableScope("open.1.1")
	device := events.DeviceScope("dgt-1")
	const source = "ingest-h-host-00aa"
	rec.put("desk-h", 0, events.HallScope, events.SittingOpened{Hall: "h", Sitting: "s0001", Rate: 1})
	rec.put(source, 0, device, events.DeviceSeen{Driver: "dgt", Port: "usb-1", Serial: "1"})
	rec.put(source, 0, device, events.BoardSquare{Square: "e2"})
	rec.put(source, 3, device, events.ClockReading{Left: 300, Right: 300}) // three are missing
	rec.put(source, 0, device, events.ClockReading{Absent: true})
	rec.put(source, 0, device, events.DeviceLost{Port: "usb-1", Reason: "unplugged"})
	rec.put(source, 0, device, events.DeviceSeen{Driver: "dgt", Port: "usb-1", Serial: "1"})
	rec.put(source, 0, device, events.ClockReading{Left: 290, Right: 300, BatteryLow: true})
	clock := rec.put("desk-h", 0, scope, events.ClockRuling{Ruled: ruledBy(1), White: 360, Black: 300})
	offence := rec.put("desk-h", 0, scope, events.Illegal{Ruled: ruledBy(2), Player: "white", Offence: events.OffenceIllegalMove})
	again := rec.put("desk-h", 0, scope, events.Illegal{Ruled: ruledBy(3), Player: "black", Offence: events.OffenceIllegalMove})

	s := newScribe(t, live, at)
	s.now = began
	s.state(scope, 0, events.Paired{White: "p1", Black: "p2", Edition: "2023", Kind: "standard", Control: "5+3", Rate: 1, Device: "dgt-1",
		FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"})
	s.state(scope, time.Second, events.ClockChanged{Changes: []string{"started"}, Clocks: events.Clocks{White: 300, Black: 300, Running: "white"}})
	s.move(scope, 1, "e4", 301, 300)
	s.move(scope, 2, "e5", 301, 299)
	odd := s.move(scope, 3, "Ke2", 290, 299)
	s.state(scope, time.Second, events.Withdrawn{Ply: 3, Move: odd, Corrected: true})
	s.state(scope, time.Second, events.Made{Ply: 3, UCI: "g1f3", SAN: "Nf3", FEN: "8/8/8/8/8/8/8/8 b - - 0 2", Origin: events.OriginCorrected})
	s.state(scope, time.Second, events.Unexplained{Placement: "8/8/8/8/8/8/8/8", After: 3})
	s.state(scope, 4500*time.Millisecond, events.Unexplained{After: 3, Explained: true})
	// Set right after the ruling, and once more an hour later with none.
	s.state(scope, time.Second, events.ClockChanged{Changes: []string{"adjusted"}, Clocks: events.Clocks{White: 360, Black: 300}})
	set := s.now.Add(time.Hour + 2*time.Millisecond)
	s.state(scope, time.Hour, events.ClockChanged{Changes: []string{"adjusted"}, Clocks: events.Clocks{White: 500, Black: 300}})
	s.state(scope, time.Second, events.Answered{Ruling: clock, Request: ruledBy(1).Request, Answer: events.AnswerAccepted, Articles: []string{"6.2.1"}})
	s.state(scope, time.Second, events.Answered{Ruling: offence, Request: ruledBy(2).Request, Answer: events.AnswerAccepted, Articles: []string{"7.5.5"}})
	s.state(scope, time.Second, events.Answered{Ruling: again, Request: ruledBy(3).Request, Answer: events.AnswerAccepted, Articles: []string{"7.5.5"}})
	raised := s.state(scope, time.Second, events.FindingRaised{Kind: events.FindingIllegalMove, Ply: 3, Text: "Ke2", Duty: &events.Duty{Act: "must act"}})
	s.state(scope, 2500*time.Millisecond, events.FindingCleared{Finding: raised, Kind: events.FindingIllegalMove})
	s.state(scope, time.Second, events.FindingRaised{Kind: events.FindingHiddenFlag, Text: "?", Duty: &events.Duty{Act: "must not intervene or signal"}})
	facts := s.msgs
	for _, m := range facts {
		now = m.Time
		if _, err := s.log.Append(t.Context(), bus.Guard{}, m); err != nil {
			t.Fatal(err)
		}
	}

	// Two audiences: one without delay, one with a minute's, on whole seconds.
	names, err := released.Table(t.Context(), "names", true)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Audiences = []feeds.Audience{{Name: "press", Kind: feeds.Commentary}, {Name: "public", Kind: feeds.Public, Delay: time.Minute}}
	for _, a := range cfg.Audiences {
		if _, err := names.Put(t.Context(), feeds.DelayKey(a.Name), fmt.Appendf(nil, `{"delay_ms":%d}`, a.Delay.Milliseconds())); err != nil {
			t.Fatal(err)
		}
		log, err := released.Create(t.Context(), bus.Spec{Name: "PUB-" + a.Name, Subjects: []string{"bw.pub." + a.Name + ".>"}, Role: bus.Public, MaxBytes: 64 << 20})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range facts {
			e, err := events.Decode(m.Data)
			if err != nil {
				t.Fatal(err)
			}
			in, err := time.Parse(time.RFC3339Nano, m.Header[headerInTime])
			if err != nil {
				t.Fatal(err)
			}
			now = in.Add(a.Delay + 7*time.Millisecond)
			if a.Delay > 0 {
				in = in.Truncate(time.Second)
			}
			f, ok := feeds.FrameOf(a.Kind, e, in)
			if !ok {
				continue
			}
			b, err := f.AppendJSON(nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := log.Append(t.Context(), bus.Guard{}, bus.Msg{Subject: events.PublicSubject(a.Name, scope, f.Kind), Data: b}); err != nil {
				t.Fatal(err)
			}
		}
	}
	w, stop := running(t, cfg, Deps{Live: live, Released: released, LiveDB: conn, PublicDB: conn})
	defer func() { stop() }()
	drained(t, w)

	for name, want := range map[string][]string{
		"data-quality": {"open.1.1,dgt-1,seen,3,66.7,1,1,1,7,3,1,2,1,4.5,1,1,2"},
		"clock-jumps":  {"open.1.1," + set.Format("2006-01-02T15:04:05.000Z") + ",adjusted,500,300"},
		"findings": {
			"hidden_flag,must not intervene or signal,1,1,",
			"illegal_move,must act,1,0,2.5",
		},
		"rulings": {
			"clock,accepted,,6.2.1,1",
			"illegal,accepted,,7.5.5,2",
		},
		"deliveries": {
			"press,0,12,7,7,7,7,7,0",
			"public,60000,12,60009,60009,9,509,509,0",
		},
		"latency": {
			"1 device to outbox,7,1,1,1,1",
			"2 outbox to record,7,1,1,1,1",
			"3 record to fact,7,1,1,1,1",
			"4 fact to release,7,6,6,6,6",
		},
	} {
		told(t, conn, cfg.Live, name, nil, want)
	}
	// Nothing is in the public database that the public has not been shown.
	if n := ask[uint64](t, conn, "SELECT count() FROM "+cfg.Public+".plies WHERE audience != 'public'"); n != 0 {
		t.Errorf("%d plies of other audiences are in the public database", n)
	}
	if n := ask[uint64](t, conn, "SELECT count() FROM "+cfg.Public+".plies_now"); n != 3 {
		t.Errorf("the public has %d plies, want 3", n)
	}
}
