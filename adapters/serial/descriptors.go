package serial

import (
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// The port library waits with select, which knows no descriptor from 1024 on.
// A process that opens many files (a server in the same process, viewers) must
// keep some low ones for its ports.
const (
	selectLimit = 1024
	// perPort is what one open port takes: itself and the pipe that wakes it.
	perPort = 3
	// DefaultPorts is how many ports ReserveDescriptors usually keeps room for.
	DefaultPorts = 64
)

var reserve struct {
	mu   sync.Mutex
	most int // as asked for
	want int // less what open ports have
	held []int
}

// ReserveDescriptors holds low file descriptors for so many ports. Call it once
// at the start, before anything else opens files. Each open port takes its own
// from them and closing it gives them back. It returns an error when fewer are
// left than asked for; what there is is held all the same.
func ReserveDescriptors(ports int) error {
	reserve.mu.Lock()
	defer reserve.mu.Unlock()
	if n := ports * perPort; n > reserve.most {
		reserve.want += n - reserve.most
		reserve.most = n
	}
	refill()
	if n := len(reserve.held); n < reserve.want {
		return fmt.Errorf("reserve descriptors for %d ports: only %d of %d below %d are free", ports, n, reserve.want, selectLimit)
	}
	return nil
}

// giveBack frees the descriptors of one port for the open that follows. The
// kernel gives out the lowest first. Another open in between may take them;
// then reading panics once, is recovered, and the port is opened again.
func giveBack() {
	reserve.mu.Lock()
	defer reserve.mu.Unlock()
	n := min(perPort, len(reserve.held))
	reserve.want -= n
	for range n {
		last := len(reserve.held) - 1
		_ = unix.Close(reserve.held[last])
		reserve.held = reserve.held[:last]
	}
}

// takeBack holds what a port has left that was closed or could not be opened,
// as far as it is still free. It undoes one giveBack.
func takeBack() {
	reserve.mu.Lock()
	defer reserve.mu.Unlock()
	reserve.want = min(reserve.want+perPort, reserve.most)
	refill()
}

// refill holds descriptors below the limit until there are enough or none. The
// kernel gives out the lowest that is free.
func refill() {
	for len(reserve.held) < reserve.want {
		fd, err := unix.Open(os.DevNull, unix.O_RDONLY|unix.O_CLOEXEC, 0)
		if err != nil {
			return
		}
		if fd >= selectLimit {
			_ = unix.Close(fd)
			return
		}
		reserve.held = append(reserve.held, fd)
	}
}
