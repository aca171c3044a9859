package daemon

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Health knows whether a process is alive and whether it serves. It is safe for
// concurrent use.
type Health struct {
	mu     sync.Mutex
	loops  map[string]*Loop
	checks map[string]func(context.Context) error
	now    func() time.Time
}

// NewHealth returns a health without loops and checks.
func NewHealth() *Health {
	return &Health{loops: map[string]*Loop{}, checks: map[string]func(context.Context) error{}, now: time.Now}
}

// Loop is a loop of the process that must go on turning.
type Loop struct {
	health *Health
	within time.Duration
	last   atomic.Pointer[time.Time]
}

// Loop adds a loop that turns at least once within the given time. It counts
// as having turned now.
func (h *Health) Loop(name string, within time.Duration) *Loop {
	l := &Loop{health: h, within: within}
	l.Turned()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.loops[name] = l
	return l
}

// Turned says that the loop has come round.
func (l *Loop) Turned() {
	t := l.health.now()
	l.last.Store(&t)
}

// Done takes a loop out: it has ended as it should.
func (h *Health) Done(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.loops, name)
}

// Ready adds a check: nil means that this part serves. A check gets two seconds.
func (h *Health) Ready(name string, check func(context.Context) error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.checks[name] = check
}

// checkLimit bounds one check: a page that hangs tells nothing.
const checkLimit = 2 * time.Second

// Alive returns a line for each loop, and whether all turned lately.
func (h *Health) Alive() (lines []string, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	ok = true
	now := h.now()
	for name, l := range h.loops {
		age := now.Sub(*l.last.Load())
		if age > l.within {
			ok = false
			lines = append(lines, fmt.Sprintf("stuck %s: turned %v ago, limit %v", name, age.Round(time.Millisecond), l.within))
			continue
		}
		lines = append(lines, "ok "+name)
	}
	slices.SortFunc(lines, byName)
	return lines, ok
}

// Serving runs the checks at once and returns a line for each, and whether all
// passed.
func (h *Health) Serving(ctx context.Context) (lines []string, ok bool) {
	h.mu.Lock()
	checks := make(map[string]func(context.Context) error, len(h.checks))
	for name, check := range h.checks {
		checks[name] = check
	}
	h.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	type answer struct {
		name string
		err  error
	}
	answers := make(chan answer, len(checks))
	for name, check := range checks {
		go func() { answers <- answer{name, check(ctx)} }()
	}
	late := time.NewTimer(checkLimit + 100*time.Millisecond)
	defer late.Stop()
	ok = true
	for len(checks) > 0 {
		select {
		case a := <-answers:
			delete(checks, a.name)
			if a.err != nil {
				ok = false
				lines = append(lines, "not "+a.name+": "+oneLine(a.err.Error()))
				continue
			}
			lines = append(lines, "ok "+a.name)
		case <-late.C:
			for name := range checks {
				lines = append(lines, fmt.Sprintf("not %s: no answer within %v", name, checkLimit))
			}
			checks, ok = nil, false
		}
	}
	slices.SortFunc(lines, byName)
	return lines, ok
}

// byName sorts lines by what follows the verdict.
func byName(a, b string) int {
	_, x, _ := strings.Cut(a, " ")
	_, y, _ := strings.Cut(b, " ")
	return strings.Compare(x, y)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
