package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardwire/internal/testshared"
	"boardwire/rules"
)

const root = "../../.."

func TestCommittedDocumentIsCurrent(t *testing.T) {
	want, err := Generate()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(string(got), "\n")); diff != "" {
		t.Errorf("run go run ./internal/gen/laws (-generated +committed):\n%s", diff)
	}
}

func TestEveryFindingIsExplained(t *testing.T) {
	for _, f := range rules.Findings() {
		if about[f] == "" {
			t.Errorf("%s is not explained", f)
		}
	}
	if len(about) != len(rules.Findings()) {
		t.Errorf("%d findings are explained, there are %d", len(about), len(rules.Findings()))
	}
}

// articles1997 are the articles and items of the text, as they are printed.
func articles1997() []string {
	return strings.Fields(`Preface Introduction Introduction_a Introduction_b Introduction_c
		1.1 1.2 1.3 2.1 2.2 2.3 2.4
		3.1 3.2a 3.2b 3.2c 3.3 3.4a 3.4b 3.4c 3.4d 3.4e 3.5a(i) 3.5a(ii) 3.5b
		4.1 4.2 4.3a 4.3b 4.4a 4.4b 4.5 4.6 4.7
		5.1a 5.1b 5.2 5.3 5.4 5.5
		6.1 6.2 6.3 6.4 6.5 6.6 6.7a 6.7b 6.7c 6.8 6.9 6.10 6.11 6.12a 6.12b 6.12c 6.13 6.14
		7.1a 7.1b 7.2 7.3 7.4
		8.1 8.2 8.3 8.4 8.5a 8.5b 8.5c 8.6
		9.1 9.2 9.2a 9.2b 9.3a 9.3b 9.4 9.5 9.5a 9.5b 9.6
		10.1 10.2 10.2a 10.2b 10.2c 10.3 10.4 11.1
		12.1 12.2 12.3 12.4 12.5 12.6 12.7 12.8
		13.1 13.2 13.3 13.4 13.5 13.6 13.7 14
		A1a A1b A2 A3 A4 A5 A6 A7 A8a A8b A8c A9a A9b A9c A10 A11a A11b A12 A13
		B1 B2 B3 B4 B5 B6 B7 B8 C1 C2 C3 C4 C5 D Da Db
		E E1 E2 E3 E4 E5 E6 E7 E8 E9 E10 E11 E12 E_signs`)
}

func table(t *testing.T) []covered {
	t.Helper()
	out, err := readCoverage(coverage1997)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestEveryArticleOf1997IsAccountedFor: each once and in order, and with a test
// where something is claimed.
func TestEveryArticleOf1997IsAccountedFor(t *testing.T) {
	var have []string
	for _, c := range table(t) {
		have = append(have, strings.ReplaceAll(c.article, " ", "_"))
		if c.subject == "" || !slices.Contains(ways, c.way) {
			t.Errorf("%s: %q is %q", c.article, c.subject, c.way)
		}
		if len(c.tests) == 0 && c.way != byNobody && c.way != notYetCovered {
			t.Errorf("%s is %s, and no test shows it", c.article, c.way)
		}
	}
	if diff := cmp.Diff(articles1997(), have); diff != "" {
		t.Errorf("articles (-text +table):\n%s", diff)
	}
}

// TestTheTextHasNoArticleBeside compares the list with the numbers printed in
// the text itself.
func TestTheTextHasNoArticleBeside(t *testing.T) {
	text, err := os.ReadFile(testshared.Path(t, "laws/1997-es.txt"))
	if err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(`(?m)^\s*([0-9]{1,2}\.[0-9]{1,2})[ .]`)
	printed, listed := map[string]bool{}, map[string]bool{}
	for _, m := range number.FindAllSubmatch(text, -1) {
		printed[string(m[1])] = true
	}
	for _, a := range articles1997() {
		if m := regexp.MustCompile(`^[0-9]+\.[0-9]+`).FindString(a); m != "" {
			listed[m] = true
		}
	}
	if diff := cmp.Diff(printed, listed); diff != "" || len(printed) != 74 {
		t.Errorf("%d numbers (-printed +listed):\n%s", len(printed), diff)
	}
}

func TestATableThatIsWrongIsTold(t *testing.T) {
	if _, err := readCoverage("# about\n1.1\ttwo players\tderived\n"); err == nil || !strings.Contains(err.Error(), "line 2: 3 fields") {
		t.Errorf("%v", err)
	}
}

// TestWhatTheTableNamesExists: each test and each script.
func TestWhatTheTableNamesExists(t *testing.T) {
	sources := map[string]string{}
	for _, c := range table(t) {
		for _, name := range c.tests {
			folder, test, ok := strings.Cut(name, " ")
			if !ok {
				t.Errorf("%s: %q names no test", c.article, name)
				continue
			}
			if folder == "script" {
				if _, err := os.Stat(filepath.Join(root, "game/testdata", test+".txtar")); err != nil {
					t.Errorf("%s: %v", c.article, err)
				}
				continue
			}
			if sources[folder] == "" {
				sources[folder] = testsOf(t, folder)
			}
			if !regexp.MustCompile(`(?m)^func ` + test + `\(`).MatchString(sources[folder]) {
				t.Errorf("%s: there is no %s in %s", c.article, test, folder)
			}
		}
	}
}

func testsOf(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no tests: %v", folder, err)
	}
	var b strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
	}
	return b.String()
}
