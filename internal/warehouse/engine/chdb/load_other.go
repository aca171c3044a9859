//go:build !(linux && amd64)

package chdb

import (
	"fmt"
	"runtime"
)

// Load says that there is no library for this system.
func Load(path string) (*Library, error) {
	return nil, fmt.Errorf("load the warehouse engine from %s: it needs Linux on amd64, this is %s on %s", path, runtime.GOOS, runtime.GOARCH)
}
