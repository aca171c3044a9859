package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Without --data the warehouse is the demonstration's, as with rule and tail.
// Where there is none, the folder that was looked in is named, with what to do;
// and nothing is made there.
func TestAWarehouseThatIsNotThere(t *testing.T) {
	for _, c := range []struct {
		has  string // folder that is there
		args []string
		says []string
	}{
		{"", []string{"query", "games"}, []string{"data/demo has no warehouse: there is no such folder", "--warehouse on", "--dsn", "--data"}},
		{"data/demo/nats", []string{"query", "games"}, []string{"data/demo has no warehouse: there is no folder warehouse", "--warehouse on"}},
		{"", []string{"query", "games", "--data", "open"}, []string{"/open has no warehouse"}},
		{"", []string{"warehouse", "status"}, []string{"data/demo has no warehouse"}},
		{"", []string{"warehouse", "rebuild"}, []string{"data/demo has no nats: there is no such folder", "--data"}},
		{"data/demo/warehouse", []string{"warehouse", "rebuild"}, []string{"data/demo has no nats: there is no folder nats"}},
	} {
		dir := t.TempDir()
		t.Chdir(dir)
		if err := os.MkdirAll(filepath.Join(dir, c.has), 0o700); err != nil {
			t.Fatal(err)
		}
		code, out, errText := boardwire(c.args...)
		if code != exitFailed || out != "" {
			t.Errorf("%q: code %d, out %q", c.args, code, out)
		}
		for _, want := range append(c.says, dir) {
			if !strings.Contains(errText, want) {
				t.Errorf("%q says %q, want %q in it", c.args, errText, want)
			}
		}
		made := 0
		if err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
			if path != dir && !strings.HasPrefix(filepath.Join(dir, c.has), path) {
				made++
			}
			return err
		}); err != nil || made > 0 {
			t.Errorf("%q made %d files or folders, %v", c.args, made, err)
		}
	}
}
