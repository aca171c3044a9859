package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardwire/internal/verify"
)

// What cannot be played, and what is asked for wrongly, is said without a hall.
func TestVerifyWithoutAHall(t *testing.T) {
	file := func(text string) string {
		path := filepath.Join(t.TempDir(), "x.pgn")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	setUp := file("[White \"A\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 1-0\n")
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"neither links nor a file", nil, exitUsage, "--link names the folder"},
		{"a game from another position", []string{"--verify", setUp}, exitFailed, "1 games: 0 equal, 1 differ"},
		{"and why", []string{"--verify", setUp}, exitFailed, "not played: it does not begin from the usual position"},
		{"no game in the file", []string{"--verify", file("\n")}, exitConfig, "no game in it"},
		{"a number that the file does not have", []string{"--verify", setUp, "--only", "2-3"}, exitUsage, "the file has games 1 to 1"},
		{"no number", []string{"--verify", setUp, "--only", "two"}, exitUsage, `"two" is no number or range`},
		{"too many boards", []string{"--verify", setUp, "--boards", "1000"}, exitUsage, "want 1 to 200"},
	} {
		code, out, errText := boardwire(append([]string{"sim"}, c.args...)...)
		if text := out + errText; code != c.code || !strings.Contains(text, c.says) {
			t.Errorf("%s: code %d, want %d and %q in:\n%s", c.name, code, c.code, c.says, text)
		}
	}
}

func TestVerdictLine(t *testing.T) {
	for _, c := range []struct {
		v    verify.Verdict
		want string
	}{
		{verify.Verdict{White: "A", Black: "B", Plies: 40, Equal: true, Result: "1-0", Source: "ruled"},
			"   7 equal    40 plies  A – B  1-0 ruled"},
		{verify.Verdict{White: "A", Plies: 38, Equal: true, Result: "1-0", Source: "signalled", Dropped: 2},
			"   7 equal    38 plies  A – ?  1-0 signalled (2 plies of the file were the kings' sign, not moves)"},
		{verify.Verdict{White: "A", Black: "B", Plies: 19, Ply: 20, Why: "g6h4 is missing", Kept: "/tmp/x"},
			"   7 DIFFERS  19 plies  A – B\n     ply 20: g6h4 is missing\n     data: /tmp/x"},
	} {
		if got := verdictLine(7, c.v); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
}
