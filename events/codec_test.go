package events

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

func mustEncode(tb testing.TB, e Event) []byte {
	tb.Helper()
	b, err := Encode(e)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// The bytes of every type are frozen: what was written once is read for ever.
func TestEveryTypeHasItsGoldenBytes(t *testing.T) {
	golden := make(map[Type][]byte)
	for _, e := range samples() {
		golden[e.Type] = append(append(golden[e.Type], mustEncode(t, e)...), '\n')
	}
	for _, typ := range Types() {
		got, ok := golden[typ]
		if !ok {
			t.Errorf("%s has no sample", typ)
			continue
		}
		file := filepath.Join("testdata", "golden", string(typ)+".json")
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("%v; write it with go test ./events -update", err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s changed its bytes (-golden +now):\n%s", typ, diff)
		}
	}
}

func TestGoldenBytesDecodeAndEncodeToThemselves(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.json")
	if err != nil || len(files) < len(Types()) {
		t.Fatalf("%d golden files, want one for each of %d types (%v)", len(files), len(Types()), err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(content) {
			line = bytes.TrimSuffix(line, []byte("\n"))
			e, err := Decode(line)
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			if got := mustEncode(t, e); !bytes.Equal(got, line) {
				t.Errorf("%s: got\n%s, want\n%s", file, got, line)
			}
		}
	}
}

func TestDecodeGivesBackTheEvent(t *testing.T) {
	for _, want := range samples() {
		got, err := Decode(mustEncode(t, want))
		if err != nil {
			t.Errorf("%s: %v", want.Type, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.Type, diff)
		}
	}
}

func TestDecodeSharesNoMemory(t *testing.T) {
	for _, want := range samples() {
		b := mustEncode(t, want)
		got, err := Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b {
			b[i] = 'x'
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s changed with the buffer (-want +got):\n%s", want.Type, diff)
		}
	}
}

func TestTypesAreSortedAndKnown(t *testing.T) {
	types := Types()
	if !slices.IsSorted(types) {
		t.Errorf("Types() is not sorted: %q", types)
	}
	for _, typ := range types {
		p, ok := New(typ)
		if !ok || p.EventType() != typ {
			t.Errorf("New(%q) = %T, %v", typ, p, ok)
		}
		if err := checkType(typ); err != nil {
			t.Error(err)
		}
	}
	if p, ok := New("board.v9.square"); ok {
		t.Errorf("New of an unknown type gave %T", p)
	}
}

const sound = `{"id":"desk-main.1","type":"sitting.v1.opened","scope":"hall","source":"desk-main","seq":1,"observed":"2026-03-01T13:04:05.000000Z","recorded":"2026-03-01T13:04:05.000000Z","data":{"hall":"main","sitting":"s0001","rate":1}}`

func TestDecodeIsLenientAboutForm(t *testing.T) {
	want, err := Decode([]byte(sound))
	if err != nil {
		t.Fatal(err)
	}
	const body = `{"hall":"main","sitting":"s0001","rate":1}`
	for name, in := range map[string]string{
		"spaces":         " " + strings.NewReplacer(`,"`, ` , "`, `":`, `" : `).Replace(sound) + "\n",
		"other order":    `{"data":` + body + `,` + strings.TrimSuffix(strings.TrimPrefix(sound, "{"), `,"data":`+body+"}") + "}",
		"escapes":        strings.Replace(sound, `"s0001"`, `"\u00730001"`, 1),
		"new data field": strings.Replace(sound, `"rate":1`, `"rate":1,"weather":{"rain":[true]}`, 1),
		"empty optional": strings.Replace(sound, `"rate":1`, `"rate":1,"demo":false,"sources":null`, 1),
	} {
		got, err := Decode([]byte(in))
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, in)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestDecodeIsStrictAboutMeaning(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"unknown envelope field", `"seq":1`, `"seq":1,"extra":1`, "extra: no such field"},
		{"field in capitals", `"seq":1`, `"Seq":1`, "Seq: no such field"},
		{"data field in capitals", `"rate":1`, `"Rate":1`, `"Rate": a field's name has only`},
		{"field twice", `"seq":1`, `"seq":1,"seq":1`, "seq: given twice"},
		{"data field twice", `"rate":1`, `"rate":1,"rate":2`, "data: rate: given twice"},
		{"seq 0", `"seq":1`, `"seq":0`, "seq: 0"},
		{"negative seq", `"seq":1`, `"seq":-1`, "seq: -1"},
		{"broken seq", `"seq":1`, `"seq":1.0`, "seq: 1.0: want a whole number"},
		{"seq as text", `"seq":1`, `"seq":"1"`, "seq: "},
		{"foreign id", `"id":"desk-main.1"`, `"id":"desk-main.2"`, `id: "desk-main.2": want "desk-main.1"`},
		{"padded id", `"id":"desk-main.1"`, `"id":"desk-main.01"`, "id: "},
		{"id missing", `"id":"desk-main.1",`, ``, "id: "},
		{"type missing", `"type":"sitting.v1.opened",`, ``, "type: "},
		{"type without version", `"sitting.v1.opened"`, `"sitting.opened"`, "type: "},
		{"type of version 0", `"sitting.v1.opened"`, `"sitting.v0.opened"`, "type: "},
		{"source missing", `"source":"desk-main",`, ``, "source: "},
		{"bad source", `"source":"desk-main"`, `"source":"desk.main"`, "source: "},
		{"scope missing", `"scope":"hall",`, ``, "scope: "},
		{"unknown scope", `"scope":"hall"`, `"scope":"room/1"`, "scope: "},
		{"bad device", `"scope":"hall"`, `"scope":"device/DGT"`, "scope: "},
		{"short table", `"scope":"hall"`, `"scope":"table/open.1"`, "scope: "},
		{"long table", `"scope":"hall"`, `"scope":"table/open.1.2.3"`, "scope: "},
		{"padded board", `"scope":"hall"`, `"scope":"table/open.1.03"`, "a board is a number"},
		{"time without digits", `13:04:05.000000Z","rec`, `13:04:05Z","rec`, "observed: time"},
		{"time with nine digits", `13:04:05.000000Z","rec`, `13:04:05.000000000Z","rec`, "observed: time"},
		{"time with a comma", `13:04:05.000000Z","rec`, `13:04:05,000000Z","rec`, "observed: time"},
		{"time of a zone", `13:04:05.000000Z","rec`, `13:04:05.000000+01:00","rec`, "observed: time"},
		{"30 February", `"observed":"2026-03-01`, `"observed":"2026-02-30`, "observed: time"},
		{"time missing", `"recorded":"2026-03-01T13:04:05.000000Z",`, ``, "recorded: missing"},
		{"cause is no id", `"data"`, `"cause":"x","data"`, "cause: "},
		{"cause is null", `"data"`, `"cause":null,"data"`, "cause: null: want a string"},
		{"prev is no hash", `"data"`, `"prev":"abc","data"`, "prev: "},
		{"data missing", `,"data":{"hall":"main","sitting":"s0001","rate":1}`, ``, "data: missing"},
		{"data is null", `{"hall":"main","sitting":"s0001","rate":1}`, `null`, "data: null: want an object"},
		{"data of a wrong kind", `"rate":1`, `"rate":"1"`, "rate"},
		{"float", `"rate":1`, `"rate":1.5`, "rate"},
		{"trailing bytes", `"rate":1}}`, `"rate":1}}{}`, "at byte"},
		{"cut short", `"rate":1}}`, `"rate":1}`, "at byte"},
		{"not UTF-8", `"s0001"`, "\"s\xff\"", "not UTF-8"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if strings.Count(sound, tt.old) != 1 {
				t.Fatalf("%q is in the event %d times, want once", tt.old, strings.Count(sound, tt.old))
			}
			in := strings.Replace(sound, tt.old, tt.new, 1)
			e, err := Decode([]byte(in))
			if err == nil {
				t.Fatalf("decoded %+v", e)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got error %q, want it to say %q", err, tt.want)
			}
		})
	}
	if _, err := Decode(nil); err == nil {
		t.Error("decoded nothing")
	}
	if _, err := Decode([]byte("null")); err == nil {
		t.Error("decoded null")
	}
}

func TestDataTimesAreStrictToo(t *testing.T) {
	e := sampleEvent(1, Tick{At: sampleAt})
	b := strings.Replace(string(mustEncode(t, e)), `"at":"2026-03-01T13:04:05.678901Z"`, `"at":"2026-03-01T13:04:05Z"`, 1)
	if _, err := Decode([]byte(b)); err == nil || !strings.Contains(err.Error(), "six digits") {
		t.Errorf("got %v, want an error about the digits", err)
	}
	b = strings.Replace(string(mustEncode(t, e)), `"at":`, `"when":`, 1)
	if _, err := Decode([]byte(b)); err == nil || !strings.Contains(err.Error(), "at: missing") {
		t.Errorf("got %v, want an error about the missing time", err)
	}
}

func TestEncodeRefusesWhatDecodeRefuses(t *testing.T) {
	for name, change := range map[string]func(*Event){
		"no data":         func(e *Event) { e.Data = nil },
		"other type":      func(e *Event) { e.Type = TypeLifted },
		"seq 0":           func(e *Event) { e.Seq = 0 },
		"no id":           func(e *Event) { e.ID = "" },
		"no source":       func(e *Event) { e.Source = "" },
		"bad scope":       func(e *Event) { e.Scope = "device/" },
		"no time":         func(e *Event) { e.Observed = time.Time{} },
		"year 10000":      func(e *Event) { e.Recorded = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) },
		"bad prev":        func(e *Event) { e.Prev = "00" },
		"bad cause":       func(e *Event) { e.Cause = "a b" },
		"unknown raw":     func(e *Event) { e.Data, e.Type = Unknown{Type: "a.v1.b", Raw: []byte("{")}, "a.v1.b" },
		"raw not UTF-8":   func(e *Event) { e.Data, e.Type = Unknown{Type: "a.v1.b", Raw: []byte("\"\xff\"")}, "a.v1.b" },
		"too long":        func(e *Event) { e.Data, e.Type = BoardSurface{Raw: strings.Repeat("0", MaxSize)}, TypeBoardSurface },
		"no time in data": func(e *Event) { e.Data, e.Type = Tick{}, TypeTick },
	} {
		e := sampleEvent(1, BoardSquare{Square: "e4"})
		change(&e)
		if b, err := Encode(e); err == nil {
			t.Errorf("%s: encoded %s", name, b)
		}
	}
}

func TestTimesAreCutToMicrosecondsInUTC(t *testing.T) {
	zone := time.FixedZone("east", 3600)
	e := sampleEvent(1, BoardSquare{Square: "e4"})
	e.Observed = time.Date(2026, 3, 1, 14, 4, 5, 678901999, zone)
	got, err := Decode(mustEncode(t, e))
	if err != nil {
		t.Fatal(err)
	}
	if want := Stamp(e.Observed); got.Observed != want || want != sampleAt {
		t.Errorf("got %v, Stamp says %v, want %v", got.Observed, want, sampleAt)
	}
}

func TestAbsentListsAreWrittenEmpty(t *testing.T) {
	for _, p := range []Payload{Roster{}, ClockChanged{}} {
		if b := mustEncode(t, sampleEvent(1, p)); bytes.Contains(b, []byte("null")) {
			t.Errorf("%s: a null in %s", p.EventType(), b)
		}
	}
}
