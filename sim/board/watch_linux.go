package board

import (
	"encoding/binary"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// turn is what happened to a file, told together: how often it was opened and
// closed, and what was last. The kernel makes one event of equal ones that follow
// each other, so that two opens may count as one; what was last is certain.
type turn struct {
	opened, closed int
	lastOpened     bool
	// look tells what is open now, after these events.
	look func() *census
}

// open returns how many have the file open, as far as the counts tell: at least
// one where it was opened last, none where more were closed than opened.
func (t turn) open(before int32) int32 {
	n := max(before+int32(t.opened-t.closed), 0)
	if t.lastOpened {
		return max(n, 1)
	}
	return n
}

// again reports whether it was closed as often as it was open before, and then
// opened: by somebody else, or by the same one anew.
func (t turn) again(before int32) bool { return t.lastOpened && int32(t.closed) >= before }

// watch tells when others open and close one file. All watches of the process
// share one watcher, since the kernel allows few of them.
type watch struct {
	w  *watcher
	id int32
}

type watcher struct {
	file *os.File
	fd   int

	order  sync.Mutex // held while events are read and told: they keep their order
	closed bool

	mu   sync.Mutex
	call map[int32]func(turn)
}

// shared is the watcher while there is at least one watch.
var shared struct {
	sync.Mutex
	w *watcher
}

func watchPath(name string, call func(turn)) (*watch, error) {
	shared.Lock()
	defer shared.Unlock()
	if shared.w == nil {
		fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
		if err != nil {
			return nil, fmt.Errorf("watch %s: %w", name, err)
		}
		shared.w = &watcher{file: os.NewFile(uintptr(fd), "inotify"), fd: fd, call: map[int32]func(turn){}}
		go shared.w.run()
	}
	w := shared.w
	w.mu.Lock()
	defer w.mu.Unlock()
	id, err := unix.InotifyAddWatch(w.fd, name, unix.IN_OPEN|unix.IN_CLOSE)
	if err != nil {
		return nil, fmt.Errorf("watch %s: %w", name, err)
	}
	w.call[int32(id)] = call
	return &watch{w, int32(id)}, nil
}

// stop ends the watch; the last one ends the watcher.
func (h *watch) stop() {
	shared.Lock()
	defer shared.Unlock()
	h.w.order.Lock()
	h.w.mu.Lock()
	delete(h.w.call, h.id)
	none := len(h.w.call) == 0
	h.w.mu.Unlock()
	h.w.closed = none
	h.w.order.Unlock()
	if none {
		shared.w = nil
		h.w.file.Close() // waits for run, which may wait for its turn
		return
	}
	unix.InotifyRmWatch(h.w.fd, uint32(h.id))
}

// now tells what happened up to now, before anything that is done next.
func (h *watch) now() { h.w.drain() }

// run tells what happens until the file is closed.
func (w *watcher) run() {
	conn, err := w.file.SyscallConn()
	if err != nil {
		return
	}
	conn.Read(func(uintptr) bool {
		w.drain()
		return false
	})
}

// drain reads the events that are there. Those that came together are told
// together, so that a close with an open behind it does not look like an unread
// port.
func (w *watcher) drain() {
	w.order.Lock()
	defer w.order.Unlock()
	var buf [4096]byte
	for !w.closed {
		n, err := unix.Read(w.fd, buf[:])
		if err != nil || n <= 0 {
			return
		}
		counts := map[int32]turn{}
		look := sync.OnceValue(takeCensus)
		for b := buf[:n]; len(b) >= unix.SizeofInotifyEvent; {
			id := int32(binary.NativeEndian.Uint32(b))
			mask := binary.NativeEndian.Uint32(b[4:])
			name := binary.NativeEndian.Uint32(b[12:])
			c := counts[id]
			c.look = look
			if mask&unix.IN_OPEN != 0 {
				c.opened++
				c.lastOpened = true
			}
			if mask&unix.IN_CLOSE != 0 {
				c.closed++
				c.lastOpened = false
			}
			counts[id] = c
			b = b[unix.SizeofInotifyEvent+int(name):]
		}
		for id, c := range counts {
			w.mu.Lock()
			call := w.call[id]
			w.mu.Unlock()
			if call != nil {
				call(c)
			}
		}
	}
}
