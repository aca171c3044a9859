//go:build linux

package board

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.bug.st/serial"
	"go.uber.org/goleak"

	"boardwire/adapters/serial/dgt"
	"boardwire/clockstate"
	"boardwire/rules"

	adapter "boardwire/adapters/serial"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// soon bounds what a test waits for; it is no part of what is tested.
const soon = time.Minute

// host reads a port with the real driver.
type host struct {
	t     *testing.T
	port  serial.Port
	codec *dgt.Codec
	said  []string // what came, as text
}

func openHost(t *testing.T, name string) *host {
	t.Helper()
	port, err := serial.Open(name, &serial.Mode{BaudRate: 9600})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { port.Close() })
	return &host{t: t, port: port, codec: dgt.New()}
}

func (h *host) ask(commands string) {
	h.t.Helper()
	if _, err := h.port.Write([]byte(commands)); err != nil {
		h.t.Fatal(err)
	}
}

// expect reads until as many things were said as wanted, and compares.
func (h *host) expect(want ...string) {
	h.t.Helper()
	for end := time.Now().Add(soon); len(h.said) < len(want) && time.Now().Before(end); {
		h.read()
	}
	if diff := cmp.Diff(want, h.said); diff != "" {
		h.t.Fatalf("heard (-want +got):\n%s", diff)
	}
	h.said = nil
}

// skipTo reads until something is said, and forgets all before it.
func (h *host) skipTo(want string) {
	h.t.Helper()
	for end := time.Now().Add(soon); time.Now().Before(end); {
		h.read()
		for i, s := range h.said {
			if s == want {
				h.said = h.said[i+1:]
				return
			}
		}
	}
	h.t.Fatalf("heard %q, and no %q", h.said, want)
}

func (h *host) read() {
	h.t.Helper()
	h.port.SetReadTimeout(200 * time.Millisecond)
	buf := make([]byte, 256)
	n, err := h.port.Read(buf)
	if err != nil {
		h.t.Fatalf("read: %v; heard so far %q", err, h.said)
	}
	if err := h.codec.Feed(buf[:n], time.Unix(0, 0), h.see); err != nil {
		h.t.Fatalf("feed %x: %v", buf[:n], err)
	}
}

func (h *host) see(s adapter.Sight) {
	switch {
	case s.Touch != nil:
		h.said = append(h.said, s.Touch.Square.String()+"="+s.Touch.Piece.String())
	case s.Surface != nil:
		h.said = append(h.said, s.Surface.Board.Placement())
	case s.Clock != nil:
		h.said = append(h.said, reading(*s.Clock))
	case s.Info != nil:
		h.said = append(h.said, s.Info.Serial+s.Info.Version+s.Info.Trademark)
	}
}

func reading(r clockstate.Reading) string {
	if r.Absent {
		return "no clock"
	}
	s := r.Left.Time.String() + " " + r.Right.Time.String() + " " + r.Lever.String()
	if r.Running {
		s += " runs"
	}
	if r.Left.Flag || r.Right.Flag {
		s += " flag"
	}
	return s
}

func plugged(t *testing.T, c Config) *Board {
	t.Helper()
	b, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	b.Lay(rules.Start().Board())
	if err := b.Plug(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Unplug)
	return b
}

func port(t *testing.T, b *Board) string {
	t.Helper()
	name, err := b.Port()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

const startMen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

func TestAnswers(t *testing.T) {
	b := plugged(t, Config{Serial: 31407})
	b.Show(Clock{White: Face{Seconds: 60}, Black: Face{Seconds: 61}})
	h := openHost(t, port(t, b))
	h.ask("\x45\x55\x4d\x47\x42\x41\x4e\x56\x00\x46")
	h.expect("31407", "31407", "1.8", trademark, startMen, "1m0s 1m1s left")
}

func TestUpdatesOnlyWhenAsked(t *testing.T) {
	b := plugged(t, Config{Serial: 1})
	h := openHost(t, port(t, b))
	b.Put(rules.E2, rules.NoPiece)
	h.ask("\x4b\x42")
	h.expect("0s 0s left", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR")
	b.Put(rules.E4, rules.WhitePawn)
	b.Show(Clock{White: Face{Seconds: 7}, Running: true, BlackToMove: true})
	b.Show(Clock{White: Face{Seconds: 7}, Running: true, BlackToMove: true})
	h.expect("e4=P", "7s 0s right runs")
	h.ask("\x44\x45")
	h.expect("00001")
	b.Show(Clock{})
	b.Put(rules.D7, rules.NoPiece)
	h.expect("d7=")
	h.ask("\x40\x45")
	h.expect("00001")
	b.Put(rules.D5, rules.BlackPawn)
	h.ask("\x42")
	h.expect("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR")
}

// A scan tells squares in their order, not in the order they were touched: the
// man may be seen where it goes before it is missed where it came from.
func TestPacedScan(t *testing.T) {
	b := plugged(t, Config{Serial: 2, Paced: true})
	h := openHost(t, port(t, b))
	h.ask("\x44\x45")
	h.expect("00002")
	if err := b.Seen(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.mu.Lock() // both within one scan
	b.men.Put(rules.E2, rules.NoPiece)
	b.men.Put(rules.F2, rules.NoPiece)
	b.men.Put(rules.A2, rules.NoPiece)
	b.mu.Unlock()
	if err := b.Seen(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.expect("a2=", "e2=", "f2=")
}

func TestPacedLineIsAsSlowAsARealOne(t *testing.T) {
	b := plugged(t, Config{Serial: 3, Paced: true})
	h := openHost(t, port(t, b))
	begin := time.Now()
	h.ask("\x42\x42\x42")
	h.expect(startMen, startMen, startMen)
	if took := time.Since(begin); took < 3*67*ByteTime {
		t.Errorf("201 bytes took %v, a line needs %v", took, 3*67*ByteTime)
	}
}

func TestUpdateSendsTheClockEachSecond(t *testing.T) {
	b := plugged(t, Config{Serial: 4, Paced: true})
	h := openHost(t, port(t, b))
	h.ask("\x43")
	h.expect("0s 0s left", "0s 0s left", "0s 0s left")
}

// A host that dies, exclusive mark and all, does not hinder the next one; what
// it did not read is gone, and the board goes on in the mode it was in.
func TestHostGoesAndComesBack(t *testing.T) {
	b := plugged(t, Config{Serial: 5})
	name := port(t, b)
	first := openHost(t, name)
	first.ask("\x4b\x42")
	first.expect("0s 0s left", startMen)
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	if err := b.WaitRead(ctx); err != nil {
		t.Fatal(err)
	}
	b.Put(rules.E2, rules.NoPiece) // never read
	first.port.Close()
	if err := b.wait(ctx, func() bool { return !b.isRead() }); err != nil {
		t.Fatal(err)
	}
	for range 10_000 { // far more than a port could keep
		b.Put(rules.E4, rules.WhitePawn)
		b.Put(rules.E4, rules.NoPiece)
	}
	second := openHost(t, name)
	if b.Read() {
		t.Error("Read() = true before the host asked for anything")
	}
	second.ask("\x45")
	second.skipTo("00005") // what was on the line just then
	b.Put(rules.E4, rules.WhitePawn)
	second.expect("e4=P")
	second.ask("\x4b\x42")
	second.expect("0s 0s left", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	if err := b.WaitRead(ctx); err != nil {
		t.Fatal(err)
	}
}

func TestUnplug(t *testing.T) {
	link := filepath.Join(t.TempDir(), "dgt-6")
	b := plugged(t, Config{Serial: 6, Link: link})
	h := openHost(t, link)
	h.ask("\x4b")
	h.expect("0s 0s left")
	b.Unplug()
	buf := make([]byte, 8)
	h.port.SetReadTimeout(soon)
	if n, err := h.port.Read(buf); err == nil {
		t.Errorf("read %x after the cable was pulled, want an error", buf[:n])
	}
	if _, err := os.Lstat(link); !os.IsNotExist(err) {
		t.Errorf("the link is still there: %v", err)
	}
	if _, err := b.Port(); !errors.Is(err, ErrUnplugged) {
		t.Errorf("got %v, want ErrUnplugged", err)
	}
	b.Put(rules.E2, rules.NoPiece)
	b.Show(Clock{White: Face{Seconds: 9}})
	b.Rename(link + "-again")
	if err := b.Plug(); err != nil {
		t.Fatal(err)
	}
	h = openHost(t, link+"-again")
	h.ask("\x45\x42\x41")
	h.expect("00006", "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", "9s 0s left")
	if err := b.Plug(); err == nil {
		t.Error("plugged in twice without an error")
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	b := plugged(t, Config{Serial: 7})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.WaitRead(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

// A recording is sent in whole messages; questions in between are answered with
// its last word.
func TestRecord(t *testing.T) {
	b, err := New(Config{Serial: 8})
	if err != nil {
		t.Fatal(err)
	}
	b.Record()
	if err := b.Plug(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Unplug)
	h := openHost(t, port(t, b))
	h.ask("\x42\x41\x4b\x45") // nothing is known of men and clock yet
	h.expect("00008")
	start := rules.Start().Board()
	dump := boardFrame(&start, false)
	b.Send(dump[:30])
	h.ask("\x45")
	h.expect("00008")
	b.Send(append(dump[30:], 0x8e, 0, 5, 0x34, 0, 0x8d, 0, 0x0a, 0, 1, 0, 0, 2))
	h.expect(startMen, "e2=")
	b.Send([]byte{0, 0x09})
	h.expect("2m0s 1m0s left runs")
	h.ask("\x42\x41")
	h.expect("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", "2m0s 1m0s left runs")
}
