package roles

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
	"boardwire/internal/bus/js"
	"boardwire/internal/daemon"
	"boardwire/internal/desk"
	"boardwire/internal/web"
)

// pages are what a process with role web shows: one public audience on its
// listener, the others behind a sign-in on another.
type pages struct {
	*Broadcast
	public, signedIn net.Listener
	sites            []*site
	desk             *desk.Desk
}

// site is one audience's pages.
type site struct {
	audience feeds.Audience
	*web.Site
}

// openPages opens the listeners, so that a busy port is told at once; they are
// served when what was released is read.
func (c *Broadcast) openPages(audiences []feeds.Audience, d *daemon.Daemon) (*pages, error) {
	p := &pages{Broadcast: c}
	if err := p.open(audiences, d); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *pages) open(audiences []feeds.Audience, d *daemon.Daemon) (err error) {
	open, closed := split(audiences)
	for _, a := range open {
		if p.public, err = listen("--listen", p.Listen); err != nil {
			return err
		}
		s := &site{a, web.New(web.Config{Audience: a, Listener: p.public, Log: d.Log})}
		s.Measure(d.Registry)
		p.sites = append(p.sites, s)
	}
	if len(closed) == 0 {
		return nil
	}
	if p.signedIn, err = listen("--desk-listen", p.DeskListen); err != nil {
		return err
	}
	for _, a := range closed {
		s := &site{a, web.New(web.Config{Audience: a, Log: d.Log})}
		s.Measure(d.Registry)
		p.sites = append(p.sites, s)
		if err := p.admit(s, d); err != nil {
			return err
		}
	}
	return nil
}

// admit puts an audience's pages behind the desk's sign-in. The desk-token of
// this process's own folder opens the first audience's pages too and makes
// further links; it rules nothing.
func (p *pages) admit(s *site, d *daemon.Daemon) (err error) {
	secrets := filepath.Join(p.Data, "secrets")
	if p.desk == nil {
		if p.desk, err = desk.New(secrets, elsewhere{}, nil, d.Log, s.Handler()); err != nil {
			return err
		}
	}
	return p.desk.Admit(secrets, s.audience.Name, s.Handler())
}

// elsewhere is the door of a process that has none.
type elsewhere struct{}

var errElsewhere = errors.New("rulings are made at the projector's desk; this listener shows pages")

// Submit is desk.Door.
func (elsewhere) Submit(context.Context, events.Scope, events.Ruling) (events.Answered, error) {
	return events.Answered{}, errElsewhere
}

// MayTell is desk.Door.
func (elsewhere) MayTell(events.Scope, events.Ruling) (string, error) { return "", errElsewhere }

// handler serves the signed-in pages; rulings are turned away before anything
// of them is read.
func (p *pages) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", p.desk.Handler())
	mux.HandleFunc("/desk/rulings", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, errElsewhere.Error(), http.StatusForbidden)
	})
	return mux
}

func (p *pages) close() {
	for _, l := range []net.Listener{p.public, p.signedIn} {
		if l != nil {
			l.Close()
		}
	}
}

// run shows what is released until ctx ends. It waits for the gate to have
// made each audience's stream.
func (p *pages) run(ctx context.Context, d *daemon.Daemon) error {
	store, err := p.dial(ctx, d, js.Web)
	if err != nil {
		return err
	}
	defer store.Close()
	d.Health.Ready("nats", connected(store))
	d.Link(string(js.Web), store)
	names, err := table(ctx, d.Log, store, "names", false)
	if err != nil {
		return err
	}
	logs := make([]bus.Log, len(p.sites))
	for i, s := range p.sites {
		if err := wait(ctx, d.Log, "the stream PUB-"+s.audience.Name+", which the gate makes", func() error {
			logs[i], err = store.Open(ctx, "PUB-"+s.audience.Name)
			return err
		}); err != nil {
			return err
		}
	}
	g, ctx := errgroup.WithContext(ctx)
	for i, s := range p.sites {
		follow := s.Follow
		if s.audience.Kind == feeds.Public {
			follow = s.Run
		}
		g.Go(func() error { return ended(ctx, "pages for "+s.audience.Name, follow(ctx, logs[i], names)) })
	}
	if p.desk != nil {
		g.Go(func() error {
			return ended(ctx, "signed-in pages", daemon.Serve(ctx, p.signedIn, p.handler(), daemon.Listening{Log: d.Log}))
		})
		d.Log.Info("pages serve", "address", p.signedIn.Addr().String(), "data", p.Data)
	}
	d.Started(fmt.Sprintf("showing %d audiences", len(p.sites)))
	return g.Wait()
}
