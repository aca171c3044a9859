package prometheus_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"boardwire/internal/metricstest"
)

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const begin = "\n      - alert: "

// alerts are the names and the texts of the rules.
func alerts(t *testing.T) (names []string, rule map[string]string) {
	t.Helper()
	rule = map[string]string{}
	for _, part := range strings.Split(read(t, "alerts.yml"), begin)[1:] {
		name, _, _ := strings.Cut(part, "\n")
		names = append(names, name)
		rule[name] = part
	}
	if len(names) < 10 {
		t.Fatalf("only %d alerts: %v", len(names), names)
	}
	return names, rule
}

func TestPrometheusTakesTheFiles(t *testing.T) {
	for _, args := range [][]string{{"check", "config", "prometheus.yml"}, {"check", "rules", "alerts.yml"}} {
		if out, err := metricstest.Promtool(t, "", args...); err != nil || strings.Contains(out, "duplicate") {
			t.Errorf("promtool %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// Whoever is woken is told what to do, and finds more in operating.md.
func TestAlertsSayWhatToDo(t *testing.T) {
	manual := read(t, "../../docs/operating.md")
	names, rule := alerts(t)
	for _, name := range names {
		text := rule[name]
		_, about, _ := strings.Cut(text, "description: >-")
		if !regexp.MustCompile(`severity: (page|ticket)`).MatchString(text) || !strings.Contains(text, "summary: '") || len(strings.Fields(about)) < 20 {
			t.Errorf("%s: want a severity, a summary, and a description that says what to do", name)
		}
		if !strings.Contains(manual, "`"+name+"`") {
			t.Errorf("operating.md does not know %s", name)
		}
	}
}

// Each alert fires in its test and on no clean series. That the tests would
// notice is tried as well: without an alert, and with one that always fires.
func TestAlertsFireAndAreQuiet(t *testing.T) {
	if out, err := metricstest.Promtool(t, "", "test", "rules", "alerts_test.yml"); err != nil {
		t.Fatalf("promtool test rules: %v\n%s", err, out)
	}
	names, _ := alerts(t)
	all := read(t, "alerts.yml")
	expr := regexp.MustCompile(`(?m)^        expr: .*(?:\n          .*)*$`)
	for what, instead := range map[string]string{"never fires": "vector(0) > 1", "always fires": "vector(1)"} {
		dir := t.TempDir()
		changed := expr.ReplaceAllString(all, "        expr: "+instead)
		for file, text := range map[string]string{"alerts.yml": changed, "alerts_test.yml": read(t, "alerts_test.yml")} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		out, err := metricstest.Promtool(t, "", "test", "rules", filepath.Join(dir, "alerts_test.yml"))
		for _, name := range names {
			if err == nil || !strings.Contains(out, `alertname="`+name+`"`) {
				t.Errorf("the tests do not notice that %s %s", name, what)
			}
		}
	}
}

// onRealFaults says in which test an alert is seen on running processes to which
// the fault was done.
var onRealFaults = map[string]string{
	"ProcessDown":     "internal/roles/alerts_test.go",
	"BoardSilent":     "internal/roles/alerts_test.go",
	"NatsAway":        "internal/roles/alerts_test.go",
	"OutboxGrowing":   "internal/roles/alerts_test.go",
	"GateLate":        "internal/roles/alerts_test.go",
	"ViewersRefused":  "internal/roles/alerts_test.go",
	"SequenceHole":    "internal/roles/alerts_test.go",
	"DiskShort":       "internal/roles/alerts_test.go",
	"DiskSlow":        "internal/e2e/sick_test.go",
	"PublishSlow":     "internal/e2e/sick_test.go",
	"ProjectorBehind": "internal/e2e/sick_test.go",
	"WarehouseBehind": "internal/roles/warehouse_test.go",
	"PushFailing":     "internal/roles/push_test.go",
}

// bySeriesAlone are those that promtool alone has seen fire, with the reason, and
// the test in which their metrics come from the real thing.
var bySeriesAlone = map[string]struct{ why, metrics string }{
	"BoardUnexplained":    {"the emulator's hands make no such mess", "internal/projector/tables_test.go"},
	"OutboxFull":          {"64 MiB take hours to fill", "internal/ingest/measure_test.go"},
	"RecordFull":          {"256 MiB take hours to fill", "internal/projector/tables_test.go"},
	"WarehouseIncomplete": {"a store that loses messages stops the hall first", "internal/warehouse/unread_test.go"},
	"PagesBehind":         {"a page server that lives and reads nothing cannot be made from outside", "internal/web/metrics_test.go"},
	"ClockSkew":           {"no test may set the machine's clock", "internal/ingest/measure_test.go"},
}

func TestEveryAlertIsAccountedFor(t *testing.T) {
	names, _ := alerts(t)
	for _, name := range names {
		test, seen := onRealFaults[name]
		alone, not := bySeriesAlone[name]
		if seen == not {
			t.Errorf("%s: say in which test it is seen on a real fault, or why in none", name)
			continue
		}
		want := name
		if not {
			test, want = alone.metrics, metricOf[name]
		}
		if !strings.Contains(read(t, "../../"+test), want) {
			t.Errorf("%s: %s has no %s", name, test, want)
		}
	}
	if all := len(onRealFaults) + len(bySeriesAlone); all != len(names) {
		t.Errorf("%d alerts are accounted for, there are %d", all, len(names))
	}
}

// metricOf are words by which the tests of bySeriesAlone know their metrics.
var metricOf = map[string]string{
	"BoardUnexplained": "board_unexplained dgt-1 1", "OutboxFull": "outbox_bytes", "RecordFull": "record_limit_bytes", "ClockSkew": "f.m.skew",
	"PagesBehind": "boardwire_broadcast_messages_total",
}
