package e2e

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"boardwire/internal/warehouse/engine/enginetest"
)

// A hall with a warehouse is asked while it runs, after it was killed, and when
// it does not run; a rebuild finds every row as it was written.
func TestAHallIsAskedByItsWarehouse(t *testing.T) {
	lib := enginetest.Lib(t)
	data := filepath.Join(t.TempDir(), "hall")
	args := []string{"--demo", "--speed", "60", "--warehouse", "on", "--warehouse-lib", lib}
	h := startHall(t, data, nil, args...)
	before := playedBy(t, data, 8)
	h.kill()
	h = startHall(t, data, nil, args...)
	// More than what was there, and nothing less.
	playedBy(t, data, before+8)
	if status := say(t, "warehouse", "status", "--data", data); !strings.Contains(status, "FACT-main-s0001-g1") {
		t.Errorf("the status names no stream:\n%s", status)
	}
	if quality := say(t, "query", "data-quality", "--data", data, "--format", "csv"); strings.Count(quality, "\n") != 9 {
		t.Errorf("the quality of eight boards is:\n%s", quality)
	}
	h.stop()
	at := playedBy(t, data, before+8)
	rebuilt := say(t, "warehouse", "rebuild", "--data", data, "--lib", lib)
	if !strings.Contains(rebuilt, "; 0 differ from before") {
		t.Errorf("the rebuild says:\n%s", rebuilt)
	}
	if again := playedBy(t, data, at); again < at {
		t.Errorf("%d plies after the rebuild, %d before", again, at)
	}
}

// playedBy waits until the warehouse has so many plies of the eight games, and
// returns how many it has.
func playedBy(t *testing.T, data string, plies int) int {
	t.Helper()
	for limit := time.Now().Add(2 * time.Minute); ; {
		lines := strings.Split(strings.TrimSpace(say(t, "query", "games", "--data", data, "--format", "csv")), "\n")
		n := 0
		for _, l := range lines[1:] {
			p, err := strconv.Atoi(strings.Split(l, ",")[5])
			if err != nil {
				t.Fatalf("%q: %v", l, err)
			}
			n += p
		}
		if len(lines) == 9 && n >= plies {
			return n
		}
		if time.Now().After(limit) {
			t.Fatalf("the warehouse has %d games with %d plies, want 8 with %d", len(lines)-1, n, plies)
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// say runs a command to its end and returns what it prints; what is not there
// yet is an empty answer of no games.
func say(t *testing.T, args ...string) string {
	t.Helper()
	p := boardwire(t, nil, args...)
	select {
	case <-p.done:
	case <-time.After(slack * time.Minute):
		t.Fatalf("%v does not end", args)
	}
	out, errText := p.output()
	if code := p.cmd.ProcessState.ExitCode(); code != 0 {
		if args[0] == "query" && strings.Contains(errText, "does not exist") || strings.Contains(errText, "has no warehouse") || strings.Contains(errText, "in use") || strings.Contains(errText, "UNKNOWN_TABLE") {
			return "game\n"
		}
		t.Fatalf("%v: code %d: %s", args, code, errText)
	}
	return out
}
