package rules_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"boardwire/rules"
)

var update = flag.Bool("update", false, "write the golden files anew")

func of(tb testing.TB, e rules.Edition) rules.Laws {
	tb.Helper()
	l, err := rules.Of(e)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

// TestEveryEditionHasItsGoldenList: every switch and every clause it can cite.
func TestEveryEditionHasItsGoldenList(t *testing.T) {
	for _, e := range rules.Carried() {
		l := of(t, e)
		var b strings.Builder
		for _, s := range l.Switches() {
			fmt.Fprintf(&b, "* %s: %s\n", s.Name, s.Value)
		}
		b.WriteByte('\n')
		for _, c := range rules.Clauses() {
			switch l.Says(c) {
			case rules.Certain:
				fmt.Fprintf(&b, "%s: %s\n", c, words(l.Cite(c)))
			case rules.Unverified:
				fmt.Fprintf(&b, "%s: unverified\n", c)
			default:
				fmt.Fprintf(&b, "%s: -\n", c)
			}
		}
		file := "testdata/laws/" + e.String() + ".txt"
		if *update {
			if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("(-%s +laws):\n%s", file, diff)
		}
	}
}

func words(articles []rules.Article) string {
	out := make([]string, len(articles))
	for i, a := range articles {
		out[i] = string(a)
	}
	return strings.Join(out, " ")
}

func TestLabelsLookLikeArticles(t *testing.T) {
	label := regexp.MustCompile(`^([1-9][0-9]?(\.[0-9]+)*[a-e]?|[A-G](\.?[0-9]+(\.[0-9]+)*)?[a-c]?|I{1,3}(\.[0-9]+)*)$`)
	for _, e := range rules.Carried() {
		l := of(t, e)
		for _, c := range rules.Clauses() {
			if c.String() == "" {
				t.Errorf("clause %d has no name", c)
			}
			if known := l.Says(c) == rules.Certain; known != (len(l.Cite(c)) > 0) {
				t.Errorf("%v, %v: %v, cites %v", e, c, l.Says(c), l.Cite(c))
			}
			for _, a := range l.Cite(c) {
				if !label.MatchString(string(a)) {
					t.Errorf("%v, %v: %q is no article", e, c, a)
				}
			}
		}
	}
}

func TestParseEdition(t *testing.T) {
	want := []rules.Edition{rules.E1997, rules.E2001, rules.E2005, rules.E2009, rules.E2014, rules.E2017, rules.E2018, rules.E2023}
	if diff := cmp.Diff(want, rules.Carried()); diff != "" {
		t.Errorf("carried (-want +got):\n%s", diff)
	}
	for _, e := range want {
		if got, err := rules.ParseEdition(e.String()); err != nil || got != e {
			t.Errorf("%v is %v, %v", e, got, err)
		}
		if got := of(t, e).Edition(); got != e {
			t.Errorf("the Laws of %v are of %v", e, got)
		}
	}
	if _, err := rules.ParseEdition("2022"); err == nil {
		t.Error("2022 is an edition")
	}
	if _, err := rules.Of(2022); err == nil || !strings.Contains(err.Error(), "[1997 2001 2005 2009 2014 2017 2018 2023]") {
		t.Errorf("2022: %v, want an error that names what is carried", err)
	}
}

func TestInForce(t *testing.T) {
	for day, want := range map[string]rules.Edition{
		"1997-07-01": rules.E1997, "2001-06-30": rules.E1997, "2001-07-01": rules.E2001, "2005-06-30": rules.E2001,
		"2005-07-01": rules.E2005, "2009-06-30": rules.E2005, "2009-07-01": rules.E2009, "2014-06-30": rules.E2009,
		"2014-07-01": rules.E2014, "2017-06-30": rules.E2014, "2017-07-01": rules.E2017, "2017-12-31": rules.E2017,
		"2018-01-01": rules.E2018, "2022-12-31": rules.E2018, "2023-01-01": rules.E2023, "2040-02-29": rules.E2023,
	} {
		on, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := rules.InForce(on); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", day, got, err, want)
		}
	}
	if _, err := rules.InForce(time.Date(1997, 6, 30, 23, 0, 0, 0, time.UTC)); err == nil || !strings.Contains(err.Error(), "1997-07-01") {
		t.Errorf("before the first edition: %v", err)
	}
	// The day is that of the place, not that of Greenwich.
	east := time.Date(2018, 1, 1, 1, 0, 0, 0, time.FixedZone("", 14*3600))
	if got, _ := rules.InForce(east); got != rules.E2018 {
		t.Errorf("new year's morning in the east: %v", got)
	}
}

// TestNoCodeAsksTheYear: what differs between editions is in the rows.
func TestNoCodeAsksTheYear(t *testing.T) {
	scanned := 0
	for _, dir := range []string{".", "../game", "../boardstate", "../clockstate", "../feeds", "../pgn", "../internal", "../cmd"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				return err
			}
			scanned++
			for _, found := range asksTheYear(f) {
				t.Errorf("%s asks for the edition: %s", path, found)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if scanned < 50 {
		t.Fatalf("scanned %d files only", scanned)
	}
}

var (
	editionName = regexp.MustCompile(`^E(1997|20[0-9][0-9])$`)
	yearNumber  = regexp.MustCompile(`^"?(1997|2001|2005|2009|2014|2017|2018|2023)"?$`)
)

// asksTheYear finds comparisons with an edition and switches over one.
func asksTheYear(f *ast.File) (found []string) {
	isYear := func(e ast.Expr) bool {
		asks := false
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				asks = asks || editionName.MatchString(n.Name)
			case *ast.BasicLit:
				asks = asks || yearNumber.MatchString(n.Value)
			}
			return !asks
		})
		return asks
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if slices.Contains([]token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ}, n.Op) && (isYear(n.X) || isYear(n.Y)) {
				found = append(found, "a comparison")
			}
		case *ast.CaseClause:
			if slices.ContainsFunc(n.List, isYear) {
				found = append(found, "a case")
			}
		}
		return true
	})
	return found
}

func TestAQuestionForTheYearIsFound(t *testing.T) {
	for src, want := range map[string]int{
		"if e == rules.E2014 { }":                  1,
		"if l.Edition() >= E2009 { }":              1,
		"switch e { case rules.E1997: }":           1,
		`if name == "2017" { }`:                    1,
		"if uint16(e) < 2009 { }":                  1,
		"x := rules.Of(rules.E2023); _ = x == nil": 0,
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nfunc f() {"+src+"}", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := asksTheYear(f); len(got) != want {
			t.Errorf("%s: found %v, want %d", src, got, want)
		}
	}
}
