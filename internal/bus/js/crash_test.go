package js_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"boardwire/internal/bus"
	"boardwire/internal/bus/bustest"
	"boardwire/internal/bus/js"
)

// crashDir tells a test binary that it is the one to be killed.
const crashDir = "BOARDWIRE_TEST_CRASH_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashDir); dir != "" {
		if err := writeUntilKilled(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

const ofWriter = "bw.in.main.s0001.obs.a.>"

// writeUntilKilled appends numbered messages, singly and in batches, and says
// each acknowledged number on standard output.
func writeUntilKilled(dir string) error {
	ctx, cancel := contextFor(time.Minute)
	defer cancel()
	s, err := js.StartServer(ctx, js.ServerConfig{Dir: dir, MinFree: 1})
	if err != nil {
		return err
	}
	st, err := s.Store("crash", js.Live)
	if err != nil {
		return err
	}
	l, err := st.Create(ctx, bustest.Record("main", "s0001"))
	if err != nil {
		return err
	}
	var n, last uint64
	if m, ok, err := l.LastOn(ctx, ofWriter); err != nil {
		return err
	} else if ok {
		last = m.Seq
		if n, err = strconv.ParseUint(string(m.Data), 10, 64); err != nil {
			return err
		}
	}
	for round := 0; ctx.Err() == nil; round++ {
		var ms []bus.Msg
		for range []int{1, 20, 1, 3}[round%4] {
			n++
			ms = append(ms, bus.Msg{Subject: "bw.in.main.s0001.obs.a.dev.board-square", Data: []byte(fmt.Sprint(n))})
		}
		if last, err = l.Append(ctx, bus.Expect(ofWriter, last), ms...); err != nil {
			return err
		}
		fmt.Println(n)
	}
	return ctx.Err()
}

func TestKilledWhileAppending(t *testing.T) {
	dir := t.TempDir()
	rounds := 10
	if testing.Short() {
		rounds = 3
	}
	var acked uint64
	for round := range rounds {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), crashDir+"="+dir)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// Kill at another point of its work each time: after so many
		// acknowledgements, with the next append under way.
		lines := bufio.NewScanner(out)
		for i := 0; lines.Scan(); i++ {
			n, err := strconv.ParseUint(strings.TrimSpace(lines.Text()), 10, 64)
			if err != nil {
				t.Fatalf("the writer said %q", lines.Text())
			}
			acked = n
			if i == 5+7*round {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := cmd.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("the writer ended by itself: %v", err)
		}
		checkNumbers(t, dir, acked)
	}
	if acked < uint64(rounds)*5 {
		t.Errorf("only %d messages were acknowledged; this tested little", acked)
	}
}

// checkNumbers sees that the record holds 1, 2, 3 … once each, at least up to
// what was acknowledged.
func checkNumbers(t *testing.T, dir string, acked uint64) {
	t.Helper()
	s, err := js.StartServer(t.Context(), js.ServerConfig{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	l, err := as(t, s, js.Live).Open(t.Context(), "IN-main-s0001")
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.Read(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	n := uint64(0)
	for {
		m, ok, err := r.TryNext(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		n++
		if m.Seq != n || string(m.Data) != fmt.Sprint(n) {
			t.Fatalf("message %d says %s", m.Seq, m.Data)
		}
	}
	if n < acked {
		t.Fatalf("%d messages are there, %d were acknowledged", n, acked)
	}
}
