package serial_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"boardwire/adapters/serial"
	"boardwire/adapters/serial/dgt"
	"boardwire/adapters/serial/serialtest"
)

// watching reads the board behind a link in a folder of its own.
func watching(t *testing.T, board *serialtest.DGT, poll time.Duration, o serial.Options) (link string) {
	t.Helper()
	link = filepath.Join(t.TempDir(), "board")
	if err := os.Symlink(board.Path, link); err != nil {
		t.Fatal(err)
	}
	started(t, func(ctx context.Context) {
		if err := serial.Watch(ctx, []string{link}, poll, o); err != nil {
			t.Error(err)
		}
	})
	return link
}

// count returns how many notes of a kind there were.
func (d *diary) count(what serial.What) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, v := range d.notes {
		if v.What == what {
			n++
		}
	}
	return n
}

// A port that was pulled out is opened again as long as its name leads to it.
// Its number may be another program's at once, and that one's bytes are not
// ours to read.
func TestANumberThatIsAnothersNowIsLeftAlone(t *testing.T) {
	board, d := serialtest.OpenDGT(t, "31415"), newDiary()
	link := watching(t, board, time.Hour, d.options()) // nobody looks for ports meanwhile
	d.waitFor(t, "dgt-31415 surface "+startPlacement)
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	board.Close()
	var other *serialtest.DGT
	for other == nil || other.Path != board.Path {
		other = serialtest.OpenDGT(t, "27182") // the lowest number that is free, mostly
	}
	d.waitFor(t, "dgt-31415 lost unplugged")
	failed := d.count(serial.NoteOpenFailed)
	for end := time.Now().Add(time.Minute); d.count(serial.NoteOpenFailed) < failed+3; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the port was not tried again")
		}
	}
	if n := d.count(serial.NoteOpened); n != 1 {
		t.Errorf("a port was opened %d times, want once", n)
	}
	if asked := other.Asked(); len(asked) > 0 {
		t.Errorf("the other board was asked % x", asked)
	}
}

// Two who read one port would have half of it each, and the library's mark does
// not keep the superuser out.
func TestAPortIsReadByOneAlone(t *testing.T) {
	board, d, late := serialtest.OpenDGT(t, "31415"), newDiary(), newDiary()
	stop := started(t, func(ctx context.Context) { serial.Run(ctx, board.Path, d.options()) })
	want := []string{seen31415, "dgt-31415 surface " + startPlacement}
	d.wait(t, want...)
	started(t, func(ctx context.Context) { serial.Run(ctx, board.Path, late.options()) })
	for end := time.Now().Add(time.Minute); late.count(serial.NoteOpenFailed) < 3; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the port was not tried again")
		}
	}
	for range 50 {
		board.Set(52, 0)
		board.Set(52, 1)
		want = append(want, "dgt-31415 e2 ", "dgt-31415 e2 P")
	}
	d.wait(t, want...)
	if n := late.count(serial.NoteOpened); n > 0 {
		t.Fatalf("a port that is read was opened %d times by another", n)
	}
	late.mu.Lock()
	if err := late.notes[0].Err; !strings.Contains(err.Error(), "another program has the port open") {
		t.Errorf("the operator is told %v", err)
	}
	late.mu.Unlock()
	stop()
	late.wait(t, seen31415, "dgt-31415 surface "+startPlacement)
}

// slow is a sink that stands still at the first surface until it may go on.
type slow struct {
	*diary
	at, on chan struct{}
	once   sync.Once
}

func (s *slow) Sight(v serial.Device, w serial.Sight) {
	s.diary.Sight(v, w)
	if w.Surface != nil {
		s.once.Do(func() { close(s.at); <-s.on })
	}
}

// What a board said before its cable was pulled comes before the loss, however
// late it is told. Of a port that is gone that is what was read; the kernel
// keeps nothing of it.
func TestWhatWasSaidBeforeTheCableWasPulledIsTold(t *testing.T) {
	for name, pull := range map[string]func(link string, board *serialtest.DGT){
		"the name goes":      func(link string, _ *serialtest.DGT) { _ = os.Remove(link) },
		"the port goes":      func(_ string, board *serialtest.DGT) { board.Close() },
		"both go, name last": func(link string, board *serialtest.DGT) { board.Close(); _ = os.Remove(link) },
	} {
		t.Run(name, func(t *testing.T) {
			board := serialtest.OpenDGT(t, "31415")
			s := &slow{diary: newDiary(), at: make(chan struct{}), on: make(chan struct{})}
			o := s.options()
			o.Sink = s
			o.RetryMin = time.Hour // by then the number may be another program's
			link := watching(t, board, 5*time.Millisecond, o)
			<-s.at
			want := []string{seen31415, "dgt-31415 surface " + startPlacement}
			board.Set(52, 0) // this one is read, and waits
			board.Taken(t)
			want = append(want, "dgt-31415 e2 ")
			if name == "the name goes" {
				for range 150 { // more than one read
					board.Set(36, 1)
					board.Set(36, 0)
					want = append(want, "dgt-31415 e4 P", "dgt-31415 e4 ")
				}
			}
			pull(link, board)
			time.Sleep(200 * time.Millisecond) // so that the loss is there before the bytes
			close(s.on)
			s.wait(t, append(want, "dgt-31415 lost unplugged")...)
		})
	}
}

// A process that is started while ports are open does not inherit them: it would
// keep them open, and shut the next start of this one out.
func TestPortsAreNotInherited(t *testing.T) {
	board, d := serialtest.OpenDGT(t, "31415"), newDiary()
	started(t, func(ctx context.Context) { serial.Run(ctx, board.Path, d.options()) })
	d.waitFor(t, "dgt-31415 surface "+startPlacement)
	out, err := exec.Command("ls", "-l", "/proc/self/fd").CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(out), board.Path+"\n") {
		t.Errorf("a child has %s open:\n%s", board.Path, out)
	}
}

// A process with too many open files finds no ports, and loses none for that.
func TestPortsThatCannotBeLookedForAreNotLost(t *testing.T) {
	board, d := serialtest.OpenDGT(t, "31415"), newDiary()
	dir := t.TempDir()
	if err := os.Symlink(board.Path, filepath.Join(dir, "board")); err != nil {
		t.Fatal(err)
	}
	started(t, func(ctx context.Context) {
		_ = serial.Watch(ctx, []string{filepath.Join(dir, "*")}, 2*time.Millisecond, d.options())
	})
	want := []string{seen31415, "dgt-31415 surface " + startPlacement}
	d.wait(t, want...)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	few := limit
	few.Cur = 3
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	_, err := os.Open(dir)
	time.Sleep(100 * time.Millisecond) // some looks for ports
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if err == nil {
		t.Fatal("a folder could be read all the same")
	}
	board.Set(52, 0)
	d.wait(t, append(want, "dgt-31415 e2 ")...)
}

// stoodStill is the process that is stopped and goes on: it reads a port and
// prints what it is told.
func stoodStill(t *testing.T, port string) {
	d := newDiary()
	o := d.options()
	o.SilentAfter, o.WriteWait = 400*time.Millisecond, 200*time.Millisecond
	o.New = func() serial.Protocol { return &asking{} }
	started(t, func(ctx context.Context) { serial.Run(ctx, port, o) })
	for n := 0; ; {
		<-d.more
		d.mu.Lock()
		for ; n < len(d.lines); n++ {
			fmt.Println("told " + d.lines[n])
		}
		d.mu.Unlock()
	}
}

// asking is a family that asks often, so that a board which is there is not
// silent for long.
type asking struct{ dgt.Codec }

func (a *asking) Tick(now time.Time, w io.Writer) (time.Time, error) {
	next, err := a.Codec.Tick(now, w)
	if err == nil {
		_, err = w.Write([]byte{0x4d})
	}
	if soon := now.Add(50 * time.Millisecond); soon.Before(next) {
		next = soon
	}
	return next, err
}

// A process that is stopped and goes on has lost nothing that a board said
// meanwhile, and takes no board for silent, nameless or stuck because it did not
// listen itself.
func TestAProcessThatStoodStillLosesNothing(t *testing.T) {
	if port, child := strings.CutPrefix(os.Getenv("SERIAL_CHILD"), "still "); child {
		stoodStill(t, port)
		return
	}
	board := serialtest.OpenDGT(t, "31415")
	cmd := exec.Command(os.Args[0], "-test.run=^TestAProcessThatStoodStillLosesNothing$")
	cmd.Env = append(os.Environ(), "SERIAL_CHILD=still "+board.Path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(3*time.Minute, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	lines := bufio.NewScanner(out)
	var told []string
	until := func(want ...string) {
		t.Helper()
		for len(told) < len(want) && lines.Scan() {
			if l, ok := strings.CutPrefix(lines.Text(), "told "); ok {
				told = append(told, l)
			}
		}
		if !slices.Equal(told, want) {
			t.Fatalf("told:\n%s\nwant:\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
		}
	}
	want := []string{seen31415, "dgt-31415 surface " + startPlacement}
	until(want...)
	for range 4 {
		if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		for range 200 {
			board.Set(52, 0)
			board.Set(52, 1)
			want = append(want, "dgt-31415 e2 ", "dgt-31415 e2 P")
		}
		time.Sleep(600 * time.Millisecond) // longer than a board may be silent
		if err := cmd.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		until(want...)
	}
}
