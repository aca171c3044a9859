package game_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"boardwire/events"
	"boardwire/game"
	"boardwire/rules"
)

// recordGame draws a record of one game.
func recordGame(t *rapid.T, laws rules.Laws, plies int) *record {
	r := newRecord(t)
	p := seatPlayers(t, r, "dgt-1", false)
	for range plies {
		if !p.move(laws) {
			break
		}
	}
	p.wait(6 * time.Second)
	r.now = p.now
	return r
}

// foldAll folds stored messages anew.
func foldAll(t failer, stored [][]byte) []game.Fact {
	t.Helper()
	f := game.NewFold("main")
	var facts []game.Fact
	for i, b := range stored {
		got, err := f.Take(uint64(i+1), b)
		if err != nil {
			t.Fatal(err)
		}
		facts = append(facts, got...)
	}
	return facts
}

func sameBytes(t *rapid.T, got, want []game.Fact) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d facts, want %d", len(got), len(want))
	}
	for i := range got {
		if !bytes.Equal(got[i].Bytes, want[i].Bytes) {
			t.Fatalf("fact %d:\n got %s\nwant %s", i, got[i].Bytes, want[i].Bytes)
		}
	}
}

// The same record gives the same bytes, and a part of it the first of them.
func TestAReplayGivesTheSameBytes(t *testing.T) {
	laws := laws2023(t)
	rapid.Check(t, func(t *rapid.T) {
		r := recordGame(t, laws, rapid.IntRange(1, 12).Draw(t, "plies"))
		sameBytes(t, foldAll(t, r.stored), r.facts)
		part := foldAll(t, r.stored[:rapid.IntRange(0, len(r.stored)).Draw(t, "part")])
		sameBytes(t, part, r.facts[:len(part)])
	})
}

// A message that comes again changes nothing, whenever it comes.
func TestARepeatedMessageChangesNothing(t *testing.T) {
	laws := laws2023(t)
	rapid.Check(t, func(t *rapid.T) {
		r := recordGame(t, laws, rapid.IntRange(1, 12).Draw(t, "plies"))
		var again [][]byte
		for i, b := range r.stored {
			again = append(again, b)
			for range rapid.IntRange(0, 2).Draw(t, "again") {
				again = append(again, r.stored[rapid.IntRange(0, i).Draw(t, "which")])
			}
		}
		sameBytes(t, foldAll(t, again), r.facts)
	})
}

// Two boards in one hall do not touch each other: however their messages come
// together, each table gets the same facts.
func TestTablesDoNotTouchEachOther(t *testing.T) {
	laws := laws2023(t)
	rapid.Check(t, func(t *rapid.T) {
		type message struct {
			at time.Time
			p  events.Payload
		}
		var queues [2][]message
		devices := [2]string{"dgt-1", "dgt-2"}
		for i := range queues {
			p := newPlayers(t, devices[i], i == 1, func(at time.Time, p events.Payload) {
				queues[i] = append(queues[i], message{at, p})
			})
			p.begin()
			for range rapid.IntRange(1, 10).Draw(t, "plies") {
				if !p.move(laws) {
					break
				}
			}
			p.wait(6 * time.Second)
		}
		merge := func(first func() bool) [2][]string {
			r := newRecord(t)
			r.put(&r.desk, events.HallScope, events.SittingOpened{Hall: "main", Sitting: "s0001", Rate: 1})
			r.rule(events.RoundScope("open.1"), events.Roster{
				Ruled: r.ruled(), Edition: "2023", Kind: "standard", Control: "90+30",
				Tables: []events.Pairing{{Board: 1, White: "ann", Black: "bob"}, {Board: 2, White: "cat", Black: "dan"}},
			})
			r.rule(events.TableScope("open.1.1"), events.Assign{Ruled: r.ruled(), Device: devices[0]})
			r.rule(events.TableScope("open.1.2"), events.Assign{Ruled: r.ruled(), Device: devices[1]})
			at := [2]int{}
			for at[0] < len(queues[0]) || at[1] < len(queues[1]) {
				i := 0
				if at[0] == len(queues[0]) || at[1] < len(queues[1]) && !first() {
					i = 1
				}
				m := queues[i][at[i]]
				at[i]++
				r.now = m.at
				r.see(devices[i], m.p)
			}
			if _, err := audit(r.facts); err != nil {
				t.Fatal(err)
			}
			return [2][]string{payloads(r.facts, "open.1.1"), payloads(r.facts, "open.1.2")}
		}
		want := merge(func() bool { return true })
		got := merge(func() bool { return rapid.Bool().Draw(t, "first") })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("facts (-one after the other +together):\n%s", diff)
		}
	})
}

func laws2023(t *testing.T) rules.Laws {
	t.Helper()
	laws, err := rules.Of(rules.E2023)
	if err != nil {
		t.Fatal(err)
	}
	return laws
}
