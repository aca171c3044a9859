package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardwire/internal/panels"
	"boardwire/sim/demo"
)

var keepPanels = flag.String("panels", "", "a folder for pages of what the Hall dashboard showed")

// One screen tells which board is sick and why: a board that is unplugged for a
// while, and then a disk that is slow for all of them.
func TestASickBoardAndASlowDiskAreSeenOnTheHallDashboard(t *testing.T) {
	t.Parallel()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("SKIPPED: there is no strace, so no disk was made slow; install Debian's package strace")
	}
	data := t.TempDir()
	endEmulator(t, data)
	// As in the demonstration somebody stumbles over the cable of board 6, only
	// sooner.
	script := bytes.Replace(demo.Script, []byte("ply = 27"), []byte("ply = 2"), 1)
	if bytes.Equal(script, demo.Script) {
		t.Fatal("the demonstration's script has no ply 27")
	}
	path := filepath.Join(data, "script.toml")
	if err := os.WriteFile(path, script, 0o600); err != nil {
		t.Fatal(err)
	}
	boardwire(t, nil, "sim", "--link", filepath.Join(data, "boards"), "--state", filepath.Join(data, "sim.state"),
		"--pid-file", filepath.Join(data, "sim.pid"), "--script", path, "--speed", "20")
	within(t, 20*time.Second, "the boards", func() bool { return emulated(t, data) })
	h := startHall(t, data, nil, "--demo", "--speed", "20")
	prom := watched(t, h)
	began := time.Now()
	dash, err := panels.Load("../../dashboards/hall.json")
	if err != nil {
		t.Fatal(err)
	}
	look := func(name string) screen {
		t.Helper()
		to := time.Now()
		look := panels.Look{To: to, Back: to.Sub(began), Step: 500 * time.Millisecond}
		answers, err := dash.Ask(t.Context(), prom.Prometheus, variables, look)
		if err != nil {
			t.Fatal(err)
		}
		var text, page bytes.Buffer
		panels.Text(&text, dash, answers)
		t.Logf("%s:\n%s", name, &text)
		panels.Page(&page, dash, answers, look)
		if *keepPanels != "" {
			if err := os.WriteFile(filepath.Join(*keepPanels, name+".html"), page.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return screenOf(answers)
	}
	well := func(s screen, but string) {
		t.Helper()
		for board := 1; board <= 8; board++ {
			name := fmt.Sprint("dgt-", 31400+board)
			if row := s.boards[name]; row["Table"] != fmt.Sprint(board) || name != but && (row["State"] != "well" || row["Answers"] != "yes") {
				t.Errorf("board %s: %v, want table %d and well", name, row, board)
			}
		}
	}

	const sick = "dgt-31406"
	prom.Until(t, 60*time.Second, `boardwire_ingest_board_up{board="`+sick+`"} == 0`)
	prom.Until(t, 20*time.Second, `time() - boardwire_ingest_board_last_sight_timestamp_seconds{board="`+sick+`"} > 8`)
	s := look("unplugged")
	if row := s.boards[sick]; row["State"] != "no answer" || row["Answers"] != "no" || row["Times lost"] != "1" {
		t.Errorf("the unplugged board: %v", row)
	}
	well(s, sick)
	if s.figures["Boards without answer"] != "1" || s.figures["Boards that answer"] != "7" || s.figures["Open findings"] == "0" {
		t.Errorf("figures: %v", s.figures)
	}
	if names := prom.Fired(t); len(names) > 0 {
		t.Errorf("alerts for a cable that is back within 30 s: %v", names)
	}
	prom.Until(t, 40*time.Second, `boardwire_ingest_board_up{board="`+sick+`"} == 1`)

	restore := slowDisk(t, strace, h.cmd.Process.Pid, 600*time.Millisecond)
	prom.Until(t, 60*time.Second, `ALERTS{alertname="DiskSlow"}`)
	prom.Until(t, 60*time.Second, `ALERTS{alertname="PublishSlow"}`)
	prom.Until(t, 60*time.Second, variables.In(`histogram_quantile(0.99, sum by (le) (rate(boardwire_ingest_outbox_sync_seconds_bucket{hall="$hall"}[$__rate_interval]))) > 0.25`))
	// Each fact is a write of its own: the projector falls behind.
	prom.Until(t, 90*time.Second, `ALERTS{alertname="ProjectorBehind"}`)
	s = look("slow-disk")
	well(s, "") // no board is sick: it is the machine
	if got := s.colours["Slow disk"]; got != "red" {
		t.Errorf("the slow disk shows %s in %s", s.figures["Slow disk"], got)
	}
	restore()
	prom.Until(t, 60*time.Second, variables.In(`histogram_quantile(0.99, sum by (le) (rate(boardwire_ingest_outbox_sync_seconds_bucket{hall="$hall"}[$__rate_interval]))) < 0.3`))
	s = look("well-again")
	well(s, "")
	h.stop()
}

// screen is what a person reads off the dashboard.
type screen struct {
	figures, colours map[string]string            // by panel
	boards           map[string]map[string]string // columns, by board
}

func screenOf(answers []panels.Answer) screen {
	s := screen{map[string]string{}, map[string]string{}, map[string]map[string]string{}}
	for _, a := range answers {
		switch a.Type {
		case "stat":
			if len(a.Series) == 1 {
				s.figures[a.Title], s.colours[a.Title] = a.FieldConfig.Defaults.Show(panels.Cell{Number: a.Series[0].Last(), Is: true})
			}
		case "table":
			for _, row := range a.Table.Rows {
				line := map[string]string{}
				for i, c := range row {
					line[a.Table.Columns[i].Title], _ = a.Table.Columns[i].Show(c)
				}
				s.boards[line["Board"]] = line
			}
		}
	}
	return s
}

// slowDisk makes each fsync of a process take longer, from outside: the kernel
// hands every such call to strace, which lets it wait. The process is the one
// that is shipped. It returns what ends it.
func slowDisk(t *testing.T, strace string, pid int, by time.Duration) func() {
	t.Helper()
	var log bytes.Buffer
	cmd := exec.Command(strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync",
		"-e", fmt.Sprintf("inject=fsync,fdatasync:delay_exit=%d", by.Microseconds()), "-p", fmt.Sprint(pid))
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	time.Sleep(time.Second)
	select {
	case <-ended:
		if strings.Contains(log.String(), "Operation not permitted") {
			t.Skipf("CANNOT: this machine lets nobody trace a process, so no disk was made slow: %s", &log)
		}
		t.Fatalf("strace: %s", &log)
	default:
	}
	stop := func() {
		_ = cmd.Process.Signal(syscall.SIGINT)
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			_ = cmd.Process.Kill()
			<-ended
		}
	}
	t.Cleanup(stop)
	return stop
}
