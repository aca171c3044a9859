package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const records = `id start
epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
perft 1 20
perft 2 400
perft 3 8902

id bare
epd 4k3/8/8/8/8/8/8/4K3 w - - 0 1
perft 1 5
`

func TestRecordsAreCountedBetweenTheLimits(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.perft")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	write(records)
	if err := run(t.Context(), &out, options{records: file, above: 20, upTo: 400}); err != nil {
		t.Fatal(err)
	}
	if want := "2 records, 1 counts of more than 20 nodes, 400 nodes, all right\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	write(strings.Replace(records, "perft 3 8902", "perft 3 8903", 1))
	err := run(t.Context(), &out, options{records: file, above: 400, upTo: 1 << 63})
	if err == nil || !strings.Contains(err.Error(), "record start") || !strings.Contains(err.Error(), "perft 3 = 8902, want 8903") {
		t.Errorf("a wrong count: %v", err)
	}
	if err := run(t.Context(), &out, options{records: file + "x"}); err == nil {
		t.Error("a file that is not there")
	}
}
