package cli

import (
	"os"
	"path/filepath"
)

// engineVersion is the embedded engine that `make warehouse-engine` fetches.
const engineVersion = "26.7.3-stable.1"

// engineLibrary returns the engine's library: what was named, or the one that
// `make warehouse-engine` put beside the binary's folder, so that a question
// after a round needs no flag. "" where there is none.
func engineLibrary(named string) string {
	if named != "" {
		return named
	}
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	if self, err = filepath.EvalSymlinks(self); err != nil {
		return ""
	}
	return fetchedBeside(self)
}

// fetchedBeside looks for the fetched library from where a binary lies.
func fetchedBeside(binary string) string {
	lib := filepath.Join(filepath.Dir(binary), "..", ".cache", "warehouse-engine", engineVersion, "libchdb.so")
	if _, err := os.Stat(lib); err != nil {
		return ""
	}
	return lib
}
