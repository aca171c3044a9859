package push

import (
	"fmt"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/rules"
)

// BenchmarkAMoveInARound: 100 games of 80 plies, one of which goes on: what
// is to be sent is found and written.
func BenchmarkAMoveInARound(b *testing.B) {
	seen := feeds.NewSeen(feeds.Public)
	take := func(game string, p events.Payload) {
		e := events.Event{ID: "f", Type: p.EventType(), Scope: events.TableScope(game), Data: p}
		frame, _ := feeds.FrameOf(feeds.Public, e, time.Unix(0, 0))
		data, err := frame.AppendJSON(nil)
		if err == nil {
			_, err = seen.Take("."+frame.Kind, data)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	hops := [...]string{"g1f3", "g8f6", "f3g1", "f6g8"}
	var games []shown
	for board := range 100 {
		game := fmt.Sprintf("demo.1.%d", board+1)
		take(game, events.Paired{White: "white", Black: "black", Edition: "2023", Kind: "standard", Control: "90+30", FEN: rules.Start().FEN(), Rate: 1})
		for ply := range 80 {
			take(game, events.Made{Ply: ply + 1, UCI: hops[ply%4], SAN: "N", FEN: "x"})
			take(game, events.Completed{Ply: ply + 1, By: events.ByPress, Clocks: &events.Clocks{White: 5400 - ply, Black: 5400 - ply}})
		}
	}
	for _, id := range seen.IDs() {
		v, _ := seen.Game(id)
		games = append(games, shown{view: v, title: "Open", stamp: 1})
	}
	l := list{kind: Lichess}
	l.update(games, time.Unix(0, 0))
	whole := 0
	for _, i := range l.items {
		whole += len(i.pgn)
	}
	l.answered(l.due(), nil, time.Unix(0, 0))
	stamp := uint64(1)
	b.ResetTimer()
	for range b.N {
		stamp++
		games[50].stamp = stamp
		l.update(games, time.Unix(1, 0))
		l.due()
	}
	b.ReportMetric(float64(whole), "bytes/round")
	b.ReportMetric(float64(len(l.items[50].pgn)), "bytes/game")
}
