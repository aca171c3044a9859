// Package hall runs a whole hall in one process: boards, an embedded NATS
// server, the projector, the gate, the desk and the pages. It is what a club
// uses; the daemons run the same parts apart.
package hall

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"boardwire/adapters/serial/drivers"
	"boardwire/feeds"
	"boardwire/internal/bus"
	"boardwire/internal/bus/js"
	"boardwire/internal/config"
	"boardwire/internal/daemon"
	"boardwire/internal/desk"
	"boardwire/internal/gate"
	"boardwire/internal/ingest"
	"boardwire/internal/projector"
	"boardwire/internal/warehouse"
	"boardwire/internal/web"
)

// Config says what a hall runs.
type Config struct {
	// Name is the hall's token; empty means "main".
	Name string
	// File is the tournament file.
	File string
	// Data is the folder in which everything lies.
	Data string
	// Listen is the public address; DeskListen that of arbiters and of
	// audiences with less delay than the public.
	Listen, DeskListen string
	// Ports are globs of serial ports; empty means the usual places.
	Ports []string
	// Rate is how many clock seconds pass in one second; 1 unless Demo.
	Rate int
	Demo bool
	// Warehouse, where set, keeps the hall's streams for questions.
	Warehouse *Warehouse
	// Reload, where set, asks for the tournament file to be read again.
	Reload <-chan os.Signal
	// Out takes the screen that says where everything is; nil for nowhere.
	Out io.Writer
}

// drainFor is how long the projector and the gate may take to finish what the
// boards have said when the hall stops.
const drainFor = 5 * time.Second

// Hall is a running hall.
type Hall struct {
	cfg     Config
	d       *daemon.Daemon
	stating Stating

	server             *js.Server
	live, pub, reading *js.Store
	gateLive           *js.Store
	people             bus.Table

	projector *projector.Projector
	desk      *desk.Desk
	public    net.Listener
	deskAt    net.Listener
	sites     map[string]*web.Site // of the gate's audiences
	arbiters  *web.Site
	targets   *Targets // what is sent to other sites

	mu   sync.Mutex
	kept *warehouse.Writer // nil while none runs
	// checks are what ingest last said of its own.
	checks map[string]error
}

// Run runs a hall until ctx ends, then drains and stops.
func Run(ctx context.Context, d *daemon.Daemon, cfg Config) error {
	if cfg.Name == "" {
		cfg.Name = "main"
	}
	began := time.Now()
	h := &Hall{cfg: cfg, d: d, sites: map[string]*web.Site{}, checks: map[string]error{}}
	defer h.close()
	if err := h.open(ctx); err != nil {
		return err
	}
	d.Log.Info("hall open", "took_s", time.Since(began).Seconds())
	return h.run(ctx)
}

// open opens everything that can refuse, before anything is served.
func (h *Hall) open(ctx context.Context) (err error) {
	if err := config.CheckHall(h.cfg.Name); err != nil {
		return daemon.Usage(fmt.Errorf("--name: %w", err))
	}
	h.stating = Stating{Hall: h.cfg.Name, Path: h.cfg.File, Kept: h.path("stated"), Log: h.d.Log, Changed: h.restated}
	if err := h.stating.Read(); err != nil {
		return err
	}
	targets, err := Pushes(h.stating.File(), h.cfg.File, "")
	if err != nil {
		return daemon.Config(err)
	}
	h.targets = NewTargets(targets)
	if slices.ContainsFunc(h.gated(), func(a feeds.Audience) bool { return a.Kind == feeds.Public }) {
		if h.public, err = listen("--listen", h.cfg.Listen); err != nil {
			return err
		}
	}
	if h.deskAt, err = listen("--desk-listen", h.cfg.DeskListen); err != nil {
		return err
	}
	if err := os.MkdirAll(h.cfg.Data, 0o700); err != nil {
		return fmt.Errorf("data folder: %w; name one with --data that can be written to", err)
	}
	h.d.Disk("data", h.cfg.Data)
	log := h.d.Log
	if h.server, err = js.StartServer(ctx, js.ServerConfig{Dir: h.path("nats"), Log: log.With("part", "nats")}); err != nil {
		return err
	}
	for user, store := range map[js.User]**js.Store{js.Live: &h.live, js.Gate: &h.gateLive, js.Publisher: &h.pub, js.Web: &h.reading} {
		if *store, err = h.server.Store("boardwire-hall/"+h.cfg.Name, user); err != nil {
			return err
		}
		h.d.Link(string(user), *store)
	}
	if h.people, err = made(ctx, func() (bus.Table, error) { return h.live.Table(ctx, "people", true) }); err != nil {
		return err
	}
	if h.stating.Salt, err = config.LoadSalt(h.path("secrets", "salt")); err != nil {
		return err
	}
	if h.projector, err = projector.Open(ctx, projector.Config{
		Hall: h.cfg.Name, Rate: h.cfg.Rate, Demo: h.cfg.Demo, ExportDir: h.path("export"),
	}, h.live, log.With("part", "projector"), h.d.Registry); err != nil {
		return err
	}
	h.stating.Live, h.stating.People, h.stating.Door = h.live, h.people, h.projector
	return h.openDesk()
}

func listen(flag, addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w; name another address or stop what listens there", flag, addr, err)
	}
	return l, nil
}

func (h *Hall) path(elem ...string) string {
	return filepath.Join(append([]string{h.cfg.Data}, elem...)...)
}

// openDesk makes the arbiters' page and those of the audiences that see more or
// earlier than the public.
func (h *Hall) openDesk() error {
	arbiters := web.New(web.Config{Audience: feeds.Audience{Name: desk.Arbiters, Kind: feeds.Arbiter}})
	h.arbiters = arbiters
	var err error
	if h.desk, err = desk.New(h.path("secrets"), h.projector, h.people, h.d.Log.With("part", "desk"), arbiters.Handler()); err != nil {
		return err
	}
	h.desk.Logs = &desk.Logs{Hall: h.cfg.Name, Live: h.live}
	h.desk.Metrics = desk.NewMetrics(h.d.Registry)
	arbiters.Measure(h.d.Registry)
	h.desk.Book = &desk.Book{}
	h.desk.Earlier = &desk.Earlier{Hall: h.cfg.Name, Live: h.live}
	for _, a := range h.gated() {
		cfg := web.Config{Audience: a, Log: h.d.Log.With("part", "web")}
		if a.Kind == feeds.Public {
			cfg.Listener = h.public
		}
		site := web.New(cfg)
		site.Measure(h.d.Registry)
		h.sites[a.Name] = site
		if a.Kind != feeds.Public {
			if err := h.desk.Admit(h.path("secrets"), a.Name, site.Handler()); err != nil {
				return err
			}
		}
	}
	return nil
}

// gated are the audiences that the gate serves: all but the arbiters, who read
// the facts themselves.
func (h *Hall) gated() []feeds.Audience {
	return slices.DeleteFunc(Audiences(h.stating.File()), func(a feeds.Audience) bool { return a.Kind == feeds.Arbiter })
}

// run turns all loops. Stopping goes along the way of the data: the boards
// first, then what still has to hear of them.
func (h *Hall) run(ctx context.Context) error {
	log := h.d.Log
	rest, stopRest := context.WithCancel(context.WithoutCancel(ctx))
	defer stopRest()
	g, rest := errgroup.WithContext(rest)
	boards, stopBoards := context.WithCancel(rest)
	defer stopBoards()
	defer context.AfterFunc(ctx, stopBoards)()

	if err := h.projector.CatchUp(ctx); err != nil {
		var rate *projector.RateError
		if errors.As(err, &rate) {
			return daemon.Config(err)
		}
		return err
	}
	folding := h.d.Health.Loop("projector", time.Minute)
	g.Go(func() error { return h.projector.Run(rest, folding.Turned) })
	g.Go(func() error { return ended(rest, "nats", h.server.Run(rest)) })
	if err := h.stating.State(ctx, h.projector.Sitting()); err != nil {
		return errors.Join(err, stop(stopRest, g))
	}
	if err := h.gate(rest, g); err != nil {
		return errors.Join(err, stop(stopRest, g))
	}
	if err := h.pages(rest, g); err != nil {
		return errors.Join(err, stop(stopRest, g))
	}
	g.Go(func() error { return h.stating.Follow(boards, h.projector.Sitting, h.cfg.Reload) })
	h.keep(rest, g)
	h.send(rest, g)
	h.ready()
	h.screen()
	h.d.Started("hall " + h.cfg.Name)

	err := h.ingest(boards)
	if err == nil && ctx.Err() == nil {
		err = errors.New("the boards' loop ended by itself")
	}
	if ctx.Err() != nil {
		log.Info("boards closed; finishing what they said")
		h.drain()
		h.drainWarehouse()
		err = nil
	}
	return errors.Join(err, stop(stopRest, g))
}

// stop ends the group and returns why it ended, if not because of this.
func stop(cancel context.CancelFunc, g *errgroup.Group) error {
	cancel()
	if err := g.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// ended makes sure that a loop that ends by itself ends the hall.
func ended(ctx context.Context, name string, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	if err == nil {
		err = errors.New("ended by itself")
	}
	return fmt.Errorf("%s: %w", name, err)
}

// gate starts the gate with its own key and state.
func (h *Hall) gate(ctx context.Context, g *errgroup.Group) error {
	key, err := gate.LoadKey(h.path("secrets", "gate-key"))
	if err != nil {
		return err
	}
	// The pages wait for this table; the gate by itself makes it with the first
	// name, which may be a quarter of an hour away.
	if _, err := made(ctx, func() (bus.Table, error) { return h.pub.Table(ctx, "names", true) }); err != nil {
		return err
	}
	loop := h.d.Health.Loop("gate", time.Minute)
	cfg := gate.Config{
		Hall: h.cfg.Name, Audiences: h.gated(), Key: key, State: gate.FileState(h.path("gate", "state")),
		Log: h.d.Log.With("part", "gate"), Registry: h.d.Registry, Turned: loop.Turned,
	}
	g.Go(func() error { return ended(ctx, "gate", gate.Run(ctx, cfg, h.gateLive, h.pub)) })
	return nil
}

func (h *Hall) ingest(ctx context.Context) error {
	open, ok := drivers.Lookup("dgt")
	if !ok {
		return errors.New("there is no driver dgt")
	}
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	return ingest.Run(ctx, ingest.Config{
		Hall: h.cfg.Name, Host: host, Dir: h.path("outbox"), Globs: h.cfg.Ports,
	}, ingest.Deps{
		Driver: open,
		Connect: func(ctx context.Context) (bus.Store, error) {
			return h.server.Store("boardwire-ingest/"+h.cfg.Name, js.Live)
		},
		Log: h.d.Log.With("part", "ingest"), Registry: h.d.Registry, Ready: h.outboxReady,
	})
}

// outboxReady hears from ingest whether its checks hold.
func (h *Hall) outboxReady(check string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.checks[check] = err
}

// ready says what the hall needs to be of use.
func (h *Hall) ready() {
	h.d.Health.Ready("nats", func(context.Context) error { return h.server.Healthy() })
	for _, check := range []string{"outbox", "record"} {
		h.d.Health.Ready(check, func(context.Context) error {
			h.mu.Lock()
			defer h.mu.Unlock()
			return h.checks[check]
		})
	}
}

// drain waits until the projector has folded all that the boards said.
func (h *Hall) drain() {
	ctx, cancel := context.WithTimeout(context.Background(), drainFor)
	defer cancel()
	if err := h.projector.Drained(ctx); err != nil {
		h.d.Log.Warn("stopped before everything was folded; the next start goes on from there", "err", err)
	}
}

func (h *Hall) close() {
	if h.projector != nil {
		h.projector.Close()
	}
	for _, s := range []*js.Store{h.reading, h.pub, h.gateLive, h.live} {
		if s != nil {
			s.Close()
		}
	}
	if h.server != nil {
		h.server.Close()
	}
	for _, l := range []net.Listener{h.public, h.deskAt} {
		if l != nil {
			l.Close()
		}
	}
}

// serveDesk serves the desk listener until ctx ends.
func (h *Hall) serveDesk(ctx context.Context) error {
	err := daemon.Serve(ctx, h.deskAt, h.desk.Handler(), daemon.Listening{
		Stop: h.arbiters.Close, Log: h.d.Log.With("part", "desk"),
	})
	if err != nil {
		return fmt.Errorf("desk: %w", err)
	}
	return nil
}
