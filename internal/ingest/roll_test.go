package ingest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/adapters/serial"
)

func names(ds []serial.Device) []string {
	var out []string
	for _, d := range ds {
		out = append(out, d.Name+" "+d.Port)
	}
	return out
}

func TestRollMissesWhoWasHere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boards")
	open := func() *roll {
		t.Helper()
		r, err := openRoll(path)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	a, b, c := serial.Device{Name: "a", Port: "/dev/1"}, serial.Device{Name: "b", Port: "/dev/2"}, serial.Device{Name: "c", Port: "/dev/3"}
	r := open()
	do(r.seen(b))
	do(r.seen(a))
	do(r.seen(c))
	do(r.lost("c")) // known to be away
	if got := names(r.absent()); got != nil {
		t.Errorf("a first start misses %v", got)
	}

	open() // and it ends before anybody answered
	r = open()
	do(r.seen(a))
	r = open() // b is missed through two starts
	do(r.seen(a))
	if d := cmp.Diff([]string{"b /dev/2"}, names(r.absent())); d != "" {
		t.Errorf("missed (-want +got):\n%s", d)
	}
	do(r.lost("b")) // told
	if got := names(open().absent()); !cmp.Equal(got, []string{"a /dev/1"}) {
		t.Errorf("after it was told: %v, want a alone", got)
	}
}

func TestRollThatCannotBeRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boards")
	for _, text := range []string{"", "null", "{", "[1]", `{"a":1}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := openRoll(path)
		if err == nil {
			t.Errorf("%q: no error", text)
		}
		if err := r.seen(serial.Device{Name: "a", Port: "/dev/1"}); err != nil || len(r.absent()) != 0 {
			t.Errorf("%q: it cannot be used: %v, %v", text, err, r.absent())
		}
	}
}
