// Package docs_test keeps the documents true.
package docs_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"boardwire/internal/config"
)

var toml = regexp.MustCompile("(?s)```toml\n(.*?)```")

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestTheExamplesOfATournamentFileHaveNoFaults(t *testing.T) {
	examples := toml.FindAllStringSubmatch(read(t, "tournament.md"), -1)
	if len(examples) != 2 {
		t.Fatalf("%d examples, want 2", len(examples))
	}
	for i, e := range examples {
		file, err := config.Parse("tournament.md", []byte(e[1]))
		if err != nil {
			t.Errorf("example %d: %v", i+1, err)
			continue
		}
		if i == 0 {
			continue
		}
		// The defaults that the tables promise.
		if len(file.Audiences) != 1 || file.Audiences[0].Name != "public" || file.Audiences[0].Delay != config.PublicDelay {
			t.Errorf("audiences of the least file: %+v", file.Audiences)
		}
		if got := file.Tournament.Points; got != (config.Points{Win: 2, Draw: 1}) {
			t.Errorf("points %+v", got)
		}
	}
}

// Every key that the reader of the file knows stands in a table, and no other.
func TestTheTablesNameEveryKey(t *testing.T) {
	doc := read(t, "tournament.md")
	example := toml.FindStringSubmatch(doc)[1]
	sections := map[string]string{
		"[tournament]":    between(doc, "\n## [tournament]", "\n## "),
		"[[audience]]":    between(doc, "\n## [[audience]]", "\n## "),
		"[[player]]":      between(doc, "\n## [[player]]", "\n## "),
		"[[round]]":       between(doc, "\n## [[round]] and", "\n| key | default | |\n|---|---|---|\n| `board`"),
		"[[round.table]]": between(doc, "\n| key | default | |\n|---|---|---|\n| `board`", "\nA round or"),
		"[[push]]":        between(doc, "\n## [[push]]", "\n## "),
	}
	for header, section := range sections {
		_, err := config.Parse("t.toml", []byte(strings.Replace(example, header+"\n", header+"\nqqqqqqqqqq = 1\n", 1)))
		var faults *config.FaultsError
		if !errors.As(err, &faults) || len(faults.Faults) != 1 {
			t.Fatalf("%s with an unknown key: %v", header, err)
		}
		_, list, ok := strings.Cut(faults.Faults[0].Hint, "known here: ")
		if !ok {
			t.Fatalf("%s: the hint %q names no keys", header, faults.Faults[0].Hint)
		}
		known := strings.Fields(list)
		for _, key := range known {
			if key != "table" && !strings.Contains(section, "`"+key+"`") {
				t.Errorf("%s: key %s is not in the document", header, key)
			}
		}
		for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\|").FindAllStringSubmatch(section, -1) {
			for _, key := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(row[1], -1) {
				if !strings.Contains(" "+list+" ", " "+key[1]+" ") {
					t.Errorf("%s: the document has a key %s, which is not known", header, key[1])
				}
			}
		}
	}
}

func between(text, from, to string) string {
	_, rest, _ := strings.Cut(text, from)
	part, _, _ := strings.Cut(rest, to)
	return from + part
}

// Links and pictures that are other files of the repository lead somewhere.
func TestLinksLeadSomewhere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)[^):]*\)|src="([^":]+)"`)
	found := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "data" || d.Name() == ".git"):
			return fs.SkipDir
		case filepath.Ext(path) != ".md":
			return nil
		}
		for _, m := range link.FindAllStringSubmatch(read(t, path), -1) {
			found++
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), m[1]+m[2])); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
		return nil
	})
	if err != nil || found < 10 {
		t.Errorf("%d links, %v", found, err)
	}
}

// Every metric that operators are told to watch is one that is registered.
func TestTheMetricsToWatchExist(t *testing.T) {
	// A hall shows those of pushes where its file has one.
	shown := "\n" + read(t, "../internal/e2e/testdata/metrics-hall.txt") + read(t, "../internal/roles/testdata/metrics/push.txt")
	for _, name := range regexp.MustCompile(`boardwire_[a-z_]+`).FindAllString(read(t, "operating.md"), -1) {
		if name == "boardwire_live" || name == "boardwire_public" {
			continue // the databases of the warehouse
		}
		if !strings.Contains(shown, "\n"+name+" ") {
			t.Errorf("operating.md names %s, which no process shows", name)
		}
	}
}
