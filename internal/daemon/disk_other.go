//go:build !unix

package daemon

import "errors"

func room(string) (free, size uint64, err error) { return 0, 0, errors.ErrUnsupported }
