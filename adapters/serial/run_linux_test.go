package serial_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"boardwire/adapters/serial"
	"boardwire/adapters/serial/dgt"
	"boardwire/adapters/serial/serialtest"
)

// diary is a sink that keeps a line for each thing it is told.
type diary struct {
	mu    sync.Mutex
	lines []string
	more  chan struct{}
	idle  map[string]time.Time
	notes []serial.Note
}

func newDiary() *diary { return &diary{more: make(chan struct{}, 1), idle: map[string]time.Time{}} }

func (d *diary) add(format string, args ...any) {
	d.mu.Lock()
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
	d.mu.Unlock()
	select {
	case d.more <- struct{}{}:
	default:
	}
}

func (d *diary) Seen(v serial.Device, _ time.Time) {
	d.add("%s seen %s %q", v.Name, v.Info.Version, v.Info.Trademark)
}

func (d *diary) Sight(v serial.Device, s serial.Sight) {
	switch {
	case s.Touch != nil:
		d.add("%s %s %s", v.Name, s.Touch.Square, s.Touch.Piece)
	case s.Surface != nil:
		d.add("%s surface %s", v.Name, s.Surface.Board.Placement())
	case s.Clock != nil:
		d.add("%s clock %v %v", v.Name, s.Clock.Left.Time, s.Clock.Right.Time)
	}
}

func (d *diary) Idle(v serial.Device, at time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if at.Before(d.idle[v.Name]) {
		d.lines = append(d.lines, "time went back")
	}
	d.idle[v.Name] = at
}

func (d *diary) Lost(v serial.Device, _ time.Time, why serial.Reason, _ string) {
	d.add("%s lost %s", v.Name, why)
}

func (d *diary) note(n serial.Note) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.notes = append(d.notes, n)
}

// wait returns once the lines begin with want, or fails.
func (d *diary) wait(t *testing.T, want ...string) {
	t.Helper()
	d.until(t, strings.Join(want, "\n"), func(lines []string) bool {
		return len(lines) >= len(want) && slices.Equal(lines[:len(want)], want)
	})
}

// waitFor returns once a line is there.
func (d *diary) waitFor(t *testing.T, line string) {
	t.Helper()
	d.until(t, "... "+line, func(lines []string) bool { return slices.Contains(lines, line) })
}

func (d *diary) until(t *testing.T, what string, ok func([]string) bool) {
	t.Helper()
	late := time.After(time.Minute)
	for {
		d.mu.Lock()
		lines := slices.Clone(d.lines)
		d.mu.Unlock()
		if ok(lines) {
			return
		}
		select {
		case <-d.more:
		case <-late:
			t.Fatalf("have:\n%s\nwant:\n%s", strings.Join(lines, "\n"), what)
		}
	}
}

func (d *diary) options() serial.Options {
	return serial.Options{
		New: func() serial.Protocol { return dgt.New() }, Sink: d, Note: d.note,
		ReadWait: 10 * time.Millisecond, RetryMin: 10 * time.Millisecond, RetryMax: 50 * time.Millisecond,
		NameWait: 600 * time.Millisecond,
	}
}

// started runs f until the test ends, and waits for it.
func started(t *testing.T, f func(ctx context.Context)) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); f(ctx) }()
	stop = func() { cancel(); <-done }
	t.Cleanup(stop)
	return stop
}

const (
	startPlacement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	seen31415      = `dgt-31415 seen 1.8 "a board for tests of boardwire"`
)

func TestABoardTellsWhoItIsBeforeWhatItShows(t *testing.T) {
	board, d := serialtest.OpenDGT(t, "31415"), newDiary()
	board.Raw(0x00, 0x21, 0x8e, 0x00) // the tail of something: noise
	stop := started(t, func(ctx context.Context) { serial.Run(ctx, board.Path, d.options()) })
	d.wait(t, seen31415, "dgt-31415 surface "+startPlacement)
	board.Set(52, 0)
	board.Set(36, 1)
	board.Clock(1, 0x30, 0, 1, 0x29, 0x59, 0x13)
	d.wait(t, seen31415, "dgt-31415 surface "+startPlacement, "dgt-31415 e2 ", "dgt-31415 e4 P", "dgt-31415 clock 1h29m59s 1h30m0s")
	stop()
	d.mu.Lock()
	defer d.mu.Unlock()
	if last := d.lines[len(d.lines)-1]; strings.Contains(last, "lost") {
		t.Errorf("the end of the program was told as a loss: %s", last)
	}
	noise := slices.ContainsFunc(d.notes, func(n serial.Note) bool { return n.What == serial.NoteNoise })
	if !noise {
		t.Error("nobody was told of the noise")
	}
	for _, c := range board.Asked() {
		if !strings.ContainsRune("\x42\x45\x47\x4b\x4d\x55", rune(c)) {
			t.Errorf("the host sent %#02x", c)
		}
	}
}

func TestSightsWaitForTheSerialNumber(t *testing.T) {
	board, d := serialtest.OpenDGT(t, ""), newDiary()
	o := d.options()
	o.NameWait = 10 * time.Second
	started(t, func(ctx context.Context) { serial.Run(ctx, board.Path, o) })
	for len(board.Asked()) < 5 {
		time.Sleep(time.Millisecond)
	}
	board.Set(52, 0)
	board.Number("27182") // asked for again after a second
	d.wait(t, `dgt-27182 seen 1.8 "a board for tests of boardwire"`, "dgt-27182 surface "+startPlacement, "dgt-27182 e2 ")
}

func TestABoardWithoutNumberGoesByItsPort(t *testing.T) {
	board, d := serialtest.OpenDGT(t, ""), newDiary()
	link := filepath.Join(t.TempDir(), "Board_7")
	if err := os.Symlink(board.Path, link); err != nil {
		t.Fatal(err)
	}
	started(t, func(ctx context.Context) { serial.Run(ctx, link, d.options()) })
	d.wait(t, `port-board-7 seen 1.8 "a board for tests of boardwire"`, "port-board-7 surface "+startPlacement)
	d.mu.Lock()
	told := slices.ContainsFunc(d.notes, func(n serial.Note) bool {
		return n.What == serial.NoteUnnamed && n.Device == "port-board-7" && n.Err != nil
	})
	d.mu.Unlock()
	if !told {
		t.Error("the operator was not told")
	}
	// The number comes after all: one device ends, the other shows its surface.
	board.Raw(append([]byte{0x91, 0, 8}, "31415"...)...)
	d.waitFor(t, "port-board-7 lost silent")
	d.waitFor(t, seen31415)
	d.waitFor(t, "dgt-31415 surface "+startPlacement)
}

func TestAnotherBoardOnTheSameCableIsAnotherDevice(t *testing.T) {
	board, d := serialtest.OpenDGT(t, "31415"), newDiary()
	started(t, func(ctx context.Context) { serial.Run(ctx, board.Path, d.options()) })
	d.waitFor(t, "dgt-31415 surface "+startPlacement)
	board.Number("27182")
	board.Raw(append([]byte{0x91, 0, 8}, "27182"...)...)
	d.waitFor(t, "dgt-31415 lost unplugged")
	d.waitFor(t, "dgt-27182 surface "+startPlacement)
}

func TestPullingTheCableIsALossAndWhatWasMissedComesWithTheNextSurface(t *testing.T) {
	first, d := serialtest.OpenDGT(t, "31415"), newDiary()
	dir := t.TempDir()
	link := filepath.Join(dir, "a")
	if err := os.Symlink(first.Path, link); err != nil {
		t.Fatal(err)
	}
	started(t, func(ctx context.Context) {
		if err := serial.Watch(ctx, []string{filepath.Join(dir, "*")}, 10*time.Millisecond, d.options()); err != nil {
			t.Error(err)
		}
	})
	d.waitFor(t, "dgt-31415 surface "+startPlacement)
	first.Set(52, 0)
	d.waitFor(t, "dgt-31415 e2 ")
	// The name goes first: by the next look the number may be another program's.
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	first.Close()
	d.waitFor(t, "dgt-31415 lost unplugged")

	// The same board comes back under another name, with a move made meanwhile.
	second := serialtest.OpenDGT(t, "31415")
	second.Set(52, 0)
	second.Set(36, 1)
	if err := os.Symlink(second.Path, filepath.Join(dir, "b")); err != nil {
		t.Fatal(err)
	}
	d.wait(t, seen31415, "dgt-31415 surface "+startPlacement, "dgt-31415 e2 ", "dgt-31415 lost unplugged",
		seen31415, "dgt-31415 surface rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
}

func TestASilentBoardIsLostAndFoundAgain(t *testing.T) {
	board, d := serialtest.OpenDGT(t, "31415"), newDiary()
	o := d.options()
	o.SilentAfter = 500 * time.Millisecond
	started(t, func(ctx context.Context) { serial.Run(ctx, board.Path, o) })
	d.waitFor(t, "dgt-31415 surface "+startPlacement)
	board.Mute(true)
	d.waitFor(t, "dgt-31415 lost silent")
	board.Mute(false)
	d.wait(t, seen31415, "dgt-31415 surface "+startPlacement, "dgt-31415 lost silent", seen31415, "dgt-31415 surface "+startPlacement)
}

func TestTwoBoardsWithOneNumberAreToldApart(t *testing.T) {
	a, b, d := serialtest.OpenDGT(t, "31415"), serialtest.OpenDGT(t, "31415"), newDiary()
	dir := t.TempDir()
	for name, p := range map[string]string{"one": a.Path, "two": b.Path} {
		if err := os.Symlink(p, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	started(t, func(ctx context.Context) {
		_ = serial.Watch(ctx, []string{filepath.Join(dir, "*")}, 10*time.Millisecond, d.options())
	})
	d.waitFor(t, "dgt-31415 surface "+startPlacement)
	d.until(t, "a second device port-one or port-two", func(lines []string) bool {
		return slices.ContainsFunc(lines, func(l string) bool {
			return l == "port-one surface "+startPlacement || l == "port-two surface "+startPlacement
		})
	})
}

func TestAPortIsReadOnceHoweverManyNamesItHas(t *testing.T) {
	board, d := serialtest.OpenDGT(t, "31415"), newDiary()
	dir := t.TempDir()
	for _, name := range []string{"one", "two"} {
		if err := os.Symlink(board.Path, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	// What is no terminal, and a link that leads nowhere, disturb nobody.
	_ = os.WriteFile(filepath.Join(dir, "file"), nil, 0o600)
	_ = os.Symlink(filepath.Join(dir, "gone"), filepath.Join(dir, "nowhere"))
	started(t, func(ctx context.Context) {
		_ = serial.Watch(ctx, []string{filepath.Join(dir, "t*"), filepath.Join(dir, "*")}, 10*time.Millisecond, d.options())
	})
	d.waitFor(t, "dgt-31415 surface "+startPlacement)
	d.mu.Lock()
	defer d.mu.Unlock()
	opened := map[string]int{}
	for _, n := range d.notes {
		if n.What == serial.NoteOpened || n.What == serial.NoteOpenFailed {
			opened[filepath.Base(n.Port)]++
		}
	}
	if len(opened) != 1 || opened["two"] != 1 {
		t.Errorf("opened %v, want two alone, once", opened)
	}
}

func TestOpenErrorsSayWhatToDo(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		path, hint string
		is         error
	}{
		"gone":        {filepath.Join(dir, "none"), "", os.ErrNotExist},
		"no terminal": {file, "this is no serial port", nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			notes := make(chan serial.Note, 100)
			o := newDiary().options()
			o.Note = func(n serial.Note) {
				select {
				case notes <- n:
				default:
				}
			}
			started(t, func(ctx context.Context) { serial.Run(ctx, tt.path, o) })
			n := <-notes
			var e *serial.DeviceError
			if !errors.As(n.Err, &e) || n.What != serial.NoteOpenFailed {
				t.Fatalf("got %+v", n)
			}
			if e.Op != "open" || e.Port != tt.path || e.Family != "dgt" || e.Hint != tt.hint {
				t.Errorf("got %#v", e)
			}
			if tt.is != nil && !errors.Is(e, tt.is) {
				t.Errorf("%v is not %v", e, tt.is)
			}
			if !strings.Contains(e.Error(), tt.path) || !strings.Contains(e.Error(), tt.hint) {
				t.Errorf("Error() = %q", e.Error())
			}
		})
	}
}

func TestAWrongGlobIsRefused(t *testing.T) {
	if err := serial.Watch(t.Context(), []string{"/dev/[tty"}, 0, newDiary().options()); err == nil {
		t.Error("a glob with an open bracket was taken")
	}
}

func TestALineThatTakesNoBytesIsGivenUp(t *testing.T) {
	// Nobody reads the other end: after some 16 kB a write hangs in the kernel.
	pty, d := serialtest.OpenPty(t), newDiary()
	o := d.options()
	o.New = func() serial.Protocol { return &flood{} }
	o.WriteWait = 50 * time.Millisecond
	closed := make(chan error, 1)
	o.Note = func(n serial.Note) {
		if n.What == serial.NoteClosed {
			select {
			case closed <- n.Err:
			default:
			}
		}
	}
	stop := started(t, func(ctx context.Context) { serial.Run(ctx, pty.Path, o) })
	err := <-closed
	if err == nil || !strings.Contains(err.Error(), "takes no bytes") {
		t.Errorf("closed with %v", err)
	}
	stop()
	pty.Close() // lets the write go, and with it the goroutine that waits for it
}

// flood is a family that writes without end.
type flood struct{ dgt.Codec }

func (*flood) Tick(now time.Time, w io.Writer) (time.Time, error) {
	_, err := w.Write(make([]byte, 4096))
	return now.Add(time.Millisecond), err
}
