package roles

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"boardwire/internal/bus/js"
	"boardwire/internal/config"
	"boardwire/internal/daemon"
	"boardwire/internal/hall"
	"boardwire/internal/push"
)

// sends says whether the process sends games to other sites: with role push, and
// with role all where a tournament file is named.
func (c *Broadcast) sends() bool {
	return c.Role == rolePush || c.Role == roleAll && c.File != ""
}

// targets reads what the tournament file has sent to other sites, or what of it
// was named.
func (c *Broadcast) targets() ([]push.Target, []error) {
	if c.File == "" {
		return nil, []error{errors.New("--file: missing; name the tournament file, which says in [[push]] what is sent where")}
	}
	file, err := config.Load(c.File)
	if err != nil {
		return nil, []error{err}
	}
	var known []string
	for _, p := range file.Pushes {
		known = append(known, p.Name)
	}
	if len(c.Push) > 0 {
		var faults []error
		for _, name := range c.Push {
			if !slices.Contains(known, name) {
				faults = append(faults, fmt.Errorf("--push %s: the tournament file has no such [[push]]; known there: %s", name, strings.Join(known, " ")))
			}
		}
		if len(faults) > 0 {
			return nil, faults
		}
		file.Pushes = slices.DeleteFunc(file.Pushes, func(p config.Push) bool { return !slices.Contains(c.Push, p.Name) })
	}
	if len(file.Pushes) == 0 && c.Role == rolePush {
		return nil, []error{fmt.Errorf("--file %s: there is no [[push]] in it; nothing would be sent", c.File)}
	}
	targets, err := hall.Pushes(file, c.File, c.Secrets)
	if err != nil {
		return nil, []error{err}
	}
	return targets, nil
}

// send sends to other sites until ctx ends, with the rights of what shows pages.
// SIGHUP reads the tournament file again; with a fault in it all goes on as it was.
func (c *Broadcast) send(ctx context.Context, d *daemon.Daemon) error {
	targets, faults := c.targets()
	if len(faults) > 0 {
		return daemon.Config(errors.Join(faults...)) // the file changed since
	}
	now := hall.NewTargets(targets)
	reload := make(chan os.Signal, 1)
	signal.Notify(reload, syscall.SIGHUP)
	defer signal.Stop(reload)
	done := make(chan struct{})
	defer close(done)
	go func() {
		for {
			select {
			case <-done:
				return
			case <-reload:
			}
			targets, faults := c.targets()
			if len(faults) > 0 {
				d.Log.Error("pushes go on as before", "err", errors.Join(faults...))
				continue
			}
			d.Log.Info("the tournament file was read again", "pushes", len(targets))
			now.Set(targets)
		}
	}()
	store, err := c.dial(ctx, d, js.Web)
	if err != nil {
		return err
	}
	defer store.Close()
	if c.Role == rolePush {
		d.Health.Ready("nats", connected(store))
		d.Link(string(js.Web), store)
		d.Started(fmt.Sprintf("pushing to %d sites", len(targets)))
	}
	return ended(ctx, "pushes", now.Run(ctx, push.Config{Agent: hall.PushAgent(), Metrics: push.NewMetrics(d.Registry), Log: d.Log}, store))
}
