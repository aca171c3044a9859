//go:build unix

package daemon

import "golang.org/x/sys/unix"

// room returns the free and the whole bytes of a path's file system.
func room(path string) (free, size uint64, err error) {
	var st unix.Statfs_t
	if err := unix.Statfs(path, &st); err != nil {
		return 0, 0, err
	}
	return uint64(st.Bavail) * uint64(st.Bsize), uint64(st.Blocks) * uint64(st.Bsize), nil
}
