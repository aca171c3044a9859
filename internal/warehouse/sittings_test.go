package warehouse

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"boardwire/events"
)

// The sitting after s9999 is s10000, which is less as a text. What is told of a
// game is what the later one says, by every question; the older one is read to
// its end all the same.
func TestTheLaterSittingIsTheOneWithTheGreaterNumber(t *testing.T) {
	conn, cfg := ours(t)
	live, _ := stores(t)
	scope := events.TableScope("open.1.1")
	for i, sitting := range []string{"s9999", "s10000"} {
		at := current{Hall: "h", Sitting: sitting, Gen: 1}
		pointTo(t, live, at)
		rec := recorderOf(t, live, at)
		for range 2 - i {
			rec.put("ingest-h-x-0000", 0, events.DeviceScope("dgt-1"), events.DeviceSeen{Driver: "dgt", Port: "usb-1", Serial: "1"})
		}
		s := newScribe(t, live, at)
		s.now = s.now.Add(time.Duration(i) * 24 * time.Hour)
		p := pairing("p1", "p2", "5+3")
		p.Device = "dgt-1"
		s.state(scope, 0, p)
		s.state(scope, time.Second, events.ClockChanged{Changes: []string{"started"}, Clocks: events.Clocks{White: 300, Black: 300, Running: "white"}})
		s.move(scope, 1, []string{"d4", "e4"}[i], 290, 300)
		s.move(scope, 2, []string{"d5", "e5"}[i], 290, 290)
		s.state(scope, time.Second, events.Unexplained{Placement: "8/8/8/8/8/8/8/8", After: 2})
		if i == 1 {
			s.state(scope, 2*time.Second, events.Unexplained{After: 2, Explained: true})
			s.state(scope, time.Second, events.FinalResult{Result: "1-0", Reason: "not_recorded", Source: events.SourceRuled})
		}
		s.store(t.Context())
	}
	w, stop := running(t, cfg, Deps{Live: live, LiveDB: conn})
	drained(t, w)
	stop()
	if n := ask[uint64](t, conn, "SELECT countIf(sitting = 's9999') FROM "+cfg.Live+".facts FINAL"); n != 7 {
		t.Errorf("%d facts of the older sitting, want 7", n)
	}
	told(t, conn, cfg.Live, "games", nil, []string{"open.1.1,p1,p2,standard,5+3,2,13,13,final,1-0,not_recorded,ruled,1,0"})
	told(t, conn, cfg.Live, "results", nil, []string{"open,1,1-0,not_recorded,ruled,final,1,0,1"})
	told(t, conn, cfg.Live, "time-per-move", nil, []string{
		"open.1.1,1,white,p1,e4,13,290,first,endgame", "open.1.1,1,black,p2,e5,13,290,first,endgame"})
	for n, line := range answerOf(t, conn, cfg.Live, "moves", map[string]string{"game": "open.1.1"}) {
		if want := []string{"1,white,e4,290,13,first,press,", "2,black,e5,290,13,first,press,"}[n]; len(line) < len(want) || line[:len(want)] != want {
			t.Errorf("moves: %s, want %s…", line, want)
		}
	}
	// The board is judged by that sitting alone.
	told(t, conn, cfg.Live, "data-quality", nil, []string{"open.1.1,dgt-1,seen,2,100,0,0,0,1,0,0,1,1,2,0,0,0"})
}

// clocksOf adds up the clocks of an answer to moves.
func clocksOf(t *testing.T, asked []string) (sum uint64) {
	t.Helper()
	for _, line := range asked {
		n, err := strconv.ParseUint(strings.Split(line, ",")[3], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	return sum
}

// The view of one game, and the question, say what the view of all games says, whichever sittings,
// generations and halls there are.
func TestMovesAreThoseOfTheGenerationThatHolds(t *testing.T) {
	conn, cfg := ours(t)
	live, _ := stores(t)
	scope := events.TableScope("open.1.1")
	state := func(at current, moves int, clk int, result string, gone bool) {
		s := newScribe(t, live, at)
		p := pairing("p1", "p2", "5+3")
		p.Gone = gone
		s.state(scope, 0, p)
		s.state(scope, time.Second, events.ClockChanged{Changes: []string{"started"}, Clocks: events.Clocks{White: 300, Black: 300, Running: "white"}})
		for ply := 1; ply <= moves; ply++ {
			s.move(scope, ply, "x", clk-ply, clk-ply)
		}
		if result != "" {
			s.state(scope, time.Second, events.FinalResult{Result: result, Reason: "not_recorded", Source: events.SourceRuled})
		}
		s.store(t.Context())
	}
	check := func(what string, want uint64) {
		t.Helper()
		for _, q := range []string{"SELECT * FROM %s.plies_now WHERE game = 'open.1.1' EXCEPT SELECT * FROM %s.moves(game = 'open.1.1')", "SELECT * FROM %s.moves(game = 'open.1.1') EXCEPT SELECT * FROM %s.plies_now WHERE game = 'open.1.1'"} {
			if n := ask[uint64](t, conn, "SELECT count() FROM ("+strings.ReplaceAll(q, "%s", cfg.Live)+")"); n != 0 {
				t.Errorf("%s: %d half-moves are in one view alone", what, n)
			}
		}
		if n := ask[uint64](t, conn, "SELECT count() FROM "+cfg.Live+".moves(game = 'open.1.1')"); n != want {
			t.Errorf("%s: %d half-moves, want %d", what, n, want)
		}
		asked := answerOf(t, conn, cfg.Live, "moves", map[string]string{"game": "open.1.1"})
		if uint64(len(asked)) != want {
			t.Errorf("%s: the question moves has %d half-moves, want %d", what, len(asked), want)
		}
		if of := ask[uint64](t, conn, "SELECT sum(toUInt64(assumeNotNull(clk))) FROM "+cfg.Live+".moves(game = 'open.1.1')"); of != clocksOf(t, asked) {
			t.Errorf("%s: the question and the view tell other clocks: %q", what, asked)
		}
	}
	write := func(at current) {
		t.Helper()
		pointTo(t, live, at)
		w, stop := running(t, cfg, Deps{Live: live, LiveDB: conn})
		drained(t, w)
		// A generation is announced after its last rows.
		for held := uint32(0); held != at.Gen && t.Context().Err() == nil; sleep(t.Context(), 20*time.Millisecond) {
			held = ask[uint32](t, conn, "SELECT max(gen) FROM "+cfg.Live+".generations WHERE sitting = ?", at.Sitting)
		}
		stop()
	}
	first := current{Hall: "h", Sitting: "s0001", Gen: 1}
	state(first, 4, 290, "", false)
	write(first)
	check("one sitting", 4)
	second := current{Hall: "h", Sitting: "s0002", Gen: 1}
	state(second, 0, 0, "", false)
	write(second)
	check("a second sitting in which nothing happened", 4)
	anew := current{Hall: "h", Sitting: "s0002", Gen: 2}
	state(anew, 2, 280, "1-0", false)
	check("a generation that is not written yet", 4)
	write(anew)
	check("a generation that holds", 2)
	gone := current{Hall: "h", Sitting: "s0002", Gen: 3}
	state(gone, 2, 280, "1-0", true)
	write(gone)
	check("a game that is gone", 0)
	for _, table := range []string{"plies", "games", "generations"} {
		if err := conn.Exec(t.Context(), "OPTIMIZE TABLE "+cfg.Live+"."+table+" FINAL"); err != nil {
			t.Fatal(err)
		}
	}
	check("after merges", 0)
}
