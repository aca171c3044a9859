package warehouse

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
)

const fromStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

func pairing(white, black, control string) events.Paired {
	return events.Paired{White: white, Black: black, Edition: "2023", Kind: "standard", Control: control, Rate: 1, FEN: fromStart}
}

func TestPlayersWhoChangePlacesHaveMadeTheMovesOfTheirColor(t *testing.T) {
	s, scope := short(t)
	s.move(scope, 1, "e4", 301, 300)
	s.move(scope, 2, "e5", 301, 299)
	s.state(scope, time.Second, pairing("p2", "p1", "5+3"))
	s.move(scope, 3, "Nf3", 290, 299)
	var got []string
	for _, p := range latest(taken(t, newFactRows(from{}), s.msgs).plies) {
		got = append(got, p.Side+" "+p.Player)
	}
	if diff := cmp.Diff([]string{"white p2", "black p1", "white p2"}, got); diff != "" {
		t.Error(diff)
	}
}

// A press of a move that was put back has given its increment: what the next
// press says is not all that was used.
func TestAPressThatDoesNotCountSpoilsTheTime(t *testing.T) {
	s, scope := short(t)
	s.move(scope, 1, "e4", 301, 300)
	s.move(scope, 2, "e5", 301, 299)
	odd := s.move(scope, 3, "Ke3", 290, 299)
	s.state(scope, time.Second, events.Withdrawn{Ply: 3, Move: odd, Restored: true})
	s.move(scope, 3, "Nf3", 280, 299)
	s.move(scope, 4, "Nc6", 280, 290)
	s.move(scope, 5, "d4", 270, 290)
	want := []string{"e4 first", "e5 first", "Nf3 adjusted", "Nc6 clock", "d4 clock"}
	if diff := cmp.Diff(want, standing(taken(t, newFactRows(from{}), s.msgs).plies)); diff != "" {
		t.Error(diff)
	}
}

func TestAClockThatIsSetBeforePlaySpoilsNothing(t *testing.T) {
	s := newScribe(t, nil, current{Hall: "h", Sitting: "s0001", Gen: 1})
	scope := events.TableScope("open.1.3")
	s.state(scope, 0, pairing("p1", "p2", "5+3"))
	s.state(scope, time.Second, events.ClockChanged{Changes: []string{"adjusted"}, Clocks: events.Clocks{White: 240, Black: 300}})
	s.state(scope, time.Second, events.ClockChanged{Changes: []string{"started"}, Clocks: events.Clocks{White: 240, Black: 300, Running: "white"}})
	s.move(scope, 1, "e4", 233, 300)
	s.move(scope, 2, "e5", 233, 299)
	got := taken(t, newFactRows(from{}), s.msgs)
	if diff := cmp.Diff([]string{"e4 first", "e5 first"}, standing(got.plies)); diff != "" {
		t.Error(diff)
	}
	if emt := latest(got.plies)[0].Emt; emt == nil || *emt != 10 {
		t.Errorf("the first move took %v, want 10", emt)
	}
}

// A clock with a delay, or one that gives time back, does not say all that was
// used.
func TestATimeOfAControlWithADelayIsMarked(t *testing.T) {
	for _, control := range []string{"5+3d", "5+3b"} {
		s := newScribe(t, nil, current{Hall: "h", Sitting: "s0001", Gen: 1})
		scope := events.TableScope("open.1.3")
		s.state(scope, 0, pairing("p1", "p2", control))
		s.state(scope, time.Second, events.ClockChanged{Changes: []string{"started"}, Clocks: events.Clocks{White: 300, Black: 300, Running: "white"}})
		s.move(scope, 1, "e4", 300, 300)
		s.move(scope, 2, "e5", 300, 295)
		got := taken(t, newFactRows(from{}), s.msgs)
		if diff := cmp.Diff([]string{"e4 delay", "e5 delay"}, standing(got.plies)); diff != "" {
			t.Errorf("%s: %s", control, diff)
		}
	}
}

func TestWhenAGameBeganAndEnded(t *testing.T) {
	s, scope := short(t)
	last := func() game {
		list := taken(t, newFactRows(from{}), s.msgs).games
		return list[len(list)-1]
	}
	in := func() time.Time { return s.now.Add(2 * time.Millisecond) }
	s.state(scope, time.Minute, events.Made{Ply: 1, UCI: "e2e4", SAN: "e4", FEN: "f1"})
	begun := in()
	if g := last(); g.Begun == nil || !g.Begun.Equal(begun) {
		t.Errorf("begun %v, want %v", g.Begun, begun)
	}
	s.state(scope, time.Minute, events.Withdrawn{Ply: 1, Annulled: true})
	if g := last(); g.Begun == nil || !g.Begun.Equal(begun) {
		t.Errorf("begun %v while no move stands, want %v", g.Begun, begun)
	}
	s.state(scope, time.Minute, events.Made{Ply: 1, UCI: "d2d4", SAN: "d4", FEN: "f2"})
	begun = in()
	if g := last(); g.Begun == nil || !g.Begun.Equal(begun) {
		t.Errorf("begun %v, want that of the game that counts, %v", g.Begun, begun)
	}
	s.state(scope, time.Minute, events.Ended{Result: "1-0", Reason: "resignation", Source: events.SourceSignalled})
	ended := in()
	s.state(scope, time.Hour, events.FinalResult{Result: "1-0", Reason: "resignation", Source: events.SourceRuled})
	if g := last(); g.Status != feeds.StatusFinal || g.Ended == nil || !g.Ended.Equal(ended) {
		t.Errorf("%s, ended %v, want final, %v: it was confirmed later", g.Status, g.Ended, ended)
	}
	s.state(scope, time.Minute, events.FinalResult{Result: "*", Source: events.SourceNone})
	s.state(scope, time.Minute, events.Ended{Result: "*", Source: events.SourceDerived})
	if g := last(); g.Status != feeds.StatusPlaying || g.Ended != nil {
		t.Errorf("%s, ended %v, after all was taken back", g.Status, g.Ended)
	}
}

// shown are the frames that everybody gets of the facts.
func (s *scribe) shown(t interface {
	Helper()
	Fatal(...any)
}) (out []bus.Msg) {
	t.Helper()
	for _, m := range s.msgs {
		e, err := events.Decode(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		fr, ok := feeds.FrameOf(feeds.Public, e, m.Time)
		if !ok {
			continue
		}
		if m.Data, err = fr.AppendJSON(nil); err != nil {
			t.Fatal(err)
		}
		m.Seq = uint64(len(out) + 1)
		out = append(out, m)
	}
	return out
}

// The public's stream goes on over sittings: an adjourned game comes with all
// its moves again, which no clock saw there.
func TestMovesThatAreCarriedKeepTheirTimes(t *testing.T) {
	s, scope := short(t)
	s.move(scope, 1, "e4", 301, 300)
	s.move(scope, 2, "e5", 301, 299)
	s.move(scope, 3, "Nf3", 290, 299)
	before := latest(taken(t, newPublicRows("h", "public"), s.shown(t)).plies)
	s.state(scope, time.Second, events.AdjournedFact{State: "sealed"})
	s.state(scope, time.Hour, pairing("p1", "p2", "5+3"))
	for ply := 1; ply <= 3; ply++ {
		s.state(scope, time.Second, events.Made{Ply: ply, UCI: "e2e4", SAN: "x", FEN: "8/8/8/8/8/8/8/8 w - - 0 1", Origin: events.OriginCarried})
	}
	after := latest(taken(t, newPublicRows("h", "public"), s.shown(t)).plies)
	if diff := cmp.Diff(before, after, cmp.AllowUnexported(ply{}, from{}, place{})); diff != "" {
		t.Errorf("(-before +after the moves came again):\n%s", diff)
	}
}

// Whatever is taken back, made again, put right or changed: the rows that stand
// are the moves of the view, which every reader of the game has.
func TestRowsThatStandAreTheMovesOfTheView(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := newScribe(t, nil, current{Hall: "h", Sitting: "s0001", Gen: 1})
		scope := events.TableScope("open.1.3")
		s.state(scope, 0, pairing("p1", "p2", "90/40+30+30"))
		plies := 0
		clocks := func() *events.Clocks {
			if rapid.IntRange(0, 3).Draw(rt, "no clock") == 0 {
				return nil
			}
			return &events.Clocks{White: rapid.IntRange(0, 5500).Draw(rt, "white"), Black: rapid.IntRange(0, 5500).Draw(rt, "black"),
				Running: rapid.SampledFrom([]string{"", "white", "black"}).Draw(rt, "running")}
		}
		for range rapid.IntRange(1, 40).Draw(rt, "facts") {
			switch rapid.IntRange(0, 9).Draw(rt, "kind") {
			case 0:
				if plies > 0 {
					plies = rapid.IntRange(0, plies-1).Draw(rt, "left")
					s.state(scope, time.Second, events.Withdrawn{Ply: plies + 1})
				}
			case 1:
				if w, b := "p1", "p2"; rapid.Bool().Draw(rt, "reversed") {
					s.state(scope, time.Second, pairing(b, w, "90/40+30+30"))
				} else {
					s.state(scope, time.Second, pairing(w, b, "5+3b"))
				}
			case 2, 3:
				if c := clocks(); c != nil {
					change := rapid.SampledFrom([]string{"adjusted", "pressed", "reset", "stopped"}).Draw(rt, "change")
					s.state(scope, time.Second, events.ClockChanged{Changes: []string{change}, Clocks: *c, By: rapid.SampledFrom([]string{"white", "black"}).Draw(rt, "by")})
				}
			case 4:
				s.state(scope, time.Second, events.Ended{Result: rapid.SampledFrom([]string{"1-0", "*"}).Draw(rt, "result"), Source: events.SourceDerived})
			case 5, 6:
				if plies > 0 {
					s.state(scope, time.Second, events.Completed{Ply: rapid.IntRange(1, plies).Draw(rt, "completed"), By: events.ByPress, Clocks: clocks()})
				}
			default:
				ply := plies + 1
				if plies > 0 && rapid.IntRange(0, 4).Draw(rt, "again") == 0 {
					ply = rapid.IntRange(1, plies).Draw(rt, "ply")
				}
				move := rapid.SampledFrom([]string{"a", "b"}).Draw(rt, "move")
				s.state(scope, time.Second, events.Made{Ply: ply, UCI: move, SAN: move, FEN: fmt.Sprint(move, ply), Clocks: clocks()})
				plies = max(plies, ply)
			}
		}
		var v feeds.View
		for _, m := range s.shown(rt) {
			fr, err := feeds.ParseFrame(m.Data)
			if err != nil {
				rt.Fatal(err)
			}
			v = v.With(fr)
		}
		type row struct {
			Ply      int
			UCI      string
			Clk, Emt string
			Player   string
		}
		text := func(n *int) string {
			if n == nil {
				return ""
			}
			return fmt.Sprint(*n)
		}
		var want, got []row
		for _, m := range v.Moves {
			player := v.White.ID
			if m.Ply%2 == 0 {
				player = v.Black.ID
			}
			want = append(want, row{m.Ply, m.UCI, text(m.Clk), text(m.Emt), player})
		}
		int2 := func(n *int32) *int {
			if n == nil {
				return nil
			}
			i := int(*n)
			return &i
		}
		byPly := map[int]row{}
		for _, p := range taken(t, newPublicRows("h", "public"), s.shown(rt)).plies {
			delete(byPly, int(p.Ply))
			if p.Standing {
				byPly[int(p.Ply)] = row{int(p.Ply), p.UCI, text(int2(p.Clk)), text(int2(p.Emt)), p.Player}
			}
			if (p.Emt == nil) != (p.Quality == QualityNone) {
				rt.Fatalf("ply %d: time %v, quality %s", p.Ply, p.Emt, p.Quality)
			}
		}
		for ply := range 64 {
			if r, ok := byPly[ply]; ok {
				got = append(got, r)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			rt.Fatalf("(-view +rows):\n%s", diff)
		}
	})
}
