package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/internal/testshared"
	"boardwire/pgn"
	"boardwire/sim"
)

const oneTable = `
[tournament]
id = "open"
name = "Recorded"
edition = "2023"
kind = "blitz"
supervised = true
control = "3+2"
default_time = "0s"

[[audience]]
name = "public"
kind = "public"
delay = "1s"

[[audience]]
name = "arbiter"
kind = "arbiter"
delay = "0s"

[[player]]
id = "white"
name = "White, Player"

[[player]]
id = "black"
name = "Black, Player"

[[round]]
id = "1"

[[round.table]]
board = 1
white = "white"
black = "black"
device = "dgt-12345"
`

// TestRecordingThroughTheHall: the bytes of a real board and clock go through a
// pseudo terminal, a hall, its delay and its public page, and come out as the
// moves that were really played.
func TestRecordingThroughTheHall(t *testing.T) {
	f, err := os.Open(testshared.Path(t, "data/dgt-recordings/1.inbytes"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	chunks, err := sim.ReadChunks(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(testshared.Path(t, "data/dgt-recordings/1.uci"))
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, f := range strings.Fields(string(text)) {
		if regexp.MustCompile(`^[a-h][1-8][a-h][1-8][qrbn]?$`).MatchString(f) {
			want = append(want, f)
		}
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "open.toml")
	if err := os.WriteFile(file, []byte(oneTable), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	played, ended := make(chan struct{}), make(chan error, 1)
	link := filepath.Join(dir, "boards", "dgt-12345")
	if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
		t.Fatal(err)
	}
	go func() {
		ended <- sim.PlayBytes(ctx, chunks, sim.Recording{Link: link, Serial: 12345, Gap: 5 * time.Millisecond}, func() { close(played) })
	}()
	defer func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	h := startHall(t, filepath.Join(dir, "data"), nil, "--file", file, "--port", filepath.Join(dir, "boards", "*"))
	select {
	case <-played:
	case <-time.After(slack * 60 * time.Second):
		t.Fatal("the recording was not played")
	}
	var body, seen string
	defer func() {
		if t.Failed() {
			t.Logf("at last: %s; the last facts:\n%s", seen, strings.Join(last(h.log("facts"), 12), "\n"))
		}
	}()
	within(t, 30*time.Second, "57 moves on the public page", func() bool {
		g, err := h.game(h.public, "open.1.1")
		if err == nil && len(g.Moves) >= len(want) {
			return true
		}
		seen = fmt.Sprintf("%d moves, %v", len(g.Moves), err)
		return false
	})
	var code int
	code, body, err = h.get(h.public + "/pgn/open.1.pgn")
	if err != nil || code != 200 {
		t.Fatalf("pgn: %d %v", code, err)
	}
	games := pgn.Read([]byte(body))
	if len(games) != 1 || len(games[0].Deviations) != 0 {
		t.Fatalf("the PGN does not read back:\n%s", body)
	}
	var got []string
	for i, p := range games[0].Plies {
		got = append(got, p.Move.UCI())
		if p.Clk == nil {
			t.Errorf("ply %d has no clk", i+1)
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("moves (-want +got):\n%s\n%s", d, body)
	}
	if games[0].Result != "*" {
		t.Errorf("result %s, want *", games[0].Result)
	}
	h.stop()
}

func last(lines []string, n int) []string { return lines[max(0, len(lines)-n):] }
