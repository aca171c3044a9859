package roles

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus/js"
	"boardwire/internal/config"
	"boardwire/internal/daemon"
	"boardwire/internal/gate"
	"boardwire/internal/hall"
)

// Broadcast lets facts out, shows them, and sends them on. A process with role
// web or push has the credentials of user web alone: it could not show or send
// what is not released.
type Broadcast struct {
	Common `embed:""`

	Role       string   `env:"BOARDWIRE_ROLE" help:"gate (releases, one for a hall), web (shows), push (sends to other sites), or all."`
	Audience   []string `env:"BOARDWIRE_AUDIENCE" help:"NAME:KIND:DELAY, such as public:public:15m, or the NAME of one in --file. All of the file's if not given."`
	File       string   `env:"BOARDWIRE_FILE" type:"path" help:"The tournament file, for its audiences and pushes; what pushes reads it again on SIGHUP."`
	Push       []string `env:"BOARDWIRE_PUSH" help:"With role push: the NAME of a [[push]] in --file. All of the file's if not given."`
	Data       string   `env:"BOARDWIRE_DATA" type:"path" help:"The folder of the gate's key and state, and of the tokens of audiences that are not public."`
	Listen     string   `default:"127.0.0.1:8080" env:"BOARDWIRE_LISTEN" help:"The public pages."`
	DeskListen string   `default:"127.0.0.1:8083" env:"BOARDWIRE_DESK_LISTEN" help:"The pages of audiences that are not public; readers sign in."`
}

// The roles of broadcast.
const (
	roleGate = "gate"
	roleWeb  = "web"
	rolePush = "push"
	roleAll  = "all"
)

func (c *Broadcast) gates() bool { return c.Role == roleGate || c.Role == roleAll }
func (c *Broadcast) shows() bool { return c.Role == roleWeb || c.Role == roleAll }

func (c *Broadcast) faults() []error {
	all := c.common()
	var audiences []feeds.Audience
	if c.Role != rolePush {
		var faults []error
		audiences, faults = c.audiences()
		all = append(all, faults...)
	}
	if !c.gates() && !c.shows() && !c.sends() {
		return append(all, fmt.Errorf("--role %q: want gate, web, push or all", c.Role))
	}
	if c.sends() {
		all = append(all, c.unsendable()...)
	} else if len(c.Push) > 0 {
		all = append(all, errors.New("--push: only role push sends, and role all with --file"))
	}
	if c.gates() {
		all = append(all, folder(c.Data, "the gate's key and state")...)
		all = append(all, c.needs(c.writers(js.Gate, js.Publisher)...)...)
	}
	if c.shows() {
		all = append(all, c.needs(js.Web)...)
		open, closed := split(audiences)
		if len(open) > 1 {
			all = append(all, fmt.Errorf("--audience: %s and %s are both public; one process shows one public audience", open[0].Name, open[1].Name))
		}
		if len(open) > 0 {
			all = append(all, address("--listen", c.Listen, false)...)
		}
		if len(closed) > 0 {
			all = append(all, address("--desk-listen", c.DeskListen, false)...)
			if !c.gates() {
				all = append(all, folder(c.Data, "the token of audience "+closed[0].Name)...)
			}
		}
	}
	if c.Role == roleWeb || c.Role == rolePush {
		all = append(all, c.tooMuch()...)
	}
	return all
}

// unsendable are the faults of what is sent to other sites.
func (c *Broadcast) unsendable() (all []error) {
	_, faults := c.targets()
	if c.Role == rolePush {
		return append(faults, c.needs(js.Web)...)
	}
	// What is wrong with the file itself was told with its audiences.
	return slices.DeleteFunc(faults, func(err error) bool {
		var told *config.FaultsError
		return errors.As(err, &told)
	})
}

// tooMuch refuses passwords that would let a page server through the wall.
func (c *Broadcast) tooMuch() (all []error) {
	for _, u := range []js.User{js.Live, js.Gate, js.Publisher} {
		if p, err := c.password(u); p != "" || err != nil {
			all = append(all, fmt.Errorf("role %s was given the password of user %s (%s); what serves pages or sends them has that of user web alone, so that it cannot reach what is not released", c.Role, u, c.given(u)))
		}
	}
	return all
}

// split tells the public audiences from the others.
func split(all []feeds.Audience) (open, closed []feeds.Audience) {
	for _, a := range all {
		if a.Kind == feeds.Public {
			open = append(open, a)
		} else {
			closed = append(closed, a)
		}
	}
	return open, closed
}

// audiences are those that this process serves, without the arbiters, who read
// the projector's desk.
func (c *Broadcast) audiences() (list []feeds.Audience, faults []error) {
	return audiences(c.File, c.Audience)
}

// audiences reads the audiences that are named, or all of a tournament file's.
func audiences(path string, named []string) (list []feeds.Audience, faults []error) {
	var known []feeds.Audience
	if path != "" {
		file, err := config.Load(path)
		if err != nil {
			return nil, []error{err}
		}
		known = slices.DeleteFunc(hall.Audiences(file), func(a feeds.Audience) bool { return a.Kind == feeds.Arbiter })
	}
	if len(named) == 0 {
		if len(known) == 0 {
			return nil, []error{errors.New("--audience: missing; say NAME:KIND:DELAY, such as public:public:15m, or name a tournament file with --file")}
		}
		return known, nil
	}
	seen := map[string]bool{}
	for _, text := range named {
		a, err := audience(text, known)
		switch {
		case err != nil:
			faults = append(faults, fmt.Errorf("--audience %s: %w", text, err))
		case seen[a.Name]:
			faults = append(faults, fmt.Errorf("--audience %s: named twice", a.Name))
		default:
			list = append(list, a)
		}
		seen[a.Name] = true
	}
	return list, faults
}

// audience reads NAME:KIND:DELAY, or the NAME of a known one.
func audience(text string, known []feeds.Audience) (feeds.Audience, error) {
	parts := strings.Split(text, ":")
	if len(parts) == 1 {
		for _, a := range known {
			if a.Name == text {
				return a, nil
			}
		}
		return feeds.Audience{}, errors.New("the tournament file has no such audience; say NAME:KIND:DELAY, such as public:public:15m")
	}
	if len(parts) != 3 {
		return feeds.Audience{}, errors.New("want NAME:KIND:DELAY, such as public:public:15m")
	}
	if err := events.CheckToken(parts[0]); err != nil {
		return feeds.Audience{}, err
	}
	kind, err := feeds.ParseAudienceKind(parts[1])
	if err != nil {
		return feeds.Audience{}, err
	}
	if kind == feeds.Arbiter {
		return feeds.Audience{}, errors.New("arbiters read the projector's desk; the gate holds nothing back for them")
	}
	delay, err := time.ParseDuration(parts[2])
	if err != nil || delay < 0 || delay%time.Second != 0 {
		return feeds.Audience{}, fmt.Errorf("delay %q: want whole seconds, such as 15m, or 0s", parts[2])
	}
	return feeds.Audience{Name: parts[0], Kind: kind, Delay: delay}, nil
}

// tournament is the file whose doubts are told by --check-config.
func (c *Broadcast) tournament() string { return c.File }

func (c *Broadcast) run(ctx context.Context, d *daemon.Daemon) error {
	var audiences []feeds.Audience
	if c.Role != rolePush {
		var faults []error
		if audiences, faults = c.audiences(); len(faults) > 0 {
			return daemon.Config(errors.Join(faults...)) // the file changed since
		}
	}
	var pages *pages
	if c.shows() {
		var err error
		if pages, err = c.openPages(audiences, d); err != nil {
			return err
		}
		defer pages.close()
	}
	d.Started("waiting for " + c.NATS)
	g, ctx := errgroup.WithContext(ctx)
	if c.gates() {
		g.Go(func() error { return c.release(ctx, d, audiences) })
	}
	if c.shows() {
		g.Go(func() error { return pages.run(ctx, d) })
	}
	if c.sends() {
		g.Go(func() error { return c.send(ctx, d) })
	}
	return quiet(ctx, g.Wait())
}

// release runs the gate.
func (c *Broadcast) release(ctx context.Context, d *daemon.Daemon, audiences []feeds.Audience) error {
	key, err := gate.LoadKey(filepath.Join(c.Data, "secrets", "gate-key"))
	if err != nil {
		return err
	}
	live, err := c.dial(ctx, d, js.Gate)
	if err != nil {
		return err
	}
	defer live.Close()
	pub, err := c.dial(ctx, d, js.Publisher)
	if err != nil {
		return err
	}
	defer pub.Close()
	d.Link(string(js.Gate), live)
	d.Link(string(js.Publisher), pub)
	d.Disk("data", c.Data)
	d.Health.Ready("live account", connected(live))
	d.Health.Ready("public account", connected(pub))
	// The pages wait for this table; the gate by itself makes it with the first name.
	if _, err := table(ctx, d.Log, pub, "names", true); err != nil {
		return err
	}
	loop := d.Health.Loop("gate", time.Minute)
	for _, a := range audiences {
		d.Log.Info("releasing", "audience", a.Name, "kind", a.Kind.String(), "delay_s", a.Delay.Seconds())
	}
	d.Started("releasing facts of hall " + c.Hall)
	err = gate.Run(ctx, gate.Config{
		Hall: c.Hall, Audiences: audiences, Key: key, State: gate.FileState(filepath.Join(c.Data, "gate", "state")),
		Log: d.Log, Registry: d.Registry, Turned: loop.Turned,
	}, live, pub)
	if err == nil && ctx.Err() == nil {
		return errors.New("the gate ended by itself")
	}
	return err
}
