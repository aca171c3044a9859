package warehouse

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/events"
)

// Two halls that keep a database together may use the same names for their games
// and their devices: what is said of each is what is said where it is alone.
func TestHallsInOneDatabaseKeepApart(t *testing.T) {
	conn, cfg := ours(t)
	alone := []Config{}
	for _, hall := range []string{"h", "k"} {
		_, own := ours(t)
		own.Hall = hall
		alone = append(alone, own)
	}
	for i, own := range alone {
		live, _ := stores(t)
		at := current{Hall: own.Hall, Sitting: "s0001", Gen: 1}
		pointTo(t, live, at)
		rec := recorderOf(t, live, at)
		for range 2 + i {
			rec.put("ingest-"+own.Hall+"-x-0000", uint64(i), events.DeviceScope("dgt-1"), events.DeviceSeen{Driver: "dgt", Port: "usb-1", Serial: "1"})
		}
		s := newScribe(t, live, at)
		scope := events.TableScope("open.1.1")
		device := "dgt-1"
		p := pairing(own.Hall+"1", own.Hall+"2", "5+3")
		p.Device = device
		s.state(scope, 0, p)
		s.state(scope, time.Second, events.ClockChanged{Changes: []string{"started"}, Clocks: events.Clocks{White: 300, Black: 300, Running: "white"}})
		for ply := 1; ply <= 4+2*i; ply++ {
			s.move(scope, ply, "x", 301-10*i-ply, 301-ply)
		}
		s.state(scope, time.Second, events.Withdrawn{Ply: 4})
		s.state(scope, time.Duration(1+i)*time.Second, events.Unexplained{Placement: "8/8/8/8/8/8/8/8", After: 3})
		s.state(scope, time.Duration(2+i)*time.Second, events.Unexplained{After: 3, Explained: true})
		s.state(scope, time.Second, events.ClockChanged{Changes: []string{"adjusted"}, Clocks: events.Clocks{White: 200 + i, Black: 300}})
		s.state(scope, time.Second, events.FinalResult{Result: "1-0", Reason: "not_recorded", Source: events.SourceRuled})
		s.store(t.Context())
		both := cfg
		both.Hall = own.Hall
		for _, c := range []Config{own, both} {
			w, stop := running(t, c, Deps{Live: live, LiveDB: conn})
			drained(t, w)
			stop()
		}
	}
	for _, name := range []string{"games", "moves", "time-per-move", "time-by-phase", "time-trouble", "clocks-at-move", "clock-jumps", "data-quality", "biggest-thinks", "results"} {
		params := map[string]string{"game": "open.1.1"}
		switch name {
		case "time-trouble":
			params["below"] = "299"
		case "clocks-at-move":
			params["move"] = "1"
		}
		var want []string
		for _, own := range alone {
			want = append(want, answerOf(t, conn, own.Live, name, params)...)
		}
		got := answerOf(t, conn, cfg.Live, name, params)
		if name == "results" { // it counts games
			want = []string{"open,1,1-0,not_recorded,ruled,final,1,0,2"}
		}
		slices.Sort(want)
		slices.Sort(got)
		if len(want) == 0 {
			t.Fatalf("%s: nothing to compare with", name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-each alone +both):\n%s", name, diff)
		}
	}
}
