package dgt

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"boardwire/adapters/serial"
)

// bench drives a codec on a clock of its own and notes what is written when.
type bench struct {
	t    *testing.T
	c    *Codec
	now  time.Time
	next time.Time
	log  []string
}

func (b *bench) Write(p []byte) (int, error) {
	b.log = append(b.log, fmt.Sprintf("%v %x", b.now.Sub(noon), p))
	return len(p), nil
}

func newBench(t *testing.T) *bench {
	b := &bench{t: t, c: New(), now: noon, next: noon}
	if err := b.c.Greet(b); err != nil {
		t.Fatal(err)
	}
	return b
}

// until lets time pass, calling Tick when the codec asked for it.
func (b *bench) until(d time.Duration) {
	for end := noon.Add(d); !b.next.After(end); {
		b.now = b.next
		var err error
		if b.next, err = b.c.Tick(b.now, b); err != nil {
			b.t.Fatal(err)
		}
	}
}

func (b *bench) hear(at time.Duration, msg []byte) {
	b.until(at)
	b.now = noon.Add(at)
	_ = b.c.Feed(msg, b.now, func(serial.Sight) {})
}

func (b *bench) want(lines ...string) {
	b.t.Helper()
	if got, want := strings.Join(b.log, "\n"), strings.Join(lines, "\n"); got != want {
		b.t.Errorf("written:\n%s\nwant:\n%s", got, want)
	}
	b.log = nil
}

// greeted is a bench whose board has answered everything.
func greeted(t *testing.T) *bench {
	b := newBench(t)
	b.hear(50*time.Millisecond, message(idSerial, []byte("31415")...))
	b.hear(600*time.Millisecond, message(idBoard, startCodes[:]...))
	b.log = nil
	return b
}

func TestGreetingIsPaced(t *testing.T) {
	b := newBench(t)
	b.hear(20*time.Millisecond, message(idSerial, []byte("31415")...))
	b.until(450 * time.Millisecond)
	b.want("0s 45", "100ms 4d", "200ms 47", "300ms 4b", "400ms 42")
}

func TestATouchedBoardIsLookedAtOnceMore(t *testing.T) {
	b := greeted(t)
	b.hear(time.Second, message(idField, 52, 0))
	b.hear(1500*time.Millisecond, message(idField, 36, 1))
	b.until(3400 * time.Millisecond)
	b.want()
	b.until(4 * time.Second)
	b.want("3.5s 42")
	b.hear(4100*time.Millisecond, message(idBoard, startCodes[:]...))
	b.until(8 * time.Second)
	b.want()
}

func TestNoiseIsFollowedByADump(t *testing.T) {
	b := greeted(t)
	b.hear(time.Second, []byte{0x11})
	b.until(1500 * time.Millisecond)
	b.want("1.5s 42")
}

func TestADumpThatDoesNotComeIsAskedForAgain(t *testing.T) {
	b := greeted(t)
	b.hear(time.Second, []byte{0x11})
	b.until(4 * time.Second)
	b.want("1.5s 42", "3.6s 4b", "3.7s 42")
}

func TestASilentBoardIsAskedWhetherItIsThere(t *testing.T) {
	b := greeted(t)
	b.until(5 * time.Second)
	b.want("4.75s 45", "4.85s 4b")
}

func TestABoardWithoutShortNumberIsAskedForTheLongOne(t *testing.T) {
	b := newBench(t)
	b.hear(50*time.Millisecond, message(idBoard, startCodes[:]...))
	b.until(2500 * time.Millisecond)
	if got := strings.Join(b.log, " "); !strings.Contains(got, " 55") {
		t.Errorf("written %s, want a 55 among it", got)
	}
}

func TestABusyBoardIsStillLookedAt(t *testing.T) {
	b := greeted(t)
	for s := 1; s <= 40; s++ { // a clock reading each second
		b.hear(time.Duration(s)*time.Second, message(idClock, 0, 3, 2, 0, 3, byte(s%10), 0x09))
	}
	b.until(41 * time.Second)
	if got := strings.Join(b.log, " "); strings.Count(got, " 42") == 0 {
		t.Errorf("written %s, want a dump within 40 s", got)
	}
}
