package feedcheck

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/pgn"
)

// text makes a game: tags, then a start position, then moves.
func text(result, fen, moves string, tags ...string) string {
	var b strings.Builder
	b.WriteString("[Event \"a\"]\n[Result \"" + result + "\"]\n")
	if fen != "" {
		b.WriteString("[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n")
	}
	for i := 0; i+1 < len(tags); i += 2 {
		b.WriteString("[" + tags[i] + " \"" + tags[i+1] + "\"]\n")
	}
	return b.String() + "\n" + moves + " " + result + "\n"
}

const (
	open    = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"
	endgame = "8/5k2/3p4/3P2P1/8/5K2/8/8 w - - 0 60"
)

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name, text, outcome, findings string
	}{
		{"a game like any other", text("1-0", "", open), "6 1-0 recorded not_recorded", ""},
		{"a game that goes on", text("*", "", open), "6 * none", ""},
		{"mate", text("0-1", "", "1. f3 e5 2. g4 Qh4#"), "4 0-1 derived checkmate 5.1.1", ""},
		{"mate, and nobody wrote the result", text("*", "", "1. f3 e5 2. g4 Qh4#"), "4 0-1 derived checkmate 5.1.1", ""},
		{"mate against a draw", text("1/2-1/2", "", "1. f3 e5 2. g4 Qh4#"), "4 0-1 derived checkmate 5.1.1", "4 result_conflict 5.1.1 8.7"},
		{"stalemate against a win", text("1-0", "7k/5Q2/5K2/8/8/8/8/8 w - - 0 1", "1. Kg6"), "1 1/2-1/2 derived stalemate 5.2.1", "1 result_conflict 5.2.1 8.7"},
		{"moves behind the end", text("1-0", "", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# Kxf7 5. d4"), "7 1-0 derived checkmate 5.1.1", "8 illegal_move 5.1.1"},
		{"the tag and the end differ", strings.Replace(text("1-0", "", open), " 1-0\n", " 0-1\n", 1), "6 1-0 recorded not_recorded", "6 result_conflict"},
		{"a tag that was not brought up to date", strings.Replace(text("*", "", open), " *\n", " 0-1\n", 1), "6 0-1 recorded not_recorded", ""},
		{"bare kings, and a king goes on", text("1/2-1/2", "8/8/3k4/8/3pK3/8/8/8 w - - 0 1", "1. Kxd4 Kc6 2. Ke5"), "3 1/2-1/2 derived dead_position 5.2.2", "1 dead_position 5.2.2"},
		{"a winner who cannot mate", text("1-0", "8/5k2/5p2/8/8/8/8/4K3 w - - 0 1", "1. Kd2 f5"), "2 1-0 recorded not_recorded", "2 result_conflict 5.1.2 6.9"},
		{"no move", text("0-1", "", ""), "0 0-1 recorded not_recorded", "0 no_or_one_move"},
		{"one move", text("1-0", "", "1. d4"), "1 1-0 recorded not_recorded", "1 no_or_one_move"},
		{"one move and a draw", text("1/2-1/2", "", "1. d4"), "1 1/2-1/2 recorded not_recorded", "1 no_or_one_move 5.2.3"},
		{"a board that has not begun", text("*", "", ""), "0 * none", ""},
		{"an illegal move", text("1-0", "", open+" 4. Bxc6 Qg4 5. h3"), "7 1-0 recorded not_recorded", "8 illegal_move 7.5.1"},
		{"an illegal move that stood in blitz", text("1-0", "", open+" 4. Bxc6 Qg4 5. h3", "TimeControl", "300+3"), "7 1-0 recorded not_recorded", "8 illegal_stands 7.5.1"},
		{"a word that is no move", text("1-0", "", open+" 4. hello"), "6 1-0 recorded not_recorded", "7 truncated"},
		{"the file ends in the middle", strings.TrimSuffix(text("1-0", "", open+" 4. Bxc6 {good"), "\n"), "7 1-0 recorded not_recorded", "7 truncated; 7 truncated"},
		{"fewer plies than were counted", text("1-0", "", open, "PlyCount", "9"), "6 1-0 recorded not_recorded", "6 truncated"},
		{"a repetition is for the players to claim", text("1/2-1/2", "", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4"), "9 1/2-1/2 recorded not_recorded", ""},
		{"the fifth time is not", text("1/2-1/2", "", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8"), "16 1/2-1/2 derived fivefold 9.6.1", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, r := read(t, tt.text)
			if diff := cmp.Diff(tt.outcome, outcome(r)); diff != "" {
				t.Errorf("outcome (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.findings, brief(r)); diff != "" {
				t.Errorf("findings (-want +got):\n%s\n%+v", diff, r.Findings)
			}
		})
	}
}

func TestKingsInTheCentreAreNoMoves(t *testing.T) {
	for _, tt := range []struct {
		name, text, outcome, findings string
	}{
		{"both, the second cannot be played", text("1/2-1/2", "", open+" 4. Ke4 Ke5"), "6 1/2-1/2 recorded not_recorded", "7 gesture"},
		{"nobody wrote the result", text("*", "", open+" 4. Ke4 Kd5"), "6 1-0 signalled not_recorded", "7 gesture"},
		{"dark squares for Black", text("0-1", "", open+" 4. Kd4 Ke5"), "6 0-1 recorded not_recorded", "7 gesture"},
		{"the kings say otherwise than the file", text("1-0", "", open+" 4. Kd4 Ke5"), "6 1-0 recorded not_recorded", "6 result_conflict 8.7; 7 gesture"},
		{"squares on the way", text("0-1", "", open+" 4. Kc7 Kf3 5. Kd4 Ke5"), "6 0-1 recorded not_recorded", "7 gesture"},
		{"one king, and it fits", text("1-0", "", open+" 4. Ke4"), "6 1-0 recorded not_recorded", "7 gesture"},
		{"one king, pressed, and it does not fit", text("1-0", "", open+" 4. Kd4 {[%clk 0:10:00]}"), "6 1-0 recorded not_recorded", "7 illegal_move 7.5.1"},
		{"the men are set up again behind it", text("1-0", "", open+" 4. Ke4 Kd5 5. Nb1 Ng8"), "6 1-0 recorded not_recorded", "7 gesture"},
		{"the first step can be played, and was not pressed", text("1/2-1/2", "8/8/3k2p1/8/6P1/5K2/8/8 w - - 0 59", "59. g5 {[%clk 0:23:04]} Ke5 {[%emt 0:00:14]} 60. Ke4+"), "1 1/2-1/2 recorded not_recorded", "2 gesture"},
		{"a piece into the centre is a move", text("1-0", "", "1. e4 e5 2. Nf3 Nc6 3. Nd4"), "5 1-0 recorded not_recorded", ""},
		{"a king's move of the endgame stays", text("1/2-1/2", endgame, "60. Kf4 {[%clk 0:01:00]} Kg6 {[%clk 0:01:00]} 61. Ke4 {[%clk 0:01:00]}"), "3 1/2-1/2 recorded not_recorded", ""},
		{"so does one that was not pressed, though it is told", text("1/2-1/2", endgame, "60. Kf4 {[%clk 0:01:00]} Kg6 {[%clk 0:01:00]} 61. Ke4 {[%emt 0:00:10]}"), "3 1/2-1/2 recorded not_recorded", "3 gesture; 3 clk_missing"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, r := read(t, tt.text)
			if diff := cmp.Diff(tt.outcome, outcome(r)); diff != "" {
				t.Errorf("outcome (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.findings, brief(r)); diff != "" {
				t.Errorf("findings (-want +got):\n%s\n%+v", diff, r.Findings)
			}
		})
	}
}

func TestAnIllegalStartHasNoMoves(t *testing.T) {
	_, r := read(t, text("1-0", "8/8/8/8/8/8/8/8 w - - 0 1", "1. e4"))
	if r.Line.Len() != 0 || !strings.Contains(brief(r), "truncated") {
		t.Errorf("got %s: %s", outcome(r), brief(r))
	}
}

func TestCloud(t *testing.T) {
	g, err := Cloud([]byte(`{"live":false,"chess960":518,"result":"DRAW","clock":{"white":1700,"black":1690,"time":5},"moves":["d4","e6 1818","Nf3 +19","Nc6 1821+28"]}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range g.Plies {
		s := p.SAN
		for _, d := range []*time.Duration{p.Clk, p.Emt} {
			if d == nil {
				s += " -"
				continue
			}
			s += " " + d.String()
		}
		got = append(got, s)
	}
	if diff := cmp.Diff("d4 - -, e6 30m18s -, Nf3 28m20s 19s, Nc6 28m10s 28s", strings.Join(got, ", ")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, bad := range []string{`{"result":"WON"}`, `{"moves":["e4 x"]}`, `{"moves":[""]}`, `{"chess960":960}`, `[`} {
		if _, err := Cloud([]byte(bad)); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

func TestStartPositionsByNumber(t *testing.T) {
	seen := map[string]bool{}
	for n := range 960 {
		row, err := startRow(n)
		if err != nil {
			t.Fatal(err)
		}
		k := strings.IndexByte(row, 'k')
		bishops := strings.IndexByte(row, 'b') + strings.LastIndexByte(row, 'b')
		if seen[row] || strings.IndexByte(row, 'r') > k || strings.LastIndexByte(row, 'r') < k || bishops%2 == 0 || len(row) != 8 {
			t.Fatalf("%d: %s", n, row)
		}
		seen[row] = true
	}
	for n, want := range map[int]string{0: "bbqnnrkr", 518: "rnbqkbnr", 959: "rkrnnqbb"} {
		if row, _ := startRow(n); row != want {
			t.Errorf("%d: %s, want %s", n, row, want)
		}
	}
}

// Whatever the bytes: a report has moves that can be played, findings of the
// closed list in order, and a reason whenever it has a result.
func FuzzCheck(f *testing.F) {
	f.Add([]byte(text("1-0", "", open+" 4. Ke4 Kd5")))
	f.Add([]byte(text("1/2-1/2", endgame, "60. Kf4 {[%clk 0:01:00][%emt 0:0:3]} Kg6 61. Ke4", "TimeControl", "40/5400+30:1800+30")))
	f.Fuzz(func(t *testing.T, b []byte) {
		kinds := strings.Join(Kinds(), " ")
		for _, g := range pgn.Read(b) {
			r := check(t, &g)
			last := 0
			for _, x := range r.Findings {
				if x.Ply < last || !strings.Contains(kinds, x.Kind) || x.Text == "" {
					t.Fatalf("%+v behind %d", x, last)
				}
				last = x.Ply
			}
			if (r.Reason == "") != (r.Result == "*") || r.Line.Len() > len(g.Plies) {
				t.Fatalf("%s of %d plies", outcome(r), len(g.Plies))
			}
			if len(r.Course.Clocks) != r.Line.Len() || len(r.Course.Derived) != r.Line.Len() {
				t.Fatalf("%d readings for %d plies", len(r.Course.Clocks), r.Line.Len())
			}
		}
	})
}

func FuzzCloud(f *testing.F) {
	f.Add([]byte(`{"game":{"chess960":5,"result":"*","clock":{"white":1},"moves":["e4 1+2","e5 ~3"]}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		g, err := Cloud(b)
		if err == nil {
			check(t, &g)
		}
	})
}
