package clockstate

import (
	"encoding/base64"
	"os"
	"strings"
	"testing"
	"time"

	"boardwire/internal/testshared"
)

// readings finds the time messages in the bytes of a DGT board: id 8d, length
// 10, three bytes of decimal digits for the right side, three for the left,
// and a status (bit 0 running, bit 1 the right lever up).
func readings(stream []byte) (out []Reading) {
	digits := func(b byte) time.Duration { return time.Duration(b>>4)*10 + time.Duration(b&15) }
	face := func(b []byte) Face {
		return Face{Time: time.Duration(b[0]&15)*time.Hour + digits(b[1])*time.Minute + digits(b[2])*time.Second}
	}
	for i := 0; i+10 <= len(stream); i++ {
		if f := stream[i : i+10]; f[0] == 0x8d && f[1] == 0 && f[2] == 10 {
			r := Reading{Right: face(f[3:6]), Left: face(f[6:9]), Running: f[9]&1 != 0, Lever: Left}
			if f[9]&2 != 0 {
				r.Lever = Right
			}
			out = append(out, r)
			i += 9
		}
	}
	return out
}

// A real clock in a real game (3 minutes, 2 seconds a move, the first of them
// in the start time): started and stopped once, one press a move, and nothing
// that play does not explain.
func TestARecordedGameIsOnePressAMove(t *testing.T) {
	text, err := os.ReadFile(testshared.Path(t, "data/dgt-recordings/1.inbytes"))
	if err != nil {
		t.Fatal(err)
	}
	moves, err := os.ReadFile(testshared.Path(t, "data/dgt-recordings/1.uci"))
	if err != nil {
		t.Fatal(err)
	}
	var stream []byte
	for _, line := range strings.Fields(string(text)) {
		b, err := base64.StdEncoding.DecodeString(line)
		if err != nil {
			t.Fatal(err)
		}
		stream = append(stream, b...)
	}
	c, err := ParseControl("3+2")
	if err != nil {
		t.Fatal(err)
	}
	state, at := c.Start(zero), zero
	var before Reading
	told := make(map[Change]int)
	for i, r := range readings(stream) {
		// The recording has no times; a running clock reports once a second.
		if i > 0 && r.Running && r.Lever == before.Lever {
			at = at.Add(time.Second)
		}
		before = r
		seen := c.See(state, at, r.Sight(Left), 1)
		state = seen.State
		told[seen.Change]++
	}
	want := 0
	for _, field := range strings.Fields(string(moves)) {
		if !strings.HasSuffix(field, ".") && field != "*" {
			want++
		}
	}
	for change, n := range told {
		switch {
		case change == 0, change == Pressed && n == want, (change == Started || change == Stopped) && n == 1:
		default:
			t.Errorf("%s was told %d times; %d moves were played", change, n, want)
		}
	}
	if got := state.White.Presses + state.Black.Presses; got != want {
		t.Errorf("%d presses counted, want %d", got, want)
	}
	if state.Joined {
		t.Error("the clock was seen from the start, but Joined is set")
	}
}
