package warehouse

import (
	"testing"
	"time"

	"boardwire/events"
)

// Of a board from which nothing came in the sitting nothing is known: no score,
// whatever it did in another sitting, and whatever was stated of its game.
func TestABoardThatWasNotSeenHasNoScore(t *testing.T) {
	conn, cfg := ours(t)
	live, _ := stores(t)
	for n, sitting := range []string{"s0001", "s0002"} {
		at := current{Hall: "h", Sitting: sitting, Gen: 1}
		pointTo(t, live, at)
		rec := recorderOf(t, live, at)
		for _, device := range []string{"dgt-1", "dgt-2", "dgt-3"}[:3-2*n] { // in the second sitting the first alone
			rec.put("ingest-h-"+device+"-000"+sitting[4:], 0, events.DeviceScope(device), events.DeviceSeen{Driver: "dgt", Port: "usb-1", Serial: "1"})
		}
		s := newScribe(t, live, at)
		s.now = s.now.Add(time.Duration(n) * 24 * time.Hour)
		pair := func(game, device string) events.Scope {
			scope := events.TableScope(game)
			p := pairing("p1", "p2", "5+3")
			p.Device = device
			s.state(scope, 0, p)
			return scope
		}
		started := events.ClockChanged{Changes: []string{"started"}, Clocks: events.Clocks{White: 300, Black: 300, Running: "white"}}
		if n == 0 {
			for _, game := range []string{"open.1.1", "open.1.2"} {
				scope := pair(game, "dgt-"+game[7:])
				s.state(scope, time.Second, started)
				s.move(scope, 1, "e4", 299, 300)
				s.move(scope, 2, "e5", 299, 298)
			}
		} else {
			// Played as usual; brought along and resumed on a board that is not there;
			// stated from the scoresheet alone; not begun; without a board.
			scope := pair("open.2.1", "dgt-1")
			s.state(scope, time.Second, started)
			s.move(scope, 1, "d4", 299, 300)
			scope = pair("open.1.2", "dgt-2")
			s.state(scope, time.Second, events.Made{Ply: 1, UCI: "e2e4", SAN: "e4", FEN: "8/8/8/8/8/8/8/8 w - - 0 1", Origin: events.OriginCarried})
			s.state(scope, time.Second, events.Made{Ply: 2, UCI: "e2e4", SAN: "e5", FEN: "8/8/8/8/8/8/8/8 w - - 0 1", Origin: events.OriginCarried})
			scope = pair("open.2.3", "dgt-3")
			s.state(scope, time.Second, events.Made{Ply: 1, UCI: "e2e4", SAN: "e4", FEN: "8/8/8/8/8/8/8/8 w - - 0 1", Origin: events.OriginCorrected})
			pair("open.2.4", "dgt-4")
			pair("open.2.5", "")
		}
		s.store(t.Context())
	}
	w, stop := running(t, cfg, Deps{Live: live, LiveDB: conn})
	defer func() { stop() }()
	drained(t, w)
	told(t, conn, cfg.Live, "data-quality", nil, []string{
		// game, device, board, plies, score, unseen, taken_back, untimed, messages, missing, lost, seen, unexplained, seconds, clock_absent, battery_low, clock_odd
		"open.1.1,dgt-1,seen,2,100,0,0,0,1,0,0,1,0,0,0,0,0",
		"open.1.2,dgt-2,not seen,0,,0,0,0,0,,,,,,,,",
		"open.2.1,dgt-1,seen,1,100,0,0,0,1,0,0,1,0,0,0,0,0",
		"open.2.3,dgt-3,not seen,1,,1,0,1,0,,,,,,,,",
		"open.2.4,dgt-4,not seen,0,,0,0,0,0,,,,,,,,",
		"open.2.5,,none,0,,0,0,0,0,,,,,,,,",
	})
}
