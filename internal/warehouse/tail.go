package warehouse

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
	"golang.org/x/sync/errgroup"

	"boardwire/internal/bus"
	"boardwire/internal/failpoint"
)

// taker turns the messages of one stream into rows. Where into is nil the rows
// are written already, and only what later rows depend on is kept.
type taker interface {
	take(m bus.Msg, since uint64, into *rows) error
}

// source is one stream and what is made of it.
type source struct {
	// stream names it for people; label is its kind in metrics.
	stream, label string
	store         bus.Store
	conn          driver.Conn
	database      string
	public        bool
	// folds says that rows depend on all messages before them.
	folds bool
	// taker makes a fresh one, for as long as ctx lives; where is the condition that its rows have in the
	// tables named, the first of which has a row for every message.
	taker  func(ctx context.Context) taker
	tables []string
	where  string
	args   []any
	// gen is the generation of facts that this is; nil for other streams.
	gen *current
}

// tail follows one stream.
type tail struct {
	source
	w    *Writer
	stop context.CancelFunc
	done chan struct{}

	mu      sync.Mutex
	read    uint64 // last message taken
	written uint64 // last message whose rows are in
	last    uint64 // last message of the stream, when it was asked
	// oldest is of the batch that is being written, first of the one that fills;
	// zero where there is none.
	oldest, first time.Time
	err           error
	told          position
}

const (
	pauseMin = 100 * time.Millisecond
	pauseMax = 5 * time.Second
)

// follow writes until ctx ends. Whatever fails is tried again from what
// ClickHouse holds by then.
func (t *tail) follow(ctx context.Context) {
	defer close(t.done)
	pause := pauseMin
	for ctx.Err() == nil {
		began := time.Now()
		err := t.run(ctx)
		if ctx.Err() != nil {
			return
		}
		t.failed(err, partStreams)
		if time.Since(began) > time.Minute {
			pause = pauseMin
		}
		if !sleep(ctx, pause) {
			return
		}
		pause = min(2*pause, pauseMax)
	}
}

// run reads the stream from where its rows end.
func (t *tail) run(ctx context.Context) error {
	from, known, err := t.resume(ctx)
	if err != nil {
		return err
	}
	log, err := t.store.Open(ctx, t.stream)
	if err != nil {
		return err
	}
	first := from
	if t.folds {
		first = 1
	}
	target, err := log.Last(ctx)
	if err != nil {
		return err
	}
	if target < known {
		return fmt.Errorf("stream %s ends at %d and the warehouse has %d of its messages: the store lost its end; run boardwire warehouse rebuild when the sitting is closed", t.stream, target, known)
	}
	b := batch{tail: t, taker: t.taker(ctx), from: from, known: known, target: target}
	defer b.settle()
	defer b.forget()
	if err := b.announce(ctx, true); err != nil {
		return err
	}
	for {
		gap, err := b.read(ctx, log, first)
		if err != nil {
			return err
		}
		// The messages between are lost to the store; what is there is kept.
		t.w.log.Error("messages are missing from a stream; the warehouse goes on behind them", "stream", t.stream, "after", gap.After, "next", gap.Got)
		t.w.m.unread.WithLabelValues(t.label).Add(float64(gap.Got - gap.After - 1))
		first = gap.Got
	}
}

// resume returns the first message of the last batch that any of the tables
// knows, and the last: a batch is begun when all tables have the one before. 1
// where the first table has nothing.
func (t *tail) resume(ctx context.Context) (from, known uint64, err error) {
	from = 1
	for i, name := range t.tables {
		var since, seq, n uint64
		err := t.conn.QueryRow(ctx, "SELECT max(since), max(seq), count() FROM "+t.database+"."+name+" WHERE "+t.where, t.args...).Scan(&since, &seq, &n)
		if err != nil {
			t.w.m.reachable.Set(0)
			return 0, 0, fmt.Errorf("where %s ends: %w", name, err)
		}
		if i == 0 && n == 0 {
			return 1, 0, nil
		}
		from, known = max(from, since), max(known, seq)
	}
	return from, known, nil
}

// failed notes what went wrong.
func (t *tail) failed(err error, part string) {
	t.mu.Lock()
	known := t.err != nil
	t.err = err
	t.mu.Unlock()
	t.w.m.errors.WithLabelValues(part).Inc()
	if !known {
		t.w.log.Warn("the warehouse falls behind; it goes on by itself", "stream", t.stream, "err", err)
	}
}

// batch collects rows until they are many or old.
type batch struct {
	*tail
	taker taker
	// from is the first message whose rows are not known to be written.
	from, target uint64
	// known is the last message that a table has: what is written again ends
	// there, so that it is not written again at the next start too.
	known uint64
	rows  rows
	// spare is the room of the batch that is being written, for the one after
	// the next.
	spare rows
	since uint64 // first message in it; 0 while it is empty
	due   time.Time
	// inTime ends when the batch is due; it is one for the whole batch.
	inTime    context.Context
	over      context.CancelFunc
	announced bool
	writing   chan error // of the batch before; nil while none is
}

// read takes messages from first on; it returns at a hole.
func (b *batch) read(ctx context.Context, log bus.Log, first uint64) (*bus.GapError, error) {
	r, err := log.Read(ctx, first)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for {
		m, err := b.next(ctx, r)
		var gap *bus.GapError
		switch {
		case errors.As(err, &gap):
			return gap, errors.Join(b.flush(ctx), b.settle())
		case errors.Is(err, errDue):
			if b.busy() {
				b.later()
				continue
			}
			if err := b.flush(ctx); err != nil {
				return nil, err
			}
			continue
		case err != nil:
			return nil, err
		}
		b.take(m)
		due := b.since > 0 && !time.Now().Before(b.due)
		if due && b.busy() {
			b.later()
			due = false
		}
		if b.rows.most() >= batchRows || m.Seq == b.known || due {
			if err := b.flush(ctx); err != nil {
				return nil, err
			}
		}
	}
}

// busyLook is how soon a batch that is due looks again whether the one before
// is in. Until then it may as well fill: larger batches cost less a row.
const busyLook = 5 * time.Millisecond

func (b *batch) later() {
	b.forget()
	b.due = time.Now().Add(busyLook)
}

// busy says that the batch before is still being written.
func (b *batch) busy() bool { return b.writing != nil && len(b.writing) == 0 }

// errDue says that a batch has waited long enough.
var errDue = errors.New("the batch is due")

// next waits for a message, at most until the batch is due.
func (b *batch) next(ctx context.Context, r bus.Reader) (bus.Msg, error) {
	if b.since == 0 {
		return r.Next(ctx)
	}
	if b.inTime == nil {
		b.inTime, b.over = context.WithDeadline(ctx, b.due)
	}
	m, err := r.Next(b.inTime)
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return m, errDue
	}
	return m, err
}

// take adds the rows of one message.
func (b *batch) take(m bus.Msg) {
	var into *rows
	if m.Seq >= b.from {
		into = &b.rows
		if b.since == 0 {
			b.since, b.due = m.Seq, time.Now().Add(batchWithin)
			b.mu.Lock()
			b.first = m.Time
			b.mu.Unlock()
		}
	}
	if err := b.taker.take(m, b.since, into); err != nil {
		b.w.log.Error("a message cannot be read; the warehouse goes on behind it", "stream", b.stream, "seq", m.Seq, "err", err)
		b.w.m.unread.WithLabelValues(b.label).Inc()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tail.read = m.Seq
	if into == nil {
		b.written = m.Seq
	}
}

// flush begins to write the batch, when the one before is in. However long it
// takes, the next batch fills meanwhile and waits then: the stream keeps the
// rest.
func (b *batch) flush(ctx context.Context) error {
	if err := b.settle(); err != nil {
		return err
	}
	all := b.rows
	if all.most() >= batchRows/10 { // while catching up all are large
		b.rows, b.spare = b.spare, all
		b.rows.empty()
	} else {
		b.rows, b.spare = rows{}, rows{}
	}
	b.since = 0
	b.forget()
	b.mu.Lock()
	upTo := b.tail.read
	b.oldest, b.first = b.first, time.Time{}
	b.mu.Unlock()
	b.writing = make(chan error, 1)
	go func() { b.writing <- b.writeAll(ctx, all, upTo) }()
	return nil
}

// forget ends the context of the batch.
func (b *batch) forget() {
	if b.over != nil {
		b.over()
		b.inTime, b.over = nil, nil
	}
}

// settle waits for the batch that is being written.
func (b *batch) settle() error {
	if b.writing == nil {
		return nil
	}
	err := <-b.writing
	b.writing = nil
	return err
}

// writeAll writes one batch: all tables at once, and nothing after it before all
// have it.
func (b *batch) writeAll(ctx context.Context, all rows, upTo uint64) error {
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(3)
	for _, block := range all.blocks(b.database, b.public) {
		g.Go(func() error {
			err := b.write(inner, block)
			failpoint.Hit(failpoint.BetweenInserts)
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	b.mu.Lock()
	b.written, b.oldest, b.err = upTo, time.Time{}, nil
	b.mu.Unlock()
	return b.announce(ctx, false)
}

// write tries one insert until it is acknowledged.
func (b *batch) write(ctx context.Context, block block) error {
	pause := pauseMin
	for {
		began := time.Now()
		err := b.w.inserts.insert(ctx, b.conn, block)
		if err == nil {
			b.w.m.reachable.Set(1)
			b.w.m.rows.WithLabelValues(block.table).Add(float64(block.rows))
			b.w.m.insert.WithLabelValues(block.table).Observe(time.Since(began).Seconds())
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		b.w.m.reachable.Set(0)
		b.failed(err, partInsert)
		if !sleep(ctx, pause) {
			return ctx.Err()
		}
		pause = min(2*pause, pauseMax)
	}
}

// announce makes a generation the one that questions are answered from: at once
// where the sitting has none, and else when it holds all that the stream held
// at the start.
func (b *batch) announce(ctx context.Context, start bool) error {
	if b.gen == nil || b.announced {
		return nil
	}
	if !start && b.tail.lastWritten() < b.target {
		return nil
	}
	if start {
		var n uint64
		err := b.conn.QueryRow(ctx, "SELECT count() FROM "+b.database+".generations WHERE hall = ? AND sitting = ?", b.gen.Hall, b.gen.Sitting).Scan(&n)
		if err != nil {
			return fmt.Errorf("generations: %w", err)
		}
		if n > 0 {
			return nil
		}
	}
	for _, block := range generationsTable.blocks(b.database, []current{*b.gen}) {
		if err := b.write(ctx, block); err != nil {
			return err
		}
	}
	b.announced = true
	return nil
}

func (t *tail) lastWritten() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.written
}

// sleep waits and says whether ctx still lives.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
