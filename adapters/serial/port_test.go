package serial

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// high is a port whose descriptor is too high for the port library.
type high struct{}

func (high) Read([]byte) (int, error)    { panic("index out of range") }
func (high) Write(b []byte) (int, error) { return len(b), nil }
func (high) Close() error                { return nil }

func TestAPanicOfThePortLibraryIsAnErrorWithAHint(t *testing.T) {
	l := newLink(high{}, time.Second)
	defer l.Close()
	_, err := l.Read(make([]byte, 1))
	if !errors.Is(err, errPanic) {
		t.Fatalf("got %v, want errPanic", err)
	}
	if got := deviceError("read", "/dev/ttyUSB0", "dgt", err).Error(); !strings.Contains(got, "reserve descriptors") {
		t.Errorf("no hint in %q", got)
	}
}
