package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// articles1997 are the articles of the text, by number of items a chapter.
func articles1997() (out []string) {
	for chapter, items := range []int{3, 4, 5, 7, 5, 14, 4, 6, 6, 4, 1, 8, 7} {
		for i := range items {
			out = append(out, number(chapter+1)+"."+number(i+1))
		}
	}
	out = append(out, "14")
	for letter, items := range map[string]int{"A": 13, "B": 8, "C": 5} {
		for i := range items {
			out = append(out, letter+number(i+1))
		}
	}
	out = append(out, "D", "E")
	slices.Sort(out)
	return out
}

func number(n int) string {
	if n >= 10 {
		return "1" + string(rune('0'+n-10))
	}
	return string(rune('0' + n))
}

func TestEveryArticleOf1997IsAccountedFor(t *testing.T) {
	var have []string
	for _, c := range coverage {
		have = append(have, c.article)
		if c.subject == "" || !slices.Contains([]string{derived, partly, byRuling, byNobody, notYetWay}, c.way) {
			t.Errorf("%s: %q is %q", c.article, c.subject, c.way)
		}
		if len(c.tests) == 0 && (c.way == derived || c.way == partly || c.way == byRuling) {
			t.Errorf("%s is %s, and no test shows it", c.article, c.way)
		}
	}
	slices.Sort(have)
	if diff := cmp.Diff(articles1997(), have); diff != "" {
		t.Errorf("articles (-text +table):\n%s", diff)
	}
}

// TestWhatTheTableNamesExists: each test and each script.
func TestWhatTheTableNamesExists(t *testing.T) {
	sources := map[string]string{}
	for _, c := range coverage {
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
