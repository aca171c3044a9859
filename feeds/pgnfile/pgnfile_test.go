package pgnfile

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"boardwire/feeds"
	"boardwire/pgn"
	"boardwire/rules"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// view folds bodies into the view of a game.
func view(bodies ...feeds.Body) feeds.View {
	v := feeds.View{}
	for i, b := range bodies {
		v = v.With(feeds.Frame{Game: "open.3.12", At: noon.Add(time.Duration(i) * time.Minute), Body: b})
	}
	return v
}

func pairing(fen string) feeds.Paired {
	return feeds.Paired{White: "p1", Black: "p2", Edition: "2023", GameKind: "standard", Control: "90/40+30+30", FEN: fen, Rate: 20}
}

// played makes and presses moves, ten seconds each.
func played(fen string, moves ...string) []feeds.Body {
	list := []feeds.Body{pairing(fen), feeds.Clock{Clocks: feeds.Clocks{White: 5400, Black: 5400}}}
	clocks := [2]int{5400, 5400}
	for i, uci := range moves {
		clocks[i%2] += 20
		list = append(list, feeds.Made{Ply: i + 1, UCI: uci, SAN: "?", FEN: "?"},
			feeds.Completed{Ply: i + 1, By: "press", Clocks: &feeds.Clocks{White: clocks[0], Black: clocks[1]}})
	}
	return list
}

func outcome(result, reason string) feeds.Outcome {
	return feeds.Outcome{Result: result, Reason: reason, Source: "derived"}
}

var (
	startFEN = rules.Start().FEN()
	people   = map[string]feeds.Person{
		"p1": {Name: "Adler, Johanna", Title: "GM", Fed: "NOR", Rating: 2611, FIDE: 1500000},
		"p2": {Name: "Quote \" and \\\n\x00end"},
	}
)

func text(t *testing.T, event Event, views ...feeds.View) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, event, views); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAGameBeingPlayed(t *testing.T) {
	got := text(t, Event{Name: "Harbour Open"}, view(played(startFEN, "e2e4", "e7e5", "g1f3")...).Named(people))
	const want = `[Event "Harbour Open"]
[Site "?"]
[Date "2026.03.01"]
[Round "3.12"]
[White "Adler, Johanna"]
[Black "Quote \" and \\  end"]
[Result "*"]
[Board "12"]
[GameId "open.3.12"]
[TimeControl "40/5400+30:1800+30"]
[WhiteElo "2611"]
[WhiteFideId "1500000"]
[WhiteTitle "GM"]

1. e4 {[%clk 1:30:20] [%emt 0:00:10]} 1... e5 {[%clk 1:30:20] [%emt 0:00:10]}
2. Nf3 {[%clk 1:30:40] [%emt 0:00:10]} *

`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestEndsAreThoseThatWereReleased(t *testing.T) {
	for _, c := range []struct {
		name                string
		end                 []feeds.Body
		result, termination string
	}{
		{"playing", nil, "*", ""},
		{"mate", []feeds.Body{feeds.Ended{Outcome: outcome("1-0", "checkmate")}}, "1-0", "normal"},
		{"taken back", []feeds.Body{feeds.Ended{Outcome: outcome("1-0", "checkmate")}, feeds.Ended{Outcome: outcome("*", "")}}, "*", ""},
		{"time", []feeds.Body{feeds.Result{Outcome: outcome("0-1", "flag")}}, "0-1", "time forfeit"},
		{"the arbiter's reason is not told", []feeds.Body{feeds.Result{Outcome: outcome("0-1", "arbiter")}}, "0-1", ""},
		{"not recorded", []feeds.Body{feeds.Result{Outcome: outcome("1/2-1/2", "not_recorded")}}, "1/2-1/2", ""},
	} {
		g := Game(Event{}, view(append(played(startFEN, "e2e4"), c.end...)...))
		if got, _ := g.Tag("Termination"); string(g.Result) != c.result || got != c.termination {
			t.Errorf("%s: %s, %q; want %s, %q", c.name, g.Result, got, c.result, c.termination)
		}
	}
}

func TestMovesThatCannotBeWrittenEndTheFile(t *testing.T) {
	v := view(played(startFEN, "e2e4", "e7e5", "e1e3", "d7d5")...)
	got := text(t, Event{}, v)
	if !strings.Contains(got, "rules do not allow") || strings.Contains(got, "d5") {
		t.Error(got)
	}
	got = text(t, Event{}, view(played(startFEN, "e2e5")...))
	if !strings.Contains(got, "{The game went on") {
		t.Error(got)
	}
}

// What is written is read back by our own reader: the same moves, times, tags.
func TestReadsBack(t *testing.T) {
	const black = "4k3/8/8/8/8/8/4P3/4K3 b - - 5 40"
	views := []feeds.View{
		view(played(startFEN, "e2e4", "c7c5", "g1f3", "d7d6", "f1b5", "b8d7", "e1g1")...),
		view(played(black, "e8e7", "e2e4")...),
		view(append(played(startFEN), feeds.Result{Outcome: outcome("1-0", "not_recorded")})...),
	}
	games := pgn.Read([]byte(text(t, Event{Name: "x"}, views...)))
	if len(games) != len(views) {
		t.Fatalf("%d games, want %d", len(games), len(views))
	}
	for i, g := range games {
		var got, want []string
		for _, p := range g.Plies {
			got = append(got, p.Move.UCI()+" "+seconds(p.Clk)+" "+seconds(p.Emt))
		}
		for _, m := range views[i].Moves {
			want = append(want, m.UCI+" "+number(m.Clk)+" "+number(m.Emt))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("game %d: %s", i, diff)
		}
		if string(g.Result) != views[i].Result {
			t.Errorf("game %d: result %s, want %s", i, g.Result, views[i].Result)
		}
	}
	if fen := games[1].Start.FEN(); fen != black {
		t.Errorf("start %s, want %s", fen, black)
	}
}

func seconds(d *time.Duration) string {
	if d == nil {
		return "-"
	}
	return fmt.Sprint(int(*d / time.Second))
}

func number(n *int) string {
	if n == nil {
		return "-"
	}
	return fmt.Sprint(*n)
}

// A game of Chess960 says so, where it begins, and its castling is read as the
// king taking his rook.
func TestAGameOfChess960(t *testing.T) {
	const fen = "2rk4/pppppppp/8/8/8/8/PPPPPPPP/5KR1 w Gc - 0 1"
	got := text(t, Event{Name: "Harbour Open"}, view(played(fen, "f1g1", "d8c8")...))
	for _, want := range []string{`[FEN "2rk4/pppppppp/8/8/8/8/PPPPPPPP/5KR1 w Kq - 0 1"]`, `[SetUp "1"]`, `[Variant "Chess960"]`, "1. O-O ", "1... O-O-O "} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
