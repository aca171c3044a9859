//go:build unix

package daemon

import "golang.org/x/sys/unix"

// descriptors is how many files the process may have open; 0 if unknown.
func descriptors() uint64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) != nil {
		return 0
	}
	return uint64(limit.Cur) // signed on some systems
}
