package dgt

import (
	"bufio"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/adapters/serial"
	"boardwire/clockstate"
	"boardwire/internal/testshared"
	"boardwire/rules"
)

// A real session with a real board and clock, decoded by others.

type sideRecord struct {
	Hours       int  `json:"hours"`
	Minutes     int  `json:"minutes"`
	Seconds     int  `json:"seconds"`
	FinalFlag   bool `json:"final_flag"`
	Flag        bool `json:"flag"`
	TimePerMove bool `json:"time_per_move"`
}

type record struct {
	Board     []string    `json:"board,omitempty"`
	Piece     string      `json:"piece,omitempty"`
	Field     string      `json:"field,omitempty"`
	Left      *sideRecord `json:"left_clock,omitempty"`
	Right     *sideRecord `json:"right_clock,omitempty"`
	Running   bool        `json:"clock_running,omitempty"`
	RightHigh bool        `json:"right_high,omitempty"`
	Battery   bool        `json:"battery_indicator,omitempty"`
	LeftTurn  bool        `json:"left_turn,omitempty"`
	RightTurn bool        `json:"right_turn,omitempty"`
	NoClock   bool        `json:"no_clock,omitempty"`
}

func recordOf(s serial.Sight) record {
	letter := func(p rules.Piece) string {
		if p == rules.NoPiece {
			return "."
		}
		return p.String()
	}
	switch {
	case s.Surface != nil:
		var r record
		for rank := 7; rank >= 0; rank-- {
			for file := range 8 {
				r.Board = append(r.Board, letter(s.Surface.Board.At(rules.SquareAt(file, rank))))
			}
		}
		return r
	case s.Touch != nil:
		return record{Piece: letter(s.Touch.Piece), Field: s.Touch.Square.String()}
	case s.Clock != nil:
		return record{
			Left: sideOf(s.Clock.Left), Right: sideOf(s.Clock.Right),
			Running: s.Clock.Running, RightHigh: s.Clock.Lever == clockstate.Right,
			Battery: s.Clock.BatteryLow, NoClock: s.Clock.Absent,
			LeftTurn: s.Clock.Lever == clockstate.Left, RightTurn: s.Clock.Lever == clockstate.Right,
		}
	}
	return record{}
}

func sideOf(f clockstate.Face) *sideRecord {
	s := int(f.Time / time.Second)
	return &sideRecord{
		Hours: s / 3600, Minutes: s / 60 % 60, Seconds: s % 60,
		FinalFlag: f.Flag, Flag: f.FlagShown,
		TimePerMove: true, // the symbol is on in the whole recording and tells us nothing
	}
}

func TestARealRecordingIsReadToTheLastByte(t *testing.T) {
	var got []record
	c := New()
	for _, line := range lines(t, testshared.Path(t, "data/dgt-recordings/1.inbytes")) {
		b, err := base64.StdEncoding.DecodeString(line)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Feed(b, noon, func(s serial.Sight) { got = append(got, recordOf(s)) }); err != nil {
			t.Errorf("chunk %x: %v", b, err)
		}
	}
	var want []record
	for _, line := range lines(t, testshared.Path(t, "data/dgt-recordings/1.json")) {
		var r record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		want = append(want, r)
	}
	if len(want) != 455 {
		t.Errorf("the decoded recording has %d records, want 455", len(want))
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func lines(t *testing.T, path string) (out []string) {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		out = append(out, sc.Text())
	}
	return out
}

// What each of the computed vectors of single mode means.
var vectorMeans = map[string]string{
	"dgt.board_dump.start":                      "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
	"dgt.board_dump.start_rotated":              "board RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr",
	"dgt.field_update.e2_empty":                 "e2 empty",
	"dgt.field_update.e4_P":                     "e4 P",
	"dgt.field_update.magic_draw_on_e4":         "e4 something",
	"dgt.bwtime.1h30_both_stopped_left_to_move": "clock 1h30m0s 1h30m0s left-to-move",
	"dgt.bwtime.running_right_to_move_tpm":      "clock 5m9s 5m4s running right-to-move",
	"dgt.bwtime.right_flag_blocked":             "clock 1m1s 0s right-flag right-mark right-to-move",
	"dgt.bwtime.right_flag_fell_real":           "clock 16s 0s right-flag right-to-move",
	"dgt.bwtime.no_clock":                       "no clock",
	"dgt.serialnr.12345":                        `info "12345" "" "" -1`,
	"dgt.long_serialnr":                         `info "3000012345" "" "" -1`,
	"dgt.version.1.2":                           `info "" "1.2" "" -1`,
	"dgt.battery.84pct":                         `info "" "" "" 84`,
}

// Vectors that are no whole message from a board.
var vectorParts = map[string]bool{"dgt.ee_moves.header": true, "dgt.ee.sample": true}

func TestComputedVectors(t *testing.T) {
	raw, err := os.ReadFile(testshared.Path(t, "data/dgt-vectors/vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct{ Name, Hex string }
	if err := json.Unmarshal(raw, &vectors); err != nil {
		t.Fatal(err)
	}
	met := 0
	for _, v := range vectors {
		if !strings.HasPrefix(v.Name, "dgt.") || strings.HasPrefix(v.Name, "dgt.cmd.") || vectorParts[v.Name] {
			continue
		}
		t.Run(v.Name, func(t *testing.T) {
			b, err := hex.DecodeString(v.Hex)
			if err != nil {
				t.Fatal(err)
			}
			got, err := read(New(), b)
			if err != nil {
				t.Fatalf("Feed: %v", err)
			}
			want, known := vectorMeans[v.Name]
			switch {
			case known:
				met++
				if len(got) != 1 || got[0] != want {
					t.Errorf("got  %q\nwant %q", got, want)
				}
			case v.Name == "dgt.trademark.long":
				if len(got) != 1 || !strings.HasPrefix(got[0], `info "" "" "relaysim - emulated board`) {
					t.Errorf("got %q", got)
				}
			default: // answers to clock commands, the null message, a bus address
				if len(got) != 0 {
					t.Errorf("told %q, want nothing", got)
				}
			}
		})
	}
	if met != len(vectorMeans) {
		t.Errorf("%d of %d vectors with a meaning were there", met, len(vectorMeans))
	}
}

func TestMoveMemorySampleIsReadOver(t *testing.T) {
	raw, err := os.ReadFile(testshared.Path(t, "data/dgt-vectors/vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(raw), `"dgt.ee.sample"`)
	_, rest, _ = strings.Cut(rest, `"hex": "`)
	text, _, _ := strings.Cut(rest, `"`)
	sample, err := hex.DecodeString(text)
	if err != nil || len(sample) == 0 {
		t.Fatalf("sample %q: %v", text, err)
	}
	in := append(message(idMemory, sample...), message(idField, 52, 0)...)
	if got, err := read(New(), in); err != nil || len(got) != 1 || got[0] != "e2 empty" {
		t.Errorf("told %q, %v; want the touch behind it alone", got, err)
	}
}
