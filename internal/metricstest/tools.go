package metricstest

import (
	"os/exec"
	"strings"
	"testing"
)

// Promtool runs Debian's promtool (package prometheus) and returns what it
// said. Without it the test is skipped, loudly.
func Promtool(t testing.TB, stdin string, args ...string) (string, error) {
	t.Helper()
	tool := Tool(t, "promtool")
	cmd := exec.Command(tool, args...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// Tool finds a program of Debian's package prometheus, or skips the test.
func Tool(t testing.TB, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("SKIPPED: there is no %s, so what it checks was not checked; install Debian's package prometheus", name)
	}
	return path
}

// Lint has promtool look at the names, types and helps of a text of the
// exposition format.
func Lint(t testing.TB, text string) {
	t.Helper()
	if out, err := Promtool(t, text, "check", "metrics"); err != nil || strings.TrimSpace(out) != "" {
		t.Errorf("promtool check metrics: %v\n%s", err, out)
	}
}
