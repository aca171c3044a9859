package hall

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"boardwire/feeds"
	"boardwire/internal/bus"
	"boardwire/internal/desk"
	"boardwire/internal/projector"
)

// pages starts everything that people look at. What is released is read with
// the credentials of the web, which reach nothing else.
func (h *Hall) pages(ctx context.Context, g *errgroup.Group) error {
	feed := &desk.Feed{Hall: h.cfg.Name, Live: h.live, Site: h.arbiters, Log: h.d.Log.With("part", "desk"), Metrics: h.desk.Metrics, Book: h.desk.Book}
	g.Go(func() error { return ended(ctx, "desk feed", feed.Run(ctx)) })
	g.Go(func() error { return ended(ctx, "desk", h.serveDesk(ctx)) })
	for _, a := range h.gated() {
		log, err := made(ctx, func() (bus.Log, error) { return h.reading.Open(ctx, "PUB-"+a.Name) })
		if err != nil {
			return err
		}
		names, err := made(ctx, func() (bus.Table, error) { return h.reading.Table(ctx, "names", false) })
		if err != nil {
			return err
		}
		site := h.sites[a.Name]
		run := site.Follow
		if a.Kind == feeds.Public {
			run = site.Run
		}
		g.Go(func() error { return ended(ctx, "pages for "+a.Name, run(ctx, log, names)) })
	}
	return nil
}

// made waits for what the gate makes when it starts.
func made[T any](ctx context.Context, open func() (T, error)) (T, error) {
	limit := time.Now().Add(time.Minute) // of a busy machine
	for {
		x, err := open()
		again := errors.Is(err, bus.ErrNoStream) || errors.Is(err, context.DeadlineExceeded)
		if !again || time.Now().After(limit) {
			return x, err
		}
		select {
		case <-ctx.Done():
			return x, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// screen prints where everything is.
func (h *Hall) screen() {
	if h.cfg.Out == nil {
		return
	}
	w := h.cfg.Out
	deskURL := "http://" + h.deskAt.Addr().String()
	fmt.Fprintf(w, "\n  boardwire hall %q, sitting %s, %d tables\n\n", h.cfg.Name, h.projector.Sitting(), h.tables())
	for _, a := range h.gated() {
		at := deskURL + h.desk.LoginPath(a.Name)
		if a.Kind == feeds.Public {
			at = "http://" + h.public.Addr().String()
		}
		fmt.Fprintf(w, "  %-12s %s   (%s)\n", a.Name, at, later(a.Delay))
	}
	for _, p := range h.stating.File().Pushes {
		fmt.Fprintf(w, "  %-12s %s, what audience %s sees\n", "push", p.Name, p.Audience)
	}
	fmt.Fprintf(w, "  %-12s %s%s\n", "arbiters", deskURL, h.desk.LoginPath(desk.Arbiters))
	if at := h.d.AdminAddr(); at != "" {
		fmt.Fprintf(w, "  %-12s http://%s/metrics\n", "operators", at)
	}
	if free, err := h.server.Free(); err == nil {
		fmt.Fprintf(w, "  %-12s room for %d more sittings in %s\n", "disk", free/(2*projector.DefaultMaxBytes), h.cfg.Data)
	}
	fmt.Fprintf(w, "\n  The links for arbiters and commentators sign one browser in, once; `boardwire rule login` makes more.\n")
	if h.cfg.Demo {
		where := whereabouts(deskURL, h.cfg.Data)
		fmt.Fprintf(w, `
  Try: bin/boardwire tail facts -f%[1]s
       bin/boardwire rule confirm demo.1.1%[1]s   (once board 1 has ended)
       bin/boardwire rule result demo.1.8 1/2-1/2 --reason agreement%[1]s   (nobody told board 8)
       kill -9 %[2]d, then start again: it goes on where the log ended
`, where, os.Getpid())
	}
	fmt.Fprintf(w, "  Ctrl-C drains and stops.\n\n")
}

// whereabouts are the flags by which `boardwire rule` and `tail` find this hall,
// none where their defaults do.
func whereabouts(deskURL, data string) string {
	var flags string
	if deskURL != "http://127.0.0.1:8081" {
		flags += " --desk " + deskURL
	}
	wd, err := os.Getwd()
	if err != nil || data != "data/demo" && data != filepath.Join(wd, "data", "demo") {
		flags += " --data " + data
	}
	return flags
}

// later says how far behind play an audience is.
func later(delay time.Duration) string {
	if delay <= 0 {
		return "at once"
	}
	return delay.String() + " later"
}

// tables counts the tables of the file.
func (h *Hall) tables() int {
	n := 0
	for _, r := range h.stating.File().Rounds {
		n += len(r.Tables)
	}
	return n
}
