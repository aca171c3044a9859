package daemon

// A listener's bounds, whatever the process may open: below the least nothing
// works, and above the most memory is what runs out.
const (
	leastConns = 32
	mostConns  = 20_000
	// unknownFiles is taken where the system does not tell its limit.
	unknownFiles = 1024
)

// Connections returns how many connections a listener may have that gets the
// given part of the process's open files: 2 for half of them, 8 for an eighth.
func Connections(part int) int {
	files := descriptors()
	if files == 0 {
		files = unknownFiles
	}
	return int(min(max(files/uint64(max(part, 1)), leastConns), mostConns))
}
