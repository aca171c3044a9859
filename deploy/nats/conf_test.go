// Package nats_test runs the nats-server of go.mod with the configuration that
// is shipped.
package nats_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"boardwire/internal/bus"
	"boardwire/internal/bus/bustest"
	"boardwire/internal/bus/js"
	"boardwire/internal/testport"
)

// serverBinary builds nats-server from the module that go.mod names.
func serverBinary(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "nats-server")
	if out, err := exec.Command("go", "build", "-o", bin, "github.com/nats-io/nats-server/v2").CombinedOutput(); err != nil {
		t.Fatalf("build nats-server: %v\n%s", err, out)
	}
	return bin
}

// password begins with a digit: such a one has to be quoted in the environment.
func password(u js.User) string { return "0" + string(u) + "-password-0123456789" }

func environment(dir string) []string {
	env := append(os.Environ(), "BOARDWIRE_NATS_DIR="+dir)
	for _, u := range []js.User{js.Live, js.Gate, js.Publisher, js.Web, js.Sys} {
		env = append(env, fmt.Sprintf("BOARDWIRE_NATS_%s_PASSWORD=%q", strings.ToUpper(string(u)), password(u)))
	}
	return env
}

func TestTheConfigurationGrantsWhatTheEmbeddedServerGrants(t *testing.T) {
	shipped, err := os.ReadFile("nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	embedded, err := os.ReadFile("../../internal/bus/js/accounts.conf")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(string(shipped), string(embedded)) {
		t.Error("nats.conf does not end with the text of internal/bus/js/accounts.conf")
	}
}

func TestTheServerRunsWithIt(t *testing.T) {
	bin := serverBinary(t)
	env := environment(t.TempDir())
	check := exec.Command(bin, "-t", "-c", "nats.conf")
	check.Env = env
	if out, err := check.CombinedOutput(); err != nil {
		t.Fatalf("nats-server -t: %v\n%s", err, out)
	}
	bare := exec.Command(bin, "-t", "-c", "nats.conf")
	bare.Env = append(os.Environ(), "BOARDWIRE_NATS_DIR="+t.TempDir())
	if out, err := bare.CombinedOutput(); err == nil || !strings.Contains(string(out), "BOARDWIRE_NATS_LIVE_PASSWORD") {
		t.Errorf("without passwords: %v\n%s", err, out)
	}

	port := strconv.Itoa(testport.Free(t, 1))
	srv := exec.Command(bin, "-c", "nats.conf", "-p", port)
	srv.Env = env
	if err := srv.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = srv.Process.Signal(os.Interrupt)
		_ = srv.Wait()
	})
	url := "nats://127.0.0.1:" + port
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	connect := func(u js.User) *js.Store {
		t.Helper()
		for {
			st, err := js.Connect(ctx, js.Config{URL: url, User: u, Password: password(u), SysPassword: password(js.Sys)})
			if err == nil {
				t.Cleanup(func() { st.Close() })
				return st
			}
			if ctx.Err() != nil {
				t.Fatal(err)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	live, gate, publisher, web := connect(js.Live), connect(js.Gate), connect(js.Publisher), connect(js.Web)
	record, err := live.Create(ctx, bustest.Record("main", "s0001"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := record.Append(ctx, bus.Expect("", 0), bus.Msg{Subject: "bw.in.main.s0001.tick"}, bus.Msg{Subject: "bw.in.main.s0001.tick"}); err != nil {
		t.Fatal(err)
	}
	for u, st := range map[js.User]*js.Store{js.Gate: gate, js.Publisher: publisher, js.Web: web} {
		_, err := st.Open(ctx, record.Name())
		if u == js.Gate && err != nil || u != js.Gate && !errors.Is(err, bus.ErrNoStream) {
			t.Errorf("%s opens the record: %v", u, err)
		}
	}
	shown, err := publisher.Create(ctx, bus.Spec{Name: "PUB-public", Subjects: []string{"bw.pub.public.>"}, Role: bus.Public})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := shown.Append(ctx, bus.Expect("", 0), bus.Msg{Subject: "bw.pub.public.t.1.1.made"}); err != nil {
		t.Fatal(err)
	}
	seen, err := web.Open(ctx, "PUB-public")
	if err != nil {
		t.Fatal(err)
	}
	r, err := seen.Read(ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if m, err := r.Next(ctx); err != nil || m.Seq != 1 {
		t.Errorf("web reads %d, %v", m.Seq, err)
	}
}
