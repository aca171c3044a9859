// Package web serves one audience: pages, JSON, PGN and the live stream, all
// from what was released to it and from nothing else.
//
// A Site sees an audience's stream alone. It imports neither the gate nor the
// fold of games, and a test keeps it so: what is not released cannot be told by
// an address, a length, a header or a time.
package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"boardwire/feeds"
	"boardwire/feeds/sse"
	pages "boardwire/web"
)

// Config says whom a Site serves.
type Config struct {
	// Audience is shown on the pages; its kind says which frames are taken.
	// The delay was kept by who wrote the stream and is only displayed here; the
	// table of names says it where it has changed.
	Audience feeds.Audience
	// Now is the server's time for pages and streams; nil means time.Now.
	Now func() time.Time
	// SSE says how streams are served.
	SSE sse.Config
	// Desk, where set, answers requests under /desk/.
	Desk http.Handler
	// Listener is where Run serves; Log is where it reports, nil for nowhere.
	Listener net.Listener
	Log      *slog.Logger
}

// Site is one audience's pages. Its methods are safe for concurrent use; Take
// must be called in the stream's order.
type Site struct {
	cfg    Config
	assets pages.Assets
	built  error
	pages  *template.Template
	hub    *sse.Hub

	delay atomic.Int64 // as displayed, in nanoseconds

	drawn   cache // pages, by path
	written cache // PGN, by id

	mu      sync.RWMutex
	first   string // the stream's first message
	version uint64 // moves on with everything that readers may see
	seq     uint64
	refused uint64
	seen    *feeds.Seen
	texts   map[string]text // of games that did not change since
}

// New returns a Site without games. It panics only when the embedded templates
// do not parse, which a test rules out.
func New(cfg Config) *Site {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	s := &Site{cfg: cfg, hub: sse.New(cfg.SSE), seen: feeds.NewSeen(cfg.Audience.Kind), texts: map[string]text{}}
	s.delay.Store(int64(cfg.Audience.Delay))
	s.assets, s.built = pages.Load()
	tmpl, err := pages.Templates(s.funcs())
	if err != nil {
		panic(fmt.Sprintf("page templates: %v", err))
	}
	s.pages = tmpl
	return s
}

// Built returns nil, or an error that says how to build what is missing. A
// process asks before it serves; a Site without assets still serves its data.
func (s *Site) Built() error { return s.built }

// Take folds one message of the audience's stream and sends it to the viewers.
// seq is its sequence in the stream, from 1 and without holes; released is the
// stream's own time of it. A message that this audience may not see, or that
// cannot be read, is an error: it is counted, passed over and shown to nobody.
func (s *Site) Take(seq uint64, subject string, data []byte, released time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if seq != s.seq+1 {
		return fmt.Errorf("message %d after %d: the stream has no holes; start again from 1", seq, s.seq)
	}
	s.seq = seq
	if seq == 1 {
		s.first = firstOf(subject, data, released)
		s.hub.SetEpoch(s.epoch())
	}
	frame, err := s.seen.Take(subject, data)
	if err != nil {
		s.refused++
		s.hub.Skip(seq)
		return fmt.Errorf("message %d on %s: %w", seq, subject, err)
	}
	s.version++
	delete(s.texts, frame.Game)
	s.hub.Send(seq, frame.Game, frame.Kind, data)
	return nil
}

// Name sets what is published under a key of the table of names: a player's id,
// "tournament.<id>", or feeds.DelayKey of an audience. A nil value deletes it. A
// value that cannot be read is an error, and the id is shown where there was no
// name before.
func (s *Site) Name(key string, value []byte) error {
	if strings.HasPrefix(key, feeds.DelayKey("")) {
		return s.setDelay(key, value)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++
	clear(s.texts)
	return s.seen.Name(key, value)
}

// setDelay takes how far behind play an audience is, if it is this one.
func (s *Site) setDelay(key string, value []byte) error {
	if key != feeds.DelayKey(s.cfg.Audience.Name) || value == nil {
		return nil
	}
	var entry struct {
		MS int64 `json:"delay_ms"`
	}
	if err := json.Unmarshal(value, &entry); err != nil || entry.MS < 0 || entry.MS > maxDelay.Milliseconds() {
		return fmt.Errorf("delay under %s: %q is none", key, value)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delay := int64(time.Duration(entry.MS) * time.Millisecond)
	if s.delay.Swap(delay) == delay {
		return nil
	}
	s.version++
	// Viewers tick clocks by what they were told: they come back to be told anew.
	s.hub.SetEpoch(s.epoch())
	s.hub.Drop()
	return nil
}

// maxDelay is far above what a tournament file may say.
const maxDelay = 7 * 24 * time.Hour

// behind is how far behind play the audience is.
func (s *Site) behind() time.Duration { return time.Duration(s.delay.Load()) }

// Close ends all streams.
func (s *Site) Close() { s.hub.Close() }

// Stats are figures for the administration's listener; none of them is public.
type Stats struct {
	Seq     uint64 // last message taken
	Refused uint64 // messages that were passed over
	Games   int
	Viewers int
	Slow    uint64 // viewers that were dropped because they did not keep up
}

// Stats returns the Site's figures.
func (s *Site) Stats() Stats {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return Stats{Seq: s.seq, Refused: s.refused, Games: s.seen.Games(), Viewers: s.hub.Viewers(), Slow: s.hub.Slow()}
}

// stamp says of what a body is made now; clocks that run are a matter of the
// second.
func (s *Site) stamp(clocks bool) stamp {
	s.mu.RLock()
	defer s.mu.RUnlock()
	of := stamp{version: s.version}
	if clocks {
		of.second = s.cfg.Now().Unix()
	}
	return of
}

// firstOf names a stream by its first message.
func firstOf(subject string, data []byte, released time.Time) string {
	return subject + "\n" + feeds.FormatTime(released) + "\n" + string(data)
}

// epoch names what viewers' ids count in: the stream, so that a restart keeps
// them alive and a new stream does not, and the delay that they were told.
func (s *Site) epoch() string {
	sum := sha256.Sum256([]byte(s.first + "\n" + s.behind().String()))
	return hex.EncodeToString(sum[:4])
}

// game returns a shown game with its names.
func (s *Site) game(id string) (feeds.View, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.seen.Game(id)
}

// round is one round with its games.
type round struct {
	ID, Tournament, Round string
	Games                 []feeds.View
}

// rounds returns the shown rounds in order; only is a round id, "" for all.
func (s *Site) rounds(only string) []round {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.roundsLocked(func(id string) bool { return only == "" || roundOf(id) == only })
}

func (s *Site) roundsLocked(take func(id string) bool) []round {
	var list []round
	for _, id := range s.seen.IDs() {
		if !take(id) {
			continue
		}
		v, ok := s.seen.Game(id)
		if !ok {
			continue
		}
		if r := roundOf(id); len(list) == 0 || list[len(list)-1].ID != r {
			tournament, slug, _ := strings.Cut(r, ".")
			list = append(list, round{ID: r, Tournament: tournament, Round: slug})
		}
		last := &list[len(list)-1]
		last.Games = append(last.Games, v)
	}
	return list
}

func roundOf(id string) string {
	r, _, _ := feeds.SplitGame(id)
	return r
}

// title returns a tournament's published name, or its id.
func (s *Site) title(tournament string) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.seen.Title(tournament)
}
