// Package push sends games to other sites: what an audience was shown, as PGN,
// each time that it changes.
//
// It reads the audience's stream alone, with the rights of what serves its pages:
// a push can hold nothing that the gate has not let go, and what is sent, when
// and in which order follows from the stream and the sites' answers. So the
// audience's delay is the site's. Games without moves are sent like all others:
// a pairing, or a result without play, is in the stream only once it is released.
// (A site's own delay may not hold for them; none is needed there.)
//
// A site that is away costs bounded memory: its games are kept once, as they are
// now, and that is what it gets when it is back.
package push

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"time"

	"boardwire/feeds"
	"boardwire/internal/bus"
)

// The kinds of sites.
const (
	// Lichess takes the games of a round, at most lichess.MaxGames at a time, and
	// answers for each.
	Lichess = "lichess"
	// PGN takes the whole as one file.
	PGN = "pgn"
)

// Target is one site with what it is sent.
type Target struct {
	// Name is its label in metrics and logs.
	Name string
	// Audience is whose stream is sent; the delay was kept by who wrote it.
	Audience feeds.Audience
	// Kind is Lichess or PGN.
	Kind string
	// URL is where pushes are posted; Token, where set, goes with them as Bearer.
	URL   string
	Token Secret
	// Tournament is the id of whose games are sent, Round that of a round in it;
	// "" for all.
	Tournament, Round string
	// Every is the least time between two pushes.
	Every time.Duration
}

// Secret is a text that is not printed.
type Secret string

// String returns "***", or "" for none.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "***"
}

// GoString is String.
func (s Secret) GoString() string { return s.String() }

// MarshalText is String, so that no encoder writes a secret.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue is String.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// Config says what is sent where.
type Config struct {
	Targets []Target
	// Changed, where set, replaces the targets: those that are the same go on.
	Changed <-chan []Target
	// Agent is what sites are told of who sends.
	Agent string
	// Metrics takes the figures, nil for nowhere; Log what happens, nil for
	// nowhere.
	Metrics *Metrics
	Log     *slog.Logger
	// Transport carries the requests; nil means one that verifies certificates.
	Transport http.RoundTripper
	// Jitter returns how long to wait instead of a time, so that many halls do not
	// come back at once; nil means a random part between half and all of it.
	Jitter func(time.Duration) time.Duration
}

// Run sends until ctx ends and returns nil then, or the error of a stream that
// cannot be read. A site's trouble is never an error: it is logged, counted and
// tried again. Streams that are not there yet are waited for.
func Run(ctx context.Context, cfg Config, pub bus.Store) error {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Metrics == nil {
		cfg.Metrics = NewMetrics(nil)
	}
	if cfg.Jitter == nil {
		cfg.Jitter = func(d time.Duration) time.Duration { return d/2 + rand.N(d/2+1) }
	}
	if cfg.Transport == nil {
		t := transport()
		defer t.CloseIdleConnections()
		cfg.Transport = t
	}
	return cfg.run(ctx, pub)
}

// running is one target that is sent.
type running struct {
	target Target
	stop   func() // ends it and waits
}

func (c Config) run(ctx context.Context, pub bus.Store) error {
	all := map[string]running{}
	defer func() {
		for _, r := range all {
			r.stop()
		}
	}()
	failed := make(chan error, 1)
	set := func(targets []Target) {
		for name, r := range all {
			if !slices.Contains(targets, r.target) {
				r.stop()
				delete(all, name)
			}
		}
		for _, t := range targets {
			if _, runs := all[t.Name]; !runs {
				all[t.Name] = c.start(ctx, t, pub, failed)
			}
		}
	}
	set(c.Targets)
	for {
		select {
		case <-ctx.Done():
			return nil
		case targets := <-c.Changed:
			set(targets)
		case err := <-failed:
			return err
		}
	}
}

// start begins to send to one target.
func (c Config) start(ctx context.Context, t Target, pub bus.Store, failed chan<- error) running {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	s := newSender(c, t)
	s.log.Info("pushing", "audience", t.Audience.Name, "kind", t.Kind, "host", host(t.URL), "delay_s", t.Audience.Delay.Seconds())
	go func() {
		defer close(done)
		defer c.Metrics.drop(t.Name)
		if err := s.run(ctx, pub); err != nil && ctx.Err() == nil {
			select {
			case failed <- fmt.Errorf("push %s: %w", t.Name, err):
			default:
			}
		}
	}()
	return running{target: t, stop: func() { cancel(); <-done }}
}

// host names a site without what else its address holds.
func host(address string) string {
	if u, err := url.Parse(address); err == nil {
		return u.Host
	}
	return ""
}
