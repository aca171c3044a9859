package spool

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// TestMain is also the process that gets killed: it appends to the outbox that
// it is told and prints the number of each event once it is durable.
func TestMain(m *testing.M) {
	path := os.Getenv("SPOOL_CHILD")
	if path == "" {
		os.Exit(m.Run())
	}
	o, err := Open(path, Options{Size: 1 << 20, Source: testSource})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for {
		n := o.Chain().Seq + 1
		if err := o.Append(numbered(n)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(n)
		if o.Pending() > 40 {
			if err := o.Trim(o.Trimmed().Seq + 17); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
}

func numbered(n uint64) []byte {
	return append([]byte(strconv.FormatUint(n, 10)), make([]byte, n%300)...)
}

func TestAKilledProcessLosesNothingItAcknowledged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "outbox")
	var acked uint64
	for round := range 10 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "SPOOL_CHILD="+path)
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		stop := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
		until := acked + uint64(20+13*round)
		for sc := bufio.NewScanner(out); sc.Scan(); {
			if acked, err = strconv.ParseUint(sc.Text(), 10, 64); err != nil {
				t.Fatal(err)
			}
			if acked == until {
				_ = cmd.Process.Kill() // and read on what it still printed
			}
		}
		_ = cmd.Wait()
		stop.Stop()

		o, err := Open(path, Options{})
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if got := o.Chain().Seq; got < acked || acked < until {
			t.Errorf("round %d: %d were acknowledged, %d are there", round, acked, got)
		}
		recs, err := o.Read(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range recs {
			if string(r.Data) != string(numbered(r.Seq)) {
				t.Errorf("round %d: event %d is another", round, r.Seq)
			}
		}
		if err := o.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
