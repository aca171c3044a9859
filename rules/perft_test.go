package rules_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"boardwire/internal/testshared"
	"boardwire/rules"
)

// record is one position of a perft file: "id", "epd" and "perft N count"
// lines; # begins a comment.
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

// checkPerft compares every count up to limit nodes.
func checkPerft(t *testing.T, records []record, limit uint64) {
	t.Helper()
	checked := 0
	for _, r := range records {
		p := position(t, r.epd)
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

func TestPerft(t *testing.T) {
	files, err := filepath.Glob("testdata/perft/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("perft files %v: %v", files, err)
	}
	for _, file := range files {
		checkPerft(t, readPerft(t, file), 5_000_000)
	}
}

// TestPerftByTwin keeps the file honest: it counts with the slow generator.
func TestPerftByTwin(t *testing.T) {
	for _, r := range readPerft(t, "testdata/perft/own.txt") {
		s, err := rules.ParseFEN(r.epd)
		if err != nil {
			t.Fatal(err)
		}
		for depth, want := range r.counts {
			if want > 3000 {
				continue
			}
			if got := newTwin(s).perft(depth); got != want {
				t.Errorf("%s %s: twin counts perft %d = %d, want %d", r.id, r.epd, depth, got, want)
			}
		}
	}
}

func (t twin) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	for _, m := range t.legal() {
		n += t.play(m).perft(depth - 1)
	}
	return n
}

func TestPerftTricky(t *testing.T) {
	checkPerft(t, readPerft(t, testshared.Path(t, "data/rules/tricky.perft")), 1<<63)
}

// position makes a sound position of a FEN.
func position(tb testing.TB, fen string) rules.Position {
	tb.Helper()
	p, err := parse(fen, 0)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func parse(fen string, allow rules.Fault) (rules.Position, error) {
	s, err := rules.ParseFEN(fen)
	if err != nil {
		return rules.Position{}, err
	}
	return s.Position(allow)
}

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
	}{
		{"start", rules.StartFEN, 5},
		{"crowded", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, nodes := position(b, c.fen), uint64(0)
			for b.Loop() {
				nodes += rules.Perft(p, c.depth)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
