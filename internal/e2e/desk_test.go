package e2e

import (
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestDesk rules in a real browser in a hall that plays: buttons are pressed,
// and what they say is in the record and in the facts.
func TestDesk(t *testing.T) { atTheDesk(t, "20", "desk.mjs", nil) }

// TestDeskAfterTheRound does the same once all games are played: results are
// confirmed, departed from and taken back.
func TestDeskAfterTheRound(t *testing.T) {
	atTheDesk(t, "max", "ended.mjs", func(h *hall) {
		over := map[int]string{1: "ended", 3: "ended", 4: "ended"}
		within(t, 2*time.Minute, "boards 1, 3 and 4 have ended", func() bool {
			for board, want := range over {
				if g, err := h.game(h.desk, id(board)); err != nil || g.Status != want {
					return false
				}
			}
			return true
		})
	})
}

// atTheDesk runs a script of web/e2e against a hall with the demonstration.
func atTheDesk(t *testing.T, speed, script string, wait func(*hall)) {
	for what, path := range map[string]string{"Chromium": "/usr/bin/chromium", "the npm packages": "../../web/node_modules/playwright-core"} {
		if _, err := os.Stat(path); err != nil {
			t.Skipf("SKIPPED: %s are missing, so nothing was ruled in a browser: %v", what, err)
		}
	}
	data := t.TempDir()
	endEmulator(t, data)
	h := startHall(t, data, nil, "--demo", "--speed", speed)
	if wait != nil {
		wait(h)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 6*time.Minute)
	defer cancel()
	args := []string{"e2e/" + script, h.desk, h.link()}
	if to := os.Getenv("BOARDWIRE_E2E_PICTURES"); to != "" {
		args = append(args, to)
	}
	cmd := exec.CommandContext(ctx, "node", args...)
	cmd.Dir = "../../web"
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("the browser's script: %v\n%s", err, out)
	}
	h.stop()
}

// link asks for a one-use link that signs an arbiter in.
func (h *hall) link() string {
	h.t.Helper()
	req, err := http.NewRequest(http.MethodPost, h.desk+"/desk/link", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+h.token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		h.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		h.t.Fatalf("a sign-in link: %d %s %v", resp.StatusCode, b, err)
	}
	return h.desk + strings.TrimSpace(string(b))
}
