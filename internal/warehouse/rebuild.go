package warehouse

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"boardwire/internal/bus"
)

// newSuffix is that of a table while it is written anew, and of the old one
// until it is dropped.
const newSuffix = "_new"

// Compared is one table before and after a rebuild, over the messages that both
// were made of.
type Compared struct {
	Database, Table string
	Before, After   uint64 // rows
	Equal           bool   // all rows are the same
}

// Rebuild writes all tables anew from the streams that exist, beside the old
// ones, compares both, and exchanges them. Readers see the old table or the new
// one, never less; a writer that runs meanwhile loses nothing. Rows of sittings
// and halls whose streams do not exist here are carried over as they are. With
// checkOnly nothing is exchanged.
func (w *Writer) Rebuild(ctx context.Context, checkOnly bool) ([]Compared, error) {
	if err := w.migrate(ctx); err != nil {
		return nil, err
	}
	var out []Compared
	for _, kind := range []string{kindLive, kindPublic} {
		r := rebuild{w: w, kind: kind, conn: w.deps.LiveDB, database: w.cfg.Live}
		if kind == kindPublic {
			r.conn, r.database = w.deps.PublicDB, w.cfg.Public
		}
		if r.conn == nil {
			continue
		}
		done, err := r.run(ctx, checkOnly)
		out = append(out, done...)
		if err != nil {
			return out, fmt.Errorf("warehouse: rebuild %s: %w", r.database, err)
		}
	}
	return out, nil
}

// rebuild is that of one database.
type rebuild struct {
	w              *Writer
	kind, database string
	conn           driver.Conn
	tables         []dataTable
	streams        []*restream
}

// dataTable is a table that is made of streams.
type dataTable struct {
	name, create string
	// columns by which a stream's rows are told.
	facts, released bool
}

// restream is one stream on its way into the new tables.
type restream struct {
	source
	taker taker
	end   uint64 // last message taken
}

func (r *rebuild) run(ctx context.Context, checkOnly bool) ([]Compared, error) {
	if err := r.prepare(ctx); err != nil {
		return nil, err
	}
	sources, err := r.sources(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		re := &restream{source: s, taker: s.taker(ctx)}
		r.streams = append(r.streams, re)
		if err := r.load(ctx, re, newSuffix); err != nil {
			return nil, err
		}
	}
	if err := r.carry(ctx); err != nil {
		return nil, err
	}
	var out []Compared
	for _, t := range r.tables {
		c, err := r.compare(ctx, t)
		if err != nil {
			return out, err
		}
		out = append(out, c)
	}
	if !checkOnly {
		if err := r.exchange(ctx); err != nil {
			return out, err
		}
	}
	for _, t := range r.tables {
		if err := r.conn.Exec(ctx, "DROP TABLE IF EXISTS "+r.database+"."+t.name+newSuffix+" SYNC"); err != nil {
			return out, err
		}
	}
	return out, nil
}

var (
	createTable = regexp.MustCompile(`(?m)^CREATE TABLE IF NOT EXISTS \$db\.([a-z_]+) `)
	alterTable  = regexp.MustCompile(`(?m)^ALTER TABLE \$db\.([a-z_]+) `)
)

// prepare makes the new tables, empty.
func (r *rebuild) prepare(ctx context.Context) error {
	list, err := migrationsOf(r.kind)
	if err != nil {
		return err
	}
	for _, m := range list {
		if err := r.alter(ctx, m); err != nil {
			return err
		}
		name := createTable.FindStringSubmatch(m.text)
		if name == nil || !strings.Contains(m.text, "    since ") || !strings.Contains(m.text, "    seq ") {
			continue // a view, or a table that no stream makes
		}
		t := dataTable{
			name: name[1], facts: strings.Contains(m.text, "    gen "), released: strings.Contains(m.text, "    audience "),
			create: strings.Replace(m.text, "$db."+name[1]+" ", "$db."+name[1]+newSuffix+" ", 1),
		}
		r.tables = append(r.tables, t)
		for _, q := range []string{"DROP TABLE IF EXISTS " + r.database + "." + t.name + newSuffix + " SYNC", statement(t.create, r.database, r.w.cfg.Cluster)} {
			if err := r.conn.Exec(ctx, q); err != nil {
				return err
			}
		}
	}
	return nil
}

// alter gives a new table what a later migration gave the old one.
func (r *rebuild) alter(ctx context.Context, m migration) error {
	name := alterTable.FindStringSubmatch(m.text)
	if name == nil || !slices.ContainsFunc(r.tables, func(t dataTable) bool { return t.name == name[1] }) {
		return nil
	}
	text := strings.Replace(m.text, "$db."+name[1]+" ", "$db."+name[1]+newSuffix+" ", 1)
	return r.conn.Exec(ctx, statement(text, r.database, r.w.cfg.Cluster))
}

// sources are the streams that make this database.
func (r *rebuild) sources(ctx context.Context) (out []source, err error) {
	w := r.w
	if r.kind == kindLive && w.deps.Live != nil {
		if out, err = w.everySitting(ctx); err != nil {
			return nil, err
		}
	}
	if w.deps.Released != nil {
		for _, s := range w.released() {
			if s.public == (r.kind == kindPublic) {
				out = append(out, s)
			}
		}
	}
	return out, nil
}

// load takes what a stream holds beyond what was taken.
func (r *rebuild) load(ctx context.Context, s *restream, suffix string) error {
	log, err := s.store.Open(ctx, s.stream)
	if errors.Is(err, bus.ErrNoStream) {
		return nil // an audience that nothing went to
	}
	if err != nil {
		return err
	}
	last, err := log.Last(ctx)
	if err != nil {
		return err
	}
	for s.end < last {
		if err := r.stretch(ctx, log, s, last, suffix); err != nil {
			return err
		}
	}
	return nil
}

// stretch takes messages up to last, or to a hole.
func (r *rebuild) stretch(ctx context.Context, log bus.Log, s *restream, last uint64, suffix string) error {
	reader, err := log.Read(ctx, s.end+1)
	if err != nil {
		return err
	}
	defer reader.Close()
	var batch rows
	var since uint64
	for s.end < last {
		m, err := reader.Next(ctx)
		var gap *bus.GapError
		if errors.As(err, &gap) {
			r.w.log.Error("messages are missing from a stream; the rebuild goes on behind them", "stream", s.stream, "after", gap.After, "next", gap.Got)
			s.end = gap.Got - 1
			break
		}
		if err != nil {
			return err
		}
		if since == 0 {
			since = m.Seq
		}
		if err := s.taker.take(m, since, &batch); err != nil {
			r.w.log.Error("a message cannot be read; the rebuild goes on behind it", "stream", s.stream, "seq", m.Seq, "err", err)
		}
		s.end = m.Seq
		if batch.most() >= batchRows {
			if err := r.write(ctx, &batch, s, suffix); err != nil {
				return err
			}
			batch, since = rows{}, 0
		}
	}
	return r.write(ctx, &batch, s, suffix)
}

func (r *rebuild) write(ctx context.Context, batch *rows, s *restream, suffix string) error {
	for _, b := range batch.blocks(s.database, s.public) {
		b.table += suffix
		var err error
		for range 5 {
			if err = r.w.inserts.insert(ctx, r.conn, b); err == nil || ctx.Err() != nil {
				break
			}
			sleep(ctx, time.Second)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sittings of the streams that are read.
func (r *rebuild) sittings() (out []string) {
	for _, s := range r.streams {
		if s.label == streamRecord {
			out = append(out, s.args[1].(string))
		}
	}
	return out
}

// carry copies the rows that no stream here makes.
func (r *rebuild) carry(ctx context.Context) error {
	// The copy is no batch: it may touch many partitions.
	ctx = clickhouse.Context(ctx, clickhouse.WithSettings(clickhouse.Settings{"max_partitions_per_insert_block": 0, "async_insert": 0}))
	for _, t := range r.tables {
		where, args := "NOT (hall = ? AND sitting IN ?)", []any{r.w.cfg.Hall, r.sittings()}
		if t.released {
			var names []string
			for _, s := range r.streams {
				if s.end > 0 && (s.label == streamDeliveries || s.label == streamPublic) {
					names = append(names, s.args[1].(string))
				}
			}
			where, args = "NOT (hall = ? AND audience IN ?)", []any{r.w.cfg.Hall, names}
		}
		if list := args[1].([]string); len(list) == 0 {
			where, args = "1", nil
		}
		q := "INSERT INTO " + r.database + "." + t.name + newSuffix + " SELECT * FROM " + r.database + "." + t.name + " FINAL WHERE " + where
		if err := r.conn.Exec(ctx, q, args...); err != nil {
			return fmt.Errorf("carry over %s: %w", t.name, err)
		}
	}
	return nil
}

// compare sets both tables against each other, over what was taken.
func (r *rebuild) compare(ctx context.Context, t dataTable) (Compared, error) {
	c := Compared{Database: r.database, Table: t.name}
	var parts []string
	var args []any
	for _, s := range r.streams {
		if !slices.Contains(s.tables, t.name) {
			continue
		}
		parts = append(parts, "("+s.where+" AND seq <= ?)")
		args = append(append(args, s.args...), s.end)
	}
	if len(parts) == 0 {
		c.Equal = true
		return c, nil
	}
	var sums [2]uint64
	for i, suffix := range []string{"", newSuffix} {
		rows := []*uint64{&c.Before, &c.After}[i]
		// The greatest seq of a row may be later than what was taken: the row is
		// not the same then and is not compared.
		q := "SELECT count(), groupBitXor(cityHash64(toString(tuple(* EXCEPT (since))))) FROM " + r.database + "." + t.name + suffix + " FINAL WHERE " + strings.Join(parts, " OR ")
		if err := r.conn.QueryRow(ctx, q, args...).Scan(rows, &sums[i]); err != nil {
			return c, fmt.Errorf("compare %s: %w", t.name, err)
		}
	}
	c.Equal = c.Before == c.After && sums[0] == sums[1]
	return c, nil
}

// exchange puts the new tables in the place of the old, then takes in what the
// streams got meanwhile: a writer's insert that went into the old table holds
// nothing that a stream did not hold by then.
func (r *rebuild) exchange(ctx context.Context) error {
	on := ""
	if r.w.cfg.Cluster != "" {
		on = " ON CLUSTER " + r.w.cfg.Cluster
	}
	for _, t := range r.tables {
		if err := r.conn.Exec(ctx, "EXCHANGE TABLES "+r.database+"."+t.name+" AND "+r.database+"."+t.name+newSuffix+on); err != nil {
			return fmt.Errorf("exchange %s: %w", t.name, err)
		}
	}
	sources, err := r.sources(ctx)
	if err != nil {
		return err
	}
	var now []current
	for _, s := range sources {
		i := slices.IndexFunc(r.streams, func(old *restream) bool { return old.stream == s.stream && old.label == s.label })
		re := &restream{source: s, taker: s.taker(ctx)}
		if i >= 0 {
			re = r.streams[i]
		}
		if err := r.load(ctx, re, ""); err != nil {
			return err
		}
		if s.gen != nil {
			now = append(now, *s.gen)
		}
	}
	for _, b := range generationsTable.blocks(r.database, now) {
		if err := r.w.inserts.insert(ctx, r.conn, b); err != nil {
			return err
		}
	}
	return nil
}
