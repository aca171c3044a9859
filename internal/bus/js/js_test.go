package js_test

import (
	"testing"

	"boardwire/internal/bus"
	"boardwire/internal/bus/bustest"
	"boardwire/internal/bus/js"
)

// start starts an embedded server for one test.
func start(t *testing.T, cfg js.ServerConfig) *js.Server {
	t.Helper()
	if cfg.Dir == "" {
		cfg.Dir = t.TempDir()
	}
	s, err := js.StartServer(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// as connects as a user.
func as(t *testing.T, s *js.Server, user js.User) *js.Store {
	t.Helper()
	st, err := s.Store("test", user)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	return st
}

func TestConformance(t *testing.T) {
	for _, user := range []js.User{js.Live, js.Publisher} {
		t.Run(string(user), func(t *testing.T) {
			servers := map[*testing.T]*js.Server{}
			bustest.Run(t, func(t *testing.T) bus.Store {
				if servers[t] == nil {
					servers[t] = start(t, js.ServerConfig{})
				}
				return as(t, servers[t], user)
			})
		})
	}
}
