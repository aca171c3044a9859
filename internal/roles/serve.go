package roles

import (
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
)

// swap is a handler that can be exchanged while it serves.
type swap struct{ now atomic.Pointer[http.Handler] }

// to makes h the handler; nil says that there is none now.
func (s *swap) to(h http.Handler) {
	if h == nil {
		s.now.Store(nil)
		return
	}
	s.now.Store(&h)
}

func (s *swap) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h := s.now.Load(); h != nil {
		(*h).ServeHTTP(w, r)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Retry-After", "2")
	http.Error(w, "The record is being read; try again in a moment.", http.StatusServiceUnavailable)
}

// unregistering is a registry whose collectors can be taken out again, for a
// part that is built anew.
type unregistering struct {
	prometheus.Registerer
	mu    sync.Mutex
	added []prometheus.Collector
}

// Register is prometheus.Registerer.
func (u *unregistering) Register(c prometheus.Collector) error {
	if err := u.Registerer.Register(c); err != nil {
		return err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.added = append(u.added, c)
	return nil
}

// MustRegister is prometheus.Registerer.
func (u *unregistering) MustRegister(all ...prometheus.Collector) {
	for _, c := range all {
		if err := u.Register(c); err != nil {
			panic(err)
		}
	}
}

func (u *unregistering) clear() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, c := range u.added {
		u.Unregister(c)
	}
	u.added = nil
}
