// Package ingest reads the boards of one host and records what they say. It
// knows no games, no pairings and no rules.
//
// Sights become observations (Recorder), observations become events that are
// numbered and chained, events go into the outbox, and from there into the
// record of the hall's open sitting (see forward.go). Nothing is lost between
// the outbox and the record, and nothing comes twice, wherever the process is
// killed.
package ingest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"boardwire/adapters/serial"
	"boardwire/events"
	"boardwire/internal/bus"
	"boardwire/internal/spool"
)

// Config is what an operator sets.
type Config struct {
	// Hall names the playing hall.
	Hall string
	// Host names this machine in the name of the source.
	Host string
	// Dir is the folder of the outbox. It is made if it is not there.
	Dir string
	// OutboxSize in bytes, 0 for spool.DefaultSize.
	OutboxSize int64
	// Globs find the ports; none means serial.DefaultGlobs.
	Globs []string
	// Grace is how long, at the end, the outbox may take to empty: 2 s if 0.
	// What is left is published at the next start.
	Grace time.Duration
	// Line overrides times of the serial supervisor in tests; its New, Sink
	// and Note are set by Run.
	Line serial.Options
	// Poll is how often ports are looked for, 0 for once a second.
	Poll time.Duration
	// Absent is how long after the start a board may take that answered before
	// it: 10 s if 0. Then it is recorded as lost.
	Absent time.Duration
}

// Deps is what a process gives.
type Deps struct {
	// Driver makes the codec of a port.
	Driver func() serial.Protocol
	// Connect opens the store of the record. It is called again, with growing
	// pauses, until it succeeds; recording goes on meanwhile. Run closes it.
	Connect func(context.Context) (bus.Store, error)
	Log     *slog.Logger
	// Registry takes the metrics; nil for none.
	Registry prometheus.Registerer
	// Now is the host's clock, time.Now if nil. It gives "recorded" alone.
	Now func() time.Time
	// Ready is told whether "outbox" and "record" work, when that changes; nil
	// where nobody asks.
	Ready func(check string, err error)
}

// outboxName is the file of the outbox in Config.Dir.
const outboxName = "outbox"

// Run reads boards and records what they say until ctx ends. At the end it
// closes the ports, writes down what came, and gives the record Config.Grace to
// take it. It returns an error when the outbox fails, or when another writer
// uses this source's name (*ForeignError).
func Run(ctx context.Context, cfg Config, deps Deps) error {
	if err := cfg.check(); err != nil {
		return err
	}
	deps = deps.withDefaults()
	box, err := openOutbox(cfg, deps.Log)
	if err != nil {
		return err
	}
	defer box.Close()
	m := newMetrics(deps.Registry)
	m.of(box, deps.Registry, deps.Now)
	deps.Log.Info("recording", "source", box.Source(), "waiting", box.Pending())

	lines := make(chan line, lineQueue)
	f := newForwarder(cfg.Hall, box, deps, m)
	on, err := openRoll(filepath.Join(cfg.Dir, rollName))
	if err != nil {
		deps.Log.Warn("a start after this one will tell better", "err", err)
	}
	w := &writer{box: box, rec: NewRecorder(), deps: deps, m: m, lines: lines, drains: f.drains, roll: on, absent: cfg.absent()}

	all, running := errgroup.WithContext(ctx)
	// The forwarder outlives the others by the grace.
	forwarding, stopForwarding := context.WithCancel(context.WithoutCancel(ctx))
	defer stopForwarding()
	all.Go(func() error {
		defer close(lines)
		o := cfg.Line
		o.New, o.Sink, o.Note = deps.Driver, sink{lines}, notes{deps.Log, m, map[string]string{}}.lock()
		globs := cfg.Globs
		if len(globs) == 0 {
			globs = serial.DefaultGlobs
		}
		return serial.Watch(running, globs, cfg.Poll, o)
	})
	all.Go(func() error {
		err := w.run()
		// Nothing more comes: let the record take what waits, but not for ever.
		grace := time.AfterFunc(cfg.grace(), stopForwarding)
		defer grace.Stop()
		f.finish()
		<-f.done
		return err
	})
	all.Go(func() error {
		defer close(f.done)
		return f.run(forwarding)
	})
	return errors.Join(all.Wait(), box.Close())
}

func (c Config) check() error {
	if err := events.CheckToken(c.Hall); err != nil {
		return fmt.Errorf("hall: %w", err)
	}
	if c.Dir == "" {
		return errors.New("no folder for the outbox is given")
	}
	return nil
}

func (c Config) grace() time.Duration {
	if c.Grace == 0 {
		return 2 * time.Second
	}
	return c.Grace
}

func (c Config) absent() time.Duration {
	if c.Absent == 0 {
		return absentAfter
	}
	return c.Absent
}

func (d Deps) withDefaults() Deps {
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Ready == nil {
		d.Ready = func(string, error) {}
	}
	return d
}

// openOutbox opens the outbox. A damaged one is kept beside, and a new source
// begins.
func openOutbox(cfg Config, log *slog.Logger) (*spool.Outbox, error) {
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("folder of the outbox: %w", err)
	}
	path := filepath.Join(cfg.Dir, outboxName)
	opt := spool.Options{Size: cfg.OutboxSize, Source: spool.Mint("ingest", cfg.Hall, cfg.Host)}
	box, err := spool.Open(path, opt)
	var damage *spool.DamageError
	if errors.As(err, &damage) {
		aside, moveErr := setAside(path)
		if moveErr != nil {
			return nil, errors.Join(err, moveErr)
		}
		log.Error("the outbox is damaged and was set aside: a new source begins", "err", err, "kept", aside)
		box, err = spool.Open(path, opt)
	}
	if err != nil {
		return nil, err
	}
	if box.Minted() {
		log.Warn("a new outbox: this host writes as a new source", "source", box.Source(), "path", path)
	}
	return box, nil
}

// setAside renames a file to the first free name of damaged-1, damaged-2, ….
func setAside(path string) (string, error) {
	for n := 1; ; n++ {
		aside := fmt.Sprintf("%s.damaged-%d", path, n)
		if _, err := os.Lstat(aside); errors.Is(err, os.ErrNotExist) {
			return aside, os.Rename(path, aside)
		}
	}
}
