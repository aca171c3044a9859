package board

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"boardwire/rules"
)

// rig is a pseudo terminal whose events are told when the test wants it.
type rig struct {
	*pty
	t     *testing.T
	heard chan struct{}
	anew  bool
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{t: t, heard: make(chan struct{}, 100)}
	p, err := openPty(func(_, anew bool) { r.anew = anew; r.heard <- struct{}{} })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.close)
	r.pty = p
	return r
}

func (r *rig) host() *os.File {
	r.t.Helper()
	f, err := os.OpenFile(r.name, os.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK, 0)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { f.Close() })
	return f
}

// together does something of which nothing is heard before all of it is done.
func (r *rig) together(do func()) {
	r.t.Helper()
	r.watch.w.order.Lock()
	do()
	r.watch.w.order.Unlock()
	r.watch.now()
	select {
	case <-r.heard:
	case <-time.After(soon):
		r.t.Fatal("nothing was heard")
	}
}

// A line that is late has not tried yet, and there is room.
func TestNothingIsLostWhileThereIsRoom(t *testing.T) {
	r := newRig(t)
	var h *os.File
	r.together(func() { h = r.host() })
	var want, got []byte
	for n := range 1000 {
		m := fieldFrame(rules.Square(n%64), rules.WhitePawn, false)
		want = append(want, m...)
		r.write(m, time.Nanosecond)
		if n := r.unread(); n != len(m) {
			t.Fatalf("%d bytes of %d are there", n, len(m))
		}
		b := make([]byte, 64)
		n, err := h.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, b[:n]...)
	}
	if !bytes.Equal(got, want) {
		t.Error("what was read is not what was written")
	}
}

// Who is there is seen, whatever others do at the same time: somebody who only
// looks whether the port answers, as modem managers do.
func TestAHostIsSeenBesideOthers(t *testing.T) {
	r := newRig(t)
	var h *os.File
	r.together(func() {
		h = r.host()
		r.host().Close()
	})
	if !r.read() {
		t.Fatal("a host is not seen because another opened and closed the port")
	}
	m := []byte("unread")
	r.write(m, 0)
	r.together(func() { r.host().Close() })
	if !r.read() {
		t.Error("a host is not seen after another opened and closed the port")
	}
	b := make([]byte, 64)
	if n, err := h.Read(b); err != nil || string(b[:n]) != string(m) {
		t.Errorf("read %q, %v, want %q", b[:n], err, m)
	}
	var second *os.File
	r.together(func() { second = r.host() })
	r.together(func() { h.Close(); second.Close() }) // told as one
	if r.read() {
		t.Error("two hosts are gone, and one is still seen")
	}
}

// A port that is closed and opened at once has another host, and that has not
// asked for anything.
func TestAnotherHostIsTold(t *testing.T) {
	r := newRig(t)
	var h *os.File
	r.together(func() { h = r.host() })
	if r.anew {
		t.Error("the first host is told as another one")
	}
	r.together(func() { h.Close(); r.host() })
	if !r.read() || !r.anew {
		t.Errorf("read %v, anew %v; want another host", r.read(), r.anew)
	}
}

// A host that opens the port finds nothing of what was meant for the one before,
// however much of it there was.
func TestNothingIsLeftForTheNextHost(t *testing.T) {
	r := newRig(t)
	var h *os.File
	r.together(func() { h = r.host() })
	written := make(chan struct{})
	go func() {
		defer close(written)
		for r.read() { // far more than there is room for
			r.write(make([]byte, 67), 0)
		}
	}()
	for last := -1; last < 0 || r.unread() != last; time.Sleep(10 * time.Millisecond) {
		last = r.unread()
	}
	h.Close()
	<-written
	r.watch.now()
	if r.read() {
		t.Fatal("the host is still seen")
	}
	r.master.Write([]byte("on its way as the host went"))
	h = r.host()
	r.watch.now()
	b := make([]byte, 64)
	h.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
	if n, err := h.Read(b); n > 0 || !os.IsTimeout(err) {
		t.Errorf("read %q, %v; want nothing", b[:n], err)
	}
	r.write([]byte("new"), 0)
	h.SetReadDeadline(time.Now().Add(soon))
	if n, err := h.Read(b); err != nil || string(b[:n]) != "new" {
		t.Errorf("read %q, %v; want what was written to it", b[:n], err)
	}
}

// All is taken when the host has all of it, also while the kernel moves more
// behind what it read.
func TestTakenIsAll(t *testing.T) {
	r := newRig(t)
	var h *os.File
	r.together(func() { h = r.host() })
	for range 200 {
		const size = 9000 // more than twice what the kernel shows
		r.put(make([]byte, size))
		var got atomic.Int64
		h.SetReadDeadline(time.Now().Add(soon / 4))
		done := make(chan struct{})
		go func() {
			defer close(done)
			b := make([]byte, 4096)
			for got.Load() < size {
				n, err := h.Read(b)
				if err != nil {
					t.Errorf("%d bytes of %d were read: %v", got.Load(), size, err)
					return
				}
				got.Add(int64(n))
			}
		}()
		for r.unread() > 0 {
		}
		r.flush() // what is taken can no more be lost
		if <-done; t.Failed() {
			return
		}
	}
}

// tells is how much the board of the next test says.
const tells = 300

// TestBoardThatStoodStill: a board whose process is stopped and goes on says
// everything, in order and once, at whatever moment it was stopped.
func TestBoardThatStoodStill(t *testing.T) {
	if os.Getenv("BOARD_CHILD") != "" {
		b := plugged(t, Config{Serial: 9, Paced: true})
		fmt.Println("port", port(t, b))
		if err := b.WaitRead(t.Context()); err != nil {
			t.Fatal(err)
		}
		for n := range tells {
			b.mu.Lock()
			b.room()
			b.tell(fieldFrame(rules.E2, []rules.Piece{rules.NoPiece, rules.WhitePawn}[n%2], false))
			b.mu.Unlock()
		}
		io.Copy(io.Discard, os.Stdin) // until the host has read it all
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestBoardThatStoodStill$")
	cmd.Env = append(os.Environ(), "BOARD_CHILD=1", "GOMAXPROCS=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		in.Close()
		io.Copy(io.Discard, out)
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}()
	var name string
	if _, err := fmt.Fscanf(out, "port %s\n", &name); err != nil {
		t.Fatal(err)
	}
	h := openHost(t, name)
	h.ask("\x44\x42")
	want := []string{startMen}
	for n := range tells {
		want = append(want, []string{"e2=", "e2=P"}[n%2])
	}
	for stop := tells / 5; len(h.said) < len(want); {
		before := len(h.said)
		h.read()
		if len(h.said) == before && !slices.Equal(h.said, want[:before]) {
			break
		}
		if len(h.said) >= stop {
			stop += tells / 5
			cmd.Process.Signal(syscall.SIGSTOP)
			time.Sleep(patience + 100*time.Millisecond)
			cmd.Process.Signal(syscall.SIGCONT)
		}
	}
	if !slices.Equal(h.said, want) {
		t.Errorf("heard %d things of %d: %s", len(h.said), len(want), strings.Join(h.said, " "))
	}
}
