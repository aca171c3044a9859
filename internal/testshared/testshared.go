// Package testshared finds test data that is kept outside the repository.
//
// The folder is named by BW_SHARED (the Makefile sets it). A test that needs
// it skips loudly when it is absent; the build fails if it is there and a test
// skipped all the same.
package testshared

import (
	"os"
	"path/filepath"
	"testing"
)

// Path returns the absolute path of a shared file or folder, or skips the test
// with a line that says what was not tested.
func Path(tb testing.TB, rel string) string {
	tb.Helper()
	root := os.Getenv("BW_SHARED")
	if root == "" {
		tb.Skipf("SKIPPED: BW_SHARED is not set, so %s was not tested; run `make test`", rel)
	}
	if !filepath.IsAbs(root) {
		tb.Fatalf("BW_SHARED=%q must be an absolute path", root)
	}
	p := filepath.Join(root, filepath.FromSlash(rel))
	if _, err := os.Stat(root); err != nil {
		tb.Skipf("SKIPPED: no shared test data at %s, so %s was not tested", root, rel)
	}
	if _, err := os.Stat(p); err != nil {
		tb.Fatalf("shared test data is there but %s is missing: %v", rel, err)
	}
	return p
}
