package rules_test

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"boardwire/internal/testshared"
	"boardwire/rules"
)

// record is one position of a perft file: "id", "epd" and "perft N count"
// lines, # begins a comment.
type record struct {
	id, epd string
	counts  map[int]uint64
}

func readPerft(t *testing.T, path string) []record {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []record
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		key, rest, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		switch key {
		case "id":
			out = append(out, record{id: rest, counts: map[int]uint64{}})
		case "epd":
			out[len(out)-1].epd = rest
		case "perft":
			depth, count, _ := strings.Cut(rest, " ")
			d, err := strconv.Atoi(depth)
			if err != nil {
				t.Fatalf("%s: %q: %v", path, lines.Text(), err)
			}
			n, err := strconv.ParseUint(strings.TrimSpace(count), 10, 64)
			if err != nil {
				t.Fatalf("%s: %q: %v", path, lines.Text(), err)
			}
			out[len(out)-1].counts[d] = n
		}
	}
	if err := lines.Err(); err != nil || len(out) == 0 {
		t.Fatalf("%s: %d records, error %v", path, len(out), err)
	}
	return out
}

func checkPerft(t *testing.T, records []record, limit uint64) {
	t.Helper()
	checked := 0
	for _, r := range records {
		setup, err := rules.ParseFEN(r.epd)
		if err != nil {
			t.Errorf("%s: %v", r.id, err)
			continue
		}
		p, err := setup.Position(0)
		if err != nil {
			t.Errorf("%s: %v", r.id, err)
			continue
		}
		for depth := 1; depth < 10; depth++ {
			want, ok := r.counts[depth]
			if !ok || want > limit {
				continue
			}
			checked++
			if got := rules.Perft(p, depth); got != want {
				t.Errorf("%s %s: perft %d = %d, want %d", r.id, r.epd, depth, got, want)
				break
			}
		}
	}
	if checked == 0 {
		t.Error("nothing was checked")
	}
}

func TestPerftTricky(t *testing.T) {
	checkPerft(t, readPerft(t, testshared.Path(t, "data/rules/tricky.perft")), 1<<63)
}

func TestPerftChess960(t *testing.T) {
	checkPerft(t, readPerft(t, testshared.Path(t, "data/rules/chess960.perft")), 100_000)
}
