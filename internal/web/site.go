// Package web serves one audience: pages, JSON, PGN and the live stream, all
// from what was released to it and from nothing else.
//
// A Site sees an audience's stream alone. It imports neither the gate nor the
// fold of games, and a test keeps it so: what is not released cannot be told by
// an address, a length, a header or a time.
package web

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"slices"
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
	games   map[string]feeds.View
	order   []string // ids of games that are shown, sorted; nil when out of date
	people  map[string]feeds.Person
	loose   []feeds.Finding // findings that belong to no table (desk)
	texts   map[string]text // of games that did not change since
}

// New returns a Site without games. It panics only when the embedded templates
// do not parse, which a test rules out.
func New(cfg Config) *Site {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	s := &Site{cfg: cfg, hub: sse.New(cfg.SSE), games: map[string]feeds.View{}, people: map[string]feeds.Person{}, texts: map[string]text{}}
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
	frame, err := s.read(subject, data)
	if err != nil {
		s.refused++
		s.hub.Skip(seq)
		return fmt.Errorf("message %d on %s: %w", seq, subject, err)
	}
	s.version++
	s.fold(frame)
	s.hub.Send(seq, frame.Game, frame.Kind, data)
	return nil
}

func (s *Site) read(subject string, data []byte) (feeds.Frame, error) {
	frame, err := feeds.ParseFrame(data)
	if err != nil {
		return frame, err
	}
	if !s.cfg.Audience.Kind.AllowsFrame(frame.Kind) {
		return frame, fmt.Errorf("frame %q is not for the %s audience; look at who writes its stream", frame.Kind, s.cfg.Audience.Kind)
	}
	if kind := subject[strings.LastIndexByte(subject, '.')+1:]; kind != frame.Kind {
		return frame, fmt.Errorf("frame %q lies under another kind", frame.Kind)
	}
	if frame.Fact != "" && s.cfg.Audience.Kind != feeds.Arbiter {
		return frame, errors.New("frame that names its fact; look at who writes this stream")
	}
	if frame.Game == "" && s.cfg.Audience.Kind != feeds.Arbiter {
		return frame, errors.New("frame without a game")
	}
	return frame, nil
}

func (s *Site) fold(frame feeds.Frame) {
	if frame.Game == "" {
		s.loose = withFinding(s.loose, frame.Body)
		return
	}
	was := s.games[frame.Game]
	is := was.With(frame)
	s.games[frame.Game] = is
	delete(s.texts, frame.Game)
	if shown(was) != shown(is) {
		s.order = nil
	}
}

func withFinding(list []feeds.Finding, body feeds.Body) []feeds.Finding {
	switch b := body.(type) {
	case feeds.Finding:
		return append(list, b)
	case feeds.Cleared:
		return slices.DeleteFunc(list, func(f feeds.Finding) bool { return f.ID == b.ID })
	}
	return list
}

// shown says whether a game exists for its readers.
func shown(v feeds.View) bool { return v.Paired() && !v.Gone() }

// Name sets what is published under a key of the table of names: a player's id,
// "tournament.<id>", or feeds.DelayKey of an audience. A nil value deletes it. A value that cannot be read
// leaves the id to be shown instead.
func (s *Site) Name(key string, value []byte) error {
	if strings.HasPrefix(key, feeds.DelayKey("")) {
		return s.setDelay(key, value)
	}
	var entry struct {
		Name   string `json:"name"`
		Title  string `json:"title"`
		Fed    string `json:"fed"`
		Rating int    `json:"rating"`
		FIDE   int    `json:"fide"`
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.version++
	clear(s.texts)
	if value == nil {
		delete(s.people, key)
		return nil
	}
	if err := json.Unmarshal(value, &entry); err != nil {
		return fmt.Errorf("name of %s: %w", key, err)
	}
	s.people[key] = feeds.Person(entry)
	return nil
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
	return Stats{Seq: s.seq, Refused: s.refused, Games: len(s.games), Viewers: s.hub.Viewers(), Slow: s.hub.Slow()}
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
	v, ok := s.games[id]
	if !ok || !shown(v) {
		return feeds.View{}, false
	}
	return v.Named(s.people), true
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

// sorted returns the ids of the shown games in order; the lock is held.
func (s *Site) sorted() []string {
	if s.order == nil {
		s.order = make([]string, 0, len(s.games))
		for id, v := range s.games {
			if shown(v) {
				s.order = append(s.order, id)
			}
		}
		slices.SortFunc(s.order, byID)
	}
	return s.order
}

func (s *Site) roundsLocked(take func(id string) bool) []round {
	var list []round
	for _, id := range s.sorted() {
		if !take(id) {
			continue
		}
		if r := roundOf(id); len(list) == 0 || list[len(list)-1].ID != r {
			tournament, slug, _ := strings.Cut(r, ".")
			list = append(list, round{ID: r, Tournament: tournament, Round: slug})
		}
		last := &list[len(list)-1]
		last.Games = append(last.Games, s.games[id].Named(s.people))
	}
	return list
}

func roundOf(id string) string {
	r, _, _ := feeds.SplitGame(id)
	return r
}

// byID sorts by tournament, round and board; numbers sort as numbers.
func byID(a, b string) int {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(x), len(y)) {
		if c := natural(x[i], y[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}

func natural(a, b string) int {
	if digits(a) && digits(b) && len(a) != len(b) {
		return cmp.Compare(len(a), len(b))
	}
	return strings.Compare(a, b)
}

func digits(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}

// title returns a tournament's published name, or its id.
func (s *Site) title(tournament string) string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if p := s.people["tournament."+tournament]; p.Name != "" {
		return p.Name
	}
	return tournament
}
