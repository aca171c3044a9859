package roles

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"boardwire/internal/bus/js"
	"boardwire/internal/testport"
	"boardwire/internal/warehouse/engine/enginetest"
	"boardwire/sim"
)

// asProcess makes this test binary one of the processes of a hall.
const asProcess = "ROLES_TEST_PROCESS"

func TestMain(m *testing.M) {
	switch name := os.Getenv(asProcess); name {
	case "":
		enginetest.Main(m) // runs the tests, or an engine for one of them
	case "nats":
		os.Exit(natsServer(os.Args[1:]))
	case "sim":
		os.Exit(emulator(os.Args[1:]))
	default:
		os.Exit(Main(name, os.Args[1:]))
	}
}

// natsServer is the server of go.mod with the configuration that is shipped.
func natsServer(args []string) int {
	opts, err := server.ConfigureOptions(flag.NewFlagSet("nats-server", flag.ContinueOnError), args, func() {}, func() {}, func() {})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	s, err := server.NewServer(opts)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	s.ConfigureLogger()
	if err := server.Run(s); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	s.WaitForShutdown()
	return 0
}

// emulator plays a round: its PGN, the folder of links, the state, the speed.
func emulator(args []string) int {
	speed, err := sim.ParseSpeed(args[3])
	if err == nil {
		err = play(args[0], args[1], args[2], speed)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func play(pgn, links, state string, speed sim.Speed) error {
	round, err := os.ReadFile(pgn)
	if err != nil {
		return err
	}
	games, script, err := sim.Load(round, nil)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	return sim.Run(ctx, sim.Config{
		Games: games, Script: script, Dir: links, State: state, Speed: speed, Seed: 7, Patient: true,
		Log: slog.New(slog.NewJSONHandler(os.Stderr, nil)),
	})
}

// rig is a hall of processes in a folder of its own.
type rig struct {
	t    *testing.T
	dir  string
	bin  string
	port map[string]string

	started []*process
}

func newRig(t *testing.T) *rig {
	t.Helper()
	bin, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, dir: t.TempDir(), bin: bin, port: map[string]string{}}
	for _, u := range []js.User{js.Live, js.Gate, js.Publisher, js.Web, js.Sys} {
		r.write("secrets/nats-"+string(u), "pw-"+string(u)+"-0123456789abcdef\n")
	}
	for _, p := range []string{"nats", "public", "press", "desk", "ingest", "projector", "gate", "web", "push", "all"} {
		r.port[p] = strconv.Itoa(testport.Free(t, 1))
	}
	return r
}

func (r *rig) path(elem ...string) string { return filepath.Join(append([]string{r.dir}, elem...)...) }

func (r *rig) write(name, text string) string {
	r.t.Helper()
	path := r.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
	return path
}

// secrets makes a folder with the passwords of some users alone.
func (r *rig) secrets(users ...js.User) string {
	r.t.Helper()
	var names []string
	for _, u := range users {
		names = append(names, string(u))
	}
	dir := "secrets-" + strings.Join(names, "-")
	for _, n := range names {
		r.write(dir+"/nats-"+n, "pw-"+n+"-0123456789abcdef\n")
	}
	return r.path(dir)
}

func (r *rig) at(what string) string { return "127.0.0.1:" + r.port[what] }

// process is one that was started.
type process struct {
	t    *testing.T
	name string
	cmd  *exec.Cmd
	log  lockedBuffer
	done chan struct{}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// start starts a process as this binary; kind is what TestMain knows.
func (r *rig) start(kind string, env []string, args ...string) *process {
	r.t.Helper()
	p := &process{t: r.t, name: kind, cmd: exec.Command(r.bin, args...), done: make(chan struct{})}
	p.cmd.Env = append(append(clean(), asProcess+"="+kind), env...)
	p.cmd.Stdout, p.cmd.Stderr = &p.log, &p.log
	// A test that is killed takes its processes along.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		r.t.Fatal(err)
	}
	r.started = append(r.started, p)
	go func() {
		_ = p.cmd.Wait()
		close(p.done)
	}()
	r.t.Cleanup(func() {
		p.kill()
		if r.t.Failed() {
			r.t.Logf("--- %s %s\n%s", kind, strings.Join(args, " "), tail(p.log.String(), 4000))
		}
	})
	return p
}

func tail(s string, n int) string {
	if len(s) > n {
		return "…" + s[len(s)-n:]
	}
	return s
}

// clean is the environment without anything of boardwire.
func clean() (env []string) {
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "BOARDWIRE_") && !strings.HasPrefix(v, "CREDENTIALS_DIRECTORY") {
			env = append(env, v)
		}
	}
	return env
}

// kill ends it as a power cut would.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.done
}

// stop asks it to end and returns the exit code.
func (p *process) stop() int {
	p.t.Helper()
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	return p.wait()
}

// wait returns the exit code.
func (p *process) wait() int {
	p.t.Helper()
	select {
	case <-p.done:
	case <-time.After(2 * time.Minute):
		p.t.Errorf("%s does not end", p.name)
		p.kill()
	}
	return p.cmd.ProcessState.ExitCode()
}

func (r *rig) nats() *process {
	env := []string{"BOARDWIRE_NATS_DIR=" + r.path("nats")}
	for _, u := range []js.User{js.Live, js.Gate, js.Publisher, js.Web, js.Sys} {
		env = append(env, fmt.Sprintf("%s=\"pw-%s-0123456789abcdef\"", variable(u), u))
	}
	return r.start("nats", env, "-c", "../../deploy/nats/nats.conf", "-p", r.port["nats"])
}

func (r *rig) sim() *process {
	return r.start("sim", nil, "testdata/short.pgn", r.path("boards"), r.path("sim.state"), "60")
}

// common are the flags of every daemon.
func (r *rig) common(admin, secrets string) []string {
	return []string{"--nats", "nats://" + r.at("nats"), "--admin-listen", r.at(admin), "--secrets", secrets}
}

func (r *rig) ingest() *process {
	return r.start("ingest", nil, append(r.common("ingest", r.secrets(js.Live, js.Sys)),
		"--data", r.path("ingest"), "--port", r.path("boards", "*"), "--host", "test")...)
}

func (r *rig) projector() *process {
	return r.start("projector", nil, append(r.common("projector", r.secrets(js.Live, js.Sys)),
		"--data", r.path("projector"), "--file", "testdata/tournament.toml", "--desk-listen", r.at("desk"),
		"--demo", "--rate", "60")...)
}

func (r *rig) gate() *process {
	return r.start("broadcast", nil, append(r.common("gate", r.secrets(js.Gate, js.Publisher, js.Sys)),
		"--role", "gate", "--data", r.path("gate"), "--file", "testdata/tournament.toml")...)
}

func (r *rig) web() *process {
	return r.start("broadcast", nil, append(r.common("web", r.secrets(js.Web)),
		"--role", "web", "--data", r.path("web"), "--file", "testdata/tournament.toml",
		"--listen", r.at("public"), "--desk-listen", r.at("press"))...)
}

// get asks and returns status and body; status 0 when nobody answers.
func (r *rig) get(url, bearer string) (int, string) {
	req, err := http.NewRequestWithContext(r.t.Context(), http.MethodGet, "http://"+url, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	if bearer != "" {
		req.Header.Set("Authorization", "Bearer "+bearer)
	}
	client := http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err.Error()
	}
	return resp.StatusCode, string(b)
}

// token reads a token that a process made.
func (r *rig) token(name string) string {
	b, err := os.ReadFile(r.path(name))
	if err != nil {
		r.t.Fatal(err)
	}
	return strings.TrimSpace(string(b))
}

// eventually waits until a condition holds. The limit is what a machine needs
// that has nothing else to do; three times of it is waited for.
func (r *rig) eventually(what string, within time.Duration, holds func() (bool, string)) {
	r.t.Helper()
	last := ""
	for deadline := time.Now().Add(3 * within); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		ok, now := holds()
		if ok {
			return
		}
		last = now
	}
	r.t.Fatalf("not within %v: %s; last: %s", 3*within, what, last)
}

// listens waits until something takes connections.
func (r *rig) listens(what string) {
	r.t.Helper()
	r.eventually(what+" listens", 20*time.Second, func() (bool, string) {
		c, err := net.Dial("tcp", r.at(what))
		if err != nil {
			return false, err.Error()
		}
		c.Close()
		return true, ""
	})
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}
