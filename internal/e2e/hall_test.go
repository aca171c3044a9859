// Package e2e runs whole halls as processes of their own: emulated boards on
// pseudo terminals, a real JetStream, real pages.
package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"boardwire/internal/cli"
)

// TestMain lets this binary be boardwire, so that what is tested is what was
// compiled with it.
func TestMain(m *testing.M) {
	// The warehouse's engine is started without the environment.
	engine := len(os.Args) > 2 && os.Args[1] == "warehouse" && os.Args[2] == "engine"
	if os.Getenv("BOARDWIRE_E2E_MAIN") != "" || engine {
		os.Exit(cli.Main(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// process is a boardwire process.
type process struct {
	t    *testing.T
	name string
	cmd  *exec.Cmd
	done chan struct{}

	mu  sync.Mutex
	out bytes.Buffer
	err bytes.Buffer
}

// boardwire starts a process; it is killed at the end of the test at the
// latest.
func boardwire(t *testing.T, env []string, args ...string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, name: args[0], cmd: exec.Command(self, args...), done: make(chan struct{})}
	p.cmd.Env = append(append(os.Environ(), "BOARDWIRE_E2E_MAIN=1"), env...)
	p.cmd.Stdout, p.cmd.Stderr = locked{p, &p.out}, locked{p, &p.err}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _ = p.cmd.Wait(); close(p.done) }()
	t.Cleanup(func() {
		p.kill()
		if t.Failed() {
			out, errText := p.output()
			t.Logf("%s said:\n%s%s", p.name, out, errText)
		}
	})
	return p
}

type locked struct {
	p *process
	b *bytes.Buffer
}

func (l locked) Write(b []byte) (int, error) {
	l.p.mu.Lock()
	defer l.p.mu.Unlock()
	return l.b.Write(b)
}

func (p *process) output() (out, err string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.String(), p.err.String()
}

func (p *process) kill() {
	_ = p.cmd.Process.Signal(syscall.SIGKILL)
	<-p.done
}

// stop asks the process to end and wants exit code 0.
func (p *process) stop() {
	p.t.Helper()
	_ = p.cmd.Process.Signal(syscall.SIGINT)
	select {
	case <-p.done:
	case <-time.After(slack * 30 * time.Second):
		p.t.Fatalf("%s did not stop", p.name)
	}
	if code := p.cmd.ProcessState.ExitCode(); code != 0 {
		_, errText := p.output()
		p.t.Fatalf("%s ended with code %d:\n%s", p.name, code, errText)
	}
}

func (p *process) running() bool {
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// hall is a hall process with its addresses.
type hall struct {
	*process
	data                string
	public, desk, admin string
	token               string
}

var address = regexp.MustCompile(`http://(127\.0\.0\.1:\d+)`)

// startHall starts a hall on free ports and waits for its screen.
func startHall(t *testing.T, data string, env []string, args ...string) *hall {
	t.Helper()
	h, err := tryHall(t, data, env, args...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func tryHall(t *testing.T, data string, env []string, args ...string) (*hall, error) {
	t.Helper()
	h := launch(t, data, env, args...)
	return h, h.await(slack * 60 * time.Second)
}

// launch starts a hall and waits for nothing.
func launch(t *testing.T, data string, env []string, args ...string) *hall {
	t.Helper()
	all := append([]string{"hall", "--data", data, "--listen", "127.0.0.1:0", "--desk-listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"}, args...)
	h := &hall{process: boardwire(t, env, all...), data: data}
	t.Cleanup(func() {
		if t.Failed() {
			h.tell()
		}
	})
	return h
}

// tell writes down what a hall leaves behind when its test has failed: the logs
// beside its data, and the last that it recorded while it still answers.
func (h *hall) tell() {
	for _, name := range []string{"hall.log", "sim.log"} {
		if b, err := os.ReadFile(filepath.Join(h.data, name)); err == nil {
			h.t.Logf("%s:\n%s", name, b[max(0, len(b)-20_000):])
		}
	}
	if h.desk == "" || !h.running() {
		return
	}
	for _, name := range []string{"record", "facts"} {
		if _, body, err := h.get(h.desk + "/desk/log/" + name + "?last=400"); err == nil {
			h.t.Logf("the last of %s:\n%s", name, body[max(0, len(body)-60_000):])
		}
	}
}

// await waits for the hall's screen and reads its addresses.
func (h *hall) await(limit time.Duration) error {
	end := time.Now().Add(limit)
	for {
		out, errText := h.output()
		if strings.Contains(out, "Ctrl-C drains") {
			h.read(out)
			break
		}
		if !h.running() {
			return fmt.Errorf("the hall ended at its start:\n%s%s", out, errText)
		}
		if time.Now().After(end) {
			return fmt.Errorf("the hall printed no screen:\n%s%s", out, errText)
		}
		time.Sleep(10 * time.Millisecond)
	}
	b, err := os.ReadFile(filepath.Join(h.data, "secrets", "desk-token"))
	h.token = strings.TrimSpace(string(b))
	return err
}

// read reads the addresses off the screen.
func (h *hall) read(screen string) {
	s := bufio.NewScanner(strings.NewReader(screen))
	for s.Scan() {
		m := address.FindStringSubmatch(s.Text())
		if m == nil {
			continue
		}
		switch name := strings.Fields(s.Text())[0]; name {
		case "public":
			h.public = "http://" + m[1]
		case "arbiters":
			h.desk = "http://" + m[1]
		case "operators":
			h.admin = "http://" + m[1]
		}
	}
}

// get reads a page; the desk's with its token.
func (h *hall) get(url string) (int, string, error) {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return 0, "", err
	}
	if strings.HasPrefix(url, h.desk) {
		req.Header.Set("Authorization", "Bearer "+h.token)
	}
	client := http.Client{Timeout: time.Minute}
	resp, err := client.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(b), err
}

// log reads the record or the facts through the desk.
func (h *hall) log(name string) []string {
	h.t.Helper()
	code, body, err := h.get(h.desk + "/desk/log/" + name)
	if err != nil || code != http.StatusOK {
		h.t.Fatalf("%s: %d %v %s", name, code, err, body)
	}
	return strings.Split(strings.TrimSpace(body), "\n")
}

// shown is what /api/games says of one game.
type shown struct {
	ID    string
	Moves []struct {
		UCI       string
		Clk       *int
		Completed bool
	}
	Status, Result, Reason, Source string
	Articles                       []string
}

func (h *hall) game(base, id string) (shown, error) {
	code, body, err := h.get(base + "/api/games/" + id)
	if err != nil {
		return shown{}, err
	}
	if code != http.StatusOK {
		return shown{}, fmt.Errorf("%s: %d", id, code)
	}
	var g shown
	return g, json.Unmarshal([]byte(body), &g)
}

// slack is how many times a limit is waited for in the end: the limits are what
// a machine needs that has nothing else to do, and no part of what is tested.
const slack = 3

// within polls until ok says so.
func within(t *testing.T, limit time.Duration, what string, ok func() bool) {
	t.Helper()
	end := time.Now().Add(slack * limit)
	for !ok() {
		if time.Now().After(end) {
			t.Fatalf("not within %s: %s", slack*limit, what)
		}
		time.Sleep(100 * time.Millisecond)
	}
}
