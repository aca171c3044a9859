package pgn

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/internal/testshared"
)

// readAll reads a file as a strict or a lenient reader does.
func readAll(t *testing.T, path string, strict bool) []Game {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := NewReader(bytes.NewReader(b))
	r.Strict = strict
	var games []Game
	for {
		g, err := r.Next()
		if err == io.EOF {
			return games
		}
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
}

// otherwise are the fixtures that are answered in another way than their folder
// says; docs/deviations.md, section PGN, tells why.
var otherwise = map[string]string{
	"lenient/exception/empty/01_empty_file.pgn":                                   "a text without a game is no error",
	"lenient/exception/empty/02_whitespace_only.pgn":                              "a text without a game is no error",
	"strict/exception/empty/01_empty_file.pgn":                                    "a text without a game is no error",
	"strict/exception/empty/02_whitespace_only.pgn":                               "a text without a game is no error",
	"strict/fromCustomPosition/krush_irina_vs_kosteniuk_alexandra_2019.05.18.pgn": "the empty line at the end is missing, which another fixture refuses",
}

// Every fixture behaves as its folder says: what a strict reader takes has no
// deviation, what it refuses has one; what a lenient reader takes is not cut,
// what it refuses has a deviation.
func TestParserFixtures(t *testing.T) {
	root := testshared.Path(t, "data/rules/pgn-parser/pgnParser")
	n := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		n++
		rel, _ := filepath.Rel(root, path)
		rel = filepath.ToSlash(rel)
		t.Run(rel, func(t *testing.T) {
			refused := strings.Contains(rel, "exception/") || strings.HasPrefix(rel, "common/beyond/")
			strict := !strings.HasPrefix(rel, "lenient/")
			games := readAll(t, path, strict)
			told, cut := 0, false
			for _, g := range games {
				told += len(g.Deviations)
				cut = cut || g.Cut()
			}
			ok := refused && told > 0 || !refused && strict && told == 0 && len(games) == 1 || !refused && !strict && !cut && len(games) == 1
			if why, known := otherwise[rel]; known {
				if ok {
					t.Errorf("behaves as its folder says now: take it from the list (%s)", why)
				}
				return
			}
			if !ok {
				t.Errorf("%d games, refused %v, %d deviations, cut %v: %v", len(games), refused, told, cut, allFaults(games))
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n != 245 {
		t.Errorf("got %d fixtures, want 245", n)
	}
}

func allFaults(games []Game) (out []string) {
	for _, g := range games {
		out = append(out, faults(g)...)
	}
	return out
}

// Files in export format are written again to the same bytes.
func TestExportFixtures(t *testing.T) {
	root := testshared.Path(t, "data/rules/pgn-parser/pgnExport")
	n := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		n++
		t.Run(filepath.Base(path), func(t *testing.T) {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			games := Read(b)
			if len(games) != 1 || len(games[0].Deviations) > 0 {
				t.Fatalf("got %d games, %v", len(games), allFaults(games))
			}
			out, err := Append(nil, games[0].Writable())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(sortedTags(string(b)), sortedTags(string(out))); diff != "" {
				t.Errorf("export (-want +got):\n%s", diff)
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n != 5 {
		t.Errorf("got %d fixtures, want 5", n)
	}
}

// sortedTags puts the lines of tags behind the seven in the order of the
// standard, which not all fixtures keep.
func sortedTags(s string) []string {
	head, rest, _ := strings.Cut(strings.ReplaceAll(s, "\r\n", "\n"), "\n\n")
	tags := strings.Split(head, "\n")
	if len(tags) > len(roster) {
		slices.Sort(tags[len(roster):])
	}
	return append(tags, strings.Split(strings.TrimRight(rest, "\n"), "\n")...)
}
