package verify

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"boardwire/internal/hall"
	"boardwire/sim"
)

const (
	// settleWithin is plenty: the kings count after 5 s, and the gate adds its
	// second.
	settleWithin = 20 * time.Second
	lookEach     = 100 * time.Millisecond
)

// batch is one round being played in one hall.
type batch struct {
	entries  []entry
	truth    []sim.Game
	verdicts []Verdict
	site     *site
	dir      string
	settle   time.Duration
}

// play plays one batch in a hall of its own.
func (c Config) play(ctx context.Context, entries []entry) (verdicts []Verdict, err error) {
	b := batch{entries: entries, verdicts: make([]Verdict, len(entries)), settle: c.settle}
	if b.dir, err = os.MkdirTemp(c.Dir, "boardwire-verify-"); err != nil {
		return nil, err
	}
	logFile, err := os.Create(filepath.Join(b.dir, "log.jsonl"))
	if err != nil {
		return nil, err
	}
	defer logFile.Close()
	log := slog.New(slog.NewJSONHandler(logFile, nil))
	over := make(chan struct{})
	emulated := sim.Config{
		Script: sim.Script{Habits: c.Habits}, Speed: c.Speed, Patient: true, Log: log.With("part", "sim"),
		// Each batch another one, so that not all boards 1 are played alike.
		Seed: c.Seed + uint64(entries[0].index), Over: func() { close(over) },
	}
	for _, e := range entries {
		emulated.Games = append(emulated.Games, e.game)
	}
	if b.truth, err = sim.Truth(emulated); err != nil {
		return nil, err
	}
	asked := ctx
	defer func() {
		if err == nil && c.Left != nil && b.equal() {
			err = c.Left(asked, b.dir)
		}
		if err == nil {
			err = b.clean()
		}
	}()
	file := filepath.Join(b.dir, "tournament.toml")
	if err := os.WriteFile(file, []byte(tournament(entries, b.truth)), 0o600); err != nil {
		return nil, err
	}
	emulated.Dir = filepath.Join(b.dir, "boards")
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	boards := make(chan error, 1)
	go func() { boards <- sim.Run(ctx, emulated) }()
	b.site, err = openHall(ctx, hall.Config{
		File: file, Data: filepath.Join(b.dir, "data"), Ports: []string{filepath.Join(emulated.Dir, "*")}, Rate: rate(c.Speed), Warehouse: c.Warehouse,
	}, log)
	if err == nil {
		err = b.follow(ctx, over, boards)
		// The hall hears no board being pulled out: it stops first.
		err = b.site.close(err)
	}
	cancel()
	if e := <-boards; err == nil {
		err = e
	}
	return b.verdicts, err
}

// rate is what the hall is told of the clocks' pace.
func rate(s sim.Speed) int {
	if s < 0 {
		return 1000
	}
	return max(int(s), 1)
}

// clean removes the folder unless something in it is to be looked at.
func (b *batch) clean() error {
	if b.equal() {
		return os.RemoveAll(b.dir)
	}
	for i := range b.verdicts {
		if !b.verdicts[i].Equal {
			b.verdicts[i].Kept = b.dir
		}
	}
	return nil
}

// follow waits for the hands to rest, rules what they did not tell, and
// compares.
func (b *batch) follow(ctx context.Context, over <-chan struct{}, boards chan error) error {
	select {
	case <-over:
	case err := <-boards:
		boards <- err
		return fmt.Errorf("the boards stopped: %w", err)
	case err := <-b.site.ended:
		b.site.ended <- err
		return fmt.Errorf("the hall stopped: %w", err)
	case <-ctx.Done():
		return ctx.Err()
	}
	views, err := b.settled(ctx, func(e *entry, v view) bool { return e.shown(v) })
	if err != nil {
		return err
	}
	for i := range b.entries {
		if err := b.judge(ctx, i, views[i]); err != nil {
			return err
		}
	}
	views, err = b.settled(ctx, func(e *entry, v view) bool {
		return !e.decided() || v.Status == "final" && v.Result == string(e.result)
	})
	if err != nil {
		return err
	}
	for i := range b.entries {
		b.conclude(i, views[i])
	}
	if b.equal() {
		return nil
	}
	for _, log := range []string{"record", "facts"} {
		text, err := b.site.do(ctx, http.MethodGet, b.site.desk+"/desk/log/"+log, nil)
		if err == nil {
			err = os.WriteFile(filepath.Join(b.dir, log+".jsonl"), text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// equal says that all games of the batch are.
func (b *batch) equal() bool {
	return !slices.ContainsFunc(b.verdicts, func(v Verdict) bool { return !v.Equal })
}

// id of the i-th game of the batch.
func id(i int) string { return "verify.1." + strconv.Itoa(i+1) }

// settled looks at the public page until every game is as ok wants it, or
// nothing has changed for long.
func (b *batch) settled(ctx context.Context, ok func(*entry, view) bool) ([]view, error) {
	views := make([]view, len(b.entries))
	done := make([]bool, len(b.entries))
	changed := time.Now()
	for {
		missing := 0
		for i := range b.entries {
			if done[i] {
				continue
			}
			v, err := b.site.game(ctx, b.site.public, id(i))
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				v = view{} // not there yet
			}
			if len(v.Moves) != len(views[i].Moves) || v.Status != views[i].Status {
				changed = time.Now()
			}
			views[i] = v
			if done[i] = err == nil && ok(&b.entries[i], v); !done[i] {
				missing++
			}
		}
		if missing == 0 || time.Since(changed) > b.settle {
			return views, nil
		}
		select {
		case <-time.After(lookEach):
		case err := <-b.site.ended:
			b.site.ended <- err
			return nil, fmt.Errorf("the hall stopped: %w", err)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// judge compares what the boards alone told, and gives the game its result.
func (b *batch) judge(ctx context.Context, i int, v view) error {
	e, verdict := &b.entries[i], &b.verdicts[i]
	verdict.Plies, verdict.Dropped = len(v.Moves), e.dropped
	if e.decided() {
		verdict.Result, verdict.Source = string(e.result), "ruled"
	}
	verdict.Ply, verdict.Why = e.compare(v)
	kind := "result"
	switch {
	case e.gesture && v.Source == "signalled" && v.Result == string(e.result):
		kind, verdict.Source = "confirm", "signalled"
	case e.gesture && verdict.Why == "":
		verdict.Why = fmt.Sprintf("the kings in the centre say %s; the page has %s %s %s", e.result, v.Status, v.Result, v.Source)
	}
	if e.wrong {
		saw, err := b.saw(ctx, i)
		if err != nil {
			return err
		}
		if verdict.Saw = saw; len(saw) == 0 && verdict.Why == "" {
			verdict.Why = "the hall told its arbiters nothing of the plies that are no legal moves"
		}
	}
	if !e.decided() {
		return nil
	}
	if err := b.site.rule(ctx, id(i), kind, string(e.result)); err != nil && verdict.Why == "" {
		verdict.Why = err.Error()
	}
	return ctx.Err()
}

// saw reads what the arbiters were told.
func (b *batch) saw(ctx context.Context, i int) ([]string, error) {
	v, err := b.site.game(ctx, b.site.desk, id(i))
	if err != nil {
		return nil, err
	}
	var saw []string
	for _, f := range v.Findings {
		if f.Kind == "illegal_move" || f.Kind == "illegal_stands" {
			saw = append(saw, f.Text)
		}
	}
	if v.Unexplained != nil && v.Unexplained.Placement != "" {
		saw = append(saw, "no legal move leads to "+v.Unexplained.Placement)
	}
	return saw, nil
}

// conclude looks at the game once more after the rulings.
func (b *batch) conclude(i int, v view) {
	e, verdict := &b.entries[i], &b.verdicts[i]
	if verdict.Why == "" {
		verdict.Ply, verdict.Why = e.compare(v)
	}
	switch {
	case verdict.Why != "":
	case !e.decided() && v.Status == "final":
		verdict.Why = fmt.Sprintf("a result %s that the game does not have", v.Result)
	case e.decided() && (v.Status != "final" || v.Result != string(e.result)):
		verdict.Why = fmt.Sprintf("result %s (%s), want %s", v.Result, v.Status, e.result)
	}
	verdict.Equal = verdict.Why == ""
}
