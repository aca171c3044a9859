package metricstest

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"boardwire/internal/panels"
	"boardwire/internal/testport"
)

// Server is a Prometheus that the test started.
type Server struct {
	panels.Prometheus
	began time.Time
}

// Prometheus starts Debian's Prometheus with the alert rules that are shipped.
// It scrapes each target twice a second; targets are processes by their name in
// the label process. It ends with the test.
func Prometheus(t testing.TB, rules string, targets map[string]string) *Server {
	t.Helper()
	tool := Tool(t, "prometheus")
	dir := t.TempDir()
	rules, err := filepath.Abs(rules)
	if err != nil {
		t.Fatal(err)
	}
	var cfg bytes.Buffer
	fmt.Fprintf(&cfg, "global: {scrape_interval: 500ms, scrape_timeout: 400ms, evaluation_interval: 500ms}\nrule_files: [%s]\nscrape_configs:\n  - job_name: boardwire\n    static_configs:\n", rules)
	for process, at := range targets {
		fmt.Fprintf(&cfg, "      - {targets: ['%s'], labels: {hall: main, process: %s}}\n", at, process)
	}
	path := filepath.Join(dir, "prometheus.yml")
	if err := os.WriteFile(path, cfg.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	addr := fmt.Sprintf("127.0.0.1:%d", testport.Free(t, 1))
	var log bytes.Buffer
	cmd := exec.Command(tool, "--config.file="+path, "--storage.tsdb.path="+filepath.Join(dir, "data"), "--web.listen-address="+addr, "--log.level=warn")
	cmd.Stdout, cmd.Stderr = &log, &log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
		if t.Failed() {
			t.Logf("prometheus said:\n%s", &log)
		}
	})
	s := &Server{panels.Prometheus{URL: "http://" + addr}, time.Now()}
	for end := time.Now().Add(slack * 30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		resp, err := http.Get(s.URL + "/-/ready")
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return s
			}
		}
		if time.Now().After(end) {
			t.Fatalf("prometheus does not start: %v", err)
		}
	}
}

// Now asks for the values of this moment.
func (s *Server) Now(t testing.TB, query string) []panels.Series {
	t.Helper()
	series, err := s.Instant(context.Background(), query, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return series
}

// slack is how many times a limit is waited for in the end: the limits are what
// a machine needs that has nothing else to do.
const slack = 3

// Until waits until a query has an answer, and returns it.
func (s *Server) Until(t testing.TB, within time.Duration, query string) []panels.Series {
	t.Helper()
	for end := time.Now().Add(slack * within); ; time.Sleep(200 * time.Millisecond) {
		if series := s.Now(t, query); len(series) > 0 {
			return series
		}
		if time.Now().After(end) {
			t.Errorf("within %s nothing answers to\n%s", slack*within, query)
			return nil
		}
	}
}

// Fired returns the alerts that fired since the start, by name.
func (s *Server) Fired(t testing.TB) []string {
	t.Helper()
	since := time.Since(s.began).Round(time.Second) + time.Second
	var names []string
	for _, a := range s.Now(t, fmt.Sprintf(`count by (alertname) (count_over_time(ALERTS{alertstate="firing"}[%s]))`, since)) {
		names = append(names, a.Labels["alertname"])
	}
	return names
}
