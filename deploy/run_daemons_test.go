package deploy_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"boardwire/internal/testport"

	// What the script starts: a change there makes this test run again.
	_ "boardwire/internal/cli"
	_ "boardwire/internal/roles"
)

// The demonstration's script starts every process, prints where everything is,
// stops them all on Ctrl-C, and goes on at the second start.
func TestTheDaemonsDemonstrationRunsAndGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: -short, so deploy/run-daemons was not run")
	}
	if _, err := os.ReadFile("run-daemons"); err != nil { // likewise for the script
		t.Fatal(err)
	}
	bin := t.TempDir()
	build := exec.Command("go", "build", "-o", bin+"/", "boardwire/cmd/boardwire", "boardwire/cmd/ingest", "boardwire/cmd/projector", "boardwire/cmd/broadcast")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	d := demo{t: t, bin: bin, data: t.TempDir(), port: testport.Free(t, 9)}
	d.nats = d.port + 8

	first := d.start()
	made := d.eventually(first, "moves in the facts", func() (int, bool) {
		n := d.count("move.v1.made")
		return n, n > 8
	})
	d.eventually(first, "the public page", func() (int, bool) {
		resp, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/api/rounds", d.port))
		if err != nil {
			return 0, false
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		return len(b), err == nil && resp.StatusCode == 200 && strings.Contains(string(b), "demo.1.1")
	})
	for _, want := range []string{"arbiters     http://", "/desk/login?once=", "commentary   http://"} {
		if !strings.Contains(first.out.String(), want) {
			t.Errorf("the screen has no %q:\n%s", want, first.out.String())
		}
	}
	second := exec.Command("../deploy/run-daemons")
	second.Env = d.env()
	if out, err := second.CombinedOutput(); err == nil || !strings.Contains(string(out), "run already") {
		t.Errorf("a second one beside the first: %v\n%s", err, out)
	}
	pids := first.pids()
	if len(pids) != 7 {
		t.Errorf("%d processes, want 7: %v", len(pids), pids)
	}
	d.stop(first)
	for name, pid := range pids {
		if syscall.Kill(pid, 0) == nil {
			t.Errorf("%s (%d) is left", name, pid)
		}
	}

	again := d.start()
	d.eventually(again, "further moves", func() (int, bool) {
		n := d.count("move.v1.made")
		return n, n > made
	})
	if n := d.count("sitting.v1.opened"); n != 1 {
		t.Errorf("%d sittings in the record, want the first to go on", n)
	}
	// One that dies takes the others along, and is named.
	_ = syscall.Kill(again.pids()["gate"], syscall.SIGKILL)
	select {
	case <-again.done:
	case <-time.After(3 * time.Minute):
		t.Fatalf("the others go on\n%s", again.out.String())
	}
	if !strings.Contains(again.out.String(), "gate ended") || again.cmd.ProcessState.ExitCode() == 0 {
		t.Errorf("exit code %d\n%s", again.cmd.ProcessState.ExitCode(), again.out.String())
	}
}

type demo struct {
	t          *testing.T
	bin, data  string
	port, nats int
}

func (d *demo) env() []string {
	return append(os.Environ(), "BOARDWIRE_DEMO_BIN="+d.bin, "BOARDWIRE_DEMO_DATA="+d.data, "BOARDWIRE_DEMO_SPEED=60",
		"BOARDWIRE_DEMO_PORT="+strconv.Itoa(d.port), "BOARDWIRE_DEMO_NATS="+strconv.Itoa(d.nats))
}

type running struct {
	d    *demo
	cmd  *exec.Cmd
	out  output
	done chan struct{}
}

func (d *demo) start() *running {
	d.t.Helper()
	r := &running{d: d, cmd: exec.Command("../deploy/run-daemons"), done: make(chan struct{})}
	r.cmd.Env, r.cmd.Stdout, r.cmd.Stderr = d.env(), &r.out, &r.out
	r.cmd.WaitDelay = time.Second
	if err := r.cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	go func() {
		_ = r.cmd.Wait()
		close(r.done)
	}()
	d.t.Cleanup(func() {
		select {
		case <-r.done:
		default:
			_ = r.cmd.Process.Kill()
			<-r.done
		}
		for _, pid := range r.pids() {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	})
	d.eventually(r, "the screen", func() (int, bool) {
		n := len(r.out.String())
		return n, strings.Contains(r.out.String(), "Ctrl-C stops all")
	})
	return r
}

// stop is Ctrl-C.
func (d *demo) stop(r *running) {
	d.t.Helper()
	_ = r.cmd.Process.Signal(syscall.SIGINT)
	select {
	case <-r.done:
	case <-time.After(3 * time.Minute):
		d.t.Fatalf("does not stop\n%s", r.out.String())
	}
	if code := r.cmd.ProcessState.ExitCode(); code != 0 {
		d.t.Errorf("ends with %d\n%s", code, r.out.String())
	}
}

// pids are the processes that the script names.
func (r *running) pids() map[string]int {
	b, err := os.ReadFile(filepath.Join(r.d.data, "pids"))
	if err != nil {
		return nil
	}
	all := map[string]int{}
	for line := range strings.Lines(string(b)) {
		var name string
		var pid int
		if n, _ := fmt.Sscan(line, &name, &pid); n == 2 {
			all[name] = pid
		}
	}
	return all
}

// count counts events of a type in record and facts.
func (d *demo) count(of string) (n int) {
	for _, log := range []string{"record", "facts"} {
		tail := exec.Command(filepath.Join(d.bin, "boardwire"), "tail", log, "--json", "--last", "0",
			"--desk", fmt.Sprintf("http://127.0.0.1:%d", d.port+1), "--data", filepath.Join(d.data, "projector"))
		out, err := tail.Output()
		if err != nil {
			return 0
		}
		n += bytes.Count(out, []byte(`"type":"`+of+`"`))
	}
	return n
}

func (d *demo) eventually(r *running, what string, holds func() (int, bool)) int {
	d.t.Helper()
	n := 0
	for deadline := time.Now().Add(4 * time.Minute); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		var ok bool
		if n, ok = holds(); ok {
			return n
		}
		select {
		case <-r.done:
			d.t.Fatalf("ended while waiting for %s\n%s", what, r.out.String())
		default:
		}
	}
	d.t.Fatalf("no %s (%d)\n%s", what, n, r.out.String())
	return n
}

type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}
