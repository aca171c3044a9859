package serial

import (
	"os"
	"path/filepath"
	"testing"
)

func TestToken(t *testing.T) {
	tests := map[string]string{
		"dgt-31415":    "dgt-31415",
		"dgt-AB/12 x":  "dgt-ab-12-x",
		"port-1-1.2:1": "port-1-1-2-1",
	}
	for in, want := range tests {
		if got := token(in); got != want {
			t.Errorf("token(%q) = %q, want %q", in, got, want)
		}
	}
	if a, b := token("port-0123456789012345678901234567890-a"), token("port-0123456789012345678901234567890-b"); a == b || len(a) > maxName {
		t.Errorf("two long names give the same token %q", a)
	}
}

func TestPortsAreNamedByTheirSocket(t *testing.T) {
	dir := t.TempDir()
	sys := filepath.Join(dir, "sys")
	link := func(to, from string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(from), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
	}
	file := func(name string) string {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	// A converter has its tty below the interface, a modem class device has not.
	usb := filepath.Join(sys, "devices/pci0000:00/usb1/1-1/1-1.2")
	for _, d := range []string{"1-1.2:1.0/ttyUSB0", "1-1.3:1.0"} {
		if err := os.MkdirAll(filepath.Join(usb, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	link(filepath.Join(usb, "1-1.2:1.0/ttyUSB0"), filepath.Join(sys, "class/tty/ttyUSB0/device"))
	link(filepath.Join(usb, "1-1.3:1.0"), filepath.Join(sys, "class/tty/ttyACM0/device"))
	byID := filepath.Join(dir, "dev/serial/by-id/usb-Some_Board-if00")
	link(file("dev/ttyUSB0"), byID)

	tests := map[string]string{
		byID:                              "port-1-1-2-1-0",
		filepath.Join(dir, "dev/ttyUSB0"): "port-1-1-2-1-0",
		file("dev/ttyACM0"):               "port-1-1-3-1-0",
		file("dev/ttyS3"):                 "port-ttys3",
		file("dev/pts/17"):                "port-pts-17",
	}
	for path, want := range tests {
		if got := portNameIn(sys, path); got != want {
			t.Errorf("%s is named %q, want %q", path, got, want)
		}
	}
}
