package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardwire/events"

	"github.com/google/go-cmp/cmp"
	validator "github.com/santhosh-tekuri/jsonschema/v6"
)

func root(t *testing.T) string {
	t.Helper()
	dir, err := moduleRoot()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestCommittedSchemasAreTheGeneratedOnes(t *testing.T) {
	dir := root(t)
	files, err := Generate(dir)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, f := range files {
		want = append(want, f.Path)
		committed, err := os.ReadFile(filepath.Join(dir, f.Path))
		if err != nil {
			t.Errorf("%v; run go run ./internal/gen/schema", err)
			continue
		}
		if diff := cmp.Diff(string(f.Content), string(committed)); diff != "" {
			t.Errorf("%s is out of date; run go run ./internal/gen/schema (-generated +committed):\n%s", f.Path, diff)
		}
	}
	var got []string
	err = filepath.WalkDir(filepath.Join(dir, "events/schema"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			got = append(got, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files in events/schema (-types +files):\n%s", diff)
	}
}

// compile loads the committed schema of a type with a validator that shares no
// code with the generator.
func compile(t *testing.T, typ events.Type) *validator.Schema {
	t.Helper()
	c := validator.NewCompiler()
	c.AssertFormat()
	s, err := c.Compile(filepath.Join(root(t), schemaPath(typ)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// goldens returns the golden events of a type, which the codec is tested with.
func goldens(t *testing.T, typ events.Type) [][]byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root(t), "events/testdata/golden", string(typ)+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSuffix(content, []byte("\n")), []byte("\n"))
}

func validate(t *testing.T, s *validator.Schema, b []byte) error {
	t.Helper()
	v, err := validator.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	return s.Validate(v)
}

func TestGoldenEventsFitTheirSchema(t *testing.T) {
	for _, typ := range events.Types() {
		s := compile(t, typ)
		for _, b := range goldens(t, typ) {
			if err := validate(t, s, b); err != nil {
				t.Errorf("%s: %v\n%s", typ, err, b)
			}
		}
	}
}

// object is a JSON object that a test spoils.
type object = map[string]any

func TestWrongEventsAreRefused(t *testing.T) {
	for _, typ := range events.Types() {
		s := compile(t, typ)
		b := goldens(t, typ)[0] // all fields set
		spoil := func(name string, change func(e, data object)) {
			var e object
			if err := json.Unmarshal(b, &e); err != nil {
				t.Fatal(err)
			}
			change(e, e["data"].(object))
			wrong, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			if validate(t, s, wrong) == nil {
				t.Errorf("%s: %s passes: %.400s", typ, name, wrong)
			}
		}
		spoil("another type", func(e, _ object) { e["type"] = "board.v9.square" })
		spoil("a new field", func(e, _ object) { e["extra"] = true })
		spoil("a new data field", func(_, data object) { data["extra"] = true })
		spoil("seq 0", func(e, _ object) { e["seq"] = 0 })
		spoil("seq as text", func(e, _ object) { e["seq"] = "1" })
		spoil("a bad scope", func(e, _ object) { e["scope"] = "table/open.1.03" })
		spoil("a bad source", func(e, _ object) { e["source"] = "Ingest" })
		spoil("a bad id", func(e, _ object) { e["id"] = "7" })
		spoil("a short hash", func(e, _ object) { e["prev"] = "00" })
		spoil("time without digits", func(e, _ object) { e["observed"] = "2026-03-01T13:04:05Z" })
		spoil("30 February", func(e, _ object) { e["recorded"] = "2026-02-30T13:04:05.000000Z" })
		spoil("no data", func(e, _ object) { delete(e, "data") })
		var e object
		if err := json.Unmarshal(b, &e); err != nil {
			t.Fatal(err)
		}
		for name, value := range e["data"].(object) {
			switch value.(type) {
			case string:
				spoil("an empty "+name, func(_, data object) { data[name] = "" })
				spoil("a number as "+name, func(_, data object) { data[name] = 1 })
				spoil("a long "+name, func(_, data object) { data[name] = strings.Repeat("9", 40000) })
			case float64:
				spoil("a text as "+name, func(_, data object) { data[name] = "1" })
				spoil("a fraction as "+name, func(_, data object) { data[name] = 1.5 })
				spoil("a negative "+name, func(_, data object) { data[name] = -1 })
			case bool:
				spoil("a text as "+name, func(_, data object) { data[name] = "true" })
			default:
				spoil("null as "+name, func(_, data object) { data[name] = nil })
				spoil("a wrong list as "+name, func(_, data object) { data[name] = []any{1} })
			}
		}
	}
}

// Decode and the schemas must agree on what is not an event at all.
func TestWhatASchemaTakesDecodes(t *testing.T) {
	for _, typ := range events.Types() {
		for _, b := range goldens(t, typ) {
			e, err := events.Decode(b)
			if err != nil {
				t.Errorf("%s: %v", typ, err)
				continue
			}
			if _, unknown := e.Data.(events.Unknown); unknown {
				t.Errorf("%s is unknown to the codec", typ)
			}
		}
	}
}
