package game_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/events"
	"boardwire/game"
	"boardwire/rules"
)

// oneGame is one log of one game, in parts that each ask something of the Laws.
// Every edition and kind gets the same messages, but for the roster.
var oneGame = []struct{ asks, log string }{
	{"a draw agreed before Black has moved", "moves dgt-1 e2e4\nrule open.1.1 agree"},
	{"three moves without a press", "rule open.1.1 result *\nmoves dgt-1 e7e5\n" +
		"play dgt-1 g1- f3=N\n+0.6s quiet dgt-1 600\nplay dgt-1 g8- f6=n\n+0.6s quiet dgt-1 600\nplay dgt-1 f3- g1=N\n+0.6s quiet dgt-1 600"},
	{"50 moves claimed after three", "+1s press dgt-1\nrule open.1.1 claim fifty"},
	{"third time, claimed with a move", "moves dgt-1 f6g8 g1f3 g8f6 f3g1\nrule open.1.1 claim threefold f6g8"},
	{"fifth time", "rule open.1.1 result *\nmoves dgt-1 f6g8 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"},
	{"an illegal move is pressed", "moves dgt-1 f1c4 f8c5\nplay dgt-1 b1- b3=N\n+0.6s quiet dgt-1 600\n+2s press dgt-1"},
	{"the arbiter finds it at once", "rule open.1.1 illegal white illegal_move"},
	{"the opponent answers it", "rule open.1.1 result *\nmoves dgt-1 d7d6"},
	{"one of earlier is found then", "rule open.1.1 illegal white king_taken 19"},
	{"the opponent asks about another", "rule open.1.1 result *\nrule open.1.1 illegal white unpromoted 17 claimed"},
	{"two hands", "rule open.1.1 result *\nrule open.1.1 illegal black two_hands claimed"},
	{"a claim in the last two minutes", "rule open.1.1 result *\n+180s clk dgt-1 80 250 left\nrule open.1.1 quickplay white claimed"},
	{"rejected", "rule open.1.1 quickplay white rejected"},
	{"five seconds a move instead", "rule open.1.1 quickplay white increment"},
	{"White's flag is shown", "+100s clk dgt-1 0 250 left stop flag-left"},
	{"declared", "rule open.1.1 flag white"},
	{"Black's flag is shown too", "rule open.1.1 result *\n+300s clk dgt-1 0 0 left stop flag-left flag-right"},
	{"both declared", "rule open.1.1 flag both"},
	{"both signed that White won", "rule open.1.1 result *\nrule open.1.1 resign white\nrule open.1.1 signed 1-0"},
	{"a point and a half for the game", "rule open.1.1 result 1/2-1/2 arbiter points=2-1"},
	{"a fine", "rule open.1.1 result *\nrule open.1.1 penalty white fine"},
	{"less points", "rule open.1.1 penalty white less_points 1h"},
	{"a claim after a touch", "rule open.1.1 claim threefold touched"},
	{"the players have each other's color, after ten moves", "rule open.1.1 reversed"},
	{"... and the game is begun anew", "rule open.1.1 reversed restart"},
	{"... and it is found after one move", "rule open.1.1 correction players 0 e2e4 e7e5\nrule open.1.1 reversed"},
	{"a wrong start, found after three moves", "rule open.1.1 correction players 0 e2e4 e7e5 g1f3 g8f6 f1c4 f8c5\nrule open.1.1 annul wrong_setup"},
	{"a sealed move is illegal", "rule open.1.1 correction players 0 e2e4 e7e5\nrule open.1.1 seal\nrule open.1.1 sealed 100 100\nrule open.1.1 unseal illegal"},
}

// answersFor says that an answer is about the edition, by how it begins.
func answersFor(text string) bool {
	for _, begins := range []string{"the arbiter may answer", "rejected", "increment", "what this edition", "what the edition", "play goes on",
		"plies taken back", "whether such a claim", "the game ended", "in this edition", "by the edition"} {
		if strings.HasPrefix(text, begins) {
			return true
		}
	}
	return false
}

// outcome says what a part of the log came to.
func outcome(facts []game.Fact) string {
	var out []string
	say := func(words ...string) {
		text := strings.Join(words, " ")
		for strings.Contains(text, "  ") {
			text = strings.ReplaceAll(text, "  ", " ")
		}
		out = append(out, strings.TrimSpace(text))
	}
	cites := func(list []string) string {
		if len(list) == 0 {
			return ""
		}
		return "(" + strings.Join(list, ", ") + ")"
	}
	for _, f := range facts {
		switch p := f.Event.Data.(type) {
		case events.Ended:
			if p.Result != "*" {
				say("ended", p.Result, p.Reason, cites(p.Articles))
			}
		case events.Completed:
			if p.By == events.ByNext {
				say("the next move completes", cites(p.Articles))
			}
		case events.FindingRaised:
			switch p.Kind {
			case events.FindingClockAdjusted, events.FindingRecordingExempt: // all who have five minutes
			case events.FindingClockExpected:
				say(strings.TrimPrefix(p.Text, "the clock is to be changed: "))
			default:
				say(p.Kind+":", p.Duty.Act, p.Duty.Until, cites(p.Duty.Articles))
			}
		case events.Answered:
			switch {
			case p.Verdict != "":
				say(p.Verdict, cites(p.Articles))
			case p.Answer == events.AnswerDiscretion:
				say("at discretion, against", cites(p.Articles)+":", p.Text)
			case strings.HasPrefix(p.Text, "White") || strings.HasPrefix(p.Text, "Black") || strings.HasPrefix(p.Text, "both") || answersFor(p.Text):
				say(p.Text, cites(p.Articles))
			}
		}
	}
	if len(out) == 0 {
		return "–"
	}
	return strings.Join(out, "; ")
}

// One game under every edition, kind and supervision: what differs is the
// table, and the table is kept.
func TestOneGameUnderEveryEdition(t *testing.T) {
	const file = "testdata/one-game.md"
	var b strings.Builder
	b.WriteString("# One game under every edition\n\nThe same messages of board, clock and desk each time, parted where they ask something of the Laws; only the roster\n" +
		"names another edition and kind. Made by the tests of package game (`go test ./game -run OneGame -update`). Games that\ncome to the same stand in one line.\n")
	type column struct{ edition, kind string }
	outcomes := make([][]string, len(oneGame))
	var columns []column
	for _, e := range rules.Carried() {
		for _, kind := range []string{"standard", "rapid", "rapid supervised", "blitz", "blitz supervised"} {
			r := beginIn(t, append([]string{e.String()}, append(strings.Fields(kind), "5")...)...)
			columns = append(columns, column{e.String(), kind})
			for i, part := range oneGame {
				from := len(r.facts)
				for line := range strings.Lines(part.log) {
					words := strings.Fields(line)
					if d, ok := strings.CutPrefix(words[0], "+"); ok {
						r.wait(duration(t, d))
						words = words[1:]
					}
					step(t, r, words)
				}
				outcomes[i] = append(outcomes[i], outcome(r.facts[from:]))
			}
			if _, err := audit(r.facts); err != nil {
				t.Errorf("%s %s: %v", e, kind, err)
			}
		}
	}
	for i, part := range oneGame {
		b.WriteString("\n## " + part.asks + "\n\n| edition and game | comes to |\n|---|---|\n")
		done := map[string]bool{}
		for _, what := range outcomes[i] {
			if done[what] {
				continue
			}
			done[what] = true
			var games []string
			last := ""
			for j, c := range columns {
				switch {
				case outcomes[i][j] != what:
				case c.edition == last:
					games[len(games)-1] += ", " + c.kind
				default:
					games, last = append(games, c.edition+" "+c.kind), c.edition
				}
			}
			text := strings.Join(games, "; ")
			text = strings.ReplaceAll(text, "standard, rapid, rapid supervised, blitz, blitz supervised", "all")
			b.WriteString("| " + text + " | " + what + " |\n")
		}
		if len(done) < 2 {
			t.Errorf("%s: every edition and kind says the same", part.asks)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("%s (-want +got; -update writes it anew):\n%s", file, diff)
	}
}

func duration(t *testing.T, s string) time.Duration {
	t.Helper()
	d, err := time.ParseDuration(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
