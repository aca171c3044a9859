package push

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"boardwire/feeds"
	"boardwire/internal/bus"
)

const (
	// gather is how long a change waits for others: what is released at one
	// instant goes in one push.
	gather = 200 * time.Millisecond
	// wholeEvery is after how long all games of a round go again with the next
	// change, so that a round that was emptied at the site fills up; and a game
	// that was refused goes again as it is.
	wholeEvery = 5 * time.Minute
)

// sender sends to one target. One goroutine runs it; metrics are read by others.
type sender struct {
	Target
	cfg  Config
	log  *slog.Logger
	seen *audience
	// next is when the site may be asked again.
	next time.Time
	// version is the one of which everything was taken.
	version uint64
	list    list
	trouble trouble

	mu      sync.Mutex
	figures figures
}

// figures are what metrics tell of a target.
type figures struct {
	// behind is since when something was to be sent that was not taken; zero when
	// the site has everything.
	behind time.Time
	// success is when the site took something last.
	success time.Time
	// refused is how many games the site does not take as they are.
	refused int
}

func newSender(cfg Config, t Target) *sender {
	s := &sender{Target: t, cfg: cfg, log: cfg.Log.With("target", t.Name), list: list{kind: t.Kind}}
	s.seen = newAudience(t.Audience, s.log)
	s.trouble.log = s.log
	cfg.Metrics.add(s)
	return s
}

// run follows the audience and sends until ctx ends, or the stream fails.
func (s *sender) run(ctx context.Context, pub bus.Store) error {
	reader, err := s.seen.open(ctx, pub)
	if err != nil {
		return err
	}
	defer reader.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	wg.Go(func() { cancel(s.seen.follow(ctx, reader)) })
	s.send(ctx)
	wg.Wait()
	return context.Cause(ctx)
}

// send has a turn with every change, and after every pause, until ctx ends.
func (s *sender) send(ctx context.Context) {
	for {
		if !s.await(ctx) {
			return
		}
		now := time.Now()
		if !sleep(ctx, turnAt(now, s.next).Sub(now)) {
			return
		}
		s.turn(ctx)
	}
}

// turnAt returns the first instant for a turn that is not before next. They lie
// gather behind the points of the grid on which frames are released: what is
// sent, and not when something woke the sender, decides the instant of a push.
func turnAt(now, next time.Time) time.Time {
	at := now
	if next.After(at) {
		at = next
	}
	point := at.Truncate(feeds.Grid).Add(gather)
	if point.Before(at) {
		point = point.Add(feeds.Grid)
	}
	return point
}

// await waits for a change, or for the time at which a refused game goes again.
func (s *sender) await(ctx context.Context) bool {
	var again <-chan time.Time
	if at, ok := s.list.retry(); ok {
		t := time.NewTimer(time.Until(at))
		defer t.Stop()
		again = t.C
	}
	select {
	case <-ctx.Done():
		return false
	case <-s.seen.after(s.version):
	case <-again:
	}
	return true
}

// turn makes at most one request, of the games as they are now. What was not
// sent when it failed is of no interest any more.
func (s *sender) turn(ctx context.Context) {
	version, games := s.seen.games(s.Tournament, s.Round)
	now := time.Now()
	for _, line := range s.list.update(games, now) {
		s.log.Warn(line.text, line.args...)
	}
	due := s.list.due()
	s.tell(false)
	if len(due) == 0 {
		s.version = version
		return
	}
	v := s.post(ctx, due)
	if ctx.Err() != nil {
		return
	}
	if !v.taken {
		s.next = time.Now().Add(max(s.trouble.met(v, s.cfg.Jitter), s.Every))
		return
	}
	s.trouble.over()
	s.next = time.Now().Add(s.Every)
	for _, line := range s.list.answered(due, v.games, time.Now()) {
		s.log.Warn(line.text, line.args...)
	}
	s.tell(true)
	if len(s.list.due()) == 0 {
		s.version = version
	}
}

// tell sets the figures.
func (s *sender) tell(success bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.figures.behind, s.figures.refused = s.list.standing()
	if success {
		s.figures.success = time.Now()
	}
}

func (s *sender) now() figures {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.figures
}

// line is what is logged.
type line struct {
	text string
	args []any
}
