// Package projector reads the record of a hall, folds it, and writes the facts
// that follow. It alone opens and closes sittings, and it holds the one door
// through which rulings enter the record. One projector is active per hall.
package projector

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"boardwire/events"
	"boardwire/game"
	"boardwire/internal/bus"
)

// Config says which hall is projected.
type Config struct {
	// Hall is a token, as in subjects.
	Hall string
	// Rate is how many clock seconds pass in one second, 1 unless Demo.
	Rate int
	Demo bool
	// MaxBytes is what a sitting's record may take on disk, and its facts again
	// so much; it is raised while the disk has room. 0 means DefaultMaxBytes.
	MaxBytes int64
	// ExportDir is where the record of a sealed sitting is written; empty
	// means nowhere.
	ExportDir string
	// Now is the host's clock; nil means time.Now.
	Now func() time.Time
}

// DefaultMaxBytes is what a sitting's record begins with.
const DefaultMaxBytes = 256 << 20

// Pointer is the value of a hall's entry in the sittings table.
type Pointer struct {
	Sitting string `json:"sitting"`
	Gen     string `json:"gen"`
}

// SittingsTable is the table in which each hall's open sitting is found.
const SittingsTable = "sittings"

// Projector is the projection of one hall.
type Projector struct {
	cfg      Config
	live     bus.Store
	log      *slog.Logger
	m        *metrics
	sittings bus.Table

	mu   sync.Mutex
	open *sitting
	// closing are sittings whose sources have not all drained, oldest first.
	closing []*sitting
	chain   events.Chain
	// ticked is when the last tick was written, ready when the start was done;
	// zero for not yet.
	ticked, ready time.Time
	// broken: an error left a fold and its facts apart.
	broken bool

	// applied is the last folded sequence of the open sitting.
	applied atomic.Uint64

	// secrets are the closed envelopes of the open sitting, as far as it is folded.
	secrets atomic.Pointer[game.Secrets]
	// folded says that CatchUp is done.
	folded atomic.Bool
	// answers has its own lock: a fold answers while the door is held.
	answers sync.Mutex
	waiting map[string]*pending
	seen    map[string]events.Answered
}

// Open finds the hall's open sitting, or opens the first one, and folds
// nothing yet.
func Open(ctx context.Context, cfg Config, live bus.Store, log *slog.Logger, reg prometheus.Registerer) (*Projector, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.MaxBytes == 0 {
		cfg.MaxBytes = DefaultMaxBytes
	}
	cfg.Rate = max(cfg.Rate, 1)
	if cfg.Rate != 1 && !cfg.Demo {
		return nil, fmt.Errorf("clock rate %d: a rate other than 1 is for demonstrations only", cfg.Rate)
	}
	p := &Projector{
		cfg: cfg, live: live, log: log, m: newMetrics(reg),
		waiting: map[string]*pending{},
		seen:    map[string]events.Answered{},
		chain:   events.Chain{Source: "desk-" + cfg.Hall},
	}
	var err error
	if p.sittings, err = live.Table(ctx, SittingsTable, true); err != nil {
		return nil, err
	}
	at, err := p.pointer(ctx)
	if errors.Is(err, bus.ErrNoEntry) {
		at = Pointer{Sitting: "s0001", Gen: "g1"}
		if err = p.begin(ctx, at, nil, nil); err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	}
	if err := p.remember(ctx, at.Sitting); err != nil {
		return nil, fmt.Errorf("answers of the sitting before %s: %w", at.Sitting, err)
	}
	if p.closing, err = p.openClosing(ctx, at.Sitting); err != nil {
		return nil, err
	}
	if p.open, err = p.openSitting(ctx, at.Sitting, at.Gen); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// pointer reads which sitting is open.
func (p *Projector) pointer(ctx context.Context) (Pointer, error) {
	entry, err := p.sittings.Get(ctx, p.cfg.Hall)
	if err != nil {
		return Pointer{}, err
	}
	var at Pointer
	if err := json.Unmarshal(entry.Value, &at); err != nil {
		return Pointer{}, fmt.Errorf("sittings table, entry %s: %w", p.cfg.Hall, err)
	}
	return at, nil
}

// point moves the pointer.
func (p *Projector) point(ctx context.Context, to Pointer) error {
	b, err := json.Marshal(to)
	if err != nil {
		return err
	}
	_, err = p.sittings.Put(ctx, p.cfg.Hall, b)
	return err
}

// begin makes the stream of a sitting, writes its first message, and moves the
// pointer. Each step is safe to repeat.
func (p *Projector) begin(ctx context.Context, at Pointer, marks []events.SourceMark, sealed []string) error {
	record, err := p.live.Create(ctx, recordSpec(p.cfg.Hall, at.Sitting, p.cfg.MaxBytes))
	if err != nil {
		return fmt.Errorf("sitting %s: %w", at.Sitting, err)
	}
	last, err := record.Last(ctx)
	if err != nil {
		return err
	}
	if last == 0 {
		e := p.stamp(events.HallScope, events.SittingOpened{
			Hall: p.cfg.Hall, Sitting: at.Sitting, Rate: p.cfg.Rate, Demo: p.cfg.Demo, Sources: marks, Sealed: sealed,
		})
		if err := p.append(ctx, record, at.Sitting, e, bus.Expect("", 0)); err != nil {
			return err
		}
	}
	return p.point(ctx, at)
}

// stamp makes the desk's next event.
func (p *Projector) stamp(scope events.Scope, data events.Payload) events.Event {
	now := p.cfg.Now().UTC().Truncate(time.Microsecond)
	e := events.Event{Type: data.EventType(), Scope: scope, Observed: now, Recorded: now, Data: data}
	p.chain.Next(&e)
	return e
}

// append writes one event of the desk and moves its chain on.
func (p *Projector) append(ctx context.Context, record bus.Log, sitting string, e events.Event, guard bus.Guard) error {
	b, err := events.Encode(e)
	if err != nil {
		return err
	}
	subject := events.Subject(p.cfg.Hall, sitting, e)
	if _, err = record.Append(ctx, guard, bus.Msg{Subject: subject, Data: b}); err != nil {
		// An append that was not acknowledged may be stored all the same. What
		// cannot be told now, front finds out before the next one.
		m, ok, lookErr := record.LastOn(ctx, subject)
		if lookErr != nil || !ok || !bytes.Equal(m.Data, b) {
			return err
		}
	}
	p.chain.Stored(b)
	return nil
}

// Step folds whatever the records hold now and returns how many messages it
// took. It does not wait. Where the fold waited for time to pass, and it has, a
// tick is written, which the next step takes.
func (p *Projector) Step(ctx context.Context) (int, error) {
	total := 0
	for i := 0; i < len(p.closing); i++ {
		n, err := p.closing[i].step(ctx)
		total += n
		if err != nil {
			return total, err
		}
		done, err := p.drain(ctx, p.closing[i])
		if err != nil {
			return total, err
		}
		if done {
			p.closing = append(p.closing[:i], p.closing[i+1:]...)
			i--
		}
	}
	n, err := p.open.step(ctx)
	total += n
	if err != nil {
		return total, err
	}
	p.open.room(ctx, n)
	p.applied.Store(p.open.fold.Next() - 1)
	p.m.caughtUp(p.open)
	if p.open.fold.Hall().Closing() {
		return total, p.turn(ctx)
	}
	return total, p.tick(ctx)
}

// Drained waits until everything that the open record holds is folded.
func (p *Projector) Drained(ctx context.Context) error {
	for {
		p.mu.Lock()
		record := p.open.record
		p.mu.Unlock()
		last, err := record.Last(ctx)
		if err != nil {
			return err
		}
		if p.applied.Load() >= last {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Close ends the readers.
func (p *Projector) Close() {
	for _, s := range p.closing {
		s.close()
	}
	if p.open != nil {
		p.open.close()
	}
}

// Sitting returns the open sitting's id.
func (p *Projector) Sitting() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.open.id
}

func recordSpec(hall, sitting string, maxBytes int64) bus.Spec {
	return bus.Spec{
		Name:     "IN-" + hall + "-" + sitting,
		Subjects: []string{"bw.in." + hall + "." + sitting + ".>"},
		Role:     bus.Record, MaxBytes: maxBytes,
	}
}

func factSpec(hall, sitting, gen string, maxBytes int64) bus.Spec {
	return bus.Spec{
		Name:     "FACT-" + hall + "-" + sitting + "-" + gen,
		Subjects: []string{"bw.fact." + hall + "." + sitting + "." + gen + ".>"},
		Role:     bus.Facts, MaxBytes: maxBytes,
	}
}

var sittingName = regexp.MustCompile(`^s(\d{4,})$`)

// following returns the name of the sitting after this one.
func following(sitting string) (string, error) {
	m := sittingName.FindStringSubmatch(sitting)
	if m == nil {
		return "", fmt.Errorf("%q is not a sitting's name", sitting)
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("s%04d", n+1), nil
}
