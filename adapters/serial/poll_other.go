//go:build !linux

package serial

import (
	"os"
	"time"

	bug "go.bug.st/serial"
)

// openReader is for Linux: elsewhere the port library reads.
func openReader(string) (*os.File, error) { return nil, nil }

func readFrom(f *os.File, b []byte, _ time.Duration) (int, error) { return f.Read(b) }

func openByLibrary(path string, mode *bug.Mode) (bug.Port, error) { return bug.Open(path, mode) }
