package desk

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
)

// Earlier reads what was ruled in the sittings before the open one: they are over,
// and nothing is ruled in them any more. Its methods are safe for concurrent use.
type Earlier struct {
	Hall string
	Live bus.Store

	mu sync.Mutex
	// books are those that were read, by sitting; asked are their names, the one
	// asked for last at the end.
	books map[string]*Book
	asked []string
	// told are sittings as they were told, by sitting and round; nil where nothing
	// was played of that round.
	told map[string]*Sitting
}

// Sitting is one that is over, as the desk tells it.
type Sitting struct {
	Sitting string `json:"sitting"`
	// From and Until are the times of its first and last message.
	From  feeds.Instant `json:"from"`
	Until feeds.Instant `json:"until"`
}

// Bounds of what is kept and told of sittings that are over.
const (
	mostBooks    = 4
	mostSittings = 50
	mostKnown    = 4096
	readWithin   = 20 * time.Second
)

var sittingName = regexp.MustCompile(`^s[0-9]{4,9}$`)

// played are the kinds of facts that only a game in play has.
var played = []events.Type{events.TypeMade, events.TypeResult, events.TypeEnded, events.TypeAdjourned}

// over returns the sittings before the open one with their newest generations, the
// latest first.
func (e *Earlier) over(ctx context.Context) ([]pointer, error) {
	sittings, err := e.Live.Table(ctx, "sittings", true)
	if err != nil {
		return nil, err
	}
	entry, err := sittings.Get(ctx, e.Hall)
	if errors.Is(err, bus.ErrNoEntry) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var open pointer
	if err := json.Unmarshal(entry.Value, &open); err != nil {
		return nil, err
	}
	names, err := e.Live.Streams(ctx)
	if err != nil {
		return nil, err
	}
	newest := map[string]int{}
	for _, name := range names {
		rest, ok := strings.CutPrefix(name, "FACT-"+e.Hall+"-")
		id, gen, isFact := strings.Cut(rest, "-g")
		n, err := strconv.Atoi(gen)
		if ok && isFact && err == nil && sittingName.MatchString(id) && events.CompareSittings(id, open.Sitting) < 0 {
			newest[id] = max(newest[id], n)
		}
	}
	var list []pointer
	for id, n := range newest {
		list = append(list, pointer{Sitting: id, Gen: "g" + strconv.Itoa(n)})
	}
	slices.SortFunc(list, func(a, b pointer) int { return events.CompareSittings(b.Sitting, a.Sitting) })
	return list, nil
}

// about returns the sittings in which something was played of the round that a
// scope is in, of the tournament or of the whole hall; the latest first, so many
// at most.
func (e *Earlier) about(ctx context.Context, s events.Scope) ([]Sitting, error) {
	over, err := e.over(ctx)
	if err != nil {
		return nil, err
	}
	tournament, round, _ := s.Tokens()
	list := []Sitting{}
	for _, at := range over {
		found, err := e.tell(ctx, at, tournament, round)
		if err != nil {
			return nil, err
		}
		if found != nil {
			list = append(list, *found)
		}
		if len(list) == mostSittings {
			break
		}
	}
	return list, nil
}

// tell returns a sitting if something was played in it, nil otherwise.
func (e *Earlier) tell(ctx context.Context, at pointer, tournament, round string) (*Sitting, error) {
	key := at.Sitting + " " + tournament + "." + round
	e.mu.Lock()
	known, ok := e.told[key]
	e.mu.Unlock()
	if ok {
		return known, nil
	}
	found, err := e.look(ctx, at, strings.ReplaceAll(tournament+"."+round, "_", "*"))
	if errors.Is(err, bus.ErrNoStream) {
		return nil, nil // it was taken away
	}
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.told == nil || len(e.told) >= mostKnown {
		e.told = map[string]*Sitting{}
	}
	e.told[key] = found
	return found, nil
}

func (e *Earlier) look(ctx context.Context, at pointer, round string) (*Sitting, error) {
	facts, err := e.Live.Open(ctx, "FACT-"+e.Hall+"-"+at.Sitting+"-"+at.Gen)
	if err != nil {
		return nil, err
	}
	some := false
	for _, kind := range played {
		filter := "bw.fact." + e.Hall + "." + at.Sitting + "." + at.Gen + "." + round + ".*." + kind.Kind()
		if _, some, err = facts.LastOn(ctx, filter); err != nil {
			return nil, err
		}
		if some {
			break
		}
	}
	if !some {
		return nil, nil
	}
	record, err := e.Live.Open(ctx, "IN-"+e.Hall+"-"+at.Sitting)
	if err != nil {
		return nil, err
	}
	last, err := record.Last(ctx)
	if err != nil {
		return nil, err
	}
	out := &Sitting{Sitting: at.Sitting}
	for seq, into := range map[uint64]*feeds.Instant{1: &out.From, max(last, 1): &out.Until} {
		m, err := record.Get(ctx, seq)
		if err != nil {
			return nil, err
		}
		into.Time = m.Time
	}
	if last <= 1 {
		out.Until = out.From
	}
	return out, nil
}

// book returns what was ruled in a sitting that is over; nil where there is none
// of that name.
func (e *Earlier) book(ctx context.Context, sitting string) (*Book, error) {
	over, err := e.over(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(over, func(at pointer) bool { return at.Sitting == sitting })
	if i < 0 {
		return nil, nil
	}
	e.mu.Lock()
	defer e.mu.Unlock() // one reads, the others have it then
	e.asked = append(slices.DeleteFunc(e.asked, func(s string) bool { return s == sitting }), sitting)
	if b := e.books[sitting]; b != nil {
		return b, nil
	}
	b, err := e.read(ctx, over[i])
	if err != nil {
		return nil, err
	}
	if e.books == nil {
		e.books = map[string]*Book{}
	}
	e.books[sitting] = b
	for len(e.asked) > mostBooks {
		delete(e.books, e.asked[0])
		e.asked = e.asked[1:]
	}
	return b, nil
}

// read reads the answers of a sitting, and the rulings behind them.
func (e *Earlier) read(ctx context.Context, at pointer) (*Book, error) {
	facts, err := e.Live.Open(ctx, "FACT-"+e.Hall+"-"+at.Sitting+"-"+at.Gen)
	if err != nil {
		return nil, err
	}
	r, err := facts.Read(ctx, 1)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b := &Book{}
	f := &Feed{Hall: e.Hall, Live: e.Live, Book: b, Log: slog.New(slog.DiscardHandler)}
	for {
		m, ok, err := r.TryNext(ctx)
		if err != nil || !ok {
			return b, err
		}
		if !strings.HasSuffix(m.Subject, "."+events.TypeAnswered.Kind()) {
			continue
		}
		fact, err := events.Decode(m.Data)
		if err != nil {
			continue // a version's that is not read any more
		}
		if a, ok := fact.Data.(events.Answered); ok {
			if err := f.enter(ctx, at.Sitting, m, a); err != nil {
				return nil, err
			}
		}
	}
}

// sittings answers GET /desk/sittings?table=…: the sittings before the open one in
// which something was played of the round of a table.
func (d *Desk) sittings(w http.ResponseWriter, r *http.Request, g *group) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if g.name != Arbiters {
		fail(w, http.StatusForbidden, "the sittings are for the arbiters")
		return
	}
	s, err := scope(r.URL.Query().Get("table"))
	if err != nil {
		fail(w, http.StatusBadRequest, "%v", err)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), readWithin)
	defer cancel()
	list, err := d.Earlier.about(ctx, s)
	if err != nil {
		d.log.Warn("earlier sittings cannot be told", "err", err)
		fail(w, http.StatusServiceUnavailable, "the earlier sittings cannot be read now; ask again")
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"sittings": list})
}

// bookOf returns the book of a sitting, that of the open one for "". It has
// answered the request where it returns nil.
func (d *Desk) bookOf(w http.ResponseWriter, r *http.Request, sitting string) *Book {
	if sitting == "" {
		return d.Book
	}
	if d.Earlier == nil || !sittingName.MatchString(sitting) {
		fail(w, http.StatusNotFound, "there is no sitting %q before the open one", sitting)
		return nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), readWithin)
	defer cancel()
	b, err := d.Earlier.book(ctx, sitting)
	switch {
	case err != nil:
		d.log.Warn("an earlier sitting cannot be read", "sitting", sitting, "err", err)
		fail(w, http.StatusServiceUnavailable, "sitting %s cannot be read now; ask again", sitting)
		return nil
	case b == nil:
		fail(w, http.StatusNotFound, "there is no sitting %q before the open one", sitting)
		return nil
	}
	return b
}
