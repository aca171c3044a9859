package main

import (
	_ "embed"
	"fmt"
	"strings"
)

// Ways in which an article of the 1997 text is dealt with.
const (
	derived       = "derived"
	restByRuling  = "derived; the rest by ruling"
	restByNobody  = "derived; the rest not machine-checkable"
	byRuling      = "followed by ruling"
	byNobody      = "not machine-checkable"
	notYetCovered = "not yet"
)

var ways = []string{derived, restByRuling, restByNobody, byRuling, byNobody, notYetCovered}

// covered is one article of the 1997 text.
type covered struct {
	article, subject, way string
	// tests show it: "folder TestName", or "script NAME" for a log of the fold.
	tests []string
	note  string
}

//go:embed coverage1997.tsv
var coverage1997 string

// readCoverage reads the table: what its first lines say.
func readCoverage(text string) ([]covered, error) {
	var out []covered
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 5 {
			return nil, fmt.Errorf("coverage1997.tsv, line %d: %d fields, want article, subject, way, tests, remark", i+1, len(f))
		}
		c := covered{article: f[0], subject: f[1], way: f[2], note: f[4]}
		if f[3] != "" {
			c.tests = strings.Split(f[3], ", ")
		}
		out = append(out, c)
	}
	return out, nil
}
