package roles

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
	"boardwire/internal/bus/js"
	"boardwire/internal/config"
	"boardwire/internal/daemon"
	"boardwire/internal/desk"
	"boardwire/internal/hall"
	"boardwire/internal/projector"
	"boardwire/internal/web"
)

// Projector folds a hall and serves its desk.
type Projector struct {
	Common `embed:""`

	File       string `env:"BOARDWIRE_FILE" type:"path" help:"The tournament file; SIGHUP reads it again."`
	Data       string `env:"BOARDWIRE_DATA" type:"path" help:"The folder of the desk's tokens, the salt of names, and the exports of closed sittings."`
	DeskListen string `default:"127.0.0.1:8081" env:"BOARDWIRE_DESK_LISTEN" help:"The arbiters' pages and rulings."`
	Demo       bool   `env:"BOARDWIRE_DEMO" help:"The hall is a demonstration: its clocks may run at another rate."`
	Rate       int    `default:"1" env:"BOARDWIRE_RATE" help:"With --demo: clock seconds in one second."`
}

func (c *Projector) faults() []error {
	all := append(c.common(), folder(c.Data, "what the projector keeps")...)
	all = append(all, address("--desk-listen", c.DeskListen, false)...)
	if c.File == "" {
		all = append(all, errors.New("--file: missing; name the tournament file"))
	} else if _, err := config.Load(c.File); err != nil {
		all = append(all, err)
	}
	switch {
	case c.Rate < 1 || c.Rate > 1000:
		all = append(all, fmt.Errorf("--rate %d: want 1 to 1000", c.Rate))
	case c.Rate != 1 && !c.Demo:
		all = append(all, fmt.Errorf("--rate %d: clocks run at another rate in a demonstration alone; say --demo if it is one", c.Rate))
	}
	return append(all, c.needs(c.writers(js.Live)...)...)
}

// tournament is the file whose doubts are told by --check-config.
func (c *Projector) tournament() string { return c.File }

func (c *Projector) run(ctx context.Context, d *daemon.Daemon) error {
	reload := make(chan os.Signal, 1)
	signal.Notify(reload, syscall.SIGHUP)
	defer signal.Stop(reload)
	at, err := listen("--desk-listen", c.DeskListen)
	if err != nil {
		return err
	}
	defer at.Close()
	d.Started("waiting for " + c.NATS)
	live, err := c.dial(ctx, d, js.Live)
	if err != nil {
		return err
	}
	defer live.Close()
	d.Link(string(js.Live), live)
	d.Disk("data", c.Data)
	d.Health.Ready("nats", connected(live))
	f := &folding{Projector: c, d: d, live: live, reload: reload, metrics: unregistering{Registerer: d.Registry}}
	if err := f.open(ctx); err != nil {
		return err
	}
	f.desk.Logs = &desk.Logs{Hall: c.Hall, Live: live}
	f.desk.Metrics = desk.NewMetrics(d.Registry)
	f.desk.Book = &desk.Book{}
	f.desk.Earlier = &desk.Earlier{Hall: c.Hall, Live: live}

	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return daemon.Serve(ctx, at, f.desk.Handler(), daemon.Listening{Log: d.Log}) })
	g.Go(func() error { return f.run(ctx) })
	d.Log.Info("desk serves", "address", at.Addr().String(), "data", c.Data)
	return quiet(ctx, g.Wait())
}

// folding is the projector's life: one projection after another, for a
// projection that met an error of the store is taken down and built anew from
// what the logs hold, as after a kill.
type folding struct {
	*Projector
	d       *daemon.Daemon
	live    *js.Store
	reload  chan os.Signal
	metrics unregistering

	people  bus.Table
	desk    *desk.Desk
	stating hall.Stating
	// door and pages are those of the projection that runs.
	door  door
	pages swap
}

// tries bounds how often projections may fail in a row without having caught
// up in between.
const tries = 20

func (f *folding) open(ctx context.Context) (err error) {
	if f.people, err = table(ctx, f.d.Log, f.live, "people", true); err != nil {
		return err
	}
	secrets := filepath.Join(f.Data, "secrets")
	salt, err := config.LoadSalt(filepath.Join(secrets, "salt"))
	if err != nil {
		return err
	}
	if f.desk, err = desk.New(secrets, &f.door, f.people, f.d.Log, &f.pages); err != nil {
		return err
	}
	f.stating = hall.Stating{
		Hall: f.Hall, Path: f.File, Kept: filepath.Join(f.Data, "stated"), Salt: salt,
		Live: f.live, People: f.people, Door: &f.door, Log: f.d.Log,
	}
	f.d.Health.Ready("folded", f.door.ready)
	return f.stating.Read()
}

// run projects until ctx ends.
func (f *folding) run(ctx context.Context) error {
	loop := f.d.Health.Loop("projector", 2*time.Minute)
	failed := 0
	for pause := pauseMin; ; pause = min(2*pause, pauseMax) {
		caughtUp, err := f.project(ctx, loop.Turned)
		if ctx.Err() != nil {
			return nil
		}
		if caughtUp {
			failed, pause = 0, pauseMin
		}
		if failed++; hopeless(err) || failed == tries {
			return err
		}
		f.d.Log.Warn("the projection is built anew", "err", err)
		loop.Turned()
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
	}
}

// hopeless tells errors that trying again cannot mend.
func hopeless(err error) bool {
	var gap *bus.GapError
	var spec *bus.SpecError
	var chain *events.ChainError
	var rate *projector.RateError
	return daemon.Code(err) == daemon.ExitConfig || errors.As(err, &gap) || errors.As(err, &spec) || errors.As(err, &chain) || errors.As(err, &rate)
}

// project runs one projection with the arbiters' page, and tells whether it
// had caught up before it ended.
func (f *folding) project(ctx context.Context, turned func()) (caughtUp bool, err error) {
	defer f.metrics.clear()
	p, err := projector.Open(ctx, projector.Config{
		Hall: f.Hall, Rate: f.Rate, Demo: f.Demo, ExportDir: filepath.Join(f.Data, "export"),
	}, f.live, f.d.Log, &f.metrics)
	if err != nil {
		return false, another(err)
	}
	defer p.Close()
	if err := p.CatchUp(ctx); err != nil {
		return false, another(err)
	}
	site := web.New(web.Config{Audience: feeds.Audience{Name: desk.Arbiters, Kind: feeds.Arbiter}, Log: f.d.Log})
	defer site.Close()
	site.Measure(&f.metrics)
	f.pages.to(site.Handler())
	defer f.pages.to(nil)
	f.door.to(p)
	defer f.door.to(nil)

	g, ctx := errgroup.WithContext(ctx)
	feed := &desk.Feed{Hall: f.Hall, Live: f.live, Site: site, Log: f.d.Log, Metrics: f.desk.Metrics, Book: f.desk.Book}
	g.Go(func() error { return ended(ctx, "projection", another(p.Run(ctx, turned))) })
	g.Go(func() error { return ended(ctx, "the desk's feed", feed.Run(ctx)) })
	g.Go(func() error {
		if err := f.stating.State(ctx, p.Sitting()); err != nil {
			return fmt.Errorf("state the tournament file: %w", err)
		}
		f.d.Log.Info("the hall is open", "hall", f.Hall, "sitting", p.Sitting())
		f.d.Started("hall " + f.Hall + ", sitting " + p.Sitting())
		return ended(ctx, "following the tournament file", f.stating.Follow(ctx, p.Sitting, f.reload))
	})
	return true, g.Wait()
}

// another explains a guard that did not hold.
func another(err error) error {
	var wrong *bus.WrongSequenceError
	if errors.As(err, &wrong) {
		return fmt.Errorf("%w; one projector is active for a hall: stop the other", err)
	}
	return err
}

// ended makes an error of a loop that ends before it is asked to.
func ended(ctx context.Context, what string, err error) error {
	switch {
	case ctx.Err() != nil:
		return nil
	case err == nil:
		return fmt.Errorf("%s ended by itself", what)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// quiet forgets errors that follow from being asked to stop.
func quiet(ctx context.Context, err error) error {
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return nil
	}
	return err
}

// door leads to the projection that runs.
type door struct {
	p atomic.Pointer[projector.Projector]
}

func (d *door) to(p *projector.Projector) { d.p.Store(p) }

// errFolding is what the door says while there is no projection.
var errFolding = errors.New("the record is being folded; nothing was ruled")

// Submit is desk.Door.
func (d *door) Submit(ctx context.Context, scope events.Scope, r events.Ruling) (events.Answered, error) {
	p := d.p.Load()
	if p == nil {
		return events.Answered{}, errFolding
	}
	return p.Submit(ctx, scope, r)
}

// MayTell is desk.Door.
func (d *door) MayTell(scope events.Scope, r events.Ruling) (string, error) {
	p := d.p.Load()
	if p == nil {
		return "", errFolding
	}
	return p.MayTell(scope, r)
}

func (d *door) ready(ctx context.Context) error {
	p := d.p.Load()
	if p == nil {
		return errFolding
	}
	return p.Drained(ctx)
}
