package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"boardwire/internal/push/pushtest"
	"boardwire/sim/demo"
)

// pushing is the demonstration's tournament file with an audience's games sent
// to an address.
func pushing(t *testing.T, audience, address, token string) string {
	t.Helper()
	text := string(demo.Tournament) + fmt.Sprintf("\n[[push]]\nname = \"lichess\"\naudience = %q\nkind = \"lichess\"\nurl = %q\nround = \"1\"\n", audience, address)
	dir := t.TempDir()
	if token != "" {
		text += "token_file = \"token\"\n"
		if err := os.WriteFile(filepath.Join(dir, "token"), []byte(token+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "tournament.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// A hall sends what its commentators see to another site, while that takes it;
// a site that hangs slows nobody down, and what is at the site is never ahead of
// the page.
func TestAHallPushesToAnotherSite(t *testing.T) {
	t.Parallel()
	const token = "lip_the-token-of-a-site"
	site := &pushtest.Lichess{Token: token}
	var hangs atomic.Pointer[chan struct{}]
	hung := make(chan struct{}, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if until := hangs.Load(); until != nil {
			select {
			case hung <- struct{}{}:
			default:
			}
			<-*until
		}
		site.ServeHTTP(w, r)
	}))
	defer server.Close()
	data := t.TempDir()
	endEmulator(t, data)
	file := pushing(t, "commentary", server.URL+pushtest.Path, token)
	h := startHall(t, data, nil, "--demo", "--speed", "20", "--file", file)
	there := func(board int) int {
		g, ok := site.Game(id(board))
		if !ok {
			return -1
		}
		return len(g.PGN.Plies)
	}
	within(t, 60*time.Second, "moves of all boards at the site", func() bool {
		for board := range ends {
			if there(board) < 2 {
				return false
			}
		}
		return true
	})
	if n := len(site.Games()); n != len(ends) {
		t.Errorf("%d games at the site, want %d", n, len(ends))
	}

	// A site that hangs: the pages go on.
	until := make(chan struct{})
	hangs.Store(&until)
	<-hung
	before, err := h.game(h.public, id(1))
	if err != nil {
		t.Fatal(err)
	}
	within(t, 30*time.Second, "the public's page goes on", func() bool {
		g, err := h.game(h.public, id(1))
		return err == nil && len(g.Moves) > len(before.Moves)
	})
	hangs.Store(nil)
	close(until)

	// A push that is taken out of the file ends; one that is put in begins.
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	set := func(s string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(s), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := h.cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
	}
	now := there(1)
	within(t, 30*time.Second, "the site goes on", func() bool { return there(1) > now })
	set(string(demo.Tournament))
	within(t, 30*time.Second, "the push ends", func() bool {
		_, body, err := h.get(h.admin + "/metrics")
		return err == nil && !strings.Contains(body, "boardwire_push_behind_seconds{")
	})
	now = there(1)
	set(string(text))
	within(t, 30*time.Second, "the push begins again", func() bool { return there(1) > now })

	// What is there is what was released to the commentators, and no more.
	sent, _ := site.Game(id(1))
	shown := commentators(t, h, "/api/games/"+id(1))
	if len(shown.Moves) < len(sent.PGN.Plies) {
		t.Errorf("%d plies at the site, %d on the page", len(sent.PGN.Plies), len(shown.Moves))
	}
	for i, p := range sent.PGN.Plies[:min(len(sent.PGN.Plies), len(shown.Moves))] {
		if p.Move.UCI() != shown.Moves[i].UCI {
			t.Errorf("ply %d: %s at the site, %s on the page", i+1, p.Move.UCI(), shown.Moves[i].UCI)
		}
	}
	log, err := os.ReadFile(filepath.Join(data, "hall.log"))
	if err != nil {
		t.Fatal(err)
	}
	if out, errText := h.output(); strings.Contains(string(log)+out+errText, token) {
		t.Error("the token is in the log")
	}
	h.stop()
}

// commentators reads a game as they do.
func commentators(t *testing.T, h *hall, path string) (g shown) {
	t.Helper()
	token, err := os.ReadFile(filepath.Join(h.data, "secrets", "commentary-token"))
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.desk+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(token)))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(&g); err != nil {
		t.Fatal(err)
	}
	return g
}
