package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// starts are the times of several starts of a hall.
type starts struct {
	what   string
	screen []time.Duration // until its screen
	page   []time.Duration // until the public page has answered with all games
	memory int64           // resident bytes after the last start
}

// best and median of times that are there.
func best(d []time.Duration) time.Duration { return slices.Min(d) }
func median(d []time.Duration) time.Duration {
	d = slices.Sorted(slices.Values(d))
	return d[len(d)/2]
}

// startEmpty starts halls of 8 tables in empty folders.
func startEmpty(ctx context.Context, times int) (starts, error) {
	out := starts{what: "8 tables, empty folder"}
	for range times {
		dir, err := os.MkdirTemp("", "boardwire-bench-")
		if err == nil {
			err = writeTournament(filepath.Join(dir, "bench.toml"), 8, true)
		}
		if err == nil {
			err = out.start(ctx, dir, 8)
		}
		os.RemoveAll(dir)
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// startRecorded starts a hall that has a long record. The first start, in
// which the gate releases everything, is not counted.
func startRecorded(ctx context.Context, r *recorded, times int) (first, later starts, err error) {
	what := fmt.Sprintf("%d tables, record of %d events with %d facts", recordBoards, len(r.record), len(r.facts))
	first, later = starts{what: what + ", nothing released yet"}, starts{what: what}
	if err := first.start(ctx, r.dir, recordBoards); err != nil {
		return first, later, err
	}
	for range times {
		if err := later.start(ctx, r.dir, recordBoards); err != nil {
			return first, later, err
		}
	}
	return first, later, nil
}

func (s *starts) start(ctx context.Context, dir string, games int) error {
	h, err := startHall(ctx, dir)
	if err != nil {
		return err
	}
	defer h.kill()
	page, err := h.shown(ctx, games)
	if err != nil {
		return err
	}
	s.screen, s.page = append(s.screen, h.took), append(s.page, page)
	if s.memory, _, err = memory(h.pid()); err != nil {
		return err
	}
	return h.stop()
}

// shown asks the public page for its rounds until it has so many games, and
// returns the time since the process was started.
func (h *hall) shown(ctx context.Context, games int) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	for {
		n, err := h.games(ctx)
		if err == nil && n >= games {
			return time.Since(h.began), nil
		}
		if ctx.Err() != nil {
			return 0, fmt.Errorf("the public page shows %d games, want %d: %w", n, games, errors.Join(ctx.Err(), err))
		}
		if err := wait(ctx, 20*time.Millisecond); err != nil {
			return 0, err
		}
	}
}

func (h *hall) games(ctx context.Context) (n int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+h.public+"/api/rounds", nil)
	if err != nil {
		return 0, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	var all struct {
		Rounds []struct{ Games []struct{ Plies int } }
	}
	if err := json.NewDecoder(resp.Body).Decode(&all); err != nil {
		return 0, err
	}
	for _, r := range all.Rounds {
		n += len(r.Games)
	}
	return n, nil
}
