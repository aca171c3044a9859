package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStartLongBeforeTheFirstRelease: with nothing but the usual public delay of
// fifteen minutes, the pages are there at once, and empty.
func TestStartLongBeforeTheFirstRelease(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "open.toml")
	text := strings.Replace(oneTable, `delay = "1s"`, `delay = "15m"`, 1)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	h := startHall(t, filepath.Join(dir, "data"), nil, "--file", file, "--port", filepath.Join(dir, "none", "*"))
	code, body, err := h.get(h.public + "/api/rounds")
	if err != nil || code != http.StatusOK || !strings.Contains(body, `"rounds":[]`) {
		t.Errorf("the public page: %d %v %s", code, err, body)
	}
	if g, err := h.game(h.desk, "open.1.1"); err != nil || g.Status == "" {
		t.Errorf("the desk does not know the table: %+v %v", g, err)
	}
	h.stop()
}
