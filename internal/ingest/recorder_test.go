package ingest

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"boardwire/adapters/serial"
	"boardwire/adapters/serial/dgt"
	"boardwire/boardstate"
	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/internal/testshared"
	"boardwire/rules"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

func at(d time.Duration) time.Time { return noon.Add(d) }

var board1 = serial.Device{Name: "dgt-31415", Family: "dgt", Port: "/dev/ttyUSB0",
	Info: serial.Info{Serial: "31415", Version: "1.8", Trademark: "made up", BatteryPercent: -1}}

// told is one observation as a line.
func told(obs []Observation) (lines []string) {
	for _, o := range obs {
		text := ""
		switch p := o.Data.(type) {
		case events.BoardSquare:
			text = p.Square + "=" + p.Piece
		case events.BoardSurface:
			text = "surface " + p.Placement + p.Occupied
		case events.ClockReading:
			text = fmt.Sprintf("clock %d %d", p.Left, p.Right)
		case events.DeviceQuiet:
			text = fmt.Sprintf("quiet %d since %v", p.MS, p.Since.Sub(noon))
		case events.DeviceSeen:
			text = "seen " + p.Version
		case events.DeviceLost:
			text = "lost " + p.Reason
		default:
			text = string(o.Data.EventType())
		}
		lines = append(lines, fmt.Sprintf("%v %s %s", o.Observed.Sub(noon), o.Device, text))
	}
	return lines
}

func check(t *testing.T, what string, got []Observation, want ...string) {
	t.Helper()
	if d := cmp.Diff(want, told(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func start() rules.Board {
	b, err := rules.ParsePlacement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	if err != nil {
		panic(err)
	}
	return b
}

func surface(b rules.Board, d time.Duration) serial.Sight {
	s := boardstate.SurfaceOf(b)
	return serial.Sight{At: at(d), Surface: &s, Raw: []byte{0x86}}
}

func touch(sq rules.Square, p rules.Piece, lifted bool, d time.Duration) serial.Sight {
	return serial.Sight{At: at(d), Touch: &boardstate.Touch{At: at(d), Square: sq, Piece: p, Lifted: lifted}}
}

func reading(left, right int, lever clockstate.Side, running bool, d time.Duration) serial.Sight {
	return serial.Sight{At: at(d), Raw: []byte{0x8d}, Clock: &clockstate.Reading{
		Left:  clockstate.Face{Time: time.Duration(left) * time.Second},
		Right: clockstate.Face{Time: time.Duration(right) * time.Second},
		Lever: lever, Running: running,
	}}
}

const startLine = "surface rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

func TestSurfacesAreRecordedWhenTheyTellSomething(t *testing.T) {
	r := NewRecorder()
	check(t, "seen", r.Seen(nil, board1, at(0)), "0s dgt-31415 seen 1.8")
	check(t, "first surface", r.Sight(nil, board1, surface(start(), time.Second)), "1s dgt-31415 "+startLine)
	check(t, "the same again", r.Sight(nil, board1, surface(start(), 2*time.Second)))

	check(t, "lift", r.Sight(nil, board1, touch(rules.E2, rules.NoPiece, true, 3*time.Second)), "3s dgt-31415 e2=")
	check(t, "place", r.Sight(nil, board1, touch(rules.E4, rules.WhitePawn, false, 4*time.Second)), "4s dgt-31415 e4=P")
	b := start()
	b.Put(rules.E2, rules.NoPiece)
	b.Put(rules.E4, rules.WhitePawn)
	check(t, "the sum of the touches", r.Sight(nil, board1, surface(b, 5*time.Second)))

	b.Put(rules.D7, rules.NoPiece)
	check(t, "a missed touch", r.Sight(nil, board1, surface(b, 6*time.Second)),
		"6s dgt-31415 surface rnbqkbnr/ppp1pppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")

	check(t, "lost", r.Lost(nil, board1, at(7*time.Second), serial.Unplugged, ""), "7s dgt-31415 lost unplugged")
	check(t, "seen again", r.Seen(nil, board1, at(8*time.Second)), "8s dgt-31415 seen 1.8")
	check(t, "the same surface, but after an open", r.Sight(nil, board1, surface(b, 9*time.Second)),
		"9s dgt-31415 surface rnbqkbnr/ppp1pppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
}

func TestMenWithoutNameAndBoardsWithoutRecognition(t *testing.T) {
	r := NewRecorder()
	_ = r.Seen(nil, board1, at(0))
	s := boardstate.Surface{Occupied: 0xffff00000000ffff}
	check(t, "occupancy", r.Sight(nil, board1, serial.Sight{At: at(0), Surface: &s}), "0s dgt-31415 surface ffff00000000ffff")
	check(t, "a man is placed", r.Sight(nil, board1, touch(rules.E4, rules.NoPiece, false, 0)), "0s dgt-31415 e4=?")
	s.Occupied = s.Occupied.With(rules.E4)
	check(t, "the sum", r.Sight(nil, board1, serial.Sight{At: at(0), Surface: &s}))
}

func TestQuietIsToldTwiceAfterTheLastTouch(t *testing.T) {
	r := NewRecorder()
	_ = r.Seen(nil, board1, at(0))
	check(t, "untouched", r.Idle(nil, board1, at(time.Hour)))
	_ = r.Sight(nil, board1, touch(rules.E2, rules.NoPiece, true, 0))
	check(t, "too soon", r.Idle(nil, board1, at(599*time.Millisecond)))
	_ = r.Sight(nil, board1, touch(rules.E4, rules.WhitePawn, false, 600*time.Millisecond))
	check(t, "touched again", r.Idle(nil, board1, at(1100*time.Millisecond)))
	check(t, "still", r.Idle(nil, board1, at(1200*time.Millisecond)), "1.2s dgt-31415 quiet 600 since 600ms")
	check(t, "once", r.Idle(nil, board1, at(1300*time.Millisecond)))
	check(t, "not yet long", r.Idle(nil, board1, at(5500*time.Millisecond)))
	check(t, "long", r.Idle(nil, board1, at(5700*time.Millisecond)), "5.7s dgt-31415 quiet 5000 since 600ms")
	check(t, "no more", r.Idle(nil, board1, at(time.Hour)))

	_ = r.Sight(nil, board1, touch(rules.E2, rules.NoPiece, true, 2*time.Hour))
	check(t, "after a pause of the line", r.Idle(nil, board1, at(3*time.Hour)),
		"3h0m0s dgt-31415 quiet 600 since 2h0m0s", "3h0m0s dgt-31415 quiet 5000 since 2h0m0s")

	_ = r.Sight(nil, board1, touch(rules.E2, rules.NoPiece, true, 4*time.Hour))
	_ = r.Lost(nil, board1, at(4*time.Hour), serial.Unplugged, "")
	check(t, "a lost board is not quiet", r.Idle(nil, board1, at(5*time.Hour)))
}

func TestAReadingIsRecordedWhenItTellsSomething(t *testing.T) {
	const l, r = clockstate.Left, clockstate.Right
	steps := []struct {
		what string
		s    serial.Sight
		keep bool
	}{
		{"first", reading(300, 300, l, false, 0), true},
		{"the same", reading(300, 300, l, false, 1*time.Second), false},
		{"started", reading(300, 300, l, true, 2*time.Second), true},
		{"one second", reading(299, 300, l, true, 3*time.Second), false},
		{"one second", reading(298, 300, l, true, 4*time.Second), false},
		{"two seconds at once", reading(296, 300, l, true, 5*time.Second), true},
		{"up", reading(297, 300, l, true, 6*time.Second), true},
		{"the standing side", reading(297, 299, l, true, 7*time.Second), true},
		{"lever and increment", reading(299, 299, r, true, 8*time.Second), true},
		{"one second", reading(299, 298, r, true, 9*time.Second), false},
		{"stopped a second later", reading(299, 297, r, false, 10*time.Second), true},
		{"a second while it stands", reading(299, 296, r, false, 11*time.Second), true},
		{"ten seconds after", reading(299, 296, r, false, 21*time.Second), true},
		{"and not yet again", reading(299, 296, r, false, 22*time.Second), false},
		{"no lever: nothing is expected", reading(299, 296, clockstate.NoSide, true, 23*time.Second), true},
		{"no lever", reading(299, 295, clockstate.NoSide, true, 24*time.Second), true},
	}
	rec := NewRecorder()
	_ = rec.Seen(nil, board1, at(0))
	for i, s := range steps {
		if got := len(rec.Sight(nil, board1, s.s)) == 1; got != s.keep {
			t.Errorf("step %d, %s: recorded %v, want %v", i, s.what, got, s.keep)
		}
	}
}

// TestTheClockFilterLosesNothing: what was not recorded can be told from what
// was: the running side counts, nothing else changes.
func TestTheClockFilterLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c Clock
		cur := clockstate.Reading{Left: clockstate.Face{Time: time.Hour}, Right: clockstate.Face{Time: time.Hour}, Lever: clockstate.Left, Running: true}
		var kept clockstate.Reading
		counted, now, lastKept := 0, noon, noon
		for i := range 200 {
			now = now.Add(time.Duration(rapid.IntRange(0, 3000).Draw(t, "ms")) * time.Millisecond)
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			case 0:
				cur.Lever = cur.Lever.Other()
			case 1:
				cur.Running = !cur.Running
			case 2:
				cur.Left.Time += time.Duration(rapid.IntRange(-30, 30).Draw(t, "jump")) * time.Second
			case 3: // the same again
			default:
				if cur.Running && cur.Lever == clockstate.Left {
					cur.Left.Time -= time.Second
				} else if cur.Running {
					cur.Right.Time -= time.Second
				}
			}
			if c.Take(cur, now, nil) {
				kept, counted, lastKept = cur, 0, now
				continue
			}
			if i == 0 {
				t.Fatal("the first reading was not recorded")
			}
			if now.Sub(lastKept) >= atLeastEach {
				t.Fatalf("nothing recorded for %v", now.Sub(lastKept))
			}
			fell := kept.Left.Time - cur.Left.Time + kept.Right.Time - cur.Right.Time
			same := cur
			same.Left.Time, same.Right.Time = kept.Left.Time, kept.Right.Time
			still := kept.Right.Time == cur.Right.Time
			if kept.Lever == clockstate.Right {
				still = kept.Left.Time == cur.Left.Time
			}
			counted++
			if same != kept || !still || fell < 0 || fell > time.Duration(counted)*time.Second {
				t.Fatalf("not recorded: %+v after %+v (%d readings ago)", cur, kept, counted)
			}
		}
	})
}

func TestRestateTellsHowEveryDeviceStands(t *testing.T) {
	r := NewRecorder()
	other := board1
	other.Name, other.Port = "dgt-27182", "/dev/ttyUSB1"
	gone := board1
	gone.Name = "dgt-16180"
	for _, d := range []serial.Device{board1, other, gone} {
		_ = r.Seen(nil, d, at(0))
		_ = r.Sight(nil, d, surface(start(), 0))
	}
	_ = r.Sight(nil, board1, touch(rules.E2, rules.NoPiece, true, time.Second))
	_ = r.Sight(nil, board1, reading(300, 300, clockstate.Left, true, time.Second))
	_ = r.Sight(nil, board1, reading(299, 300, clockstate.Left, true, 2*time.Second)) // not recorded
	_ = r.Lost(nil, gone, at(2*time.Second), serial.Silent, "")
	check(t, "restate", r.Restate(nil, at(3*time.Second)),
		"3s dgt-27182 seen 1.8", "3s dgt-27182 "+startLine,
		"3s dgt-31415 seen 1.8", "3s dgt-31415 surface rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", "3s dgt-31415 clock 299 300")
	check(t, "and lets the board settle", r.Idle(nil, board1, at(4*time.Second)), "4s dgt-31415 quiet 600 since 3s")

	lost := r.Lost(nil, other, at(5*time.Second), serial.Unplugged, "")
	r.Missed(lost)
	seen := r.Seen(nil, gone, at(5*time.Second))
	r.Missed(seen)
	check(t, "after a time in which nothing was recorded", r.Restate(nil, at(6*time.Second)),
		"6s dgt-16180 seen 1.8",
		"6s dgt-27182 lost unplugged",
		"6s dgt-31415 seen 1.8", "6s dgt-31415 surface rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", "6s dgt-31415 clock 299 300")
}

func TestWhatADeviceTellsLaterIsRecordedOnce(t *testing.T) {
	r := NewRecorder()
	early := board1
	early.Info.Version, early.Info.Trademark = "", ""
	check(t, "seen", r.Seen(nil, early, at(0)), "0s dgt-31415 seen ")
	info := func(d serial.Device) serial.Sight { return serial.Sight{At: at(time.Second), Info: &d.Info} }
	check(t, "version", r.Sight(nil, board1, info(board1)), "1s dgt-31415 seen 1.8")
	check(t, "the same again", r.Sight(nil, board1, info(board1)))
	battery := board1
	battery.Info.BatteryPercent = 84
	check(t, "battery", r.Sight(nil, battery, info(battery)))
}

// TestARealRecordingKeepsFewReadings: without times between the readings, as
// the recording has none, 60 of its 323 tell something.
func TestARealRecordingKeepsFewReadings(t *testing.T) {
	f, err := os.Open(testshared.Path(t, "data/dgt-recordings/1.inbytes"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rec, codec := NewRecorder(), dgt.New()
	_ = rec.Seen(nil, board1, at(0))
	var obs []Observation
	read, touches := 0, 0
	for sc := bufio.NewScanner(f); sc.Scan(); {
		b, err := base64.StdEncoding.DecodeString(strings.TrimSpace(sc.Text()))
		if err != nil {
			t.Fatal(err)
		}
		_ = codec.Feed(b, noon, func(s serial.Sight) {
			if s.Clock != nil {
				read++
			}
			if s.Touch != nil {
				touches++
			}
			obs = rec.Sight(obs, board1, s)
		})
	}
	kept := map[events.Type]int{}
	for _, o := range obs {
		kept[o.Data.EventType()]++
	}
	want := map[events.Type]int{events.TypeBoardSurface: 1, events.TypeBoardSquare: 131, events.TypeClockReading: 60}
	if d := cmp.Diff(want, kept); d != "" || read != 323 || touches != 131 {
		t.Errorf("of %d readings and %d touches (-want +got):\n%s", read, touches, d)
	}
}
