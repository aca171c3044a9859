package serial

import (
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A wait that is over says nothing of the line: a process that stood still, or
// had no processor, comes to the end of it without having looked. What lies
// there is read all the same, and no line is called empty that is not.
func TestALineThatIsCalledEmptyIsEmpty(t *testing.T) {
	fds := make([]int, 2)
	if err := unix.Pipe2(fds, unix.O_NONBLOCK|unix.O_CLOEXEC); err != nil {
		t.Fatal(err)
	}
	r, w := os.NewFile(uintptr(fds[0]), "line"), os.NewFile(uintptr(fds[1]), "board")
	defer r.Close()
	b := make([]byte, 8)
	for _, wait := range []time.Duration{-time.Second, 0, time.Nanosecond, time.Millisecond} {
		if _, err := w.Write([]byte{0x8e}); err != nil {
			t.Fatal(err)
		}
		if n, err := readFrom(r, b, wait); n != 1 || err != nil {
			t.Errorf("waited %v with a byte on the line: %d bytes, %v", wait, n, err)
		}
		if n, err := readFrom(r, b, wait); n != 0 || err != nil {
			t.Errorf("waited %v with nothing on the line: %d bytes, %v", wait, n, err)
		}
	}
	w.Close()
	for _, wait := range []time.Duration{-time.Second, time.Second} {
		if n, err := readFrom(r, b, wait); n != 0 || !unplugged(err) {
			t.Errorf("waited %v on a line that is gone: %d bytes, %v", wait, n, err)
		}
	}
}
