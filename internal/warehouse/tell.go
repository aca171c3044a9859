package warehouse

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"boardwire/feeds"
	"boardwire/internal/bus"
)

// audiences writes down the delays that are kept, where one is new. The first
// that is known of an audience counts as in force ever since.
func (w *Writer) audiences(ctx context.Context) error {
	if w.deps.LiveDB == nil {
		return nil
	}
	if w.delays == nil {
		kept, err := w.keptDelays(ctx)
		if err != nil {
			return err
		}
		w.delays = kept
	}
	names, err := w.deps.Released.Table(ctx, "names", false)
	if errors.Is(err, bus.ErrNoStream) {
		return nil
	}
	if err != nil {
		return err
	}
	var fresh []audience
	for _, a := range w.cfg.Audiences {
		entry, err := names.Get(ctx, feeds.DelayKey(a.Name))
		if errors.Is(err, bus.ErrNoEntry) {
			continue
		}
		if err != nil {
			return err
		}
		var kept struct {
			DelayMS int64 `json:"delay_ms"`
		}
		if err := json.Unmarshal(entry.Value, &kept); err != nil {
			return err
		}
		before, known := w.delays[a.Name]
		if known && before == kept.DelayMS {
			continue
		}
		since := time.Unix(0, 0).UTC()
		if known {
			since = time.Now().UTC().Truncate(time.Microsecond)
		}
		w.delays[a.Name] = kept.DelayMS
		fresh = append(fresh, audience{w.cfg.Hall, a.Name, a.Kind.String(), kept.DelayMS, since})
	}
	for _, b := range audiencesTable.blocks(w.cfg.Live, fresh) {
		if err := w.inserts.insert(ctx, w.deps.LiveDB, b); err != nil {
			w.delays = nil // all again
			return err
		}
	}
	return nil
}

// keptDelays are those that were last written down.
func (w *Writer) keptDelays(ctx context.Context) (map[string]int64, error) {
	rows, err := w.deps.LiveDB.Query(ctx, "SELECT audience, argMax(delay_ms, since) FROM "+w.cfg.Live+".audiences FINAL WHERE hall = ? GROUP BY audience", w.cfg.Hall)
	if err != nil {
		return nil, fmt.Errorf("audiences: %w", err)
	}
	defer rows.Close()
	out := map[string]int64{}
	for rows.Next() {
		var name string
		var ms int64
		if err := rows.Scan(&name, &ms); err != nil {
			return nil, err
		}
		out[name] = ms
	}
	return out, rows.Err()
}

// measure sets the metrics of how far behind the warehouse is.
func (w *Writer) measure(ctx context.Context) {
	behind, age := map[string]uint64{}, map[string]float64{}
	for _, t := range w.all() {
		last := t.look(ctx)
		t.mu.Lock()
		if last > t.written {
			behind[t.label] += last - t.written
		}
		since := t.oldest
		if since.IsZero() {
			since = t.first
		}
		if !since.IsZero() {
			age[t.label] = max(age[t.label], time.Since(since).Seconds())
		}
		t.mu.Unlock()
	}
	for _, label := range []string{streamRecord, streamFacts, streamDeliveries, streamPublic} {
		w.m.lag.WithLabelValues(label).Set(float64(behind[label]))
		w.m.lagTime.WithLabelValues(label).Set(age[label])
	}
}

func (w *Writer) all() []*tail {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := make([]*tail, 0, len(w.tails))
	for _, t := range w.tails {
		out = append(out, t)
	}
	return out
}

// look asks what the stream holds; 0 where it does not answer.
func (t *tail) look(ctx context.Context) uint64 {
	log, err := t.store.Open(ctx, t.stream)
	if err != nil {
		return 0
	}
	last, err := log.Last(ctx)
	if err != nil {
		return 0
	}
	t.mu.Lock()
	t.last = last
	t.mu.Unlock()
	return last
}

// tell writes down how far each stream is, for people who ask from another
// process. Nothing depends on it but that older sittings which are all there are
// not read again.
func (w *Writer) tell(ctx context.Context) {
	now := time.Now().UTC().Truncate(time.Millisecond)
	var live, public []position
	for _, t := range w.all() {
		t.mu.Lock()
		p := position{Hall: w.cfg.Hall, Stream: t.stream, Seq: t.written, Last: max(t.last, t.written), At: now}
		if t.err != nil {
			p.Error = t.err.Error()
		}
		same := p.Seq == t.told.Seq && p.Last == t.told.Last && p.Error == t.told.Error && now.Sub(t.told.At) < time.Minute
		if !same {
			t.told = p
		}
		t.mu.Unlock()
		switch {
		case same:
		case t.public:
			public = append(public, p)
		case t.label == streamDeliveries:
			p.Stream += " deliveries"
			live = append(live, p)
		default:
			live = append(live, p)
		}
	}
	w.put(ctx, positionsTable.blocks(w.cfg.Live, live), false)
	w.put(ctx, positionsTable.blocks(w.cfg.Public, public), true)
}

// tellWithin bounds it: the loop has other things to do.
const tellWithin = 3 * time.Second

func (w *Writer) put(ctx context.Context, blocks []block, public bool) {
	ctx, cancel := context.WithTimeout(ctx, tellWithin)
	defer cancel()
	conn := w.deps.LiveDB
	if public {
		conn = w.deps.PublicDB
	}
	for _, b := range blocks {
		if err := w.inserts.insert(ctx, conn, b); err != nil && ctx.Err() == nil {
			w.m.errors.WithLabelValues(partInsert).Inc()
			w.log.Debug("where the warehouse is was not written down", "err", err)
		}
	}
}

// KnownAudiences are those whose delays were written down.
func KnownAudiences(ctx context.Context, conn driver.Conn, cfg Config) ([]feeds.Audience, error) {
	if err := cfg.Fill(); err != nil {
		return nil, err
	}
	rows, err := conn.Query(ctx, "SELECT audience, argMax(kind, since), argMax(delay_ms, since) FROM "+cfg.Live+".audiences FINAL WHERE hall = ? GROUP BY audience ORDER BY audience", cfg.Hall)
	if err != nil {
		return nil, fmt.Errorf("audiences: %w", err)
	}
	defer rows.Close()
	var out []feeds.Audience
	for rows.Next() {
		var name, kind string
		var ms int64
		if err := rows.Scan(&name, &kind, &ms); err != nil {
			return nil, err
		}
		k, err := feeds.ParseAudienceKind(kind)
		if err != nil {
			return nil, fmt.Errorf("audience %s: %w", name, err)
		}
		out = append(out, feeds.Audience{Name: name, Kind: k, Delay: time.Duration(ms) * time.Millisecond})
	}
	return out, rows.Err()
}
