package game_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/game"
	"boardwire/rules"
)

// anyRuling draws a ruling of any kind, for a table or for more than one.
func anyRuling(t *rapid.T, r *record, table string) (events.Scope, events.Ruling) {
	scope := events.TableScope(table)
	by := r.ruled()
	device := rapid.SampledFrom([]string{"dgt-1", "dgt-2", "dgt-3", ""})
	switch rapid.IntRange(0, 15).Draw(t, "any ruling") {
	case 0:
		return scope, events.Assign{Ruled: by, Device: device.Draw(t, "device")}
	case 1:
		return events.RoundScope("open.1"), rapid.SampledFrom([]events.Ruling{
			events.Pause{Ruled: by}, events.Resume{Ruled: by}, events.Start{Ruled: by},
		}).Draw(t, "for the round")
	case 2:
		return scope, events.ResultRuling{Ruled: by, Result: rapid.SampledFrom([]string{"1-0", "0-1", "1/2-1/2", "0-0", "*"}).Draw(t, "result"),
			Reason: rapid.SampledFrom([]string{"", "forfeit", "flag", "checkmate", "agreement", "arbiter"}).Draw(t, "reason")}
	case 3:
		p := events.Unseal{Ruled: by, Found: rapid.SampledFrom([]string{"move", "draw_offer"}).Draw(t, "found")}
		for m := range r.fold.Hall().Game(table).Line().Position().Legal() {
			p.Move = m.UCI()
		}
		return scope, p
	case 4:
		return scope, events.AdjournedRuling{Ruled: by, White: 100, Black: 90, Sealer: "white",
			Moves: rapid.SampledFrom([][]string{{}, {"e2e4", "e7e5"}, {"f2f3", "e7e5", "g2g4", "d8h4"}}).Draw(t, "carried")}
	case 5:
		p := r.event
		p.Ruled = by
		if rapid.Bool().Draw(t, "another kind") {
			p.Kind = rapid.SampledFrom(rules.Kinds()).Draw(t, "kind").String()
		}
		return events.RoundScope("open.1"), p
	}
	return scope, randomRuling(t, r, r.fold.Hall().Game(table).Line().Len())
}

// asked are the rulings that say in so many words what a clock is to show.
func asked(p events.Ruling) bool {
	switch p := p.(type) {
	case events.ClockRuling, events.Penalty, events.Unseal, events.Resume, events.AdjournedRuling:
		return true
	case events.Quickplay:
		return p.Step == events.QuickplayDrawn
	}
	return false
}

// Whatever is ruled in whatever order at tables that change their boards: a
// ruling that is refused says nothing but that, each is answered once, nothing
// that comes after an end asks a clock to change, and no fact makes a frame that
// tells an audience of what the desk alone may know. A fold of the same record
// that stops anywhere and begins anew gives the same bytes.
func TestRulingsInAnyOrder(t *testing.T) {
	refused, over := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r := newRecord(t)
		late := 60
		r.event = events.Roster{
			Edition: rapid.SampledFrom(rules.Carried()).Draw(t, "edition").String(), Kind: rapid.SampledFrom(rules.Kinds()).Draw(t, "kind").String(),
			Supervised: rapid.Bool().Draw(t, "supervised"), Control: rapid.SampledFrom([]string{"5", "2/4:5", "3+2"}).Draw(t, "control"),
			Quickplay: rapid.Bool().Draw(t, "quickplay"), DefaultTime: &late, Start: noon.Format(time.RFC3339),
			Tables: []events.Pairing{{Board: 1, White: "ann", Black: "bob"}, {Board: 2, White: "cat", Black: "dan"}},
		}
		r.put(&r.desk, events.HallScope, events.SittingOpened{Hall: "main", Sitting: "s0001", Rate: 1})
		roster := r.event
		roster.Ruled = r.ruled()
		r.rule(events.RoundScope("open.1"), roster)
		tables, devices := []string{"open.1.1", "open.1.2"}, []string{"dgt-1", "dgt-2"}
		turn := map[string]rules.Color{}
		for i, d := range devices {
			r.rule(events.TableScope(tables[i]), events.Assign{Ruled: r.ruled(), Device: d})
			r.sensor(d).board = rules.Start().Board()
			r.dump(d)
			r.read(d, events.ClockReading{Left: 300, Right: 300, Lever: "left"})
			r.read(d, events.ClockReading{Left: 300, Right: 300, Lever: "left", Running: true})
		}
		for range rapid.IntRange(1, 30).Draw(t, "acts") {
			i := rapid.IntRange(0, 1).Draw(t, "table")
			d := devices[i]
			switch rapid.IntRange(0, 8).Draw(t, "act") {
			case 0, 1, 2:
				pos, ok := onBoard(r, d, turn[d])
				if !ok {
					continue
				}
				var moves []string
				for m := range pos.Legal() {
					moves = append(moves, m.UCI())
				}
				if len(moves) > 0 {
					r.play(d, rapid.SampledFrom(moves).Draw(t, "move"))
					turn[d] = turn[d].Other()
				}
			case 3:
				r.wait(time.Duration(rapid.IntRange(1, 100).Draw(t, "seconds")) * time.Second)
				r.put(&r.ticker, events.HallScope, events.Tick{At: r.now})
			case 4:
				r.sensor(d).board = rules.Start().Board()
				turn[d] = rules.White
				r.dump(d)
				r.wait(time.Second)
				r.quiet(d, 1000)
			default:
				game := r.fold.Hall().Game(tables[i])
				ended := game.Result() != rules.Ongoing
				scope, p := anyRuling(t, r, tables[i])
				facts := r.rule(scope, p)
				answers, said := 0, len(facts)
				for _, f := range facts {
					switch x := f.Event.Data.(type) {
					case events.Answered:
						answers++
						if x.Answer == events.AnswerRefused && said > 1 && answers == 1 {
							t.Fatalf("%+v is refused, %q, and %d other facts follow", p, x.Text, said-1)
						}
						if x.Answer == events.AnswerRefused {
							refused++
						}
					case events.FindingRaised:
						if x.Kind == events.FindingClockExpected && ended && !asked(p) && string(f.Event.Scope) == "table/"+tables[i] && game.Result() != rules.Ongoing {
							t.Fatalf("%+v after the end: %s", p, f.Bytes)
						}
					}
				}
				if ended {
					over++
				}
				if answers != 1 {
					t.Fatalf("%+v is answered %d times", p, answers)
				}
			}
		}
		if _, err := audit(r.facts); err != nil {
			t.Fatal(err)
		}
		cut := rapid.IntRange(0, len(r.stored)).Draw(t, "cut")
		part := foldAll(t, r.stored[:cut])
		sameBytes(t, part, r.facts[:len(part)])
		sameBytes(t, foldAll(t, r.stored), r.facts)
		for _, f := range r.facts {
			forDeskAlone(t, f)
		}
	})
	if refused == 0 || over == 0 {
		t.Errorf("%d refused, %d after an end: the property was not tried", refused, over)
	}
}

// forDeskAlone fails where a fact that is the desk's makes a frame for others.
func forDeskAlone(t *rapid.T, f game.Fact) {
	t.Helper()
	for _, kind := range []feeds.AudienceKind{feeds.Public, feeds.Commentary, feeds.Hall} {
		frame, ok := feeds.FrameOf(kind, f.Event, f.Event.Recorded)
		if !ok {
			continue
		}
		switch p := f.Event.Data.(type) {
		case events.FindingRaised, events.FindingCleared, events.Answered, events.Lifted, events.Unexplained:
			t.Fatalf("%v gets %s as %s", kind, f.Event.Type, frame.Kind)
		case events.Ended:
			if kind == feeds.Hall {
				t.Fatalf("players see a provisional end: %s", p.Result)
			}
		case events.AdjournedFact:
			if p.State == events.AdjournedOrdered {
				t.Fatalf("%v learns that a move is to be sealed", kind)
			}
		}
	}
}
