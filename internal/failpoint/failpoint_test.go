package failpoint

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

func TestMain(m *testing.M) {
	if os.Getenv("FAILPOINT_CHILD") != "" {
		for _, step := range []string{"one", "two", "one", "two", "one"} {
			os.Stdout.WriteString(step + " ")
			Hit(step)
		}
		os.Stdout.WriteString("end")
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestHit(t *testing.T) {
	tests := []struct {
		variable, want string
		killed         bool
	}{
		{"", "one two one two one end", false},
		{"three:1", "one two one two one end", false},
		{"one", "one ", true},
		{"two:2", "one two one two ", true},
		{"one:3", "one two one two one ", true},
		{"one:4", "one two one two one end", false},
	}
	for _, tt := range tests {
		t.Run(tt.variable, func(t *testing.T) {
			out, err := child(tt.variable)
			if strings.TrimSpace(out) != strings.TrimSpace(tt.want) {
				t.Errorf("came as far as %q, want %q", out, tt.want)
			}
			var exit *exec.ExitError
			killed := errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL
			if killed != tt.killed {
				t.Errorf("killed = %v (%v), want %v", killed, err, tt.killed)
			}
		})
	}
}

func TestAWrongCountStopsTheStart(t *testing.T) {
	_, err := child("one:often")
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 78 {
		t.Errorf("ended with %v, want exit code 78", err)
	}
}

func child(variable string) (string, error) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "FAILPOINT_CHILD=1", Variable+"="+variable)
	out, err := cmd.Output()
	return string(out), err
}
