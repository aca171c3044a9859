package hall

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"boardwire/feeds"
	"boardwire/internal/bus"
	"boardwire/internal/bus/js"
	"boardwire/internal/config"
	"boardwire/internal/daemon"
	"boardwire/internal/push"
)

// Pushes are the sites to which a tournament file at path has games sent, with
// their tokens. A token lies in the folder of secrets under push-<name>, where
// there is one, else where the file says. The error names every token that
// cannot be used.
func Pushes(file config.File, path, secrets string) ([]push.Target, error) {
	audiences := map[string]feeds.Audience{}
	for _, a := range Audiences(file) {
		audiences[a.Name] = a
	}
	var out []push.Target
	var faults []error
	for _, p := range file.Pushes {
		token, err := tokenOf(p, path, secrets)
		if err != nil {
			faults = append(faults, fmt.Errorf("token of push %s: %w", p.Name, err))
			continue
		}
		out = append(out, push.Target{
			Name: p.Name, Audience: audiences[p.Audience], Kind: p.Kind, URL: p.URL, Token: token,
			Tournament: file.Tournament.ID, Round: p.Round, Every: p.Every,
		})
	}
	return out, errors.Join(faults...)
}

func tokenOf(p config.Push, path, secrets string) (push.Secret, error) {
	if secrets != "" {
		at := filepath.Join(secrets, "push-"+p.Name)
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) {
			return readToken(at)
		}
	}
	if at := p.TokenPath(path); at != "" {
		return readToken(at)
	}
	return "", nil
}

// maxToken is far more than a token takes.
const maxToken = 4096

// readToken reads a token that nobody else can read. No error repeats it.
func readToken(path string) (push.Secret, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return "", err
	}
	if st.Mode().Perm()&0o007 != 0 {
		return "", fmt.Errorf("everybody can read %s; chmod 600 it", path)
	}
	b, err := io.ReadAll(io.LimitReader(f, maxToken+1))
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(b))
	switch {
	case token == "":
		return "", fmt.Errorf("%s is empty; put the site's token into it", path)
	case len(b) > maxToken || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return "", fmt.Errorf("%s holds something else than a token: want one word", path)
	}
	return push.Secret(token), nil
}

// PushAgent is what sites are told of who sends.
func PushAgent() string { return "boardwire/" + daemon.BuildInfo().Version }

// Targets are what is sent now, for a sender that may have to begin anew.
type Targets struct {
	mu      sync.Mutex
	now     []push.Target
	changed chan []push.Target
}

// NewTargets begins with some.
func NewTargets(now []push.Target) *Targets {
	return &Targets{now: now, changed: make(chan []push.Target, 1)}
}

// Set replaces them. It never waits.
func (t *Targets) Set(now []push.Target) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now = now
	select {
	case <-t.changed: // nobody took the ones before
	default:
	}
	t.changed <- now
}

// Run is push.Run with these targets, whatever cfg says.
func (t *Targets) Run(ctx context.Context, cfg push.Config, pub bus.Store) error {
	t.mu.Lock()
	cfg.Targets, cfg.Changed = t.now, t.changed
	t.mu.Unlock()
	return push.Run(ctx, cfg, pub)
}

// restated takes over the pushes of a file that was read again. Where a token
// cannot be used, all stay as they are.
func (h *Hall) restated(file config.File) {
	targets, err := Pushes(file, h.cfg.File, "")
	if err != nil {
		h.d.Log.Error("pushes go on as before", "err", err)
		return
	}
	h.targets.Set(targets)
}

// send sends games to other sites beside the hall, with the rights of its pages.
// The hall never waits for it: what fails is logged and tried again.
func (h *Hall) send(ctx context.Context, g *errgroup.Group) {
	cfg := push.Config{Agent: PushAgent(), Metrics: push.NewMetrics(h.d.Registry), Log: h.d.Log.With("part", "push")}
	g.Go(func() error {
		for pause := time.Second; ; pause = min(2*pause, time.Minute) {
			err := h.sendOnce(ctx, cfg)
			if ctx.Err() != nil {
				return nil
			}
			cfg.Log.Error("nothing is pushed; the hall goes on without it", "err", err)
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(pause):
			}
		}
	})
}

func (h *Hall) sendOnce(ctx context.Context, cfg push.Config) error {
	store, err := h.server.Store("boardwire-push/"+h.cfg.Name, js.Web)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := h.targets.Run(ctx, cfg, store); err != nil {
		return err
	}
	return errors.New("ended by itself")
}
