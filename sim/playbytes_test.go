//go:build linux

package sim

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardwire/internal/testshared"
	"boardwire/rules"
)

// A recorded game reaches a reader with every flip of its lever.
func TestPlayBytes(t *testing.T) {
	f, err := os.Open(testshared.Path(t, "data/dgt-recordings/1.inbytes"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	chunks, err := ReadChunks(f)
	if err != nil {
		t.Fatal(err)
	}
	moves, err := os.ReadFile(testshared.Path(t, "data/dgt-recordings/1.uci"))
	if err != nil {
		t.Fatal(err)
	}
	pos := rules.Start()
	var want []string
	for _, s := range strings.Fields(string(moves)) {
		if strings.HasSuffix(s, ".") || s == "*" {
			continue
		}
		want = append(want, s)
		m, err := pos.ParseUCI(s)
		if err != nil {
			t.Fatal(err)
		}
		if pos, err = pos.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	r := Recording{Link: filepath.Join(t.TempDir(), "dgt-recorded"), Serial: 31477}
	o := &onlooker{port: r.Link}
	done := make(chan error, 1)
	go func() { done <- PlayBytes(ctx, chunks, r, cancel) }()
	if err := o.read(ctx); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if o.serial != "31477" {
		t.Errorf("got serial number %q, want 31477", o.serial)
	}
	if len(o.flips) != len(want) {
		t.Errorf("the lever went over %d times, want once for each of %d moves", len(o.flips), len(want))
	}
	if n := len(o.flips); n > 0 && o.flips[n-1].men != pos.Board() {
		t.Errorf("men at the last flip %s, want %s", o.flips[n-1].men, pos.Board())
	}
}

func TestReadChunks(t *testing.T) {
	got, err := ReadChunks(strings.NewReader("jg==\n\n AAUkAQ== \n"))
	if err != nil || len(got) != 2 || string(got[0]) != "\x8e" || string(got[1]) != "\x00\x05\x24\x01" {
		t.Errorf("got %x, %v", got, err)
	}
	if _, err := ReadChunks(strings.NewReader("jg==\n*\n")); err == nil || !strings.HasPrefix(err.Error(), "recording, line 2: ") {
		t.Errorf("got %v, want the line named", err)
	}
}
