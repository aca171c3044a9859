package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// viewer follows the public stream through every restart, as a browser does:
// with the id of the last thing it saw.
type viewer struct {
	t    *testing.T
	mu   sync.Mutex
	base string
	id   string
	// moves are those of each game, with when each was first shown; ends are
	// the frames that told an end or a result, in order.
	moves map[string][]sighting
	ends  map[string][]string
	// streams is how often it came back, resyncs how often it was told all.
	streams, resyncs int
	done             chan struct{}
}

// sighting is one move when the viewer first saw it.
type sighting struct {
	uci string
	at  time.Time
}

// watch follows until ctx ends.
func watch(ctx context.Context, t *testing.T) *viewer {
	v := &viewer{t: t, moves: map[string][]sighting{}, ends: map[string][]string{}, done: make(chan struct{})}
	go func() {
		defer close(v.done)
		for ctx.Err() == nil {
			v.stream(ctx)
			select {
			case <-ctx.Done():
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	return v
}

// at tells where the page is now.
func (v *viewer) at(base string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.base = base
}

// stream reads one connection to its end.
func (v *viewer) stream(ctx context.Context) {
	v.mu.Lock()
	base, id := v.base, v.id
	v.mu.Unlock()
	if base == "" {
		return
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/events?round=demo.1", nil)
	if err != nil {
		v.t.Error(err)
		return
	}
	if id != "" {
		req.Header.Set("Last-Event-ID", id)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return // the hall is away
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return
	}
	v.mu.Lock()
	v.streams++
	v.mu.Unlock()
	var kind, data string
	r := bufio.NewReader(resp.Body)
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "id":
			id = value
		case "event":
			kind = value
		case "data":
			data += value
		case "":
			if kind != "" {
				v.take(time.Now(), kind, data)
			}
			v.mu.Lock()
			v.id = id
			v.mu.Unlock()
			kind, data = "", ""
		}
	}
}

// take takes one event. A move must be the next one of its game; what the
// viewer is told anew must be what it knows, and perhaps more.
func (v *viewer) take(now time.Time, kind, data string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	var f struct {
		Game, UCI, Result, Reason string
		Ply                       int
		Games                     []shown
	}
	if err := json.Unmarshal([]byte(data), &f); err != nil {
		v.t.Errorf("viewer: %s %q: %v", kind, data, err)
		return
	}
	switch kind {
	case "resync":
		v.resyncs++
		for _, g := range f.Games {
			known := v.moves[g.ID]
			if len(g.Moves) < len(known) {
				v.t.Errorf("viewer: %s has %d moves after a resync, %d were shown before", g.ID, len(g.Moves), len(known))
				continue
			}
			for i, m := range g.Moves {
				if i >= len(known) {
					v.moves[g.ID] = append(v.moves[g.ID], sighting{m.UCI, now})
				} else if known[i].uci != m.UCI {
					v.t.Errorf("viewer: %s, ply %d is %s after a resync, and was %s", g.ID, i+1, m.UCI, known[i].uci)
				}
			}
		}
	case "made":
		if n := len(v.moves[f.Game]); f.Ply != n+1 {
			v.t.Errorf("viewer: %s shows ply %d %s after %d plies", f.Game, f.Ply, f.UCI, n)
			return
		}
		v.moves[f.Game] = append(v.moves[f.Game], sighting{f.UCI, now})
	case "withdrawn":
		v.t.Errorf("viewer: %s takes back ply %d", f.Game, f.Ply)
	case "ended", "result":
		e := fmt.Sprint(kind, " ", f.Result, " ", f.Reason)
		if slices.Contains(v.ends[f.Game], e) {
			v.t.Errorf("viewer: %s says twice: %s", f.Game, e)
		}
		v.ends[f.Game] = append(v.ends[f.Game], e)
	}
}
