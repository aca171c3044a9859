package feeds

import (
	"slices"
	"strings"
	"testing"
	"time"

	"boardwire/events"
	"boardwire/rules"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func fact(p events.Payload) events.Event {
	return events.Event{ID: "f1", Type: p.EventType(), Scope: events.TableScope("open.1.3"), Data: p}
}

func TestAudiencesHaveClosedAllowLists(t *testing.T) {
	open := []events.Type{events.TypePaired, events.TypeMade, events.TypeCompleted, events.TypeWithdrawn,
		events.TypeClockChanged, events.TypeResult, events.TypeAdjourned, events.TypeCastling}
	withEnd := append(slices.Clone(open), events.TypeEnded)
	all := append(slices.Clone(withEnd), events.TypeLifted, events.TypeUnexplained, events.TypeAnswered,
		events.TypeFindingRaised, events.TypeFindingCleared)
	// Observations, rulings and what a later version adds are nobody's.
	never := []events.Type{events.TypeBoardSquare, events.TypeClockReading, events.TypeRulingResult, "move.v2.made", ""}
	for kind, want := range map[AudienceKind][]events.Type{
		Public: withEnd, Commentary: withEnd, Hall: open, Arbiter: all, 0: nil, 9: nil,
	} {
		for _, typ := range append(slices.Clone(all), never...) {
			if got := kind.Allows(typ); got != slices.Contains(want, typ) {
				t.Errorf("%q.Allows(%s) = %v", kind, typ, got)
			}
		}
	}
}

func TestAudienceKindText(t *testing.T) {
	for _, k := range []AudienceKind{Public, Commentary, Hall, Arbiter} {
		got, err := ParseAudienceKind(k.String())
		if err != nil || got != k {
			t.Errorf("ParseAudienceKind(%q) = %v, %v", k, got, err)
		}
	}
	for _, s := range []string{"", "Public", "all", "public "} {
		if k, err := ParseAudienceKind(s); err == nil {
			t.Errorf("ParseAudienceKind(%q) = %v, want an error", s, k)
		}
	}
}

func TestFramesOfFacts(t *testing.T) {
	clocks := &events.Clocks{White: 5400, Black: 0, Running: "black"}
	for _, c := range []struct {
		name string
		kind AudienceKind
		fact events.Payload
		want string // without the head; "" for no frame
	}{
		{"pairing without its device", Public, events.Paired{White: "p1", Black: "p2", Edition: "2023", Kind: "standard", Control: "90+30", FEN: "x", Device: "dgt-1", Rate: 20},
			`"white":"p1","black":"p2","edition":"2023","gamekind":"standard","control":"90+30","fen":"x","rate":20`},
		{"move with a clock at zero", Public, events.Made{Ply: 1, UCI: "e2e4", SAN: "e4", FEN: "x", Clocks: clocks, Articles: []string{"3.7"}},
			`"ply":1,"uci":"e2e4","san":"e4","fen":"x","white":5400,"black":0,"running":"black"`},
		{"move without a clock", Commentary, events.Made{Ply: 2, UCI: "e7e5", SAN: "e5", FEN: "x"}, `"ply":2,"uci":"e7e5","san":"e5","fen":"x"`},
		{"move of a sitting before", Public, events.Made{Ply: 2, UCI: "e7e5", SAN: "e5", FEN: "x", Origin: events.OriginCarried},
			`"ply":2,"uci":"e7e5","san":"e5","fen":"x","completed":true`},
		{"castling", Public, events.CastlingBarred{Player: "white", Wing: "kingside", After: 6, Articles: []string{"3.8.2.1"}},
			`"player":"white","wing":"kingside","after":6`},
		{"completion", Public, events.Completed{Ply: 1, Move: "m", By: events.ByNext}, `"ply":1,"by":"next"`},
		{"the hall is not told that a move was not pressed", Hall, events.Completed{Ply: 1, By: events.ByNext}, `"ply":1`},
		{"withdrawal", Public, events.Withdrawn{Ply: 7, Move: "m"}, `"ply":7`},
		{"press", Public, events.ClockChanged{Changes: []string{"pressed", "drifted"}, Clocks: *clocks, By: "white"},
			`"changes":["pressed"],"white":5400,"black":0,"running":"black","by":"white"`},
		{"an adjustment is the arbiter's act", Public, events.ClockChanged{Changes: []string{"adjusted"}, Clocks: *clocks, By: "white"},
			`"white":5400,"black":0,"running":"black"`},
		{"the desk reads all of it", Arbiter, events.ClockChanged{Changes: []string{"adjusted"}, Clocks: *clocks},
			`"changes":["adjusted"],"white":5400,"black":0,"running":"black"`},
		{"mate", Public, events.Ended{Result: "1-0", Reason: "checkmate", Source: "derived", Articles: []string{"5.1.1"}},
			`"result":"1-0","reason":"checkmate","source":"derived","articles":["5.1.1"]`},
		{"a penalty reads as the arbiter's", Public, events.FinalResult{Result: "1-0", Reason: "illegal_move", Source: "derived", Articles: []string{"7.5.5"}},
			`"result":"1-0","reason":"arbiter","source":"ruled"`},
		{"an unknown reason too", Commentary, events.FinalResult{Result: "1-0", Reason: "cheating", Source: "ruled"},
			`"result":"1-0","reason":"arbiter","source":"ruled"`},
		{"the desk reads the reason", Arbiter, events.FinalResult{Result: "1-0", Reason: "illegal_move", Source: "ruled", Articles: []string{"7.5.5"}},
			`"result":"1-0","reason":"illegal_move","source":"ruled","articles":["7.5.5"]`},
		{"an order to seal is the desk's", Public, events.AdjournedFact{State: "seal_ordered", Sealer: "white"}, ""},
		{"nor is that it was withdrawn anybody's", Public, events.AdjournedFact{State: "withdrawn", Sealer: "white"}, ""},
		{"which reads who seals", Arbiter, events.AdjournedFact{State: "seal_ordered", Sealer: "white", Articles: []string{"I.1.1"}},
			`"state":"seal_ordered","sealer":"white","articles":["I.1.1"]`},
		{"an adjourned game is adjourned", Public, events.AdjournedFact{State: "sealed", Sealer: "white", Clocks: &events.Clocks{White: 60, Black: 50}, Articles: []string{"I.2"}}, "-"},
		{"and no more than that in the hall", Hall, events.AdjournedFact{State: "opened", Sealer: "white", Clocks: &events.Clocks{White: 60, Black: 50}}, `"over":true`},
		{"the desk reads the clocks", Arbiter, events.AdjournedFact{State: "sealed", Sealer: "white", Clocks: &events.Clocks{White: 60, Black: 50}},
			`"state":"sealed","sealer":"white","white":60,"black":50`},
		{"what each gets is the desk's", Arbiter, events.FinalResult{Result: "1-0", Reason: "arbiter", Source: "ruled", Points: &events.Points{White: 1, Black: 0}},
			`"result":"1-0","reason":"arbiter","source":"ruled","points":{"white":1,"black":0}`},
		{"and would tell the public of a penalty", Public, events.FinalResult{Result: "1-0", Reason: "flag", Source: "ruled", Points: &events.Points{White: 1, Black: 0}},
			`"result":"1-0","reason":"flag","source":"ruled"`},
		{"not recorded stays so", Public, events.FinalResult{Result: "1-0", Reason: "not_recorded", Source: "none"},
			`"result":"1-0","reason":"not_recorded","source":"none"`},
		{"the hall sees no provisional end", Hall, events.Ended{Result: "1-0", Reason: "checkmate"}, ""},
		{"a lift", Public, events.Lifted{Square: "e2"}, ""},
		{"a lift at the desk", Arbiter, events.Lifted{Square: "e2", Piece: "P"}, `"square":"e2","piece":"P"`},
		{"a finding", Commentary, events.FindingRaised{Kind: "flag", Text: "x"}, ""},
		{"a finding at the desk", Arbiter, events.FindingRaised{Kind: "flag", Ply: 3, Text: "a <flag>"}, `"id":"f1","findingkind":"flag","ply":3,"text":"a <flag>"`},
		{"an observation", Arbiter, events.BoardSquare{Square: "e2"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, ok := FrameOf(c.kind, fact(c.fact), noon)
			if ok != (c.want != "") {
				t.Fatalf("a frame: %v", ok)
			}
			if !ok {
				return
			}
			got, err := f.AppendJSON(nil)
			if err != nil {
				t.Fatal(err)
			}
			head := `{"kind":"` + f.Kind + `","game":"open.1.3","at":"2026-03-01T12:00:00.000000Z",`
			if c.kind == Arbiter {
				head += `"fact":"f1",`
			}
			want := head + c.want + `}`
			if c.want == "-" { // no more than that it is so
				want = strings.TrimSuffix(head, ",") + `}`
			}
			if diff := cmp.Diff(want, string(got)); diff != "" {
				t.Error(diff)
			}
			back, err := ParseFrame(got)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(f, back); diff != "" {
				t.Errorf("read back: %s", diff)
			}
		})
	}
}

func TestWhatBelongsToNoTableIsTheArbitersAlone(t *testing.T) {
	e := fact(events.FindingRaised{Kind: "device", Text: "lost"})
	e.Scope = events.DeviceScope("dgt-1")
	f, ok := FrameOf(Arbiter, e, noon)
	if !ok || f.Game != "" || f.Scope != e.Scope {
		t.Errorf("arbiter: %+v, %v", f, ok)
	}
	e.Data = events.ClockChanged{}
	if f, ok := FrameOf(Public, e, noon); ok {
		t.Errorf("public: %+v", f)
	}
}

func TestParseFrameTakesOnlyCanonicalBytes(t *testing.T) {
	good := `{"kind":"withdrawn","game":"open.1.3","at":"2026-03-01T12:00:00.000000Z","ply":3}`
	if _, err := ParseFrame([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]string{
		"empty":            "",
		"a space":          strings.Replace(good, ":3", ": 3", 1),
		"unknown field":    strings.Replace(good, `"ply":3`, `"ply":3,"secret":1`, 1),
		"other order":      `{"game":"open.1.3","kind":"withdrawn","at":"2026-03-01T12:00:00.000000Z","ply":3}`,
		"twice":            strings.Replace(good, `"ply":3`, `"ply":3,"ply":3`, 1),
		"other case":       strings.Replace(good, "ply", "Ply", 1),
		"unknown kind":     strings.Replace(good, "withdrawn", "removed", 1),
		"time too fine":    strings.Replace(good, "000000Z", "000000001Z", 1),
		"time with a zone": strings.Replace(good, "000000Z", "000000+00:00", 1),
		"not a number":     strings.Replace(good, ":3", `:"3"`, 1),
		"one clock only":   `{"kind":"made","game":"g","at":"2026-03-01T12:00:00.000000Z","ply":1,"uci":"a","san":"b","fen":"c","white":3}`,
		"behind it":        good + " ",
		"too long":         good + strings.Repeat(" ", MaxFrame),
	} {
		if f, err := ParseFrame([]byte(bad)); err == nil {
			t.Errorf("%s: read as %+v", name, f)
		}
	}
}

func FuzzParseFrame(f *testing.F) {
	for _, p := range []events.Payload{
		events.Paired{White: "a", Black: "b", Rate: 1}, events.Made{Ply: 1, Clocks: &events.Clocks{White: 1}},
		events.Completed{Ply: 1}, events.Withdrawn{Ply: 2}, events.ClockChanged{Changes: []string{"pressed"}},
		events.Ended{Result: "*"}, events.FinalResult{Result: "1-0", Articles: []string{"5.1.1"}}, events.Lifted{Square: "a1"},
		events.Unexplained{After: 3}, events.FindingRaised{Kind: "flag"}, events.FindingCleared{Finding: "x"}, events.Answered{Ruling: "r"},
	} {
		frame, ok := FrameOf(Arbiter, fact(p), noon)
		if !ok {
			f.Fatalf("%T has no frame", p)
		}
		b, err := frame.AppendJSON(nil)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		frame, err := ParseFrame(b)
		if err != nil {
			return
		}
		again, err := frame.AppendJSON(nil)
		if err != nil || string(again) != string(b) {
			t.Errorf("%q was read and is written %q, %v", b, again, err)
		}
		_ = View{}.With(frame) // total
	})
}

// A finding reaches arbiters alone, with its duty; one that must not be acted
// on reaches nobody else by any kind of frame.
func TestADutyReachesTheDeskAlone(t *testing.T) {
	fact := events.Event{
		ID: "00112233445566778899aabbccddeeff", Type: events.TypeFindingRaised, Scope: events.TableScope("open.1.3"),
		Data: events.FindingRaised{Kind: events.FindingFlag, Ply: 2, Text: "White's flag", Duty: &events.Duty{Act: rules.ActNever.String(), Articles: []string{"B6"}}},
	}
	for _, kind := range []AudienceKind{Public, Commentary, Hall} {
		if f, ok := FrameOf(kind, fact, time.Unix(0, 0)); ok {
			t.Errorf("%v gets %+v", kind, f)
		}
	}
	f, ok := FrameOf(Arbiter, fact, time.Unix(0, 0))
	if !ok {
		t.Fatal("arbiters do not get it")
	}
	b, err := f.AppendJSON(nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := `"duty":{"act":"must not intervene or signal","articles":["B6"]}`; !strings.Contains(string(b), want) {
		t.Errorf("%s: want %s", b, want)
	}
	if back, err := ParseFrame(b); err != nil || !back.Body.(Finding).Silent() {
		t.Errorf("%+v, %v: want a silent finding", back, err)
	}
}
