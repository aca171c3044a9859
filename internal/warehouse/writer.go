package warehouse

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
)

// Deps are what a writer works with.
type Deps struct {
	// Live is the account of record and facts; nil where this writer has only
	// what is released.
	Live bus.Store
	// Released is the account of what a gate has let go, with the credentials of
	// the web; nil where there is none.
	Released bus.Store
	// LiveDB and PublicDB are the two users' connections; PublicDB may be nil.
	LiveDB, PublicDB driver.Conn
	Log              *slog.Logger
	// Metrics may be nil.
	Metrics *Metrics
	// Turned, where set, is called on each turn of the loop.
	Turned func()
}

// Writer brings a hall's streams into ClickHouse.
type Writer struct {
	cfg  Config
	deps Deps
	log  *slog.Logger
	m    *Metrics

	inserts inserts

	mu    sync.Mutex
	tails map[string]*tail
	// delays are what was last written of each audience; nil: not looked up.
	delays map[string]int64
}

// New makes a writer. It connects to nothing yet.
func New(cfg Config, deps Deps) (*Writer, error) {
	if err := cfg.Fill(); err != nil {
		return nil, err
	}
	if deps.LiveDB == nil && deps.Live != nil {
		return nil, errors.New("warehouse: record and facts without a connection to the live database")
	}
	if deps.Log == nil {
		deps.Log = slog.New(slog.DiscardHandler)
	}
	if deps.Metrics == nil {
		deps.Metrics = NewMetrics(nil)
	}
	return &Writer{
		cfg: cfg, deps: deps, log: deps.Log, m: deps.Metrics,
		tails: map[string]*tail{},
	}, nil
}

const (
	lookEvery   = time.Second
	tellEvery   = 2 * time.Second
	olderEvery  = 30 * time.Second
	migrateWait = 30 * time.Second
)

// Run writes until ctx ends and returns nil then. ClickHouse may come late, go
// away and come back: the streams keep what it has not got.
func (w *Writer) Run(ctx context.Context) error {
	defer w.close()
	pause := pauseMin
	for {
		w.turned()
		err := w.migrate(ctx)
		if err == nil {
			break
		}
		if ctx.Err() != nil {
			return nil
		}
		w.m.errors.WithLabelValues(partConnect).Inc()
		w.m.reachable.Set(0)
		w.log.Warn("ClickHouse is not ready; the warehouse waits", "err", err)
		if !sleep(ctx, pause) {
			return nil
		}
		pause = min(2*pause, migrateWait)
	}
	w.m.reachable.Set(1)
	var told, older time.Time
	for ctx.Err() == nil {
		w.turned()
		now := time.Now()
		all := now.Sub(older) >= olderEvery
		if all {
			older = now
		}
		if err := w.look(ctx, all); err != nil && ctx.Err() == nil {
			w.m.errors.WithLabelValues(partStreams).Inc()
			w.log.Warn("streams cannot be listed; tried again", "err", err)
		}
		w.measure(ctx)
		if now.Sub(told) >= tellEvery {
			told = now
			w.tell(ctx)
		}
		sleep(ctx, lookEvery)
	}
	return nil
}

func (w *Writer) turned() {
	if w.deps.Turned != nil {
		w.deps.Turned()
	}
}

// migrate makes the databases.
func (w *Writer) migrate(ctx context.Context) error {
	if w.deps.LiveDB != nil {
		if err := migrate(ctx, w.deps.LiveDB, kindLive, w.cfg.Live, w.cfg.Cluster); err != nil {
			return err
		}
	}
	if w.deps.PublicDB != nil {
		return migrate(ctx, w.deps.PublicDB, kindPublic, w.cfg.Public, w.cfg.Cluster)
	}
	return nil
}

// close ends all tails.
func (w *Writer) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range w.tails {
		t.stop()
	}
	for _, t := range w.tails {
		<-t.done
	}
	w.mu.Unlock()
	// The last word is for whoever asks while nobody writes.
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	w.tell(ctx)
	w.mu.Lock()
	clear(w.tails)
}

// pointer is the value of a hall's entry in the table of sittings.
type pointer struct {
	Sitting string `json:"sitting"`
	Gen     string `json:"gen"`
}

var (
	sittingName = regexp.MustCompile(`^s\d{4,}$`)
	genName     = regexp.MustCompile(`^g[1-9]\d{0,6}$`)
)

// look starts a tail for each stream that is to be kept, and stops those of
// generations that no longer hold. With all it looks at older sittings too.
func (w *Writer) look(ctx context.Context, all bool) error {
	var want []source
	if w.deps.Live != nil {
		live, err := w.live(ctx, all)
		if err != nil {
			return err
		}
		want = live
	}
	if w.deps.Released != nil {
		want = append(want, w.released()...)
		if err := w.audiences(ctx); err != nil {
			return err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	keep := map[string]bool{}
	for _, s := range want {
		key := s.label + " " + s.stream
		keep[key] = true
		if w.tails[key] == nil {
			inner, stop := context.WithCancel(ctx)
			t := &tail{source: s, w: w, stop: stop, done: make(chan struct{})}
			w.tails[key] = t
			go t.follow(inner)
		}
	}
	for key, t := range w.tails {
		if t.gen != nil && !keep[key] && w.replaced(t, want) {
			t.stop()
			<-t.done
			delete(w.tails, key)
		}
	}
	return nil
}

// replaced says that another generation of the same sitting is wanted.
func (w *Writer) replaced(t *tail, want []source) bool {
	for _, s := range want {
		if s.gen != nil && s.gen.Sitting == t.gen.Sitting && s.gen.Gen != t.gen.Gen {
			return true
		}
	}
	return false
}

// live returns the record and the facts of the open sitting, and with all those
// of older ones that are not all there.
func (w *Writer) live(ctx context.Context, all bool) ([]source, error) {
	at, err := w.pointer(ctx)
	if err != nil || at.Sitting == "" {
		return nil, err
	}
	var done map[string]uint64
	if all {
		if done, err = w.positions(ctx); err != nil {
			return nil, err
		}
	}
	every, err := w.everySitting(ctx)
	if err != nil {
		return nil, err
	}
	var out []source
	for _, s := range every {
		switch sitting := s.args[1].(string); {
		case events.CompareSittings(sitting, at.Sitting) >= 0:
			out = append(out, s)
		case all:
			whole, err := w.whole(ctx, s.stream, done)
			if err != nil {
				return nil, err
			}
			if !whole {
				out = append(out, s)
			}
		}
	}
	return out, nil
}

// everySitting returns record and facts of every sitting, oldest first: of the
// open one the generation that the pointer names, of others the newest.
func (w *Writer) everySitting(ctx context.Context) ([]source, error) {
	at, err := w.pointer(ctx)
	if err != nil || at.Sitting == "" {
		return nil, err
	}
	names, err := w.deps.Live.Streams(ctx)
	if err != nil {
		return nil, err
	}
	gens := map[string]int{}
	var records []string
	for _, name := range names {
		if s, ok := strings.CutPrefix(name, "IN-"+w.cfg.Hall+"-"); ok && sittingName.MatchString(s) {
			records = append(records, s)
		}
		rest, ok := strings.CutPrefix(name, "FACT-"+w.cfg.Hall+"-")
		if s, g, cut := strings.Cut(rest, "-"); ok && cut && sittingName.MatchString(s) && genName.MatchString(g) {
			n, _ := strconv.Atoi(g[1:]) // it is a number
			gens[s] = max(gens[s], n)
		}
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(at.Gen, "g")); err == nil && gens[at.Sitting] > 0 {
		gens[at.Sitting] = n
	}
	slices.SortFunc(records, events.CompareSittings)
	var out []source
	for _, s := range records {
		out = append(out, w.recordSource(s))
	}
	for _, s := range slices.SortedFunc(maps.Keys(gens), events.CompareSittings) {
		out = append(out, w.factSource(s, gens[s]))
	}
	return out, nil
}

func (w *Writer) pointer(ctx context.Context) (at pointer, err error) {
	t, err := w.deps.Live.Table(ctx, "sittings", false)
	if errors.Is(err, bus.ErrNoStream) {
		return at, nil // no hall has opened yet
	}
	if err != nil {
		return at, err
	}
	entry, err := t.Get(ctx, w.cfg.Hall)
	if errors.Is(err, bus.ErrNoEntry) {
		return at, nil
	}
	if err != nil {
		return at, err
	}
	if err := json.Unmarshal(entry.Value, &at); err != nil || !sittingName.MatchString(at.Sitting) || !genName.MatchString(at.Gen) {
		return pointer{}, fmt.Errorf("table sittings, entry %s: %q is no {sitting, gen}", w.cfg.Hall, entry.Value)
	}
	return at, nil
}

// whole says whether all of an older sitting's stream is written.
func (w *Writer) whole(ctx context.Context, stream string, done map[string]uint64) (bool, error) {
	seq, ok := done[stream]
	if !ok {
		return false, nil
	}
	log, err := w.deps.Live.Open(ctx, stream)
	if err != nil {
		return false, err
	}
	last, err := log.Last(ctx)
	return seq >= last, err
}

// positions returns up to where each stream was said to be written.
func (w *Writer) positions(ctx context.Context) (map[string]uint64, error) {
	rows, err := w.deps.LiveDB.Query(ctx, "SELECT stream, seq FROM "+w.cfg.Live+".positions FINAL WHERE hall = ?", w.cfg.Hall)
	if err != nil {
		return nil, fmt.Errorf("positions: %w", err)
	}
	defer rows.Close()
	out := map[string]uint64{}
	for rows.Next() {
		var stream string
		var seq uint64
		if err := rows.Scan(&stream, &seq); err != nil {
			return nil, err
		}
		out[stream] = seq
	}
	return out, rows.Err()
}

func (w *Writer) recordSource(sitting string) source {
	at := from{Hall: w.cfg.Hall, Sitting: sitting}
	return source{
		stream: "IN-" + w.cfg.Hall + "-" + sitting, label: streamRecord, store: w.deps.Live,
		conn: w.deps.LiveDB, database: w.cfg.Live,
		taker:  func(context.Context) taker { return &recordRows{at} },
		tables: []string{"observations", "rulings", "device_health"},
		where:  "hall = ? AND sitting = ?", args: []any{w.cfg.Hall, sitting},
	}
}

func (w *Writer) factSource(sitting string, gen int) source {
	at := from{Hall: w.cfg.Hall, Sitting: sitting, Gen: uint32(gen)}
	return source{
		stream: "FACT-" + w.cfg.Hall + "-" + sitting + "-g" + strconv.Itoa(gen), label: streamFacts, store: w.deps.Live,
		conn: w.deps.LiveDB, database: w.cfg.Live, folds: true,
		taker: func(ctx context.Context) taker {
			rows := newFactRows(at)
			rows.before = &before{ctx: ctx, w: w, sitting: sitting}
			return rows
		},
		tables: []string{"facts", "games", "plies", "findings", "answers"},
		where:  "hall = ? AND sitting = ? AND gen = ?", args: []any{w.cfg.Hall, sitting, uint32(gen)},
		gen: &current{w.cfg.Hall, sitting, uint32(gen)},
	}
}

// released returns the streams of all audiences: what went to each is counted in
// the live database, and the public one gets what everybody has seen.
func (w *Writer) released() (out []source) {
	for _, a := range w.cfg.Audiences {
		s := source{
			stream: "PUB-" + a.Name, store: w.deps.Released,
			where: "hall = ? AND audience = ?", args: []any{w.cfg.Hall, a.Name},
		}
		if w.deps.LiveDB != nil {
			d := s
			d.label, d.conn, d.database, d.tables = streamDeliveries, w.deps.LiveDB, w.cfg.Live, []string{"deliveries"}
			d.taker = func(context.Context) taker { return &deliveryRows{w.cfg.Hall, a.Name} }
			out = append(out, d)
		}
		if w.deps.PublicDB != nil && a.Kind == feeds.Public {
			p := s
			p.label, p.conn, p.database, p.tables = streamPublic, w.deps.PublicDB, w.cfg.Public, []string{"games", "plies"}
			p.public, p.folds = true, true
			p.taker = func(context.Context) taker { return newPublicRows(w.cfg.Hall, a.Name) }
			out = append(out, p)
		}
	}
	return out
}
