package projector

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"boardwire/events"
)

// shows are the values of a collector, a line a series, sorted.
func shows(t *testing.T, c prometheus.Collector) string {
	t.Helper()
	reg := prometheus.NewPedanticRegistry()
	reg.MustRegister(c)
	all, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range all {
		for _, m := range f.Metric {
			var labels []string
			for _, l := range m.Label {
				labels = append(labels, l.GetValue())
			}
			lines = append(lines, fmt.Sprintf("%s %s %v", strings.TrimPrefix(f.GetName(), "boardwire_projector_"), strings.Join(labels, "/"), m.Gauge.GetValue()))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestTablesShowWhatTheFactsSay(t *testing.T) {
	one, two := events.TableScope("open.1.1"), events.TableScope("open.2.1")
	type said struct {
		sitting string
		scope   events.Scope
		id      events.ID
		data    events.Payload
	}
	const none = "findings_open device 0\nfindings_open illegal_move 0\nfindings_open record 0\nrecord_faults  0"
	for _, c := range []struct {
		name string
		tell []said
		then func(*tables)
		want string
	}{
		{name: "nothing yet", want: none},
		{
			name: "a board serves a table, then that of the next round",
			tell: []said{
				{"s0001", one, "1", events.Paired{Device: "dgt-1"}},
				{"s0001", one, "2", events.Paired{}},
				{"s0001", two, "3", events.Paired{Device: "dgt-1"}},
			},
			want: "board_in_play dgt-1 0\nboard_info dgt-1/1/open 1\nboard_unexplained dgt-1 0\n" + none,
		},
		{
			name: "what lies on the board is explained again on one of two boards",
			tell: []said{
				{"s0001", one, "1", events.Paired{Device: "dgt-1"}},
				{"s0001", events.TableScope("open.1.2"), "2", events.Paired{Device: "dgt-2"}},
				{"s0001", one, "3", events.Unexplained{Placement: "8/8/8/8/8/8/8/8"}},
				{"s0001", events.TableScope("open.1.2"), "4", events.Unexplained{Placement: "8/8/8/8/8/8/8/8"}},
				{"s0001", one, "5", events.Unexplained{Explained: true}},
			},
			want: "board_in_play dgt-1 0\nboard_in_play dgt-2 0\nboard_info dgt-1/1/open 1\nboard_info dgt-2/2/open 1\nboard_unexplained dgt-1 0\nboard_unexplained dgt-2 1\n" + none,
		},
		{
			name: "findings are open until they are cleared; a fault of the record stays",
			tell: []said{
				{"s0001", one, "1", events.FindingRaised{Kind: events.FindingDevice}},
				{"s0001", one, "2", events.FindingRaised{Kind: events.FindingFlag}},
				{"s0001", events.HallScope, "3", events.FindingRaised{Kind: events.FindingRecord}},
				{"s0001", one, "4", events.FindingCleared{Finding: "1", Kind: events.FindingDevice}},
				{"s0001", events.HallScope, "5", events.FindingCleared{Finding: "3", Kind: events.FindingRecord}},
			},
			want: "findings_open device 0\nfindings_open flag 1\nfindings_open illegal_move 0\nfindings_open record 0\nrecord_faults  1",
		},
		{
			name: "a sitting that is folded anew is counted once",
			tell: []said{{"s0001", events.HallScope, "1", events.FindingRaised{Kind: events.FindingRecord}}},
			then: func(x *tables) { x.begin("s0001") },
			want: none,
		},
		{
			name: "boards are those of the open sitting, findings those of all that are not sealed",
			tell: []said{
				{"s0001", one, "1", events.Paired{Device: "dgt-1"}},
				{"s0001", one, "2", events.FindingRaised{Kind: events.FindingDevice}},
				{"s0002", two, "3", events.Paired{Device: "dgt-2"}},
			},
			want: "board_in_play dgt-2 0\nboard_info dgt-2/1/open 1\nboard_unexplained dgt-2 0\nfindings_open device 1\nfindings_open illegal_move 0\nfindings_open record 0\nrecord_faults  0",
		},
		{
			name: "a sealed sitting has no findings",
			tell: []said{{"s0001", one, "2", events.FindingRaised{Kind: events.FindingDevice}}},
			then: func(x *tables) { x.end("s0001") },
			want: none,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newTables()
			x.begin("s0001")
			x.begin("s0002")
			if len(c.tell) == 0 || c.tell[len(c.tell)-1].sitting == "s0001" {
				x.end("s0002")
			}
			for _, s := range c.tell {
				x.fact(s.sitting, events.Event{ID: s.id, Scope: s.scope, Type: s.data.EventType(), Data: s.data})
			}
			if c.then != nil {
				c.then(x)
			}
			if diff := cmp.Diff(c.want, shows(t, x)); diff != "" {
				t.Errorf("(-want +shown):\n%s", diff)
			}
		})
	}
}

// What lies on a board, what the record lacks and how a table is served are read
// off a real fold, and the same after a restart.
func TestTablesFollowTheFold(t *testing.T) {
	h := newHall(t)
	h.pair()
	h.playE4()
	want := func(when string, lines ...string) {
		t.Helper()
		if diff := cmp.Diff(strings.Join(lines, "\n"), shows(t, h.p.m.tables)); diff != "" {
			t.Errorf("%s (-want +shown):\n%s", when, diff)
		}
	}
	well := []string{"board_in_play dgt-1 1", "board_info dgt-1/1/open 1", "board_unexplained dgt-1 0",
		"findings_open device 0", "findings_open illegal_move 0", "findings_open record 0", "record_faults  0"}
	want("after a move", well...)
	h.restart()
	want("after a restart", well...)

	dev := events.DeviceScope("dgt-1")
	h.observe("s0001", dev, events.BoardSquare{Square: "b8"})
	h.observe("s0001", dev, events.BoardSquare{Square: "d4", Piece: "n"})
	h.observe("s0001", dev, events.DeviceQuiet{Since: h.now, MS: 600})
	h.observe("s0001", dev, events.DeviceQuiet{Since: h.now, MS: 5000})
	h.step()
	if got := shows(t, h.p.m.tables); !strings.Contains(got, "board_unexplained dgt-1 1") {
		t.Errorf("a knight that jumped too far:\n%s", got)
	}

	// A game that is over asks nothing of its board any more.
	h.submit(events.TableScope("open.1.1"), events.ResultRuling{Ruled: by("over"), Result: "1-0", Reason: "resignation"})
	if got := shows(t, h.p.m.tables); !strings.Contains(got, "board_in_play dgt-1 0") || !strings.Contains(got, "board_unexplained dgt-1 0") {
		t.Errorf("a game with a result:\n%s", got)
	}

	h.board.Seq += 2 // two events never came
	h.observe("s0001", dev, events.BoardSquare{Square: "d4"})
	h.step()
	if got := shows(t, h.p.m.tables); !strings.Contains(got, "record_faults  1") {
		t.Errorf("a hole in a source's events:\n%s", got)
	}
}

// A board has to answer from the start of its game, which an arbiter may state,
// to its end, until the envelope is in, and again when a result is taken back.
func TestABoardIsInPlayFromStartToEnd(t *testing.T) {
	h := newHall(t)
	h.pair()
	table, round := events.TableScope("open.1.1"), events.RoundScope("open.1")
	want := func(when string, want bool) {
		t.Helper()
		if got := strings.Contains(shows(t, h.p.m.tables), "board_in_play dgt-1 1"); got != want {
			t.Errorf("%s: in play %t, want %t", when, got, want)
		}
	}
	want("paired", false)
	h.submit(round, events.Start{Ruled: by("start")})
	want("the round was started", true)
	h.playE4()
	want("a move", true)
	h.submit(table, events.Seal{Ruled: by("seal")})
	want("sealing", true)
	h.submit(table, events.Sealed{Ruled: by("sealed"), White: 100, Black: 90})
	want("adjourned", false)
	h.restart()
	want("adjourned, after a restart", false)
	h.submit(table, events.Resume{Ruled: by("resume")})
	h.submit(table, events.Unseal{Ruled: by("unseal"), Found: "move", Move: "e7e5"})
	want("resumed", true)
	h.submit(table, events.ResultRuling{Ruled: by("won"), Result: "1-0", Reason: "resignation"})
	want("ended", false)
	h.submit(table, events.ResultRuling{Ruled: by("not"), Result: "*"})
	want("the result was taken back", true)
}

// How long and how full the record is is looked up at the store.
func TestTheRecordShowsHowFullItIs(t *testing.T) {
	h := newHall(t)
	h.pair()
	h.playE4()
	h.p.measure(t.Context(), true)
	value := func(g prometheus.Gauge) float64 {
		reg := prometheus.NewRegistry()
		reg.MustRegister(g)
		all, err := reg.Gather()
		if err != nil {
			t.Fatal(err)
		}
		return all[0].Metric[0].Gauge.GetValue() // record_limit_bytes and the like
	}
	if last, behind := value(h.p.m.last), value(h.p.m.behind); last != 7 || behind != 0 {
		t.Errorf("the record ends at %v and is %v ahead, want 7 and 0", last, behind)
	}
	if used, limit := value(h.p.m.size), value(h.p.m.limit); used < 500 || used > 5000 || limit != DefaultMaxBytes {
		t.Errorf("%v bytes of %v are used", used, limit)
	}
	h.observe("s0001", events.DeviceScope("dgt-1"), events.BoardSquare{Square: "e7"})
	h.p.measure(t.Context(), false)
	if behind := value(h.p.m.behind); behind != 1 {
		t.Errorf("%v events are not folded, want 1", behind)
	}
}
