package game_test

import (
	"fmt"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/game"
	"boardwire/rules"
)

// shuffle is a game of so many plies in which no pawn moves and nothing is
// taken for long: knights go out and back, and a pawn steps every 24 plies.
func shuffle(plies int) []string {
	knights := []string{"g1f3", "g8f6", "b1c3", "b8c6", "f3g1", "f6g8", "c3b1", "c6b8"}
	pawns := []string{"a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3", "d7d6", "e2e3", "e7e6", "f2f3", "f7f6", "g2g3", "g7g6", "h2h3", "h7h6"}
	var out []string
	for len(out) < plies {
		out = append(out, knights...)
		n := len(out) / 10 * 2
		if n+1 < len(pawns) {
			out = append(out, pawns[n], pawns[n+1])
		}
	}
	return out[:plies]
}

// recordRound is the record of a round in which all boards play the same moves,
// with a deadline armed at each: half of the clocks stand after the last move.
func recordRound(t failer, boards int, moves []string, edition string) *record {
	r := newRecord(t)
	late := 900
	r.event.Edition, r.event.DefaultTime, r.event.Start = edition, &late, noon.Format(time.RFC3339)
	r.put(&r.desk, events.HallScope, events.SittingOpened{Hall: "main", Sitting: "s0001", Rate: 1})
	roster := r.event
	roster.Ruled = r.ruled()
	for i := range boards {
		roster.Tables = append(roster.Tables, events.Pairing{Board: i + 1, White: fmt.Sprintf("w%d", i), Black: fmt.Sprintf("b%d", i)})
	}
	r.rule(events.RoundScope("open.1"), roster)
	device := func(i int) string { return fmt.Sprintf("dgt-%d", i+1) }
	for i := range boards {
		d := device(i)
		r.rule(events.TableScope(fmt.Sprintf("open.1.%d", i+1)), events.Assign{Ruled: r.ruled(), Device: d})
		r.sensor(d).board = rules.Start().Board()
		r.dump(d)
		r.read(d, events.ClockReading{Left: 5400, Right: 5400, Lever: "left", Running: true})
	}
	for _, uci := range moves {
		at := r.now
		for i := range boards {
			r.now = at
			r.play(device(i), uci)
		}
		r.wait(time.Second)
	}
	for i := range boards {
		if i%2 == 0 {
			c := *r.sensor(device(i)).clock
			c.Running = false
			r.read(device(i), c)
		}
	}
	for range 20 {
		r.wait(10 * time.Second)
		r.put(&r.ticker, events.HallScope, events.Tick{At: r.now})
	}
	return r
}

// BenchmarkGrowth folds rounds of more boards and of longer games. One operation
// is one message: it costs the same however many there are.
func BenchmarkGrowth(b *testing.B) {
	for _, size := range []struct{ boards, plies int }{{10, 60}, {50, 60}, {200, 60}, {10, 240}, {10, 480}} {
		b.Run(fmt.Sprintf("boards=%d/plies=%d", size.boards, size.plies), func(b *testing.B) {
			stored := recordRound(b, size.boards, shuffle(size.plies), "1997").stored
			b.ReportAllocs()
			b.ResetTimer()
			var f *game.Fold
			for n := range b.N {
				i := n % len(stored)
				if i == 0 {
					f = game.NewFold("main")
				}
				if _, err := f.Take(uint64(i+1), stored[i]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
