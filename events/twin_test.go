package events

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The types that come often; the fast codec must not leave them to its twin.
var frequent = []Type{
	TypeBoardSquare, TypeClockReading, TypeBoardSurface, TypeDeviceQuiet, TypeLifted, TypeMade, TypeCompleted, TypeClockChanged,
}

func TestFrequentTypesTakeTheFastWay(t *testing.T) {
	left := make(map[Type]int)
	for _, e := range samples() {
		b, ok := encodeFast(&e)
		if !ok {
			continue
		}
		slow, err := encodeSlow(&e)
		if err != nil || !bytes.Equal(b, slow) {
			t.Errorf("fast\n%s\nslow\n%s (%v)", b, slow, err)
		}
		got, ok := decodeFast(b)
		if !ok {
			t.Errorf("%s is left to the slow twin: %s", e.Type, b)
			continue
		}
		if diff := cmp.Diff(e, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", e.Type, diff)
		}
		left[e.Type]++
	}
	for _, typ := range frequent {
		if left[typ] == 0 {
			t.Errorf("%s never took the fast way", typ)
		}
	}
}

// sameAsTwin checks bytes against both decoders.
func sameAsTwin(t interface {
	Helper()
	Fatalf(string, ...any)
}, b []byte) {
	t.Helper()
	slow, err := decodeSlow(b)
	if fast, ok := decodeFast(b); ok {
		if err != nil {
			t.Fatalf("the fast decoder took what the slow one refuses: %v\n%s", err, b)
		}
		if diff := cmp.Diff(slow, fast); diff != "" {
			t.Fatalf("slow and fast differ (-slow +fast):\n%s\n%s", diff, b)
		}
		if again, ok := encodeFast(&fast); !ok || !bytes.Equal(again, b) {
			t.Fatalf("taken by the fast decoder, but not canonical:\n%s\n%s", b, again)
		}
	}
	if err != nil {
		return
	}
	canonical, err := Encode(slow)
	if err != nil {
		t.Fatalf("decoded, but cannot be encoded: %v\n%s", err, b)
	}
	if twin, err := encodeSlow(&slow); err != nil || !bytes.Equal(twin, canonical) {
		t.Fatalf("encoders differ (%v):\n%s\n%s", err, twin, canonical)
	}
	again, err := Decode(canonical)
	if err != nil {
		t.Fatalf("canonical bytes are refused: %v\n%s", err, canonical)
	}
	if twice, err := Encode(again); err != nil || !bytes.Equal(twice, canonical) {
		t.Fatalf("canonical bytes do not encode to themselves (%v):\n%s\n%s", err, canonical, twice)
	}
}

func FuzzDecode(f *testing.F) {
	for _, e := range samples() {
		b := mustEncode(f, e)
		f.Add(b)
		f.Add(bytes.ReplaceAll(b, []byte(`,"`), []byte(", \n\"")))
	}
	f.Add([]byte(sound))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) <= MaxSize {
			sameAsTwin(t, b)
		}
	})
}

// What is absent is left out; written as nothing it is not canonical, and both
// decoders read it as absent.
func TestAbsentIsNotEmpty(t *testing.T) {
	for _, e := range samples() {
		b := mustEncode(t, e)
		for _, field := range []string{`"cause":"`, `"prev":"`} {
			at := bytes.Index(b, []byte(`,`+field))
			if at < 0 {
				at = bytes.Index(b, []byte(`,"data":`))
				sameAsTwin(t, slices.Concat(b[:at], []byte(`,`+field+`"`), b[at:]))
				continue
			}
			from := at + 1 + len(field)
			to := from + bytes.IndexByte(b[from:], '"')
			sameAsTwin(t, slices.Concat(b[:from], b[to:]))
		}
	}
}

// Bytes one or two changes away from canonical ones, where a scanner that
// assumes too much would go wrong.
func TestNearlyCanonicalBytesAreReadAlike(t *testing.T) {
	var seeds [][]byte
	for _, e := range samples() {
		seeds = append(seeds, mustEncode(t, e))
	}
	rapid.Check(t, func(t *rapid.T) {
		b := bytes.Clone(rapid.SampledFrom(seeds).Draw(t, "event"))
		for range rapid.IntRange(1, 2).Draw(t, "changes") {
			at := rapid.IntRange(0, len(b)-1).Draw(t, "at")
			to := []byte(rapid.SampledFrom([]string{"", "0", "-", " ", `"`, `\`, ",", "{", "}", "1", "9", ".", "e", "é", "\x00", "null", "true", "00"}).Draw(t, "to"))
			n := rapid.IntRange(0, min(2, len(b)-at)).Draw(t, "gone")
			b = append(append(bytes.Clone(b[:at]), to...), b[at+n:]...)
			if len(b) == 0 {
				return
			}
		}
		sameAsTwin(t, b)
	})
}

// anyText draws texts that need escapes and texts that need none.
var anyText = rapid.OneOf(rapid.StringMatching(`[a-zA-Z0-9 /+.#=-]{0,12}`), rapid.String())

func TestAnyFrequentEventIsWrittenAndReadAlike(t *testing.T) {
	clocks := rapid.Custom(func(t *rapid.T) *Clocks {
		if rapid.Bool().Draw(t, "no clock") {
			return nil
		}
		return &Clocks{rapid.Int().Draw(t, "white"), rapid.IntRange(0, 99999).Draw(t, "black"), anyText.Draw(t, "running")}
	})
	articles := rapid.Custom(func(t *rapid.T) []string {
		if list := rapid.SliceOfN(anyText, 0, 3).Draw(t, "list"); len(list) > 0 {
			return list
		}
		return nil
	})
	text := func(t *rapid.T, name string) string { return anyText.Draw(t, name) }
	flag := func(t *rapid.T, name string) bool { return rapid.Bool().Draw(t, name) }
	number := func(t *rapid.T, name string) int {
		return rapid.OneOf(rapid.IntRange(0, 36000), rapid.Int()).Draw(t, name)
	}
	instant := rapid.Custom(func(t *rapid.T) time.Time {
		return time.UnixMicro(rapid.Int64Range(-62135596799000000, 253402300799999999).Draw(t, "time")).UTC()
	})
	draw := map[Type]func(t *rapid.T) Payload{
		TypeBoardSquare: func(t *rapid.T) Payload { return BoardSquare{text(t, "square"), text(t, "piece")} },
		TypeClockReading: func(t *rapid.T) Payload {
			return ClockReading{number(t, "left"), number(t, "right"), flag(t, "running"), text(t, "lever"), flag(t, "lf"), flag(t, "rf"), flag(t, "lm"), flag(t, "rm"), flag(t, "low"), flag(t, "absent"), text(t, "raw")}
		},
		TypeBoardSurface: func(t *rapid.T) Payload { return BoardSurface{text(t, "p"), text(t, "o"), text(t, "r")} },
		TypeDeviceQuiet:  func(t *rapid.T) Payload { return DeviceQuiet{instant.Draw(t, "since"), int64(number(t, "ms"))} },
		TypeLifted:       func(t *rapid.T) Payload { return Lifted{text(t, "square"), text(t, "piece")} },
		TypeMade: func(t *rapid.T) Payload {
			return Made{number(t, "ply"), text(t, "uci"), text(t, "san"), text(t, "fen"), clocks.Draw(t, "clocks"), articles.Draw(t, "articles"), text(t, "origin"), flag(t, "illegal")}
		},
		TypeCompleted: func(t *rapid.T) Payload {
			return Completed{number(t, "ply"), ID(text(t, "move")), text(t, "by"), clocks.Draw(t, "clocks"), articles.Draw(t, "articles")}
		},
		TypeClockChanged: func(t *rapid.T) Payload {
			return ClockChanged{rapid.SliceOfN(anyText, 0, 3).Draw(t, "changes"), Clocks{number(t, "w"), number(t, "b"), text(t, "running")}, text(t, "by"), flag(t, "wf"), flag(t, "bf")}
		},
	}
	rapid.Check(t, func(t *rapid.T) {
		e := sampleEvent(rapid.Uint64Min(1).Draw(t, "seq"), draw[rapid.SampledFrom(frequent).Draw(t, "type")](t))
		e.Observed, e.Recorded = instant.Draw(t, "observed"), instant.Draw(t, "recorded")
		if rapid.Bool().Draw(t, "first") {
			e.Prev = ""
		}
		b, err := Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		sameAsTwin(t, b)
		got, err := Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(e, got); diff != "" {
			t.Fatalf("-written +read:\n%s\n%s", diff, b)
		}
	})
}

// plainEnvelope is what one would write without an own codec.
type plainEnvelope struct {
	ID       ID              `json:"id"`
	Type     Type            `json:"type"`
	Scope    Scope           `json:"scope"`
	Source   string          `json:"source"`
	Seq      uint64          `json:"seq"`
	Observed time.Time       `json:"observed"`
	Recorded time.Time       `json:"recorded"`
	Cause    ID              `json:"cause,omitempty"`
	Prev     Hash            `json:"prev,omitempty"`
	Data     json.RawMessage `json:"data"`
}

// benchEvents are one of each frequent kind, as a hall writes them.
func benchEvents(tb testing.TB) (list []Event, lines [][]byte, size int) {
	for _, e := range []Event{
		sampleEvent(41, BoardSquare{Square: "e4", Piece: "P"}),
		sampleEvent(42, ClockReading{Left: 5399, Right: 5400, Running: true, Lever: "left"}),
		sampleEvent(43, Made{Ply: 1, UCI: "g1f3", SAN: "Nf3", FEN: "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1", Clocks: &Clocks{White: 5391, Black: 5400, Running: "white"}}),
	} {
		b := mustEncode(tb, e)
		list, lines, size = append(list, e), append(lines, b), size+len(b)
	}
	return list, lines, size / len(lines)
}

func BenchmarkDecode(b *testing.B) {
	_, lines, size := benchEvents(b)
	b.Run("own", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if _, err := Decode(lines[i%len(lines)]); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding/json", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			var e plainEnvelope
			if err := json.Unmarshal(lines[i%len(lines)], &e); err != nil {
				b.Fatal(err)
			}
			var err error
			switch e.Type {
			case TypeBoardSquare:
				err = json.Unmarshal(e.Data, new(BoardSquare))
			case TypeClockReading:
				err = json.Unmarshal(e.Data, new(ClockReading))
			case TypeMade:
				err = json.Unmarshal(e.Data, new(Made))
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("slow twin", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if _, err := decodeSlow(lines[i%len(lines)]); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	list, _, size := benchEvents(b)
	b.Run("own", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if _, err := Encode(list[i%len(list)]); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("slow twin", func(b *testing.B) {
		b.SetBytes(int64(size))
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if _, err := encodeSlow(&list[i%len(list)]); err != nil {
				b.Fatal(err)
			}
		}
	})
}
