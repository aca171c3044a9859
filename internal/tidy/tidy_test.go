// Package tidy keeps the house rules that a compiler does not.
package tidy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "boardwire/"

// pure are the packages that know no time, no network and no file, with what
// of ours each may import.
var pure = map[string][]string{
	"rules":         {},
	"clockstate":    {"rules"},
	"boardstate":    {"rules"},
	"notation":      {"rules"},
	"pgn":           {"rules"},
	"events":        {"rules"},
	"feedcheck":     {"rules", "clockstate", "pgn", "events"},
	"game":          {"rules", "clockstate", "boardstate", "events"},
	"feeds":         {"rules", "clockstate", "events"},
	"feeds/pgnfile": {"rules", "clockstate", "events", "feeds", "pgn"},
	"feeds/lichess": {"rules", "clockstate", "events", "feeds"},
}

// mayImport says what of ours the other packages may see. A package that is
// named here may import nothing of ours beside its list; a list entry ending
// in "/" means everything below.
var mayImport = map[string][]string{
	"adapters/serial":         {"boardstate", "clockstate", "rules"},
	"adapters/serial/dgt":     {"boardstate", "clockstate", "rules", "adapters/serial"},
	"adapters/serial/drivers": {"adapters/serial", "adapters/serial/dgt"},
	"internal/bus":            {},
	"internal/bus/js":         {"internal/bus"},
	"internal/bus/mem":        {"internal/bus"},
	"internal/spool":          {"events", "internal/failpoint"},
	"internal/ingest":         {"rules", "boardstate", "clockstate", "events", "adapters/serial", "internal/spool", "internal/bus", "internal/failpoint", "internal/daemon"},
	"internal/projector":      {"events", "game", "internal/bus", "internal/failpoint", "internal/daemon"},
	"internal/gate":           {"events", "feeds", "internal/bus", "internal/failpoint", "internal/daemon"},
	"internal/web":            {"rules", "clockstate", "events", "feeds", "feeds/sse", "feeds/pgnfile", "pgn", "web", "internal/bus", "internal/daemon"},
	"internal/push":           {"feeds", "feeds/lichess", "feeds/pgnfile", "pgn", "internal/bus"},
	"internal/push/pushtest":  {"pgn"},
	"sim":                     {"rules", "pgn", "sim/"},
	"internal/failpoint":      {},
	"internal/daemon":         {},
}

// standard is what pure packages may use of the standard library.
var standard = regexp.MustCompile(`^(bufio|bytes|cmp|encoding(/.*)?|crypto/sha256|errors|fmt|hash(/.*)?|io|iter|maps|math|math/bits|slices|sort|strconv|strings|time|unicode(/.*)?|html)$`)

// asksTime finds what a pure package must not do with package time.
var asksTime = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "NewTimer", "NewTicker", "Tick"}

func TestImportsAreALine(t *testing.T) {
	for _, f := range sources(t) {
		allowed, isPure := pure[f.pkg]
		if !isPure {
			var listed bool
			if allowed, listed = mayImport[f.pkg]; !listed {
				continue
			}
		}
		for _, imp := range f.ast.Imports {
			path, _ := strconv.Unquote(imp.Path.Value)
			own, isOwn := strings.CutPrefix(path, module)
			switch {
			case isOwn && !within(allowed, own):
				t.Errorf("%s imports %s, which %s may not see", f.path, path, f.pkg)
			case !isOwn && isPure && !standard.MatchString(path):
				t.Errorf("%s imports %s: %s is pure", f.path, path, f.pkg)
			}
		}
	}
}

func TestPurePackagesDoNotAskTheTime(t *testing.T) {
	for _, f := range sources(t) {
		if _, ok := pure[f.pkg]; !ok {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "time" && slices.Contains(asksTime, n.Sel.Name) {
					t.Errorf("%s: time.%s in a pure package", f.path, n.Sel.Name)
				}
			case *ast.GoStmt:
				t.Errorf("%s: a goroutine in a pure package", f.path)
			}
			return true
		})
	}
}

// TestThePGNNeverReachesTheHall: what the emulator plays is known to the hall
// by bytes, pairings and rulings alone.
func TestThePGNNeverReachesTheHall(t *testing.T) {
	for _, f := range sources(t) {
		if f.pkg == "sim" || strings.HasPrefix(f.pkg, "sim/") || f.pkg == "internal/cli" || f.pkg == "internal/findings" || f.pkg == "internal/verify" || strings.HasPrefix(f.pkg, "internal/bench") || strings.HasPrefix(f.pkg, "internal/e2e") {
			continue
		}
		for _, imp := range f.ast.Imports {
			path, _ := strconv.Unquote(imp.Path.Value)
			if path == module+"sim" || strings.HasPrefix(path, module+"sim/") {
				t.Errorf("%s imports %s", f.path, path)
			}
		}
	}
}

// TestWhatIsShownSeesNeitherTheFoldNorTheGate, not even through another package:
// the pages, and what is sent to other sites.
func TestWhatIsShownSeesNeitherTheFoldNorTheGate(t *testing.T) {
	imports := map[string][]string{}
	for _, f := range sources(t) {
		for _, imp := range f.ast.Imports {
			path, _ := strconv.Unquote(imp.Path.Value)
			if own, ok := strings.CutPrefix(path, module); ok {
				imports[f.pkg] = append(imports[f.pkg], own)
			}
		}
	}
	for _, from := range []string{"internal/web", "internal/push"} {
		if len(imports[from]) == 0 {
			t.Errorf("%s imports nothing of ours: is it still there?", from)
		}
		seen := map[string]bool{}
		var visit func(string, []string)
		visit = func(pkg string, way []string) {
			if seen[pkg] {
				return
			}
			seen[pkg] = true
			way = append(way, pkg)
			if slices.Contains([]string{"game", "internal/gate", "internal/projector", "internal/ingest"}, pkg) {
				t.Errorf("%s reaches %s: %s", from, pkg, strings.Join(way, " -> "))
			}
			for _, next := range imports[pkg] {
				visit(next, way)
			}
		}
		visit(from, nil)
	}
}

// TestNothingUnfinishedIsLeft finds marks that belong in an issue.
func TestNothingUnfinishedIsLeft(t *testing.T) {
	marks := regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X|HA` + `CK)\b`)
	for _, f := range sources(t) {
		b, err := os.ReadFile(filepath.Join("..", "..", f.path))
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range strings.Split(string(b), "\n") {
			if marks.MatchString(l) {
				t.Errorf("%s:%d: %s", f.path, i+1, strings.TrimSpace(l))
			}
		}
	}
}

type source struct {
	path, pkg string
	ast       *ast.File
}

// sources parses every Go file that is no test.
func sources(t *testing.T) []source {
	t.Helper()
	root := filepath.Join("..", "..")
	var out []source
	fset := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git" || d.Name() == "data" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		out = append(out, source{path: rel, pkg: filepath.ToSlash(filepath.Dir(rel)), ast: f})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 20 {
		t.Fatalf("found only %d source files below %s", len(out), root)
	}
	return out
}

// within reports whether a list names pkg or a folder above it.
func within(list []string, pkg string) bool {
	for _, l := range list {
		if l == pkg || strings.HasSuffix(l, "/") && strings.HasPrefix(pkg, l) {
			return true
		}
	}
	return false
}
