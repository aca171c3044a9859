package perft

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/internal/testshared"
	"boardwire/rules"
)

// seed of the positions that are compared in make test; perft-long takes any.
const seed = 20230101

// TestTwoThousandPositionsAgreeWithStockfish, move by move.
func TestTwoThousandPositionsAgreeWithStockfish(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	drawn := Draw(seed, 2000)
	got, err := Agree(ctx, drawn, 1_000_000)
	if errors.Is(err, ErrNoPeer) {
		t.Skipf("SKIPPED: %v", err)
	}
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	t.Logf("seed %d: %v", seed, got)
	for _, d := range got.Differences {
		t.Error(d)
	}
	if got.Positions != 2000 || got.Nodes < 300_000_000 {
		t.Errorf("compared %v", got)
	}
}

// TestDrawnPositionsAreWorthIt: the same every time, sound, and of every kind
// that breaks generators.
func TestDrawnPositionsAreWorthIt(t *testing.T) {
	drawn, again := Draw(seed, 2000), Draw(seed, 2000)
	seen := map[string]int{}
	fens := map[string]bool{}
	for i, d := range drawn {
		fen := d.Position.FEN()
		if fen != again[i].Position.FEN() {
			t.Fatalf("position %d is %s and then %s", i, fen, again[i].Position.FEN())
		}
		if d.Position.Faults() != 0 {
			t.Errorf("%s: %v", fen, d.Position.Faults())
		}
		fens[fen] = true
		kind := "classical"
		if d.Chess960 {
			kind = "chess960"
		}
		for m := range d.Position.Legal() {
			switch {
			case m.Castle:
				seen[kind+" castles"]++
			case m.Promotion != rules.NoRole:
				seen[kind+" promotes"]++
			case m.To == d.Position.PassedOver() && d.Position.Captured(m) != rules.NoPiece && d.Position.Board().At(m.To) == rules.NoPiece:
				seen[kind+" takes in passing"]++
			}
		}
		if d.Position.InCheck() {
			seen[kind+" in check"]++
		}
		if !d.Position.HasLegal() {
			seen[kind+" over"]++
		}
		x, shredder := strings.Fields(fen)[2], strings.Fields(d.Position.Setup().ShredderFEN())[2]
		if x != shredder && strings.ContainsAny(x, "ABCDEFGHabcdefgh") {
			seen["an inner rook castles"]++
		}
	}
	for _, kind := range []string{"classical ", "chess960 "} {
		for what, least := range map[string]int{"castles": 40, "promotes": 40, "takes in passing": 20, "in check": 40, "over": 5} {
			if seen[kind+what] < least {
				t.Errorf("%s%s: %d times only", kind, what, seen[kind+what])
			}
		}
	}
	if seen["an inner rook castles"] < 5 {
		t.Errorf("an inner rook castles %d times only", seen["an inner rook castles"])
	}
	if len(fens) < 1900 {
		t.Errorf("%d different positions of %d", len(fens), len(drawn))
	}
	t.Log(seen)
}

// TestADifferenceIsFound: a count or a move that only one has.
func TestADifferenceIsFound(t *testing.T) {
	own := map[string]uint64{"e2e4": 20, "d2d4": 20, "a2a3": 1}
	theirs := map[string]uint64{"e2e4": 20, "d2d4": 19, "b2b3": 1}
	want := "a2a3 1, stockfish 0; b2b3 0, stockfish 1; d2d4 20, stockfish 19"
	if got := difference(own, theirs); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestChess960Records counts every published record up to a million nodes.
func TestChess960Records(t *testing.T) {
	f, err := os.Open(testshared.Path(t, "data/rules/chess960.perft"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	counts, nodes := 0, uint64(0)
	for _, r := range records {
		c, n, err := r.Check(0, 1_000_000)
		if err != nil {
			t.Error(err)
		}
		if c == 0 {
			t.Errorf("record %s has nothing to count", r.ID)
		}
		counts, nodes = counts+c, nodes+n
	}
	if len(records) != 480 || counts != 1884 {
		t.Errorf("%d records, %d counts; the file has 480 and 1884", len(records), counts)
	}
	t.Logf("%d records, %d counts, %d nodes", len(records), counts, nodes)
}

func TestReadSaysWhatIsWrong(t *testing.T) {
	got, err := Read(strings.NewReader("# common\nid a\nepd 8/8/8/8/8/8/8/K6k w - -\nperft 1 3\nperft 2  9\n"))
	want := []Record{{ID: "a", FEN: "8/8/8/8/8/8/8/K6k w - -", Counts: []Count{{1, 3}, {2, 9}}}}
	if err != nil || cmp.Diff(want, got) != "" {
		t.Errorf("%v, %v", got, err)
	}
	for in, part := range map[string]string{
		"epd 8/8/8/8/8/8/8/K6k w - -": `line 1, "epd`,
		"id a\nperft x 3":             `line 2, "perft x 3"`,
		"id a\nperft 1 -3":            `invalid syntax`,
		"id a\nwhat":                  "want id, epd or perft",
	} {
		if _, err := Read(strings.NewReader(in)); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: %v, want %q", in, err, part)
		}
	}
	wrong := Record{ID: "a", FEN: rules.StartFEN, Counts: []Count{{1, 20}, {2, 401}}}
	if n, _, err := wrong.Check(0, 1000); err == nil || n != 1 || !strings.Contains(err.Error(), "perft 2 = 400, want 401") {
		t.Errorf("a wrong count: %d counts, %v", n, err)
	}
	if n, _, err := wrong.Check(20, 400); err != nil || n != 0 {
		t.Errorf("outside the limits: %d counts, %v", n, err)
	}
}
