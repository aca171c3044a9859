package game_test

import (
	"fmt"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/game"
	"boardwire/rules"
)

// morphy is a game with captures, castling and mate.
var morphy = []string{
	"e2e4", "e7e5", "g1f3", "d7d6", "d2d4", "c8g4", "d4e5", "g4f3", "d1f3", "d6e5", "f1c4", "g8f6",
	"f3b3", "d8e7", "b1c3", "c7c6", "c1g5", "b7b5", "c3b5", "c6b5", "c4b5", "b8d7", "e1c1", "a8d8",
	"d1d7", "d8d7", "h1d1", "e7e6", "b5d7", "f6d7", "b3b8", "d7b8", "d1d8",
}

// BenchmarkTake folds a hall's record. One operation is one message.
func BenchmarkTake(b *testing.B) {
	b.Run("readings each second", func(b *testing.B) { benchmarkTake(b, 10) })
	b.Run("touches and presses alone", func(b *testing.B) { benchmarkTake(b, 0) })
}

// benchmarkTake folds boards that play the same game at a time, with so many
// readings of the clock before each move.
func benchmarkTake(b *testing.B, readings int) {
	const boards = 20
	r := newRecord(b)
	r.put(&r.desk, events.HallScope, events.SittingOpened{Hall: "main", Sitting: "s0001", Rate: 1})
	roster := events.Roster{Ruled: r.ruled(), Edition: "2023", Kind: "standard", Control: "90+30"}
	devices := make([]string, boards)
	for i := range devices {
		devices[i] = fmt.Sprintf("dgt-%d", i+1)
		roster.Tables = append(roster.Tables, events.Pairing{Board: i + 1, White: "w", Black: "b"})
	}
	r.rule(events.RoundScope("open.1"), roster)
	for i, d := range devices {
		r.rule(events.TableScope(fmt.Sprintf("open.1.%d", i+1)), events.Assign{Ruled: r.ruled(), Device: d})
		r.sensor(d).board = rules.Start().Board()
		r.dump(d)
		r.read(d, events.ClockReading{Left: 5400, Right: 5400, Lever: "left", Running: true})
	}
	for _, uci := range morphy {
		for range readings {
			r.wait(time.Second)
			for _, d := range devices {
				c := *r.sensor(d).clock
				if c.Lever == "left" {
					c.Left--
				} else {
					c.Right--
				}
				r.read(d, c)
			}
		}
		for _, d := range devices {
			at := r.now
			r.play(d, uci)
			r.now = at
		}
		r.wait(2 * time.Second)
	}
	if g := r.fold.Hall().Game("open.1.20"); g.Result() != rules.WhiteWins {
		b.Fatalf("result %s after %d plies", g.Result(), g.Line().Len())
	}
	b.ReportAllocs()
	b.ResetTimer()
	var f *game.Fold
	for n := range b.N {
		i := n % len(r.stored)
		if i == 0 {
			f = game.NewFold("main")
		}
		if _, err := f.Take(uint64(i+1), r.stored[i]); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
