package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What make fetches is what the binary beside it finds.
func TestTheFetchedEngineIsFound(t *testing.T) {
	root := t.TempDir()
	binary := filepath.Join(root, "bin", "boardwire")
	if got := fetchedBeside(binary); got != "" {
		t.Errorf("nothing was fetched, found %q", got)
	}
	lib := filepath.Join(root, ".cache", "warehouse-engine", engineVersion, "libchdb.so")
	if err := os.MkdirAll(filepath.Dir(lib), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(lib, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := fetchedBeside(binary); filepath.Clean(got) != lib {
		t.Errorf("found %q, want %q", got, lib)
	}
	if got := engineLibrary("/else/where.so"); got != "/else/where.so" {
		t.Errorf("a named library: %q", got)
	}
	for file, line := range map[string]string{
		"../../deploy/fetch-warehouse-engine": "version=" + engineVersion + "\n",
		"../../Makefile":                      "WAREHOUSE_ENGINE ?= .cache/warehouse-engine\n",
	} {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(b), line) {
			t.Errorf("%s does not say %q: the binary looks elsewhere", file, line)
		}
	}
}
