// Testreport reads `go test -json` and prints what a person needs: a line per
// package, the output of what failed, every skip with its reason, and the
// counts. It exits 1 when something failed, and when something was skipped
// while BOARDWIRE_NO_SKIP is set, unless the reason begins with "CANNOT:": that
// is what no installation gives, such as the right to mount a disk.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

type line struct {
	Action, Package, Test, Output string
	Elapsed                       float64
}

type report struct {
	out                     io.Writer
	output                  map[string][]string
	passed, failed, skipped int
	avoidable               int // skipped for want of something that can be had
	skips                   []string
}

func main() {
	r := report{out: os.Stdout, output: map[string][]string{}}
	if err := r.read(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "testreport:", err)
		os.Exit(1)
	}
	os.Exit(r.end(os.Getenv("BOARDWIRE_NO_SKIP") != ""))
}

// read takes the whole stream. A line that is no JSON (a build error) is
// printed as it is.
func (r *report) read(in io.Reader) error {
	s := bufio.NewScanner(in)
	s.Buffer(nil, 16<<20)
	for s.Scan() {
		var l line
		if json.Unmarshal(s.Bytes(), &l) != nil {
			fmt.Fprintln(r.out, s.Text())
			continue
		}
		r.take(l)
	}
	return s.Err()
}

func (r *report) take(l line) {
	key := l.Package + " " + l.Test
	switch l.Action {
	case "output", "build-output":
		if l.Action == "build-output" {
			fmt.Fprint(r.out, l.Output)
			return
		}
		r.output[key] = append(r.output[key], l.Output)
	case "pass":
		if l.Test == "" {
			fmt.Fprintf(r.out, "ok  \t%s\t%.1fs\n", l.Package, l.Elapsed)
		} else {
			r.passed++
		}
		delete(r.output, key)
	case "skip":
		if l.Test != "" {
			r.skipped++
			why := reason(r.output[key])
			if !strings.Contains(why, "CANNOT:") {
				r.avoidable++
			}
			r.skips = append(r.skips, fmt.Sprintf("%s %s: %s", l.Package, l.Test, why))
		}
		delete(r.output, key)
	case "fail":
		if l.Test != "" {
			r.failed++
		} else {
			fmt.Fprintf(r.out, "FAIL\t%s\t%.1fs\n", l.Package, l.Elapsed)
		}
		for _, o := range r.output[key] {
			fmt.Fprint(r.out, o)
		}
		if l.Test == "" && r.failed == 0 {
			r.failed++ // the package itself: it did not build or it died
		}
		delete(r.output, key)
	}
}

// reason finds what a skipped test said.
func reason(output []string) string {
	for _, o := range output {
		if t := strings.TrimSpace(o); t != "" && !strings.HasPrefix(t, "===") && !strings.HasPrefix(t, "---") {
			return t
		}
	}
	return "no reason given"
}

func (r *report) end(noSkip bool) int {
	for _, s := range r.skips {
		fmt.Fprintln(r.out, "SKIPPED", s)
	}
	fmt.Fprintf(r.out, "%d passed, %d failed, %d skipped\n", r.passed, r.failed, r.skipped)
	switch {
	case r.failed > 0:
		return 1
	case r.passed == 0:
		fmt.Fprintln(r.out, "no test ran")
		return 1
	case noSkip && r.avoidable > 0:
		fmt.Fprintln(r.out, "tests were skipped although everything they need is here")
		return 1
	}
	return 0
}
