package hall

import (
	"os"
	"path/filepath"
	"testing"

	"boardwire/internal/warehouse"
)

// A killed hall's sockets go at the next start; nothing else does, whatever the
// file says.
func TestSocketsOfAKilledHallAreSwept(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	data := t.TempDir()
	folder := func(path string) string {
		t.Helper()
		if err := os.MkdirAll(path, 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	there := func(path string) bool { _, err := os.Stat(path); return err == nil }

	ours, other := folder(filepath.Join(tmp, "boardwire-1", "live")), folder(filepath.Join(tmp, "boardwire-2", "live"))
	strange, inside := folder(filepath.Join(tmp, "letters", "live")), folder(filepath.Join(data, "boardwire-3", "live"))
	for _, at := range []string{strange, inside, ours} {
		r := warehouse.Reach{Socket: filepath.Join(at, "sock"), User: "live"}
		if err := r.Save(data); err != nil {
			t.Fatal(err)
		}
		sweep(warehouse.Left(data, "live"))
	}
	sweep(warehouse.Left(t.TempDir(), "live"))
	sweep("")
	if there(filepath.Dir(ours)) || !there(other) || !there(strange) || !there(inside) {
		t.Errorf("ours %v, another's %v, strange %v, elsewhere %v; want only ours gone", there(filepath.Dir(ours)), there(other), there(strange), there(inside))
	}
}
