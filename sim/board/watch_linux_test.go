package board

import (
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A host that opens a port twice, as one that reads and writes by two
// descriptors does, is there, however late the emulator hears of it: the kernel
// makes one event of two opens.
func TestAHostThatOpensTwiceIsSeen(t *testing.T) {
	heard := make(chan bool, 100)
	p, err := openPty(func(read, _ bool) { heard <- read })
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	open := func(how int) *os.File {
		t.Helper()
		f, err := os.OpenFile(p.name, how|unix.O_NOCTTY, 0)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	// unheard does something while no event is read.
	unheard := func(do func()) {
		p.watch.w.order.Lock()
		do()
		p.watch.w.order.Unlock()
		p.watch.now()
	}
	wait := func() {
		t.Helper()
		select {
		case <-heard:
		case <-time.After(soon):
			t.Fatal("nothing was told")
		}
	}
	var a, b *os.File
	unheard(func() { a, b = open(os.O_RDONLY), open(os.O_RDWR) })
	wait()
	if !p.read() {
		t.Fatal("a host opened the port twice and is not seen")
	}
	unheard(func() { a.Close(); b.Close(); a, b = open(os.O_RDONLY), open(os.O_RDWR) })
	wait()
	if !p.read() {
		t.Error("a host that closed and opened the port twice at once is not seen")
	}
	unheard(func() { a.Close(); b.Close() })
	wait()
	if p.read() {
		t.Error("a host that is gone is still seen")
	}
}

func TestWhatWasLastIsCertain(t *testing.T) {
	for _, c := range []struct {
		before int32
		t      turn
		want   int32
	}{
		{0, turn{opened: 1, closed: 0, lastOpened: true}, 1},
		{1, turn{opened: 1, closed: 2, lastOpened: true}, 1}, // two opens told as one, before and now
		{1, turn{opened: 0, closed: 2, lastOpened: false}, 0},
		{2, turn{opened: 0, closed: 2, lastOpened: false}, 0},
		{2, turn{opened: 0, closed: 1, lastOpened: false}, 1},
		{0, turn{opened: 2, closed: 1, lastOpened: true}, 1},
		{1, turn{opened: 1, closed: 1, lastOpened: false}, 1},
	} {
		if got := c.t.open(c.before); got != c.want {
			t.Errorf("%d open, then %d opened and %d closed: %d open, want %d", c.before, c.t.opened, c.t.closed, got, c.want)
		}
	}
}
