package game_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"boardwire/events"
)

// Two boards are given to each other's table, and that is put right at any
// moment, in one step or with a table left without a board for a while: each
// table gets its own game, with every completion and every clock time.
func TestCrossedBoardsArePutRightAtAnyMoment(t *testing.T) {
	laws := laws2023(t)
	rapid.Check(t, func(t *rapid.T) {
		type message struct {
			at time.Time
			p  events.Payload
		}
		devices := [2]string{"dgt-1", "dgt-2"}
		var queues [2][]message
		var played [2]*players
		for i := range queues {
			p := newPlayers(t, devices[i], i == 1, func(at time.Time, p events.Payload) {
				queues[i] = append(queues[i], message{at, p})
			})
			p.wait(time.Duration(i) * time.Millisecond) // no two messages at once
			p.begin()
			for range rapid.IntRange(0, 12).Draw(t, "plies") {
				if !p.move(laws) {
					break
				}
			}
			p.wait(6 * time.Second)
			played[i] = p
		}
		if a, b := played[0].want, played[1].want; len(a) > 0 && len(b) > 0 && a[0].uci == b[0].uci {
			t.Skip("both boards show the same: nobody could tell them apart")
		}
		r := newRecord(t)
		r.put(&r.desk, events.HallScope, events.SittingOpened{Hall: "main", Sitting: "s0001", Rate: 1})
		r.rule(events.RoundScope("open.1"), events.Roster{
			Ruled: r.ruled(), Edition: "2023", Kind: "standard", Control: "90+30",
			Tables: []events.Pairing{{Board: 1, White: "ann", Black: "bob"}, {Board: 2, White: "cat", Black: "dan"}},
		})
		tables := [2]events.Scope{events.TableScope("open.1.1"), events.TableScope("open.1.2")}
		assign := func(i int, device string) {
			r.rule(tables[i], events.Assign{Ruled: r.ruled(), Device: device})
		}
		assign(0, devices[1])
		assign(1, devices[0])
		right := rapid.IntRange(0, len(queues[0])+len(queues[1])).Draw(t, "right after")
		for n := 0; ; n++ {
			if n == right {
				if rapid.Bool().Draw(t, "in steps") {
					assign(0, "")
					assign(1, "")
				}
				assign(0, devices[0])
				assign(1, devices[1])
			}
			i := 0
			if len(queues[0]) == 0 || len(queues[1]) > 0 && queues[1][0].at.Before(queues[0][0].at) {
				i = 1
			}
			if len(queues[i]) == 0 {
				break
			}
			m := queues[i][0]
			queues[i] = queues[i][1:]
			r.now = m.at
			r.see(devices[i], m.p)
		}
		told, err := audit(r.facts)
		if err != nil {
			t.Fatal(err)
		}
		sameBytes(t, foldAll(t, r.stored), r.facts)
		for i, p := range played {
			var got []toldMove
			if table := told[string(tables[i])]; table != nil {
				got = table.moves
			}
			for i := range got {
				got[i].id = ""
			}
			if len(got)+len(p.want) == 0 {
				continue
			}
			if diff := cmp.Diff(p.want, got, cmp.AllowUnexported(toldMove{})); diff != "" {
				t.Fatalf("%s (-played +told):\n%s\n%s", tables[i], diff, strings.Join(payloads(r.facts, "open.1.1"), "\n"))
			}
		}
	})
}
