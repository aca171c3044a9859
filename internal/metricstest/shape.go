// Package metricstest looks at what a process shows under /metrics, and has
// Prometheus' own tools look at it.
package metricstest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// family is one metric as the text format tells it.
type family struct {
	name, kind, help string
	labels           map[string]bool
}

// Shape returns the project's own metrics in a text of the exposition format,
// sorted: name, type, labels, and what the metric means. No values: a golden
// file of it changes with the metrics alone.
func Shape(text string) string {
	all := read(text)
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !strings.HasPrefix(name, "boardwire_") {
			continue // those of Go and of the process are their libraries' matter
		}
		f := all[name]
		fmt.Fprintf(&b, "%s %s", f.name, f.kind)
		if len(f.labels) > 0 {
			fmt.Fprintf(&b, " {%s}", strings.Join(slices.Sorted(maps.Keys(f.labels)), ","))
		}
		fmt.Fprintf(&b, "\n\t%s\n", f.help)
	}
	return b.String()
}

// Labels returns the label names of each metric, the project's and others.
func Labels(text string) map[string][]string {
	out := map[string][]string{}
	for name, f := range read(text) {
		out[name] = slices.Sorted(maps.Keys(f.labels))
	}
	return out
}

var (
	series = regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{.*\})? \S+$`)
	label  = regexp.MustCompile(`([a-zA-Z_][a-zA-Z0-9_]*)="(?:[^"\\]|\\.)*"`)
)

func read(text string) map[string]*family {
	all := map[string]*family{}
	of := func(name string) *family {
		if all[name] == nil {
			all[name] = &family{name: name, labels: map[string]bool{}}
		}
		return all[name]
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if rest, ok := strings.CutPrefix(line, "# HELP "); ok {
			name, help, _ := strings.Cut(rest, " ")
			of(name).help = help
			continue
		}
		if rest, ok := strings.CutPrefix(line, "# TYPE "); ok {
			name, kind, _ := strings.Cut(rest, " ")
			of(name).kind = kind
			continue
		}
		m := series.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		f := all[m[1]]
		for _, end := range []string{"_bucket", "_sum", "_count"} {
			if f == nil {
				f = all[strings.TrimSuffix(m[1], end)]
			}
		}
		if f == nil {
			f = of(m[1])
		}
		for _, l := range label.FindAllStringSubmatch(m[2], -1) {
			if l[1] != "le" && l[1] != "quantile" {
				f.labels[l[1]] = true
			}
		}
	}
	return all
}
