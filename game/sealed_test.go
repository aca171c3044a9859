package game_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardwire/events"
	"boardwire/rules"
)

var ids = regexp.MustCompile(`[0-9a-f]{32,}`)

// What is moved on the board after the order to seal is in the record alone:
// whatever happens there, no fact tells of it before the envelope is opened.
func TestWhatIsMovedAfterTheOrderToSealIsInNoFact(t *testing.T) {
	moved := 0
	rapid.Check(t, func(t *rapid.T) {
		r := newRecord(t)
		r.event.Edition = rapid.SampledFrom(rules.Carried()).Draw(t, "edition").String()
		table := events.TableScope("open.1.1")
		r.put(&r.desk, events.HallScope, events.SittingOpened{Hall: "main", Sitting: "s0001", Rate: 1})
		roster := r.event
		roster.Ruled, roster.Tables = r.ruled(), []events.Pairing{{Board: 1, White: "ann", Black: "bob"}}
		r.rule(events.RoundScope("open.1"), roster)
		r.rule(table, events.Assign{Ruled: r.ruled(), Device: "dgt-1"})
		r.sensor("dgt-1").board = rules.Start().Board()
		r.dump("dgt-1")
		r.read("dgt-1", events.ClockReading{Left: 5400, Right: 5400, Lever: "left"})
		r.read("dgt-1", events.ClockReading{Left: 5400, Right: 5400, Lever: "left", Running: true})
		turn := rules.White
		step := func() (uci, san, fen string) {
			pos, ok := onBoard(r, "dgt-1", turn)
			if !ok {
				return "", "", ""
			}
			var moves []rules.Move
			for m := range pos.Legal() {
				moves = append(moves, m)
			}
			if len(moves) == 0 {
				return "", "", ""
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			next, err := pos.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			r.play("dgt-1", m.UCI())
			turn = turn.Other()
			return m.UCI(), pos.SAN(m), next.Board().Placement()
		}
		for range rapid.IntRange(2, 8).Draw(t, "plies") {
			step()
		}
		r.wait(time.Second)
		r.rule(table, events.Seal{Ruled: r.ruled()})
		if rapid.Bool().Draw(t, "envelope in") {
			r.rule(table, events.Sealed{Ruled: r.ruled(), White: 100, Black: 100})
		}
		from := len(r.facts)
		var secret []string
		for range rapid.IntRange(1, 4).Draw(t, "moved") {
			switch rapid.IntRange(0, 3).Draw(t, "act") {
			case 0:
				r.dump("dgt-1")
				r.wait(6 * time.Second)
				r.quiet("dgt-1", 5000)
			case 1:
				r.rule(table, events.Resume{Ruled: r.ruled()})
			default:
				uci, san, placement := step()
				secret = append(secret, uci, san, placement)
				moved++
			}
		}
		r.wait(6 * time.Second)
		r.quiet("dgt-1", 5000)
		for _, f := range r.facts[from:] {
			switch p := f.Event.Data.(type) {
			case events.FindingRaised:
				switch p.Kind { // what is not about the men on the board
				case events.FindingClockExpected, events.FindingFlag, events.FindingBothFlags, events.FindingTwoMinutes, events.FindingMoveCount:
				default:
					t.Fatalf("%s is raised after the order to seal: %s", p.Kind, f.Bytes)
				}
			case events.Made, events.Withdrawn, events.Completed, events.Lifted, events.Unexplained:
				t.Fatalf("%s after the order to seal: %s", f.Event.Type, f.Bytes)
			}
			_, data, _ := strings.Cut(string(f.Bytes), `"data":`) // ids and hashes may look like anything
			data = ids.ReplaceAllString(data, "")
			for _, word := range secret {
				if word != "" && strings.Contains(data, word) {
					t.Fatalf("%s is told by %s", word, f.Bytes)
				}
			}
		}
		if _, err := audit(r.facts); err != nil {
			t.Fatal(err)
		}
		if g := r.fold.Hall().Game("open.1.1"); g.Line().Len() < 2 {
			t.Fatalf("%d moves were made before: the record is not a game", g.Line().Len())
		}
		sameBytes(t, foldAll(t, r.stored), r.facts)
	})
	if moved == 0 {
		t.Error("nothing was moved after the order: the property was not tried")
	}
}
