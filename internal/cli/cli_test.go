package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/internal/testshared"
)

// boardwire runs the command line as a person would.
func boardwire(args ...string) (code int, out, errText string) {
	var o, e bytes.Buffer
	code = run(args, streams{in: strings.NewReader(""), out: &o, err: &e})
	return code, o.String(), e.String()
}

func TestPerftPrintsTheCountAlone(t *testing.T) {
	code, out, errText := boardwire("perft", "3")
	if code != 0 || out != "8902\n" || errText != "" {
		t.Errorf("code %d, out %q, err %q", code, out, errText)
	}
	code, out, _ = boardwire("perft", "--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", "4")
	if code != 0 || out != "43238\n" {
		t.Errorf("code %d, out %q", code, out)
	}
}

func TestUsageErrorsAreSaidAndExitWith2(t *testing.T) {
	for _, tc := range []struct {
		args []string
		says string
	}{
		{[]string{"perft", "--fen", "not a position", "2"}, "not"},
		{[]string{"perft", "99"}, "want 0 to 20"},
		{[]string{"decode", "--driver", "abacus", "x"}, "there are: dgt"},
		{[]string{"replay", "--driver", "dgt", "--laws", "1066", "x"}, "1066"},
		{[]string{"replay", "--driver", "dgt", "--json", "--facts", "x"}, "json"},
		{[]string{"castle"}, "castle"},
		{[]string{"rule", "confirm", "demo.1"}, "\"demo.1\" is no game"},
		{[]string{"rule", "result", "demo", "1-0"}, "try: boardwire rule result --help"},
	} {
		code, _, errText := boardwire(tc.args...)
		if code != exitUsage || !strings.Contains(errText, tc.says) {
			t.Errorf("%q: code %d, says %q; want 2 and %q", tc.args, code, errText, tc.says)
		}
	}
}

// commandNames are all commands, as the command line itself knows them.
var commandNames = func() []string {
	parser, err := newParser(new(commands), streams{})
	if err != nil {
		panic(err)
	}
	names := []string{"rule"}
	for _, leaf := range parser.Model.Leaves(true) {
		names = append(names, leaf.Path())
	}
	return names
}()

func TestEveryCommandHasHelpWithAnExample(t *testing.T) {
	for _, cmd := range commandNames {
		code, out, _ := boardwire(append(strings.Fields(cmd), "--help")...)
		if code != 0 || !strings.Contains(out, "\n    boardwire "+cmd) {
			t.Errorf("%s --help: code %d, no example in:\n%s", cmd, code, out)
		}
	}
}

// A tournament file is looked at without a folder to run in.
func TestHallChecksATournamentFile(t *testing.T) {
	good := "../../sim/demo/tournament.toml"
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "open.toml")
	if err := os.WriteFile(bad, bytes.Replace(text, []byte("edition"), []byte("editon"), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	if code, out, errText := boardwire("hall", "--file", good, "--check-config"); code != 0 || !strings.Contains(out, "no faults") {
		t.Errorf("a good file: code %d, out %q, err %q", code, out, errText)
	}
	odd := filepath.Join(t.TempDir(), "odd.toml")
	if err := os.WriteFile(odd, bytes.Replace(text, []byte(`control = "90/40+30+30"`), []byte(`control = "15+10"`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errText := boardwire("hall", "--file", odd, "--check-config"); code != 0 || !strings.Contains(out, "15+10 is rapid") {
		t.Errorf("a kind that the edition calls otherwise: exit %d, %s%s", code, out, errText)
	}
	if code, _, errText := boardwire("hall", "--file", bad, "--check-config"); code != exitConfig || !strings.Contains(errText, "did you mean edition?") {
		t.Errorf("a bad file: code %d, err %q", code, errText)
	}
	early := filepath.Join(t.TempDir(), "early.toml")
	pushes := "\n[[push]]\nname = \"club\"\naudience = \"commentary\"\nkind = \"pgn\"\nurl = \"https://club.example/upload\"\n"
	if err := os.WriteFile(early, append(bytes.Clone(text), pushes...), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, errText := boardwire("hall", "--file", early, "--check-config"); code != 0 || !strings.Contains(out, "push club: what audience commentary sees is sent 5s after play") {
		t.Errorf("a site that is ahead of the public: code %d, %s%s", code, out, errText)
	}
	if err := os.WriteFile(early, append(bytes.Clone(text), pushes+"token_file = \"none\"\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, errText := boardwire("hall", "--file", early, "--check-config"); code != exitConfig || !strings.Contains(errText, "token of push club") {
		t.Errorf("a token that is not there: code %d, err %q", code, errText)
	}
	if code, _, errText := boardwire("hall", "--file", good); code != exitUsage || !strings.Contains(errText, "--data") {
		t.Errorf("no folder: code %d, err %q", code, errText)
	}
}

// recording is a real board and clock: 57 moves, each completed by its lever.
func recording(t *testing.T) (path string, uci []string) {
	t.Helper()
	text, err := os.ReadFile(testshared.Path(t, "data/dgt-recordings/1.uci"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range strings.Fields(string(text)) {
		if regexp.MustCompile(`^[a-h][1-8][a-h][1-8][qrbn]?$`).MatchString(f) {
			uci = append(uci, f)
		}
	}
	return testshared.Path(t, "data/dgt-recordings/1.inbytes"), uci
}

func TestReplayOfARealRecording(t *testing.T) {
	path, want := recording(t)
	code, out, errText := boardwire("replay", "--driver", "dgt", "--base64", "--json", path)
	if code != 0 || errText != "" {
		t.Fatalf("code %d: %s", code, errText)
	}
	var g replayed
	if err := json.Unmarshal([]byte(out), &g); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, g.UCI); d != "" {
		t.Errorf("moves (-want +got):\n%s", d)
	}
	if len(want) != 57 || g.Plies != 57 {
		t.Errorf("%d plies, want 57", g.Plies)
	}
	for i, m := range g.Moves {
		if m.Completed == nil || *m.Completed != "press" || m.Clk == nil {
			t.Errorf("ply %d %s: completed %v, clk %v; want by press, with a clk", i+1, m.SAN, m.Completed, m.Clk)
		}
	}
	if g.Result != "*" || g.ResultSource != "none" || g.Reason != nil || len(g.Findings) != 0 {
		t.Errorf("result %s by %s, reason %v, findings %v; want * and nothing else", g.Result, g.ResultSource, g.Reason, g.Findings)
	}
}

func TestReplayTwiceGivesTheSameBytes(t *testing.T) {
	path, _ := recording(t)
	_, first, _ := boardwire("replay", "--driver", "dgt", "--base64", "--facts", path)
	_, second, _ := boardwire("replay", "--driver", "dgt", "--base64", "--facts", path)
	if first == "" || first != second {
		t.Error("two replays of one recording differ")
	}
}

func TestDecodeSaysWhatTheBoardSaid(t *testing.T) {
	path, _ := recording(t)
	code, out, errText := boardwire("decode", "--driver", "dgt", "--base64", path)
	if code != 0 || errText != "" {
		t.Fatalf("code %d: %s", code, errText)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 455 {
		t.Errorf("%d sights, want 455: one for each chunk of this recording", len(lines))
	}
	want := []string{
		`{"type":"board.v1.surface","placement":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}`,
		`{"type":"clock.v1.reading","left":182,"right":182,"lever":"left"}`,
		`{"type":"clock.v1.reading","left":182,"right":182,"running":true,"lever":"left"}`,
	}
	if d := cmp.Diff(want, lines[:3]); d != "" {
		t.Errorf("first lines (-want +got):\n%s", d)
	}
	for _, l := range lines {
		if !json.Valid([]byte(l)) {
			t.Fatalf("not JSON: %s", l)
		}
	}
}

func TestBadBase64NamesTheLine(t *testing.T) {
	path := t.TempDir() + "/x.inbytes"
	if err := os.WriteFile(path, []byte("jQAK\n?!\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errText := boardwire("decode", "--driver", "dgt", "--base64", path)
	if code != exitFailed || !strings.Contains(errText, "line 2") {
		t.Errorf("code %d, says %q; want 1 and the line", code, errText)
	}
}
