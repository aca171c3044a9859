package serial_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"boardwire/adapters/serial"
	"boardwire/adapters/serial/serialtest"
)

func TestMain(m *testing.M) {
	if mode := os.Getenv("SERIAL_CHILD"); mode != "" {
		// Runs the one test below, in a process whose descriptors nobody else uses.
		os.Exit(m.Run())
	}
	goleak.VerifyTestMain(m)
}

const manyFiles = 1200

func TestPortsAreReadThoughManyFilesAreOpen(t *testing.T) {
	if mode := os.Getenv("SERIAL_CHILD"); mode != "" {
		readWithManyFiles(t, mode)
		return
	}
	for mode, want := range map[string]string{
		"reserved": "seen dgt-31415\nseen dgt-31416\nheld again\n",
		"bare":     "seen dgt-31415\nseen dgt-31416\n",
	} {
		t.Run(mode, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestPortsAreReadThoughManyFilesAreOpen$")
			cmd.Env = append(os.Environ(), "SERIAL_CHILD="+mode)
			out, err := cmd.CombinedOutput()
			if err != nil || !strings.Contains(string(out), want) {
				t.Errorf("%v, output:\n%s\nwant in it:\n%s", err, out, want)
			}
		})
	}
}

func readWithManyFiles(t *testing.T, mode string) {
	if mode == "reserved" {
		if err := serial.ReserveDescriptors(2); err != nil {
			t.Fatal(err)
		}
	}
	for range manyFiles {
		f, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Close() })
	}
	for _, number := range []string{"31415", "31416"} { // both at once
		board, d := serialtest.OpenDGT(t, number), newDiary()
		o := d.options()
		stop := started(t, func(ctx context.Context) { serial.Run(ctx, board.Path, o) })
		d.waitFor(t, "dgt-"+number+" surface "+startPlacement)
		fmt.Println("seen dgt-" + number)
		defer stop()
	}
	if mode == "bare" {
		return
	}
	t.Cleanup(func() {
		// Both ports are closed: their descriptors are held once more.
		if err := serial.ReserveDescriptors(2); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("held again")
	})
}
