package push

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"boardwire/feeds"
	"boardwire/internal/bus"
)

// pauses while something is waited for.
const (
	pauseMin = 200 * time.Millisecond
	pauseMax = 5 * time.Second
)

// audience follows what one audience is shown.
type audience struct {
	name string
	log  *slog.Logger
	pub  bus.Log
	said bus.Table

	mu      sync.Mutex
	seen    *feeds.Seen
	version uint64
	changed map[string]uint64 // the version at which a game changed last
	named   uint64            // the version at which a name changed last
	names   map[string]uint64 // revisions of the names that were taken
	grown   chan struct{}     // closed, and made anew, with every version
}

func newAudience(a feeds.Audience, log *slog.Logger) *audience {
	return &audience{name: a.Name, log: log, seen: feeds.NewSeen(a.Kind), changed: map[string]uint64{}, names: map[string]uint64{}, grown: make(chan struct{})}
}

// open waits for the stream and the table of names, which the gate makes, and
// takes what they hold.
func (a *audience) open(ctx context.Context, pub bus.Store) (bus.Reader, error) {
	err := a.wait(ctx, "the stream PUB-"+a.name+", which the gate makes", func() (err error) {
		if a.pub, err = pub.Open(ctx, "PUB-"+a.name); err == nil {
			a.said, err = pub.Table(ctx, "names", false)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	reader, err := a.pub.Read(ctx, 1)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", a.pub.Name(), err)
	}
	for {
		m, ok, err := reader.TryNext(ctx)
		if err != nil {
			reader.Close()
			return nil, fmt.Errorf("read the released frames: %w", err)
		}
		if !ok {
			break
		}
		a.take(m)
	}
	// After the frames: the names of a pairing are out before it is.
	err = a.wait(ctx, "the table names", func() error {
		all, err := a.said.All(ctx)
		for _, e := range all {
			a.learn(e)
		}
		return err
	})
	if err != nil {
		reader.Close()
		return nil, err
	}
	return reader, nil
}

// follow takes what comes until ctx ends or one of stream and table fails.
func (a *audience) follow(ctx context.Context, reader bus.Reader) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	wg.Go(func() {
		err := a.said.Watch(ctx, a.learn)
		if err == nil {
			err = errors.New("ended by itself")
		}
		cancel(fmt.Errorf("watch the names: %w", err))
	})
	for {
		m, err := reader.Next(ctx)
		if err == nil && strings.HasSuffix(m.Subject, "."+feeds.KindPaired) {
			err = a.introduce(ctx, m)
		}
		if err != nil {
			cancel(fmt.Errorf("read the released frames: %w", err))
			break
		}
		a.take(m)
	}
	wg.Wait()
	return context.Cause(ctx)
}

// introduce reads the names of a pairing before it is taken. The watch would
// bring them a moment later, and a site that finds games by their names would
// have the game twice.
func (a *audience) introduce(ctx context.Context, m bus.Msg) error {
	frame, err := feeds.ParseFrame(m.Data)
	pairing, ok := frame.Body.(feeds.Paired)
	if err != nil || !ok {
		return nil // it will be refused
	}
	tournament, _, _ := strings.Cut(frame.Game, ".")
	for _, key := range []string{"tournament." + tournament, pairing.White, pairing.Black} {
		if bus.CheckKey(key) != nil {
			continue // there can be no name
		}
		err := a.wait(ctx, "the table names", func() error {
			e, err := a.said.Get(ctx, key)
			switch {
			case errors.Is(err, bus.ErrNoEntry):
				return nil
			case err == nil:
				a.learn(e)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// take folds one message.
func (a *audience) take(m bus.Msg) {
	a.mu.Lock()
	defer a.mu.Unlock()
	frame, err := a.seen.Take(m.Subject, m.Data)
	if err != nil {
		a.log.Error("frame refused", "seq", m.Seq, "err", err)
		return
	}
	a.grow()
	a.changed[frame.Game] = a.version
}

// learn takes one entry of the table of names, unless a later one was taken.
func (a *audience) learn(e bus.Entry) {
	if strings.HasPrefix(e.Key, feeds.DelayKey("")) {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if e.Revision <= a.names[e.Key] {
		return
	}
	a.names[e.Key] = e.Revision
	if err := a.seen.Name(e.Key, e.Value); err != nil {
		a.log.Error("name refused", "key", e.Key, "err", err)
		return
	}
	a.grow()
	a.named = a.version
}

// grow begins a new version; the lock is held.
func (a *audience) grow() {
	a.version++
	close(a.grown)
	a.grown = make(chan struct{})
}

// after returns a channel that is closed once there is a later version.
func (a *audience) after(version uint64) <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.version > version {
		c := make(chan struct{})
		close(c)
		return c
	}
	return a.grown
}

// shown is one game as it is shown; stamp moves on with what is shown of it.
type shown struct {
	view  feeds.View
	title string
	stamp uint64
}

// games returns the games that are shown of a tournament and, where round is
// set, of that round of it, in the order of boards.
func (a *audience) games(tournament, round string) (version uint64, list []shown) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, id := range a.seen.IDs() {
		of, slug, board := split(id)
		if of != tournament || round != "" && slug != round || board == "" {
			continue
		}
		v, ok := a.seen.Game(id)
		if !ok {
			continue
		}
		list = append(list, shown{v, a.seen.Title(tournament), max(a.changed[id], a.named)})
	}
	return a.version, list
}

// split parts a game's id.
func split(id string) (tournament, round, board string) {
	tournament, rest, _ := strings.Cut(id, ".")
	round, board, _ = strings.Cut(rest, ".")
	return tournament, round, board
}

// wait repeats try until it succeeds or ctx ends, with growing pauses. What it
// waits for is logged when it is first missed.
func (a *audience) wait(ctx context.Context, what string, try func() error) error {
	pause, said := pauseMin, ""
	for {
		err := try()
		if err == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		if text := err.Error(); text != said {
			said = text
			a.log.Warn("waiting", "what", what, "err", err)
		}
		if !sleep(ctx, pause) {
			return ctx.Err()
		}
		pause = min(2*pause, pauseMax)
	}
}

// sleep waits, and says whether ctx still goes on.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
