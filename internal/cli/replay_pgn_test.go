package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/internal/testshared"
)

// replayPGN runs the command over a text and returns its objects.
func replayPGN(t *testing.T, text string, args ...string) ([]replayed, string, int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "round.pgn")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := run(append(append([]string{"replay"}, args...), path), streams{in: strings.NewReader(text), out: &out, err: &errs})
	var games []replayed
	if code == exitOK {
		for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
			var g replayed
			if err := json.Unmarshal([]byte(line), &g); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			games = append(games, g)
		}
	}
	return games, errs.String(), code
}

const twoGames = `[White "Ada"]
[Black "Bob"]
[Result "0-1"]

1. f3 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. g4 {[%clk 0:04:40]} Qh4# 0-1

[White "Cid"]
[Black "Dee"]
[Result "1-0"]

1. e4 e5 2. Ke2 Nc6 3. Ke4 Kd5 1-0
`

func TestReplayPGN(t *testing.T) {
	games, errs, code := replayPGN(t, twoGames, "--json")
	if code != exitOK || len(games) != 2 {
		t.Fatalf("exit %d, %d games: %s", code, len(games), errs)
	}
	mate, end, press := "checkmate", "end", "press"
	clk := func(n int) *int { return &n }
	want := replayed{
		Game: "round#1", White: "Ada", Black: "Bob", Plies: 4,
		UCI: []string{"f2f3", "e7e5", "g2g4", "d8h4"},
		Moves: []replayedMove{
			{UCI: "f2f3", SAN: "f3", Completed: &press, Clk: clk(300)},
			{UCI: "e7e5", SAN: "e5", Completed: &press, Clk: clk(298)},
			{UCI: "g2g4", SAN: "g4", Completed: &press, Clk: clk(280)},
			{UCI: "d8h4", SAN: "Qh4#", Completed: &end},
		},
		Result: "0-1", ResultSource: "derived", Reason: &mate, Articles: []string{"5.1.1"},
		FinalFEN: "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Findings: []replayFinding{},
	}
	if diff := cmp.Diff(want, games[0]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if g := games[1]; g.Plies != 4 || g.Result != "1-0" || *g.Reason != "not_recorded" || g.ResultSource != "recorded" || len(g.Findings) != 1 || g.Findings[0].Kind != "gesture" || g.Findings[0].Ply != 5 {
		t.Errorf("the gesture: %+v", g)
	}
	if !strings.Contains(errs, "round.pgn:11:") {
		t.Errorf("what was cut is not told with its place: %q", errs)
	}
}

func TestReplayPGNSaysWhatItCannotDo(t *testing.T) {
	for want, args := range map[string][]string{
		"--facts is for recordings":  {"--facts"},
		"--base64 is for recordings": {"--base64"},
		`edition "1066"`:             {"--laws", "1066"},
		`"soon"`:                     {"--control", "soon"},
	} {
		if _, errs, code := replayPGN(t, twoGames, args...); code != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
}

func TestReplayWorldCup(t *testing.T) {
	path := testshared.Path(t, "data/pgn/fide-worldcup-2025-r1-classical.pgn")
	var out, errs bytes.Buffer
	if code := run([]string{"replay", "--json", path}, streams{in: strings.NewReader(""), out: &out, err: &errs}); code != exitOK {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	reasons := map[string]int{}
	n := 0
	for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		var g replayed
		if err := json.Unmarshal([]byte(line), &g); err != nil {
			t.Fatal(err)
		}
		n++
		if g.Reason == nil {
			t.Fatalf("%s: %s without a reason", g.Game, g.Result)
		}
		reasons[*g.Reason]++
	}
	if diff := cmp.Diff(map[string]int{"checkmate": 2, "dead_position": 1, "not_recorded": 153}, reasons); n != 156 || diff != "" {
		t.Errorf("%d games (-want +got):\n%s", n, diff)
	}
}
