package sim

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The emulator shares nothing with what reads it: neither the driver nor the
// fold, not even by one table.
func TestImports(t *testing.T) {
	allowed := []string{"boardwire/rules", "boardwire/pgn", "boardwire/sim/board", "boardwire/sim/hand"}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range f.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			if strings.HasPrefix(name, "boardwire/") && !slices.Contains(allowed, name) {
				t.Errorf("%s imports %s", path, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
