package feeds

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/rules"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// seen folds facts through frames and their bytes, as a reader gets them.
func seen(t interface{ Fatalf(string, ...any) }, kind AudienceKind, facts []events.Event) View {
	var v View
	for i, e := range facts {
		frame, ok := FrameOf(kind, e, noon.Add(time.Duration(i)*time.Second))
		if !ok {
			continue
		}
		b, err := frame.AppendJSON(nil)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if frame, err = ParseFrame(b); err != nil {
			t.Fatalf("%v", err)
		}
		v = v.With(frame)
	}
	return v
}

func facts(list ...events.Payload) []events.Event {
	var out []events.Event
	for i, p := range list {
		e := fact(p)
		e.ID = events.ID(fmt.Sprint("f", i))
		out = append(out, e)
	}
	return out
}

func paired(control string) events.Paired {
	return events.Paired{White: "p1", Black: "p2", Edition: "2023", Kind: "standard", Control: control, FEN: startFEN, Rate: 1}
}

func made(ply int) events.Made {
	return events.Made{Ply: ply, UCI: "e2e4", SAN: fmt.Sprint("m", ply), FEN: fmt.Sprint("fen", ply)}
}

func pressed(ply, white, black int) events.Completed {
	running := "black"
	if ply%2 == 0 {
		running = "white"
	}
	return events.Completed{Ply: ply, By: events.ByPress, Clocks: &events.Clocks{White: white, Black: black, Running: running}}
}

func ptr(n int) *int { return &n }

func TestMoveTimes(t *testing.T) {
	type times struct{ Clk, Emt *int }
	for _, c := range []struct {
		name  string
		facts []events.Payload
		want  []times
	}{
		{"own previous time, increment added", []events.Payload{paired("90+30"),
			events.ClockChanged{Changes: []string{"started"}, Clocks: events.Clocks{White: 5400, Black: 5400, Running: "white"}},
			made(1), pressed(1, 5420, 5400), made(2), pressed(2, 5420, 5425), made(3), pressed(3, 5390, 5425)},
			[]times{{ptr(5420), ptr(10)}, {ptr(5425), ptr(5)}, {ptr(5390), ptr(60)}}},
		{"first increment already on the clock", []events.Payload{paired("90+30"),
			events.ClockChanged{Clocks: events.Clocks{White: 5430, Black: 5430}},
			made(1), pressed(1, 5450, 5430), made(2), pressed(2, 5450, 5455)},
			[]times{{ptr(5450), ptr(10)}, {ptr(5455), ptr(5)}}},
		{"clock first seen running", []events.Payload{paired("90+30"),
			events.ClockChanged{Changes: []string{"started"}, Clocks: events.Clocks{White: 5430, Black: 5430, Running: "white"}},
			made(1), pressed(1, 5450, 5430)},
			[]times{{ptr(5450), ptr(10)}}},
		{"no press, no time; nor for the move after it", []events.Payload{paired("90+30"),
			made(1), events.Completed{Ply: 1, By: events.ByNext}, made(2), pressed(2, 5300, 5425), made(3), pressed(3, 5200, 5425)},
			[]times{{nil, nil}, {ptr(5425), ptr(5)}, {ptr(5200), nil}}},
		{"a press after the move that ended the game", []events.Payload{paired("5"),
			made(1), events.Completed{Ply: 1, By: events.ByEnd},
			events.ClockChanged{Changes: []string{"pressed", "stopped"}, By: "white", Clocks: events.Clocks{White: 280, Black: 300}}},
			[]times{{ptr(280), ptr(20)}}},
		{"the opponent's press gives no time", []events.Payload{paired("5"),
			made(1), events.ClockChanged{Changes: []string{"pressed"}, By: "black", Clocks: events.Clocks{White: 280, Black: 300}}},
			[]times{{nil, nil}}},
		{"within the slack it is nothing", []events.Payload{paired("5"), made(1), pressed(1, 302, 300)}, []times{{ptr(302), ptr(0)}}},
		{"beyond it cannot be told", []events.Payload{paired("5"), made(1), pressed(1, 310, 300)}, []times{{ptr(310), nil}}},
		{"unknown control", []events.Payload{paired("?"), made(1), pressed(1, 310, 300)}, []times{{ptr(310), nil}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []times
			for _, m := range seen(t, Public, facts(c.facts...)).Moves {
				got = append(got, times{m.Clk, m.Emt})
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A clock may add the second period's time at the 40th press or only when the
// first period has run out (real feeds: up to move 53).
func TestPeriodTimeIsCountedWheneverItComes(t *testing.T) {
	for _, added := range []int{40, 41, 53} {
		list := []events.Payload{paired("90/40+30+30")}
		white, black := 5400, 5400
		for ply := 1; ply <= 110; ply++ {
			side, move := &white, (ply+1)/2
			if ply%2 == 0 {
				side = &black
			}
			used := 155
			if move > 40 {
				used = 40
			}
			*side += 30 - used
			if move == added {
				*side += 1800
			}
			list = append(list, made(ply), pressed(ply, white, black))
		}
		for _, m := range seen(t, Public, facts(list...)).Moves {
			want := 155
			if (m.Ply+1)/2 > 40 {
				want = 40
			}
			if m.Emt == nil || *m.Emt != want {
				t.Errorf("added at move %d: ply %d took %v, want %d", added, m.Ply, m.Emt, want)
			}
		}
	}
}

func TestEndings(t *testing.T) {
	mate := events.Ended{Result: "1-0", Reason: "checkmate", Source: "derived", Articles: []string{"5.1.1"}}
	back := events.Ended{Result: "*", Source: "derived"}
	final := events.FinalResult{Result: "0-1", Reason: "not_recorded", Source: "recorded"}
	for _, c := range []struct {
		name                 string
		facts                []events.Payload
		status, result, text string
	}{
		{"playing", nil, StatusPlaying, "*", ""},
		{"provisional", []events.Payload{mate}, StatusEnded, "1-0", "White won: checkmate"},
		{"taken back", []events.Payload{mate, back}, StatusPlaying, "*", ""},
		{"final over provisional", []events.Payload{mate, final}, StatusFinal, "0-1", "Result: 0-1, reason not recorded"},
		{"a later provisional end changes nothing", []events.Payload{final, mate}, StatusFinal, "0-1", "Result: 0-1, reason not recorded"},
		{"a final taken back leaves the provisional", []events.Payload{mate, final, events.FinalResult{Result: "*"}}, StatusEnded, "1-0", "White won: checkmate"},
		{"told to seal", []events.Payload{events.AdjournedFact{State: "seal_ordered"}}, StatusPlaying, "*", ""},
		{"adjourned", []events.Payload{events.AdjournedFact{State: "sealed"}}, StatusAdjourned, "*", ""},
		{"not to seal after all", []events.Payload{events.AdjournedFact{State: "seal_ordered"}, events.AdjournedFact{State: "withdrawn"}}, StatusPlaying, "*", ""},
		{"opened", []events.Payload{events.AdjournedFact{State: "sealed"}, events.AdjournedFact{State: "opened"}}, StatusPlaying, "*", ""},
		{"agreed while adjourned", []events.Payload{events.AdjournedFact{State: "sealed"}, final}, StatusFinal, "0-1", "Result: 0-1, reason not recorded"},
	} {
		v := seen(t, Public, facts(append([]events.Payload{paired("90+30")}, c.facts...)...))
		if v.Status != c.status || v.Result != c.result || v.ReasonText != c.text {
			t.Errorf("%s: %s %s %q, want %s %s %q", c.name, v.Status, v.Result, v.ReasonText, c.status, c.result, c.text)
		}
	}
}

// An adjourned game enters its next sitting with its moves, which no clock saw
// there: the times that are known stay, and so do the moves after them.
func TestMovesThatAreCarriedChangeNothing(t *testing.T) {
	first := []events.Payload{paired("90+30")}
	for ply := 1; ply <= 3; ply++ {
		m := made(ply)
		m.Clocks = &events.Clocks{White: 5000 - ply, Black: 5000 - ply}
		first = append(first, m, events.Completed{Ply: ply, By: events.ByPress, Clocks: m.Clocks})
	}
	first = append(first, events.AdjournedFact{State: "sealed"})
	before := seen(t, Public, facts(first...))
	next := append(first, paired("90+30"))
	for ply := 1; ply <= 3; ply++ {
		m := made(ply)
		m.Clocks, m.Origin = nil, events.OriginCarried
		next = append(next, m)
	}
	next = append(next, events.AdjournedFact{State: "sealed"})
	after := seen(t, Public, facts(next...))
	if diff := cmp.Diff(jsonOf(before), jsonOf(after)); diff != "" {
		t.Errorf("(-before +after the moves came again):\n%s", diff)
	}
	// Who reads the later sitting alone knows as well that they were completed.
	for _, m := range seen(t, Public, facts(next[len(first):]...)).Moves {
		if !m.Completed || m.Clk != nil {
			t.Errorf("ply %d in the later sitting: completed %v, clock %v; want completed, and no clock", m.Ply, m.Completed, m.Clk)
		}
	}
}

// A right to castle that a ruling took is in no position that a view shows from
// there on, also when moves are taken back.
func TestAViewWithoutCastling(t *testing.T) {
	line := []events.Payload{paired("90+30")}
	pos := rules.Start()
	for i, uci := range []string{"g1f3", "g8f6", "f3g1"} {
		m, err := pos.ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		if pos, err = pos.Play(m); err != nil {
			t.Fatal(err)
		}
		line = append(line, events.Made{Ply: i + 1, UCI: uci, SAN: uci, FEN: pos.FEN()})
	}
	v := seen(t, Public, facts(append(line, events.CastlingBarred{Player: "white", Wing: "kingside", After: 2})...))
	rights := func(fen string) string { return strings.Fields(fen)[2] }
	if got := []string{rights(v.FENStart), rights(v.Moves[0].FEN), rights(v.Moves[1].FEN), rights(v.FEN)}; !slices.Equal(got, []string{"KQkq", "KQkq", "Qkq", "Qkq"}) {
		t.Errorf("after ply 2: %q", got)
	}
	v = seen(t, Public, facts(append(line, events.CastlingBarred{Player: "black"}, events.Withdrawn{Ply: 2})...))
	if got := []string{rights(v.FENStart), rights(v.FEN)}; !slices.Equal(got, []string{"KQ", "KQ"}) {
		t.Errorf("from the start: %q", got)
	}
}

// A move that the sitting before left without its completion, as where its press
// was not seen, is completed by being carried into the next.
func TestAMoveThatIsCarriedIsCompleted(t *testing.T) {
	carried := made(1)
	carried.Origin = events.OriginCarried
	v := seen(t, Public, facts(paired("90+30"), made(1), events.AdjournedFact{State: "sealed"}, paired("90+30"), carried))
	if len(v.Moves) != 1 || !v.Moves[0].Completed {
		t.Errorf("moves %+v; want one, completed", v.Moves)
	}
}

func TestReasonText(t *testing.T) {
	for _, c := range []struct{ result, reason, want string }{
		{"*", "checkmate", ""},
		{"1-0", "flag", "White won: time"},
		{"0-1", "resignation", "Black won: resignation"},
		{"1/2-1/2", "stalemate", "Draw: stalemate"},
		{"1-0", "", "Result: 1-0, reason not recorded"},
		{"0-0", "arbiter", "Both lost: decision of the arbiter"},
		{"1/2-0", "arbiter", "Result: 1/2-0, decision of the arbiter"},
	} {
		if got := ReasonText(c.result, c.reason); got != c.want {
			t.Errorf("ReasonText(%q, %q) = %q, want %q", c.result, c.reason, got, c.want)
		}
	}
}

func TestWithdrawnMovesAreGone(t *testing.T) {
	v := seen(t, Public, facts(paired("90+30"), made(1), made(2), made(3), events.Withdrawn{Ply: 2}))
	if len(v.Moves) != 1 || v.FEN != "fen1" {
		t.Errorf("moves %d, fen %s; want 1, fen1", len(v.Moves), v.FEN)
	}
	v = seen(t, Public, facts(paired("90+30"), made(1), events.Withdrawn{Ply: 1}))
	if v.FEN != startFEN {
		t.Errorf("fen %s, want the start", v.FEN)
	}
}

// Views that With made stay as they were, and what Take makes in place is the
// same view.
func TestOldViewsStayAsTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := drawFacts(t)
		var views []View
		var texts []string
		var v, inPlace View
		for i, e := range list {
			f, ok := FrameOf(Arbiter, e, noon.Add(time.Duration(i)*time.Second))
			if !ok {
				continue
			}
			v = v.With(f)
			views = append(views, v)
			texts = append(texts, jsonOf(v))
			inPlace.Take(f)
			if diff := cmp.Diff(v, inPlace, cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
				t.Fatalf("view %d taken in place:\n%s", i, diff)
			}
		}
		for i := range views {
			if got := jsonOf(views[i]); got != texts[i] {
				t.Fatalf("view %d changed:\n%s\n%s", i, texts[i], got)
			}
		}
	})
}

// What an audience folds from what it may see is what the fold of all facts says,
// on the fields that it may see.
func TestViewOfAnAudienceAgreesWithTheViewOfAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := drawFacts(t)
		all := seen(t, Arbiter, list)
		for _, kind := range []AudienceKind{Public, Commentary, Hall} {
			want, got := all, seen(t, kind, list)
			want.Findings, want.Unexplained, want.Fact = nil, nil, ""
			switch {
			case kind == Hall && want.Status != StatusFinal:
				want.Status, want.Result, want.Reason, want.ReasonText, want.Source, want.Articles = StatusPlaying, "*", "", "", "", nil
				if want.adjourned {
					want.Status = StatusAdjourned
				}
			case want.Status != StatusPlaying && (PublicReason(want.Reason) == ReasonArbiter):
				want.Reason, want.Source, want.Articles = ReasonArbiter, events.SourceRuled, nil
				want.ReasonText = ReasonText(want.Result, ReasonArbiter)
			}
			if diff := cmp.Diff(jsonOf(want), jsonOf(got)); diff != "" {
				t.Fatalf("%s: %s", kind, diff)
			}
		}
	})
}

func jsonOf(v View) string {
	b, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		panic(err)
	}
	return string(b)
}

// drawFacts draws any facts of one table in any order, mostly sensible ones.
func drawFacts(t *rapid.T) []events.Event {
	ply := rapid.IntRange(1, 12)
	clocks := rapid.Custom(func(t *rapid.T) *events.Clocks {
		if rapid.IntRange(0, 3).Draw(t, "seen") == 0 {
			return nil
		}
		return &events.Clocks{White: rapid.IntRange(0, 7300).Draw(t, "w"), Black: rapid.IntRange(0, 7300).Draw(t, "b"),
			Running: rapid.SampledFrom([]string{"", "white", "black"}).Draw(t, "running")}
	})
	reason := rapid.SampledFrom([]string{"", "checkmate", "flag", "illegal_move", "forfeit", "arbiter", "not_recorded", "agreement"})
	result := rapid.SampledFrom([]string{"1-0", "0-1", "1/2-1/2", "0-0", "*"})
	one := rapid.Custom(func(t *rapid.T) events.Payload {
		switch rapid.IntRange(0, 10).Draw(t, "type") {
		case 0:
			return events.Withdrawn{Ply: ply.Draw(t, "ply")}
		case 1, 2, 3:
			m := made(ply.Draw(t, "ply"))
			m.Clocks = clocks.Draw(t, "clocks")
			return m
		case 4, 5:
			return events.Completed{Ply: ply.Draw(t, "ply"), By: events.ByPress, Clocks: clocks.Draw(t, "clocks")}
		case 6:
			c := clocks.Draw(t, "clocks")
			if c == nil {
				c = &events.Clocks{}
			}
			return events.ClockChanged{Changes: rapid.SampledFrom([][]string{nil, {"pressed"}, {"adjusted"}, {"stopped", "unplugged"}}).Draw(t, "changes"),
				Clocks: *c, By: rapid.SampledFrom([]string{"", "white", "black"}).Draw(t, "by")}
		case 7:
			return events.Ended{Result: result.Draw(t, "result"), Reason: reason.Draw(t, "reason"), Source: "derived", Articles: []string{"5.1.1"}}
		case 8:
			return events.AdjournedFact{State: rapid.SampledFrom([]string{"seal_ordered", "sealed", "opened", "lost", "withdrawn"}).Draw(t, "state"), Sealer: "white", Clocks: &events.Clocks{White: 60, Black: 50}}
		case 9:
			return events.FinalResult{Result: result.Draw(t, "result"), Reason: reason.Draw(t, "reason"), Source: "ruled"}
		}
		return rapid.SampledFrom([]events.Payload{
			events.Lifted{Square: "e2"}, events.Unexplained{Placement: "8/8"}, events.Unexplained{Explained: true},
			events.FindingRaised{Kind: "flag", Text: "x"}, events.FindingCleared{Finding: "f3"}, paired("40/5400+30:1800+30"), paired("5+3"),
		}).Draw(t, "other")
	})
	list := append([]events.Payload{paired("90/3+30+30")}, rapid.SliceOfN(one, 0, 40).Draw(t, "facts")...)
	return facts(list...)
}
