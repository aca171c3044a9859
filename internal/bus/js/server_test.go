package js_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"boardwire/internal/bus"
	"boardwire/internal/bus/bustest"
	"boardwire/internal/bus/js"
)

func TestServerSettings(t *testing.T) {
	for name, c := range map[string]struct {
		cfg  js.ServerConfig
		want string
	}{
		"short password":   {js.ServerConfig{Passwords: map[js.User]string{js.Web: "short"}}, "fewer than 16"},
		"odd password":     {js.ServerConfig{Passwords: map[js.User]string{js.Web: "0123456789 \"} 0123"}}, "characters other than"},
		"bad address":      {js.ServerConfig{Listen: "here"}, "want HOST:PORT"},
		"disk nearly full": {js.ServerConfig{MinFree: 1 << 60}, "MiB free, it needs"},
	} {
		c.cfg.Dir = t.TempDir()
		s, err := js.StartServer(t.Context(), c.cfg)
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

func TestOneServerAFolder(t *testing.T) {
	dir := t.TempDir()
	first := start(t, js.ServerConfig{Dir: dir})
	if _, err := js.StartServer(t.Context(), js.ServerConfig{Dir: dir}); err == nil || !strings.Contains(err.Error(), "in use by another") {
		t.Errorf("second server: %v", err)
	}
	first.Close()
	start(t, js.ServerConfig{Dir: dir})
}

func TestWithoutListenThereIsNoPort(t *testing.T) {
	s := start(t, js.ServerConfig{})
	if s.URL() != "" {
		t.Errorf("URL is %s", s.URL())
	}
	if err := s.Healthy(); err != nil {
		t.Error(err)
	}
	s.Close()
	if err := s.Healthy(); err == nil {
		t.Error("a closed server is healthy")
	}
}

func TestWrongPasswordIsNotShown(t *testing.T) {
	s := start(t, js.ServerConfig{Listen: "127.0.0.1:0"})
	const guess = "a-wrong-guess-0123456"
	url := strings.Replace(s.URL(), "nats://", "nats://someone:"+guess+"@", 1)
	_, err := js.Connect(t.Context(), js.Config{URL: url, User: js.Web, Password: guess})
	if err == nil || strings.Contains(err.Error(), guess) {
		t.Errorf("got %v, want a refusal that does not repeat the password", err)
	}
}

// smallDisk mounts a disk of its own, or skips.
func smallDisk(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skipf("CANNOT: a disk cannot be mounted here (%v), so healing after a full disk was not tested", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	return dir
}

func TestAFullDiskHeals(t *testing.T) {
	dir := smallDisk(t, "size=24m")
	s := start(t, js.ServerConfig{Dir: filepath.Join(dir, "nats"), MinFree: 8 << 20})
	ctx, cancel := contextFor(time.Minute)
	defer cancel()
	go s.Run(ctx)
	st := as(t, s, js.Live)
	spec := bustest.Record("main", "s0001")
	spec.MaxBytes = 4 << 20
	l, err := st.Create(ctx, spec)
	if err != nil {
		t.Fatal(err)
	}
	m := bus.Msg{Subject: "bw.in.main.s0001.tick", Data: make([]byte, 60<<10)}
	acked, err := l.Append(ctx, bus.Guard{}, m)
	if err != nil {
		t.Fatal(err)
	}
	// Something else takes all the space.
	filler := filepath.Join(dir, "filler")
	if err := fillUp(filler); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("filling the disk: %v", err)
	}
	if err := s.Healthy(); err == nil || !strings.Contains(err.Error(), "free") {
		t.Errorf("healthy with a full disk: %v", err)
	}
	refused := false
	for range 40 {
		call, stop := contextFor(2 * time.Second)
		seq, err := l.Append(call, bus.Guard{}, m)
		stop()
		if err != nil {
			t.Logf("a full disk: %v", err)
			refused = true
			break
		}
		acked = seq
	}
	if !refused {
		t.Fatal("a full disk took all messages")
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	for {
		call, stop := contextFor(2 * time.Second)
		_, err := l.Append(call, bus.Guard{}, m)
		stop()
		if err == nil {
			break
		}
		if ctx.Err() != nil {
			t.Fatalf("after space was freed: %v; healthy: %v", err, s.Healthy())
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err := s.Healthy(); err != nil {
		t.Error(err)
	}
	for seq := uint64(1); seq <= acked; seq++ {
		if _, err := l.Get(ctx, seq); err != nil {
			t.Errorf("acknowledged message %d: %v", seq, err)
		}
	}
}

// fillUp writes a file until the disk is full.
func fillUp(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	for _, size := range []int{1 << 20, 4 << 10, 1} {
		for {
			if _, err = f.Write(make([]byte, size)); err != nil {
				break
			}
		}
	}
	return err
}
