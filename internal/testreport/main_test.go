package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// stream is what go test -json says of one package with one test.
func stream(action, output string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"Action":"output","Package":"p","Test":"TestA","Output":%q}`+"\n", "    a_test.go:1: "+output+"\n")
	fmt.Fprintf(&b, `{"Action":%q,"Package":"p","Test":"TestA","Elapsed":0.1}`+"\n", action)
	fmt.Fprintf(&b, `{"Action":"pass","Package":"p","Test":"TestB","Elapsed":0.1}`+"\n")
	return b.String()
}

func TestWhatCountsAsFailure(t *testing.T) {
	for _, tc := range []struct {
		name, in       string
		lenient, exact int // exit codes without and with BOARDWIRE_NO_SKIP
		says           string
	}{
		{"passed", stream("pass", ""), 0, 0, "2 passed, 0 failed, 0 skipped"},
		{"failed", stream("fail", "got 1, want 2"), 1, 1, "got 1, want 2"},
		{"skipped", stream("skip", "SKIPPED: no data"), 0, 1, "SKIPPED p TestA: a_test.go:1: SKIPPED: no data"},
		{"skipped for good", stream("skip", "CANNOT: no right to mount"), 0, 0, "no right to mount"},
		{"a package that does not build", `{"Action":"fail","Package":"p","Elapsed":0}`, 1, 1, "FAIL\tp"},
		{"no test at all", "", 1, 1, "no test ran"},
		{"no JSON", "p.go:1: syntax error\n" + stream("pass", ""), 0, 0, "p.go:1: syntax error"},
	} {
		for noSkip, want := range map[bool]int{false: tc.lenient, true: tc.exact} {
			var out bytes.Buffer
			r := report{out: &out, output: map[string][]string{}}
			if err := r.read(strings.NewReader(tc.in)); err != nil {
				t.Fatal(err)
			}
			if got := r.end(noSkip); got != want || !strings.Contains(out.String(), tc.says) {
				t.Errorf("%s, no skips %v: exit %d, want %d and %q in:\n%s", tc.name, noSkip, got, want, tc.says, out.String())
			}
		}
	}
}
