package js_test

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"boardwire/internal/bus"
	"boardwire/internal/bus/bustest"
	"boardwire/internal/bus/js"
)

const (
	livePassword = "live-password-012345678"
	sysPassword  = "sys-password-0123456789"
)

// foreign starts a server that someone else set up.
func foreign(t *testing.T, sync string) string {
	t.Helper()
	srv := foreignAt(t, sync, server.RANDOM_PORT)
	return srv.ClientURL()
}

func foreignAt(t *testing.T, sync string, port int) *server.Server {
	t.Helper()
	opts := &server.Options{}
	conf := fmt.Sprintf(`
jetstream { store_dir: %q, %s }
accounts {
  LIVE { jetstream: enabled, users: [ { user: live, password: %q } ] }
  SYS { users: [ { user: sys, password: %q } ] }
}
system_account: SYS`, t.TempDir(), sync, livePassword, sysPassword)
	if err := opts.ProcessConfigString(conf); err != nil {
		t.Fatal(err)
	}
	opts.Host, opts.Port, opts.NoSigs, opts.NoLog = "127.0.0.1", port, true, true
	srv, err := server.NewServer(opts)
	if err != nil {
		t.Fatal(err)
	}
	go srv.Start()
	t.Cleanup(func() {
		srv.Shutdown()
		srv.WaitForShutdown()
	})
	if !srv.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	return srv
}

func TestAServerThatSyncsLateIsRefused(t *testing.T) {
	late := map[string]string{"default": "", "each second": "sync_interval: 1s"}
	for name, sync := range late {
		url := foreign(t, sync)
		_, err := js.Connect(t.Context(), js.Config{URL: url, User: js.Live, Password: livePassword, SysPassword: sysPassword})
		var unsafe *js.UnsafeError
		if !errors.As(err, &unsafe) || !strings.Contains(err.Error(), "sync_interval: always") {
			t.Errorf("%s: got %v, want an UnsafeError that says what to set", name, err)
		}
	}
	url := foreign(t, "sync_interval: always")
	cfg := js.Config{URL: url, User: js.Live, Password: livePassword, SysPassword: sysPassword}
	st, err := js.Connect(t.Context(), cfg)
	if err != nil {
		t.Fatalf("a server that syncs always: %v", err)
	}
	st.Close()
	cfg.SysPassword = ""
	var unsafe *js.UnsafeError
	if _, err := js.Connect(t.Context(), cfg); !errors.As(err, &unsafe) {
		t.Errorf("without proof: got %v, want an UnsafeError", err)
	}
	cfg.Unproved = true
	if st, err = js.Connect(t.Context(), cfg); err != nil {
		t.Errorf("vouched for: %v", err)
	} else {
		st.Close()
	}
	cfg.Unproved, cfg.SysPassword = false, "not-the-password-12345"
	if _, err := js.Connect(t.Context(), cfg); err == nil {
		t.Error("a wrong sys password proves something")
	}
}

func TestOurOwnServerIsProvedSafe(t *testing.T) {
	s := start(t, js.ServerConfig{Listen: "127.0.0.1:0", Passwords: map[js.User]string{js.Live: livePassword, js.Sys: sysPassword}})
	st, err := js.Connect(t.Context(), js.Config{URL: s.URL(), User: js.Live, Password: livePassword, SysPassword: sysPassword})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if _, err := st.Create(t.Context(), bustest.Record("main", "s0001")); err != nil {
		t.Error(err)
	}
}

func TestAStreamThatForgetsIsRefused(t *testing.T) {
	url := foreign(t, "sync_interval: always")
	cfg := js.Config{URL: url, User: js.Live, Password: livePassword, SysPassword: sysPassword}
	st, err := js.Connect(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	nc := dialURL(t, url, js.Live, livePassword)
	raw, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	sound := jetstream.StreamConfig{
		Name: "IN-main-s0001", Subjects: []string{"bw.in.main.s0001.>"}, Discard: jetstream.DiscardNew, MaxBytes: 16 << 20,
		DenyDelete: true, DenyPurge: true, AllowAtomicPublish: true, AllowDirect: true, Description: "boardwire record",
	}
	for want, spoil := range map[string]func(*jetstream.StreamConfig){
		"kept in memory": func(c *jetstream.StreamConfig) { c.Storage = jetstream.MemoryStorage },
		"persist mode is async": func(c *jetstream.StreamConfig) {
			c.PersistMode, c.AllowAtomicPublish = jetstream.AsyncPersistMode, false
		},
		"discards":                 func(c *jetstream.StreamConfig) { c.Discard = jetstream.DiscardOld },
		"can be deleted":           func(c *jetstream.StreamConfig) { c.DenyDelete = false },
		"can be purged":            func(c *jetstream.StreamConfig) { c.DenyPurge = false },
		"expire after":             func(c *jetstream.StreamConfig) { c.MaxAge = time.Hour },
		"holds 5 messages at most": func(c *jetstream.StreamConfig) { c.MaxMsgs = 5 },
		"retention":                func(c *jetstream.StreamConfig) { c.Retention = jetstream.InterestPolicy },
		"does not acknowledge":     func(c *jetstream.StreamConfig) { c.NoAck, c.AllowAtomicPublish = true, false },
		"":                         func(*jetstream.StreamConfig) {},
	} {
		c := sound
		spoil(&c)
		// The folder of the stream before goes a moment after the stream does.
		_, err := raw.CreateStream(t.Context(), c)
		for i := 0; i < 50 && err != nil; i++ {
			time.Sleep(20 * time.Millisecond)
			_, err = raw.CreateStream(t.Context(), c)
		}
		if err != nil {
			t.Fatalf("%q: %v", want, err)
		}
		_, opened := st.Open(t.Context(), c.Name)
		_, created := st.Create(t.Context(), bustest.Record("main", "s0001"))
		for how, err := range map[string]error{"open": opened, "create": created} {
			var spec *bus.SpecError
			if want == "" && err != nil || want != "" && (!errors.As(err, &spec) || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s: got %v, want %q", how, err, want)
			}
		}
		if err := raw.DeleteStream(t.Context(), c.Name); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := raw.CreateStream(t.Context(), sound); err != nil {
		t.Fatal(err)
	}
	cfg.Replicas = 3
	three, err := js.Connect(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer three.Close()
	if _, err := three.Open(t.Context(), sound.Name); err == nil || !strings.Contains(err.Error(), "1 replicas, want 3") {
		t.Errorf("one copy where three are wanted: %v", err)
	}
}

func TestAServerThatComesBackUnsafeGetsNothingMore(t *testing.T) {
	srv := foreignAt(t, "sync_interval: always", server.RANDOM_PORT)
	port := srv.Addr().(*net.TCPAddr).Port
	st, err := js.Connect(t.Context(), js.Config{URL: srv.ClientURL(), User: js.Live, Password: livePassword, SysPassword: sysPassword})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	for _, sync := range []string{"sync_interval: 1s", "sync_interval: always"} {
		late := sync != "sync_interval: always"
		srv.Shutdown()
		srv.WaitForShutdown()
		srv = foreignAt(t, sync, port)
		ctx, cancel := contextFor(20 * time.Second)
		for {
			_, err = st.Create(ctx, bustest.Record("main", "s0001"))
			// What it says of the server before may be said once more.
			if err == nil || late && strings.Contains(err.Error(), "sync_interval: always") || ctx.Err() != nil {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		cancel()
		var unsafe *js.UnsafeError
		if late && !errors.As(err, &unsafe) || !late && err != nil {
			t.Errorf("it came back with %s: %v", sync, err)
		}
	}
}
